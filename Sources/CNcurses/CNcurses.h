#ifndef PIGEON_CNCURSES_H
#define PIGEON_CNCURSES_H
/* Before the include, or the wide-character functions and cchar_t are absent. */
#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#include <wchar.h>

/* Swift refuses mutable globals and does not see function-like macros. */
static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline WINDOW *cn_curscr(void) { return curscr; }
static inline int cn_colors(void) { return COLORS; }
static inline int cn_color_pairs(void) { return COLOR_PAIRS; }

static const attr_t cn_attr_bold = A_BOLD;
static const attr_t cn_attr_dim = A_DIM;
static const attr_t cn_attr_underline = A_UNDERLINE;
static const attr_t cn_attr_reverse = A_REVERSE;

/* A string capability, or NULL also where terminfo answers (char *)-1. */
static inline const char *cn_string_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/* Frees what setupterm made current. */
static inline void cn_forget_terminal(void) { if (cur_term != NULL) del_curterm(cur_term); }

/* glibc declares wcwidth only under _XOPEN_SOURCE. */
extern int wcwidth(wchar_t);
static inline int cn_width(unsigned scalar) { return wcwidth((wchar_t)scalar); }

/* The cell of one character. The pair goes into ext_color in full; the 8 bits within attr hold
   what fits, as setcchar does it. */
static inline cchar_t cn_cell(unsigned scalar, attr_t attributes, int pair) {
  cchar_t cell = {0};
  cell.attr = (attributes & ~A_COLOR) | (attr_t)COLOR_PAIR(pair > 255 ? 255 : pair);
  cell.chars[0] = (wchar_t)scalar;
  cell.ext_color = pair;
  return cell;
}
#endif
