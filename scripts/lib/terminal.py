"""A program in a real terminal, which is tmux's: what is typed there, and what is seen."""

import contextlib
import os
import secrets
import subprocess
import time

import outside
from outside import Wrong, expect

LIMIT = 15  # seconds until what should appear counts as missing
PROMPT = "shell-is-back"


class Terminal:
    """A shell in tmux, and what is seen there."""

    def __init__(self, name, height, limit=LIMIT):
        self.name, self.height, self.limit = name, height, limit

    def tmux(self, *arguments):
        command = ["tmux", "-L", self.name, "-f", "/dev/null", *arguments]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        expect(run.returncode == 0, f"tmux {arguments[0]}: {run.stdout.strip()}")
        return run.stdout

    def screen(self, *arguments):
        return self.tmux("capture-pane", "-p", *arguments)

    def keys(self, *names):
        """Presses keys, one after the other has been taken."""
        self.tmux("send-keys", *names)

    def type(self, text):
        """Types as a person does: the next character when the one before is on the screen."""
        for count in range(1, len(text) + 1):
            self.tmux("send-keys", "-l", text[count - 1])
            self.shows(f"> {text[:count]}".rstrip())

    def shows(self, *texts, without=(), last_line=""):
        """Waits until all texts are there, none of the others is, and the last line begins so; gives the screen."""
        end = time.monotonic() + self.limit
        while True:
            screen = self.screen()
            is_complete = screen.rstrip("\n").count("\n") + 1 == self.height or not last_line
            if (
                all(text in screen for text in texts) and not any(text in screen for text in without)
                and is_complete and screen.rstrip("\n").split("\n")[-1].startswith(last_line)
            ):
                return screen
            if time.monotonic() > end:
                raise Wrong(f"{texts} without {without} did not appear:\n{screen}")
            time.sleep(0.01)  # between two looks

    def changes(self, seen):
        """Waits until the strip at the right is otherwise than it was."""
        def strip(screen):
            return [line[-25:] for line in screen.splitlines()[2:21]]

        end = time.monotonic() + self.limit
        while strip(self.screen()) == strip(seen):
            if time.monotonic() > end:
                raise Wrong(f"nothing changed:\n{seen}")
            time.sleep(0.01)  # between two looks

    def resize(self, width, height):
        self.height = height
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def start(self, *arguments):
        """Starts the till in the shell."""
        self.tmux("send-keys", "-l", " ".join([outside.binary, *arguments]))
        self.tmux("send-keys", "Enter")

    def pid(self):
        """The till's number."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-P", shell, "-x", "till"], stdout=subprocess.PIPE, text=True, check=False)
        expect(found.stdout.split(), "there is no till")
        return int(found.stdout.split()[0])

    def is_restored(self, code):
        """Waits for the shell, and looks whether the terminal is as it was: nothing of the till, and echo."""
        self.shows("$", without=("F1 help",))
        self.tmux("send-keys", "-l", f"echo {PROMPT} $?; stty -a | grep -ow -- '-*echo'")
        self.tmux("send-keys", "Enter")
        screen = self.shows(f"{PROMPT} {code}\n", "echo\n")
        expect("\n-echo" not in screen, f"nothing that is typed would be seen:\n{screen}")
        flags = self.tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{keypad_cursor_flag}").strip()
        expect(flags == "0 1 0", f"alternate screen, cursor and keypad are {flags}")


@contextlib.contextmanager
def terminal(width=80, height=24, **variables):
    """A shell in a terminal of a size."""
    place = Terminal(f"till-check-{os.getpid()}-{secrets.token_hex(4)}", height)
    values = {
        "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "PS1": "$ ", "ENV": "", "NO_COLOR": "",
        **variables,
    }
    settings = [f"{name}={value}" for name, value in values.items()]
    try:
        place.tmux("new-session", "-d", "-x", str(width), "-y", str(height), "env", *settings, "sh")
        place.shows("$")
        yield place
    finally:
        subprocess.run(
            ["tmux", "-L", place.name, "kill-server"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            check=False)
