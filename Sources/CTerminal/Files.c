#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

int ct_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int ct_event_file(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int ct_window_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int ct_pty_open(int *master, int *slave, int columns, int rows) {
  char path[64];
  int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (controller < 0) return -1;
  if (grantpt(controller) != 0 || unlockpt(controller) != 0
      || ptsname_r(controller, path, sizeof path) != 0) {
    close(controller);
    return -1;
  }
  int terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ct_pty_resize(controller, columns, rows) != 0) {
    close(controller);
    if (terminal >= 0) close(terminal);
    return -1;
  }
  *master = controller;
  *slave = terminal;
  return 0;
}

int ct_pty_resize(int master, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  return ioctl(master, TIOCSWINSZ, &size);
}

pid_t ct_pty_spawn(int slave, const char *program, char *const arguments[],
                   char *const environment[], const char *directory) {
  char slave_path[64];
  snprintf(slave_path, sizeof slave_path, "/proc/self/fd/%d", slave);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigset_t defaults, mask;
  sigfillset(&defaults);
  sigemptyset(&mask);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (directory != NULL) posix_spawn_file_actions_addchdir_np(&actions, directory);
  /* The first terminal a session leader opens becomes its controlling terminal. */
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, slave_path, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  pid_t child = -1;
  int code = posix_spawnp(&child, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (code == 0) return child;
  errno = code;
  return -1;
}
