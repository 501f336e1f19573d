#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int handled[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGHUP};
enum { handled_count = sizeof handled / sizeof handled[0] };

static struct sigaction previous[handled_count];
static struct sigaction previous_pipe;
/* Read by handlers, which may run on any thread: lock-free atomics are all they may touch. */
static atomic_int write_end = -1;
static atomic_bool termination_pending;
static atomic_bool stopped_ourselves;
static int read_end = -1;
static bool installed;

static void on_signal(int signal_number) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal_number;
  if (signal_number == SIGTERM || signal_number == SIGINT || signal_number == SIGHUP) {
    atomic_store(&termination_pending, true);
  }
  /* Whoever called ct_signals_stop knows when it returns; only other stops are news. */
  if (signal_number == SIGCONT && atomic_exchange(&stopped_ourselves, false)) return;
  /* A full pipe already holds enough to wake the loop; then the byte is dropped. */
  ssize_t ignored = write(atomic_load(&write_end), &byte, 1);
  (void)ignored;
  errno = saved;
}

static void set_handler(int signal_number, struct sigaction *old) {
  struct sigaction action = {0};
  action.sa_handler = on_signal;
  /* No SA_RESTART: a write to a stalled terminal must come back when SIGTERM arrives. */
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, old);
}

int ct_signals_install(void) {
  if (installed) return read_end;
  if (read_end < 0) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    read_end = ends[0];
    atomic_store(&write_end, ends[1]);
  }
  atomic_store(&termination_pending, false);
  for (int i = 0; i < handled_count; i++) set_handler(handled[i], &previous[i]);
  struct sigaction ignore = {0};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &previous_pipe);
  installed = true;
  return read_end;
}

void ct_signals_restore(void) {
  if (!installed) return;
  installed = false;
  for (int i = 0; i < handled_count; i++) sigaction(handled[i], &previous[i], NULL);
  sigaction(SIGPIPE, &previous_pipe, NULL);
  /* The pipe stays: a handler may be running on another thread this moment. */
}

bool ct_signals_termination_pending(void) { return atomic_load(&termination_pending); }

void ct_signals_stop(void) {
  struct sigaction old, by_default = {0};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &by_default, &old);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);
  /* To the process, as the terminal does it: every thread stops. */
  atomic_store(&stopped_ourselves, true);
  kill(getpid(), SIGTSTP);
  /* An orphaned process group was not stopped, and no SIGCONT will come. */
  atomic_store(&stopped_ourselves, false);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &old, NULL);
}
