"""What the cases share: a browser at two sizes, people who read and press, and a shop of their own at the gateway.

A case is a function with @each_size: it runs at each size with a Screen. Every page that a screen comes to is
inspected when it is read; Screen.close fails a case whose pages asked for anything outside, broke
their policy or a script.
"""

import base64
import contextlib
import functools
import http.server
import json
import pathlib
import re
import secrets
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

SIZES = {"narrow": (360, 740), "wide": (1440, 900)}
LIMIT = 30_000  # milliseconds after which something awaited counts as never coming
INSPECTION = (pathlib.Path(__file__).parent / "inspection.js").read_text(encoding="utf-8")

url = ""  # of the gateway under test
binary = ""
options = []


ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTED = ROOT / "docs" / "images" / "pages"


def picture_path(name):
    """Where a screenshot goes; None when it is not wanted. The documentation keeps those that it shows."""
    found = [option.split("=", 1)[1] for option in options if option.startswith("--pictures=")]
    if not found:
        return None
    folder = pathlib.Path(found[0]).resolve()
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    if folder == DOCUMENTED and not any(f"pages/{name}" in text.read_text(encoding="utf-8") for text in documents):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


class Refused(Exception):
    """An error of the API."""


class Shop:
    """An account of its own, at the API."""

    def __init__(self):
        self.name = secrets.token_hex(8)
        self.key, self.publishable_key = f"sk_test_{self.name}", f"pk_test_{self.name}"

    def ask(self, method, path, acting_for=None, **fields):
        """Asks the API; nested fields are dictionaries and lists."""
        form = urllib.parse.urlencode(list(_flat("", fields)))
        address = f"{url}{path}?{form}" if method == "GET" else url + path
        request = urllib.request.Request(address, method=method, data=None if method == "GET" else form.encode())
        token = base64.b64encode(f"{self.key}:".encode()).decode()
        request.add_header("Authorization", f"Basic {token}")
        if acting_for:
            request.add_header("Stripe-Account", acting_for)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def post(self, path, acting_for=None, **fields):
        return self.ask("POST", path, acting_for, **fields)

    def get(self, path, acting_for=None, **fields):
        return self.ask("GET", path, acting_for, **fields)


def _flat(prefix, value):
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _flat(f"{prefix}[{name}]" if prefix else name, member)
    elif isinstance(value, list):
        for position, member in enumerate(value):
            yield from _flat(f"{prefix}[{position}]", member)
    else:
        yield prefix, str(value).lower() if isinstance(value, bool) else str(value)


