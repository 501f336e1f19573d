#ifndef PIGEON_CNCURSES_H
#define PIGEON_CNCURSES_H
/* Before the include, or the wide-character functions and cchar_t are absent. */
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#endif
