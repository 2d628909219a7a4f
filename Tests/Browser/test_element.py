"""The payment element on a shop's own page: what is typed stays in a frame of the gateway."""

import http.server
import pathlib
import re
import threading

import support
from support import Case, each_size

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples" / "element"
LOADED = re.compile("Card number")


class Element(Case):
    def shop_page(self):
        """The example of docs/examples/element in front of the gateway under test; gives its address."""
        page = (EXAMPLE / "index.html").read_text(encoding="utf-8")
        page = page.replace("GATEWAY", support.url).replace("PUBLISHABLE_KEY", self.shop.publishable_key)
        case = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(page if self.path.partition("?")[0] == "/" else "", "text/html; charset=utf-8")

            def do_POST(self):
                case.intent = case.shop.post("/v1/payment_intents", amount=1200, currency="eur")
                self.answer('{"clientSecret": "%s"}' % case.intent["client_secret"], "application/json")

            def answer(self, text, kind):
                body = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}"
        self.origins.append(address)
        return address + "/"

    def form(self, screen):
        """The form inside the frame, when it is there."""
        screen.go(self.shop_page())
        frame = screen.page.frame_locator("iframe[title='Payment details']")
        frame.get_by_label(LOADED).wait_for()
        return frame

    def fill_card(self, frame, number):
        frame.get_by_label(LOADED).fill(number)
        frame.get_by_label(re.compile("Expiry")).fill("12 / 34")
        frame.get_by_label(re.compile("Security code")).fill("123")

    def status(self):
        return self.shop.get(f"/v1/payment_intents/{self.intent['id']}")["status"]

    @each_size
    def test_card(self, screen):
        frame = self.form(screen)
        self.fill_card(frame, "4242 4242 4242 4242")
        screen.press("Pay 12.00 EUR").reads("Thank you: it is paid.")
        self.assertEqual(self.status(), "succeeded")
        self.assertNotIn("4242 4242", screen.page.content())

    @each_size
    def test_nobody_pays_twice(self, screen):
        frame = self.form(screen)
        self.fill_card(frame, "4242 4242 4242 4242")
        screen.press("Pay 12.00 EUR").reads("Thank you: it is paid.")
        screen.page.evaluate(
            """secret => {
                form.hidden = false;
                const again = tender.elements({ clientSecret: secret }).create("payment");
                again.on("ready", () => tell({ error: { message: "ready" } }));
                again.on("loaderror", ({ error }) => tell({ error: { message: error.code } })).mount("#payment");
            }""",
            self.intent["client_secret"],
        )
        screen.reads("payment_intent_unexpected_state")
        frame.get_by_text("This is already done.").wait_for()

    @each_size
    def test_missing_and_declined(self, screen):
        frame = self.form(screen)
        screen.press("Pay 12.00 EUR").reads("Some payment details are missing")
        self.assertEqual(frame.get_by_label(LOADED).get_attribute("aria-invalid"), "true")
        self.fill_card(frame, "4000 0000 0000 0002")
        screen.press("Pay 12.00 EUR").reads("Your card was declined.")
        frame.get_by_text("Your card was declined.").wait_for()
        self.fill_card(frame, "4242 4242 4242 4242")
        screen.press("Pay 12.00 EUR").reads("Thank you: it is paid.")
        self.assertEqual(self.status(), "succeeded")

    @each_size
    def test_authentication(self, screen):
        frame = self.form(screen)
        self.fill_card(frame, "4000 0027 6000 3184")
        screen.press("Pay 12.00 EUR").reads("Is this you?")
        screen.press("Complete authentication").reads("Thank you: it is paid.")
        self.assertEqual(self.status(), "succeeded")

    @each_size
    def test_redirect(self, screen):
        frame = self.form(screen)
        frame.get_by_label("iDEAL").check()
        frame.get_by_label("Full name").fill("Jenny Rosen")
        screen.press("Pay 12.00 EUR").reads("Pay with iDEAL").picture("element-ideal")
        screen.press("Fail test payment").reads("It was not paid.")
        self.assertEqual(self.status(), "requires_payment_method")

    @each_size
    def test_debit(self, screen):
        frame = self.form(screen)
        frame.get_by_label("SEPA direct debit").check()
        frame.get_by_label("Full name").fill("Jenny Rosen")
        frame.get_by_label("E-mail").fill("jenny@example.com")
        # The bank of this account takes three minutes to pay, longer than the case takes to look.
        frame.get_by_label("IBAN").fill("AT32 1904 3002 3547 3204")
        screen.picture("element")
        screen.press("Pay 12.00 EUR").reads("your bank is paying")
        self.assertEqual(self.status(), "processing")

    @each_size
    def test_the_form_itself(self, screen):
        """The inspection looks at the form, which a frame would hide from it."""
        screen.go("/elements/payment?origin=https://shop.example")

    @each_size
    def test_the_bank_in_a_frame(self, screen):
        frame = self.form(screen)
        intent = self.shop.post(
            "/v1/payment_intents",
            amount=500,
            currency="usd",
            confirm=True,
            payment_method="pm_card_authenticationRequired",
            payment_method_types=["card"],
        )
        self.assertIsNotNone(frame)
        screen.page.evaluate(
            "secret => { tender.handleNextAction({ clientSecret: secret }).then(tell) }", intent["client_secret"]
        )
        bank = screen.page.frame_locator("iframe[title='Your bank']")
        bank.get_by_role("button", name="Complete authentication").click()
        screen.reads("Thank you: it is paid.")
        self.assertEqual(self.shop.get(f"/v1/payment_intents/{intent['id']}")["status"], "succeeded")
