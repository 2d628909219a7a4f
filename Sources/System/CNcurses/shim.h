#pragma once
/* Wide characters are declared only when these ask for them. */
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <wchar.h>

/* From term.h, whose macros would hide ordinary names. */
extern char *tigetstr(const char *name);

/// Attributes are macros.
enum {
    CNCURSES_BOLD = A_BOLD,
    CNCURSES_UNDERLINE = A_UNDERLINE,
    CNCURSES_REVERSE = A_REVERSE,
};

/// The codes of keys are macros too; the function keys follow each other.
enum {
    CNCURSES_FUNCTION_KEY = KEY_F0,
    CNCURSES_DOWN = KEY_DOWN, CNCURSES_UP = KEY_UP, CNCURSES_LEFT = KEY_LEFT, CNCURSES_RIGHT = KEY_RIGHT,
    CNCURSES_HOME = KEY_HOME, CNCURSES_END = KEY_END, CNCURSES_BACKSPACE = KEY_BACKSPACE, CNCURSES_DELETE = KEY_DC,
    CNCURSES_NEXT_PAGE = KEY_NPAGE, CNCURSES_PREVIOUS_PAGE = KEY_PPAGE, CNCURSES_ENTER = KEY_ENTER,
    CNCURSES_BACK_TAB = KEY_BTAB, CNCURSES_RESIZE = KEY_RESIZE,
};

/// Takes the terminal of stdin and stdout; NULL when its description is missing or it cannot do what is needed.
static inline SCREEN *cncurses_open(void) { return newterm(NULL, stdout, stdin); }
/// Prepares the screen after it was opened: every key as it comes, nothing waits, nothing scrolls.
static inline void cncurses_prepare(void) {
    raw();
    noecho();
    nonl();
    set_escdelay(25);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    scrollok(stdscr, FALSE);
    leaveok(stdscr, FALSE);
}
/// Starts colors; how many there are, 0 for none.
static inline int cncurses_start_colors(void) {
    if (!has_colors() || start_color() != OK || use_default_colors() != OK) return 0;
    return COLORS;
}
/// Reads a key: 1 for a character, 2 for a key's code, 0 when none waits.
static inline int cncurses_read(unsigned int *value) {
    wint_t read = 0;
    int result = wget_wch(stdscr, &read);
    *value = (unsigned int)read;
    return result == OK ? 1 : result == KEY_CODE_YES ? 2 : 0;
}
/// Writes characters at a place with attributes and a pair of colors.
static inline void cncurses_write(
    int row, int column, const unsigned int *characters, int count, unsigned int attributes, short pair) {
    wattr_set(stdscr, (attr_t)attributes, pair, NULL);
    mvwaddnwstr(stdscr, row, column, (const wchar_t *)characters, count);
}
/// Shows the cursor at a place, or hides it when the row is negative, and sends what was written.
static inline void cncurses_refresh(int row, int column) {
    curs_set(row >= 0 ? 1 : 0);
    if (row >= 0) wmove(stdscr, row, column);
    wrefresh(stdscr);
}
/// Makes the next refresh write the whole screen, from an empty one.
static inline void cncurses_forget(void) {
    wattr_set(stdscr, A_NORMAL, 0, NULL);
    werase(stdscr);
    clearok(stdscr, TRUE);
}
/// The terminal's size as the kernel has it, or as ncurses has it when the kernel does not know.
static inline void cncurses_size(int *columns, int *rows) {
    struct winsize size = {0};
    int is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = is_known ? size.ws_col : getmaxx(stdscr);
    *rows = is_known ? size.ws_row : getmaxy(stdscr);
}
/// The columns of a character as the C library counts them, -1 for one that it cannot show.
static inline int cncurses_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
/// Uses the locale of the environment; its character set.
static inline const char *cncurses_codeset(void) {
    setlocale(LC_CTYPE, "");
    return nl_langinfo(CODESET);
}
/// A descriptor that tells of signals, which are blocked in every thread.
static inline int cncurses_signals(const sigset_t *set) { return signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK); }
/// The next signal of such a descriptor; 0 for none.
static inline int cncurses_next_signal(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}
