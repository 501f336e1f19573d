#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { capture_limit = 1 << 20, reset_limit = 512 };

/* All whose default action ends the process, but for those the event loop takes (HUP, INT, TERM) and
   those ignored (PIPE, XFSZ). */
static const int fatal[] = {SIGQUIT, SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP,   SIGABRT,
                            SIGFPE,  SIGSYS,  SIGXCPU, SIGUSR1, SIGUSR2,   SIGALRM,
                            SIGIO,   SIGPROF, SIGPWR,  SIGVTALRM, SIGSTKFLT};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };

/* The signals of a fault of the program itself. */
static bool is_fault(int signal_number) {
  return signal_number == SIGSEGV || signal_number == SIGBUS || signal_number == SIGILL
         || signal_number == SIGTRAP || signal_number == SIGABRT || signal_number == SIGFPE;
}

static char crash_mark[4096];

/* Written before `armed` is set and not changed while it is, so a handler reads them whole. */
static struct termios guarded_modes;
static char guarded_reset[reset_limit];
static size_t guarded_reset_length;
static int guarded_tty = -1;
static atomic_bool armed;

static struct sigaction previous[fatal_count];
static bool handlers_installed;

static atomic_int captured = -1;
static atomic_int original_stderr = -1;

/* Everything below is called from handlers: async-signal-safe calls only. */

static void write_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(fd, bytes, length);
    /* The terminal is non-blocking and may be stalled: what does not fit now is given up. */
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    bytes += count;
    length -= (size_t)count;
  }
}

static void replay_stderr(void) {
  int memory = atomic_exchange(&captured, -1);
  if (memory < 0) return;
  int original = atomic_exchange(&original_stderr, -1);
  dup2(original, STDERR_FILENO);
  /* The size of the file is fixed by its seal; how much was written tells the shared offset. */
  off_t end = lseek(memory, 0, SEEK_CUR), position = 0;
  char buffer[4096];
  while (position < end) {
    size_t wanted = sizeof buffer;
    if (end - position < (off_t)wanted) wanted = (size_t)(end - position);
    ssize_t count = pread(memory, buffer, wanted, position);
    if (count <= 0) break;
    write_all(STDERR_FILENO, buffer, (size_t)count);
    position += count;
  }
  close(original);
  close(memory);
}

static void restore_terminal(void) {
  if (!atomic_exchange(&armed, false)) return;
  /* The user may have stopped the output with Ctrl-S. TCOON alone only undoes TCOOFF. */
  tcflow(guarded_tty, TCOOFF);
  tcflow(guarded_tty, TCOON);
  write_all(guarded_tty, guarded_reset, guarded_reset_length);
  tcsetattr(guarded_tty, TCSANOW, &guarded_modes);
  replay_stderr();
}

static void on_crash(int signal_number) {
  if (is_fault(signal_number) && crash_mark[0] != 0) {
    /* Not blocking, should a pipe of that name lie there. */
    int file = open(crash_mark, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file >= 0) close(file);
  }
  restore_terminal();
  /* SA_RESETHAND has put the default action back: the fault that comes again when this returns,
     or this signal (blocked until then), ends the process with the right status. */
  raise(signal_number);
}

static void at_exit(void) { restore_terminal(); }

static void install_handlers(void) {
  if (handlers_installed) return;
  handlers_installed = true;
  /* A stack of its own, or an overflow of the stack could not run the handler. */
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) {
    sigaltstack(&alternate, NULL);
  }
  for (int i = 0; i < fatal_count; i++) {
    struct sigaction action = {0};
    action.sa_handler = on_crash;
    action.sa_flags = SA_RESETHAND | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(fatal[i], &action, &previous[i]);
  }
}

void ct_guard_arm(int tty, const struct termios *modes, const char *reset, size_t length) {
  static bool registered;
  if (!registered) registered = atexit(at_exit) == 0;
  atomic_store(&armed, false);
  guarded_tty = tty;
  guarded_modes = *modes;
  guarded_reset_length = length < reset_limit ? length : reset_limit;
  memcpy(guarded_reset, reset, guarded_reset_length);
  install_handlers();
  atomic_store(&armed, true);
}

void ct_guard_set_crash_mark(const char *path) {
  crash_mark[0] = 0;
  if (path == NULL || strlen(path) >= sizeof crash_mark) return;
  /* The first byte last: a handler never sees half a path. */
  memcpy(crash_mark + 1, path + 1, strlen(path));
  crash_mark[0] = path[0];
}

void ct_guard_disarm(void) {
  atomic_store(&armed, false);
  if (!handlers_installed) return;
  handlers_installed = false;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &previous[i], NULL);
}

bool ct_stderr_capture(void) {
  if (atomic_load(&captured) >= 0) return true;
  if (!isatty(STDERR_FILENO)) return false;
  int memory = memfd_create("stderr", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return false;
  int original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  /* The seal makes writes past the limit fail instead of filling memory. */
  if (original < 0 || ftruncate(memory, capture_limit) != 0
      || fcntl(memory, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0
      || dup2(memory, STDERR_FILENO) < 0) {
    if (original >= 0) close(original);
    close(memory);
    return false;
  }
  atomic_store(&original_stderr, original);
  atomic_store(&captured, memory);
  return true;
}

void ct_stderr_release(void) { replay_stderr(); }