class Screen:
    """What one person sees, and does."""

    def __init__(self, browser, size, origins, inspected):
        width, height = SIZES[size]
        self.size, self.origins, self.inspected, self.findings = size, origins, inspected, []
        # A page that refuses is told of on the console, too.
        self.forgiven = re.compile("status of 4")
        self.context = browser.new_context(viewport={"width": width, "height": height}, locale="en-US")
        self.context.set_default_timeout(LIMIT)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self._console(message))
        self.page.on("pageerror", lambda error: self.findings.append(f"a script broke: {error}"))
        self.context.on("request", self._request)

    def _console(self, message):
        if message.type == "error" and not self.forgiven.search(message.text):
            self.findings.append(f"the console says: {message.text}")

    def _request(self, request):
        address = urllib.parse.urlsplit(request.url)
        if address.scheme in ("http", "https", "ws") and f"{address.scheme}://{address.netloc}" not in self.origins:
            self.findings.append(f"asks outside: {request.url}")

    def close(self):
        self.context.close()
        if self.findings:
            raise AssertionError("\n".join(self.findings))

    # Doing

    def go(self, address):
        self.page.goto(address if address.startswith("http") else url + address)
        return self.inspect()

    def fill(self, **fields):
        """Fills fields by their labels; '_' stands for a space."""
        for label, text in fields.items():
            self.field(label.replace("_", " ")).fill(text)
        return self

    def field(self, label):
        return self.page.get_by_label(re.compile(rf"^\s*{re.escape(label)}", re.I)).first

    def choose(self, label, option):
        self.field(label).select_option(label=option)
        return self

    def press_in_menu(self, name):
        """Follows a link of the menu, which is folded where there is no room for it."""
        if self.size == "narrow":
            self.page.get_by_text("Menu", exact=True).click()
        return self.press(name)

    def press(self, name):
        """Presses a button, or follows a link."""
        pattern = re.compile(re.escape(name), re.I)
        buttons, links = (self.page.get_by_role(role, name=pattern) for role in ("button", "link"))
        buttons.or_(links).first.wait_for()
        (buttons if buttons.count() else links).first.click()
        return self

    def send(self, name):
        """Presses a button that sends a form, and waits for the page that answers."""
        with self.page.expect_navigation(wait_until="load"):
            self.press(name)
        return self.inspect()

    def press_by_keyboard(self, name):
        """Comes to a button or a link with the tabulator alone, and presses it with Enter."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(
                "() => { const e = document.activeElement, s = getComputedStyle(e);"
                " return [e.innerText || e.value || '', s.outlineStyle !== 'none' || s.boxShadow !== 'none'] }"
            )
            if name.lower() in focused[0].lower():
                assert focused[1], f"nobody sees that '{name}' has the focus"
                self.page.keyboard.press("Enter")
                return self
        raise AssertionError(f"the tabulator does not come to '{name}'")

    # Seeing

    @property
    def text(self):
        return self.page.locator("body").inner_text()

    def reads(self, *texts):
        """Waits until each text is there."""
        for text in texts:
            self.page.get_by_text(text).filter(visible=True).first.wait_for(timeout=LIMIT)
        return self.inspect()

    def inspect(self):
        """Looks at the page for what would keep somebody out."""
        self.page.wait_for_load_state("load")
        # A page that leads on by itself may be gone by now: what was looked at says whose it is.
        address, findings = self.page.evaluate(f"() => [location.href, ({INSPECTION})()]")
        if not address.startswith(tuple(self.inspected)):
            return self
        for finding in findings:
            text = f"{urllib.parse.urlsplit(address).path} ({self.size}): {finding}"
            if text not in self.findings:
                self.findings.append(text)
        return self

    def picture(self, name):
        """Writes what is seen, when pictures are wanted."""
        self.inspect()
        path = picture_path(f"{name}-{self.size}.png")
        if path:
            self.page.screenshot(path=str(path), full_page=True, animations="disabled")
        return self


def launch(playwright):
    """Starts Debian's Chromium."""
    # Its sandbox wants a user other than root, and the pages are our own; a container has little shared memory.
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    return playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)


class Case(unittest.TestCase):
    """A group of cases with one browser, and a shop for each case."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = launch(cls.playwright)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.shop = Shop()
        # What pages may ask: the gateway, and the sites of the case. Only pages of our own are inspected.
        self.origins, self.inspected = [url], [url]

    def screen(self, size):
        return contextlib.closing(Screen(self.browser, size, self.origins, self.inspected))

    def site(self, pages):
        """Starts a merchant's own site; `pages` gives the HTML of each path, or the URL that it leads on to. Gives its address."""
        site = _Site(pages)
        self.addCleanup(site.stop)
        self.origins.append(site.url)
        return site.url


def each_size(case):
    """Runs a case at each size."""

    @functools.wraps(case)
    def run(self):
        for size in SIZES:
            with self.subTest(size=size):
                self.setUp()
                with self.screen(size) as screen:
                    case(self, screen)

    return run


class _Site:
    """A web site on this machine."""

    def __init__(self, pages):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                page = pages.get(path, "<!DOCTYPE html><title>Shop</title><h1>The shop's page</h1>")
                leads_on = page.startswith("http")
                body = b"" if leads_on else page.encode()
                self.send_response(302 if leads_on else 200)
                if leads_on:
                    self.send_header("Location", page)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                """Says nothing of a browser that went before the answer was read."""

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
