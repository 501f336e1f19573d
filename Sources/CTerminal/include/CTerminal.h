#ifndef PIGEON_CTERMINAL_H
#define PIGEON_CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* What Swift can not express: signal handlers, the crash guard, and calls that the Glibc module
   does not show. Functions return -1 with errno set unless they say otherwise. */

/* --- Signals ------------------------------------------------------------------------------- */

/* Installs handlers for SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT and SIGHUP that write the
   signal's number into a pipe, and ignores SIGPIPE. Call before newterm: curses leaves handlers
   alone that it finds. Returns the pipe's end to read; calling again returns the same. */
int ct_signals_install(void);

/* Puts back the handlers that were there before. */
void ct_signals_restore(void);

/* Whether a SIGTERM, SIGINT or SIGHUP has come; for waits that must not outlive it. */
bool ct_signals_termination_pending(void);

/* Stops this process as SIGTSTP does by default, and returns when it is continued (at once in an
   orphaned process group, which can not be stopped). */
void ct_signals_stop(void);

/* --- Crash guard --------------------------------------------------------------------------- */

/* From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE) or exit() writes
   `reset` to `tty`, restores `modes`, prints what went to standard error meanwhile, and then ends
   the process as the signal does by default: at once, without the runtime's interactive
   backtracer, which would wait 30 seconds in a terminal that is not in order. */
void ct_guard_arm(int tty, const struct termios *modes, const char *reset, size_t length);

/* The terminal is in order: crashes have nothing to restore. */
/* A file that the handler of a crash creates, so that the next launch can tell a crash from a kill;
   NULL for none. The string is copied. */
void ct_guard_set_crash_mark(const char *path);

void ct_guard_disarm(void);

/* --- Standard error ------------------------------------------------------------------------ */

/* Collects standard error in memory (the first 1 MiB) when it is a terminal, where its text would
   spoil the screen. Returns whether it does. */
bool ct_stderr_capture(void);

/* Ends the capture and prints what was collected. */
void ct_stderr_release(void);

/* --- Files --------------------------------------------------------------------------------- */

/* An anonymous file in memory. */
int ct_memory_file(const char *name);

/* A non-blocking eventfd with a count of 0. */
int ct_event_file(void);

/* The size of a terminal's window in cells; 0 on success. */
int ct_window_size(int fd, int *columns, int *rows);

/* --- Pseudo terminals, for tests ----------------------------------------------------------- */

/* Opens a pseudo terminal of that size; 0 on success. */
int ct_pty_open(int *master, int *slave, int columns, int rows);

/* Tells the terminal its size; the kernel sends SIGWINCH to the foreground process group. */
int ct_pty_resize(int master, int columns, int rows);

/* Starts a program in a new session whose controlling terminal is `slave`, and waits until it
   runs. Returns the process id. */
pid_t ct_pty_spawn(int slave, const char *program, char *const arguments[],
                   char *const environment[], const char *directory);

#endif
