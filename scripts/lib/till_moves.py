"""What moves money at the till, and what a cashier does when it goes wrong: for scripts/check-twice."""

import hashlib
import json
import re
import secrets
import subprocess
import tempfile
import time

from cashier import LIMIT, Cashier, Ended
from outside import Wrong, expect

# The till's commands that move money at the gateway, or make something that is paid or charged later; each has a move
# below.
MOVING = {"CD", "PL", "RF", "GB", "OQ", "SV"}
STILL = {
    "DP", "VD", "CN", "LD", "TD", "PO", "PV", "TL", "TP", "PK", "RC", "RP", "NS", "PI", "PY", "OS", "X", "SR", "RE", "Z",
    "UR", "AK", "RD", "CU", "U", "D", "CL", "LK", "SO", "QT",
    # Money that no gateway has.
    "CA", "XT",
    # A manager's word for a payment that stays unknown.
    "AC",
}

# What the till says.
READY = "Next customer"
DONE, GIVEN_BACK, WENT_BACK = "DONE: receipt", "REFUNDED", "was refunded"
NOTHING = "[A-Z]: nothing was (?:taken|refunded)"
UNKNOWN = "OUTCOME UNKNOWN"
KNOWN, ORPHAN = "Every outcome is known", "approved, no t"
SENT, OPEN = "every seller has been paid", "transfers to sellers are open"
EMPTY = "Nothing is waiting to be sent"

# What it comes to.
TRUE, NOT_DONE, NOBODY_KNOWS, LISTED = "done", "not done", "nobody knows", "listed as before"

PIN = "4711"
TURNS = 12  # after which a cashier gives up


def unlisted(till):
    """The till's commands that are in no list above, and those in one that there are no more."""
    with tempfile.TemporaryDirectory(prefix="tender-twice-") as folder:
        text = subprocess.run(
            [till, "--demo", "--state", folder, "--plain", "--language", "en"], input="?\nQT\ny\n",
            stdout=subprocess.PIPE, text=True, check=True, timeout=LIMIT).stdout
    table = text.split("What it does")[-1].split("Esc leaves")[0]
    names = set(re.findall(r"^[0-9.%*]* ?([A-Z]{1,2})(?: [a-z0-9.@ ]+?)?  (?=\S)", table, re.M))
    return sorted(names - MOVING - STILL), sorted((MOVING | STILL) - names)


class Move:
    """One move: how it is set up and made, what shows its effect, and what a cashier does about it."""

    # Its journal is looked at with the till.
    journal = False
    # A regular expression: the exchanges before the first that it fits are another move's.
    begins = ""
    faults = {}
    # The till's words on a ticket that it has not begun on.
    before = ("Keep scanning, F2 to pay", "To pay", "To refund")
    options = ("--demo",)

    # --- What it is ---

    def prepare(self, world):
        """What must be there before, at a till that is at work."""
        self.open(world)

    def give(self):
        """Makes it; the till's word."""
        raise NotImplementedError

    def effect(self, world):
        """How often it was made."""
        raise NotImplementedError

    # --- A cashier ---

    def open(self, world):
        self.world = world
        key = world.folder / "key"
        key.write_text(world.credential, encoding="utf-8")
        key.chmod(0o600)
        self.till = world.cashier = Cashier(
            [world.till, *self.options, "--state", str(world.folder / "till"), "--gateway",
             f"http://127.0.0.1:{world.proxy.port}", "--api-key-file", str(key), "--plain", "--language", "en"])
        self.start()
        self.till.shows(READY)
        # A reader takes a token when it comes.
        self.till.shows("reader ready")

    def start(self):
        """Up to the first page."""
        self.till.start()
        self.world.proxy.process = self.till.process

    def types(self, *pairs):
        """Lines, each with what the till says to it."""
        for line, answer in pairs:
            self.till.line(line)
            self.till.expects(answer)

    def pay(self, line="CD"):
        """By a card that is tapped."""
        self.till.line(line)
        heard = self.till.expects("waiting for a card", NOTHING, UNKNOWN)
        if heard == "waiting for a card":
            self.till.line("t")
            heard = self.till.expects(DONE, "Enter continues", NOTHING, UNKNOWN)
            if heard == "Enter continues":
                # A part of the ticket, or all of it a moment later.
                heard = self.till.hears(DONE, limit=1) or heard
        return self.word(heard)

    def word(self, heard):
        return {NOTHING: NOT_DONE, UNKNOWN: NOBODY_KNOWS, None: NOBODY_KNOWS}.get(heard, TRUE)

    def comes_up(self):
        """After a kill: what the till says of the ticket that was open."""
        heard = self.till.expects(UNKNOWN, NOTHING, DONE, *self.before, READY)
        expect(heard != READY, "the ticket is gone")
        return NOT_DONE if heard in self.before else self.word(heard)

    def looks(self):
        """Under F9, where Enter asks at once."""
        self.till.line("UR")
        self.till.line("")
        return self.waits()

    def unresolved(self, *words):
        """Which of the words is under F9."""
        self.till.line("CL")
        self.till.line("UR")
        self.till.expects("Unresolved payments")
        return self.till.expects(*words)

    def waits(self):
        """The ticket goes on by itself."""
        return self.word(self.till.hears(DONE, NOTHING, limit=LIMIT))

    def ends(self):
        """What must be true when the till has said that it is done: nothing is open, and X says what the gateway has."""
        self.unresolved(KNOWN)
        end = time.monotonic() + LIMIT
        report = self.x()
        while report["unresolved"] and time.monotonic() < end:
            # That a ticket has seen its payment is written a moment later.
            report = self.x()
        said = sum(row["amount"]["minor_units"] for row in report["payments"] if row["name"] in ("card", "link"))
        taken = self.taken() - self.returned()
        expect(said == taken, f"X says {said} of cards, and the gateway has {taken}: {report}")
        expect(not report["unresolved"] and not report["accepted"], f"X is not clean: {report}")

    def x(self):
        run = subprocess.run(
            [self.world.binary, "report", "x", "--json", "--journal", str(self.world.folder / "till" / "till.journal")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=LIMIT)
        expect(run.returncode == 0, f"there is no X: {run.stderr}")
        return json.loads(run.stdout)["report"]

    def taken(self):
        return sum(intent["amount_received"] for intent in self.world.api("GET", "/v1/payment_intents")["data"])

    def returned(self):
        return sum(refund["amount"] for refund in self.world.api("GET", "/v1/refunds")["data"])

    # --- A case ---

    def works(self, world):
        """Whether it works without a fault; its exchanges are those until the till's word."""
        is_done = self.give() == TRUE
        self.answers = list(world.proxy.answers)
        self.ends()
        return is_done

    def person(self, world, looks):
        """Makes it again until the till says that it is done; looks at F9 where that is the way."""
        act, finds_out = self.give, self.looks if looks else self.waits
        for _ in range(TURNS):
            try:
                word = act()
            except Ended:
                expect(world.proxy.struck, f"the till ended by itself: {self.till.last}")
                world.story.append("killed")
                self.start()
                act = self.comes_up
                continue
            world.story.append(f"{act.__name__}: {word}: {self.till.last}")
            # What is silent for good is so until somebody mends it.
            world.proxy.arm(None, None)
            effect = self.effect(world)
            if word == TRUE:
                expect(effect == 1, f"told as done, and it was done {effect:g} times")
                return self.ends()
            if word == NOT_DONE:
                expect(effect == 0, f"told as not done, and it was done {effect:g} times")
            act = finds_out if word == NOBODY_KNOWS else self.give
        raise Wrong("it never told of success")


class CardSale(Move):
    name = "till CD"

    def prepare(self, world):
        self.open(world)
        self.types(("3", "TOTAL  3.80"))

    def give(self):
        return self.pay()

    def effect(self, world):
        return self.taken() / 380


class RefundOfReceipt(CardSale):
    name = "till RF"

    def prepare(self, world):
        super().prepare(world)
        expect(self.pay() == TRUE, "nothing was sold")
        self.types(("RF 1", "Refund of receipt 1"), ("TL", "why"), ("1", "To refund"))

    def give(self):
        self.till.line("CD")
        return self.word(self.till.expects(DONE, NOTHING, UNKNOWN))

    def effect(self, world):
        return self.returned() / 380


class GiveBackOnTicket(CardSale):
    """A part that a card has paid of a ticket that is open; the ticket is paid in cash afterwards."""

    name = "till GB"
    again, stands = "GB asks again", "the payment stands"

    def prepare(self, world):
        super().prepare(world)
        expect(self.pay("200CD") == TRUE, "nothing was paid")

    def give(self):
        self.till.line("GB")
        return self.comes_up()

    # It is the till that says so.
    waits = looks = give

    def comes_up(self):
        heard = self.till.hears("why", GIVEN_BACK, self.again, self.stands, limit=LIMIT)
        if heard == "why":
            self.till.line("1")
            heard = self.till.hears(GIVEN_BACK, self.again, self.stands, limit=LIMIT)
        return {GIVEN_BACK: TRUE, self.stands: NOT_DONE}.get(heard, NOBODY_KNOWS)

    def effect(self, world):
        return self.returned() / 200

    def ends(self):
        self.types(("CA", DONE))
        super().ends()


class GiveBackOrphan(CardSale):
    """An approval that no ticket waits for: the till was killed, and its ticket got lost."""

    name = "till F9 GB"

    def prepare(self, world):
        super().prepare(world)
        world.proxy.arm(0, "kill after", "/confirm")
        try:
            raise Wrong(f"it was not killed: {self.pay()}")
        except Ended:
            pass
        world.proxy.arm(None, None)
        for file in (world.folder / "till" / "tickets").iterdir():
            file.unlink()
        self.start()
        self.till.expects("An approved payment without a ticket")

    def give(self):
        word = self.listed()
        if word != LISTED:
            return word
        self.till.line("GB")
        # A till that has just come up may learn meanwhile that a refund before was made.
        if self.till.expects("why", "Choose an approved payment") != "why":
            return self.listed()
        self.till.line("1")
        # Whatever is said now, the list tells it.
        if self.till.expects(WENT_BACK, "the refund failed", "nobody knows yet", "✗") == WENT_BACK:
            self.till.hears(KNOWN, limit=5)
        return self.listed()

    def listed(self):
        """What F9 tells of the payment."""
        heard = self.unresolved(KNOWN, ORPHAN, "refund unknown", "refunded, ")
        if heard == "refunded, ":
            # By a till that was killed: somebody has to have seen it.
            self.till.line("AK")
        return {KNOWN: TRUE, ORPHAN: LISTED}.get(heard, NOBODY_KNOWS)

    def waits(self):
        self.till.line("")
        self.till.hears(KNOWN, "refunded, ", limit=2)
        return self.listed()

    looks = waits

    def comes_up(self):
        # What the journal holds is told a moment later.
        self.till.hears("1 unresolved", limit=5)
        return self.listed()

    def effect(self, world):
        return self.returned() / 380


class Link(CardSale):
    """A page that its customer pays on as soon as it is shown."""

    name = "till PL"

    def prepare(self, world):
        super().prepare(world)
        self.shown = set()

    def pages(self):
        return {page["id"]: page["status"] for page in self.world.api("GET", "/v1/checkout/sessions")["data"]}

    def give(self):
        before = self.till.heard
        self.till.line("PL")
        heard = self.till.expects("Esc closes the page", NOTHING, UNKNOWN)
        if heard == "Esc closes the page":
            heard = self.till.expects("the customer scans", DONE, NOTHING, UNKNOWN)
        if heard != "the customer scans":
            return self.word(heard)
        text = self.till.said[before:].replace("\n", "")
        new = {page for page in self.pages() if page in text} - self.shown
        expect(len(new) == 1, f"there are {len(new)} addresses: {self.till.last}")
        self.shown |= new
        self.world.api(
            "POST", f"/v1/payment_pages/{min(new)}/confirm", payment_method="pm_card_visa", email="jenny@example.com")
        return self.waits()

    def ends(self):
        super().ends()
        pages = self.pages()
        expect(list(pages.values()).count("complete") == 1, f"not one page is paid: {pages}")
        expect(all(pages[page] != "open" for page in self.shown), f"a page that was shown is open: {pages}")


class Forward(CardSale):
    name = "till OQ"
    options = ("--demo", "--offline-limit", "50")

    def prepare(self, world):
        super().prepare(world)
        world.proxy.arm(0, "lose request for good")
        expect(self.pay() == TRUE, "nothing was stored")
        self.types(("QT", "End the program"))
        self.till.line("y")
        self.till.ends()
        world.proxy.arm(None, None)

    def give(self):
        if self.till.process is None:
            self.start()
            return self.comes_up()
        return self.sends()

    def comes_up(self):
        # What the journal holds is told a moment later, on a busy machine many seconds; until then all seems to be known.
        self.till.hears("1 (?:offline|unresolved)", limit=LIMIT if self.holds_one() else 5)
        return self.sends()

    def holds_one(self):
        """Whether the journal, which others may read, has a payment that is not over."""
        journal = next((self.world.folder / "till").glob("*.journal"))
        listed = subprocess.run(
            [self.world.binary, "pending", "--journal", str(journal), "--json"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)
        return bool(json.loads(listed.stdout)["pending"])

    def sends(self):
        self.till.line("CL")
        self.till.line("OQ send")
        if self.till.hears(EMPTY, limit=5) is None:
            return NOBODY_KNOWS
        # What was sent and not answered waits there no more.
        return TRUE if self.unresolved(KNOWN, r"outcome\s+unknown") == KNOWN else NOBODY_KNOWS

    waits = looks = sends


class SaveCard(Move):
    """A card that a customer has saved, who is new at first; SV goes on with what nobody knows."""

    name = "till SV"
    begins = "/v1/setup_intents"
    email = "zoe@example.com"
    saved, not_saved, unknown = "(?<!NOT )SAVED: ", "[A-Z]: no card is saved", "the card may have been saved"

    def give(self):
        self.types((f"SV {self.email}", "may the card be saved"))
        self.till.line("1")
        words = (self.saved, self.not_saved, self.unknown)
        heard = self.till.expects("waiting for a card", *words)
        if heard == "waiting for a card":
            self.till.line("t")
            heard = self.till.expects(*words)
        return {self.saved: TRUE, self.not_saved: NOT_DONE}.get(heard, NOBODY_KNOWS)

    waits = looks = give

    def comes_up(self):
        self.till.expects(READY)
        return NOBODY_KNOWS

    def effect(self, world):
        customers = world.api("GET", "/v1/customers", email=self.email)["data"]
        expect(len(customers) < 2, "the customer is there twice")
        paths = [f"/v1/customers/{customer['id']}/payment_methods" for customer in customers]
        return sum(len(world.api("GET", path, type="card")["data"]) for path in paths)


class Transfer(Move):
    """The share of a seller, after a card has paid for the seller's goods and for the shop's."""

    name = "till transfer"
    begins = "/v1/transfers"
    shop = """{currency: 'EUR', taxes: [{name: 'A', rate: '0', included: true}],
        departments: [{name: 'All', tax: 'A'}], sellers: [{name: 'Ann', account: 'ACCOUNT', fee: '10%'}],
        products: [{code: '1', name: 'Print', department: 'All', price: '10.00', seller: 'Ann'},
                   {code: '2', name: 'Coffee', department: 'All', price: '3.00'}]}"""

    def prepare(self, world):
        _, report = world.run("account", "create", "--test-data", "--country", "DE", through=False, journal=False)
        file = world.folder / "shop.json5"
        file.write_text(self.shop.replace("ACCOUNT", report["object"]["id"]), encoding="utf-8")
        self.options = ("--shop", str(file), "--reader", "simulated")
        folder = world.folder / "till"
        folder.mkdir(mode=0o700)
        # A hash that costs little, since the PIN is no secret.
        salt = secrets.token_bytes(16)
        value = hashlib.scrypt(PIN.encode(), salt=salt, n=256, r=8, p=1, dklen=32)
        people = [{"id": "anna", "isActive": True, "name": "Anna", "role": "manager",
                   "pin": f"$scrypt$ln=8,r=8,p=1${salt.hex()}${value.hex()}"}]
        (folder / "people.json").write_text(json.dumps(people), encoding="utf-8")
        (folder / "people.json").chmod(0o600)
        self.open(world)
        self.types(("1", "TOTAL  10.00"), ("2", "TOTAL  13.00"))

    def start(self):
        super().start()
        self.types(("anna", "PIN"))
        self.till.line(PIN)
        if self.till.expects("Open a shift", READY, "To pay") == "Open a shift":
            self.types(("1*100", "Counted  100.00"), ("TL", "is open"))

    def give(self):
        expect(self.pay() == TRUE, "nothing was sold")
        return self.sent()

    def sent(self):
        return TRUE if self.till.expects(SENT, OPEN) == SENT else NOBODY_KNOWS

    def waits(self):
        """After the next sale it is tried again."""
        self.types(("2", "TOTAL  3.00"), ("CA", DONE))
        return self.sent()

    def looks(self):
        self.unresolved(KNOWN)
        self.till.line("")
        return self.sent()

    def comes_up(self):
        # It may have been told before anybody had signed in.
        self.till.heard = 0
        return self.sent()

    def effect(self, world):
        return sum(transfer["amount"] for transfer in world.api("GET", "/v1/transfers")["data"]) / 900


class Reversal(Transfer):
    """The same, back: the sale is refunded to its card."""

    name = "till reversal"
    begins = "/reversals"

    def prepare(self, world):
        super().prepare(world)
        expect(super().give() == TRUE, "nothing was transferred")
        self.types(("RF 1", "Refund of receipt 1"), ("TL", "why"), ("1", "To refund"))

    def give(self):
        self.types(("CD", DONE))
        return self.sent()

    def effect(self, world):
        return sum(transfer["amount_reversed"] for transfer in world.api("GET", "/v1/transfers")["data"]) / 900


MOVES = [CardSale, RefundOfReceipt, GiveBackOnTicket, GiveBackOrphan, Link, Forward, SaveCard, Transfer, Reversal]
