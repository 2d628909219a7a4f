"""A shopkeeper's way through the dashboard."""

import support
from support import Case, Refused, each_size

CARD = {"payment_method": "pm_card_visa", "payment_method_types": ["card"], "confirm": True}


class Dashboard(Case):
    def pay(self, amount=2000, account=None, **more):
        return self.shop.post("/v1/payment_intents", account, amount=amount, currency="usd", **CARD | more)["id"]

    def seller(self):
        return self.shop.post(
            "/v1/accounts",
            type="custom",
            country="US",
            business_type="individual",
            business_profile={"mcc": "5734", "url": "https://seller.test", "name": "Ada's books"},
            capabilities={"transfers": {"requested": True}, "card_payments": {"requested": True}},
            individual={
                "first_name": "Ada",
                "last_name": "Lovelace",
                "email": "ada@example.com",
                "phone": "0000000000",
                "ssn_last_4": "0000",
                "dob": {"day": 1, "month": 1, "year": 1901},
                "address": {"line1": "address_full_match", "city": "Austin", "state": "TX", "postal_code": "78701"},
            },
            tos_acceptance={"date": 1800000000, "ip": "8.8.8.8"},
            external_account={
                "object": "bank_account",
                "country": "US",
                "currency": "usd",
                "routing_number": "110000000",
                "account_number": "000123456789",
            },
        )["id"]

    def sign_in(self, screen):
        screen.go("/").fill(Secret_test_key=self.shop.key).press("Sign in")
        return screen.reads("Payments")

    @each_size
    def test_the_door(self, screen):
        screen.go("/").picture("dashboard-door")
        screen.fill(Secret_test_key="pk_test_x").press("Sign in")
        screen.reads("Please use a secret API key")
        self.sign_in(screen).reads("There are no payments here.").press("Sign out")
        screen.reads("Secret test key").go("/dashboard/balance").reads("Secret test key")

    @each_size
    def test_every_page(self, screen):
        self.pay(), self.pay(payment_method="pm_card_createDispute"), self.pay(capture_method="manual")
        self.shop.post("/v1/customers", name="Grace Hopper", email="grace@example.com")
        self.shop.post("/v1/products", name="Teapot", default_price_data={"currency": "usd", "unit_amount": 1500})
        self.shop.post("/v1/webhook_endpoints", url="http://127.0.0.1:9/hook", enabled_events=["*"])
        seller = self.seller()
        self.sign_in(screen)
        sections = "payments refunds disputes customers products balance payouts accounts readers events webhooks logs gateway"
        for section in sections.split():
            screen.go(f"/dashboard/{section}").picture(f"dashboard-{section}")
        screen.go(f"/dashboard/accounts/{seller}").reads("Ada's books").press("Its balance")
        screen.reads("Connected account").press("Back to your own account").reads("Connected accounts")
        screen.go("/dashboard/events?type=charge.*").press("charge.").reads("As webhooks get it").picture("dashboard-event")
        screen.go("/dashboard/logs?method=POST&path=products").press("POST").reads("are not kept").picture("dashboard-log")

    @each_size
    def test_payments_are_found_and_paged(self, screen):
        for number in range(27):
            self.pay(1000 + number)
        with self.assertRaises(Refused):
            self.pay(500, payment_method="pm_card_chargeDeclined")
        self.sign_in(screen).reads("$10.26")
        self.assertNotIn("$10.00", screen.text)
        screen.send("Older").reads("$10.00")
        screen.go("/dashboard/payments").choose("Status", "requires payment method").send("Show")
        self.assertNotIn("$10.26", screen.text)
        self.assertIn("$5.00", screen.text)

    @each_size
    def test_money_of_a_payment(self, screen):
        seller = self.seller()
        payment = self.pay(1000, transfer_data={"destination": seller}, application_fee_amount=123)
        self.sign_in(screen).go(f"/dashboard/payments/{payment}").reads("Kept by this account", "$0.64", "$8.77")
        screen.picture("dashboard-payment")
        refund = screen.page.get_by_role("button", name="Refund", exact=True)
        screen.fill(Amount_in_USD="10.01")
        refund.click()
        screen.reads("greater than unrefunded amount")
        self.assertTrue(screen.field("Amount in USD").evaluate("field => field === document.activeElement"))
        screen.fill(Amount_in_USD="4.00")
        refund.click()
        screen.reads("The refund was made.").picture("dashboard-refunded")
        refunds = self.shop.get("/v1/refunds", payment_intent=payment)["data"]
        self.assertEqual([refund["amount"] for refund in refunds], [400])

    @each_size
    def test_news_arrive_and_disturb_nobody(self, screen):
        self.pay(description="the first")
        self.sign_in(screen).reads("the first")
        link = screen.page.get_by_role("link", name="pi_").first
        link.focus()
        focused = link.inner_text()
        self.pay(description="the second")
        screen.reads("the second", "Updated just now.")
        self.assertEqual(screen.page.evaluate("document.activeElement.textContent"), focused)
        screen.field("Find an id").fill("pi_")
        self.pay(description="the third")
        screen.reads("Load the page again")
        self.assertEqual(screen.field("Find an id").input_value(), "pi_")
        self.assertEqual(screen.page.get_by_text("the third").count(), 0)

    @each_size
    def test_pages_that_nobody_sees_let_go(self, screen):
        """A browser opens six connections to a host: more tabs than that must not wait for each other."""
        self.sign_in(screen)
        hide = """isHidden => {
            Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
        screen.page.evaluate(hide, True)
        for _ in range(7):
            tab = screen.context.new_page()
            tab.goto(support.url + "/dashboard/payments", timeout=5000)
            tab.evaluate(hide, True)
        self.pay(description="the first")
        screen.page.evaluate(hide, False)
        screen.reads("the first", "Updated just now.")

    @each_size
    def test_news_do_not_take_a_link_from_under_the_finger(self, screen):
        """What comes while a link is pressed moves it, and the click would meet nothing."""
        self.pay(description="the first")
        page = self.sign_in(screen).reads("the first").page
        page.evaluate("""() => {
            const source = new EventSource(document.getElementById("live").dataset.changes);
            window.told = new Promise((told) => source.addEventListener("message", told));
        }""")
        page.locator("#live td a").first.hover()
        page.mouse.down()
        self.pay(description="the news")
        # What the page reads anew on hearing of it has been read when these have.
        page.evaluate("""async () => {
            await window.told;
            for (let count = 0; count < 3; count++) await (await fetch(location.href)).text();
        }""")
        page.mouse.up()
        page.wait_for_url("**/dashboard/payments/pi_*", timeout=support.LIMIT)

    @each_size
    def test_a_reader(self, screen):
        self.sign_in(screen).press_in_menu("Readers").reads("There are no smart readers.")
        screen.fill(Label="Counter").press_by_keyboard("Register")
        screen.reads("Reader Counter", "Welcome")
        reader = screen.page.url.split("/")[-1].split("?")[0]
        payment = self.shop.post(
            "/v1/payment_intents", amount=1250, currency="eur", payment_method_types=["card_present"]
        )["id"]
        self.shop.post(f"/v1/terminal/readers/{reader}/process_payment_intent", payment_intent=payment)
        screen.reads("€12.50").picture("dashboard-reader")
        screen.page.locator("#present-card").select_option("mastercard")
        screen.page.get_by_role("button", name="Present").click()
        screen.reads("The card was presented.", "Thank you")
        self.assertEqual(self.shop.get(f"/v1/payment_intents/{payment}")["status"], "succeeded")
        screen.choose("What happens", "Unplug the reader").press("Do it").reads("the reader is unplugged")

    @each_size
    def test_a_webhook_is_made_told_and_disabled(self, screen):
        self.sign_in(screen).press_in_menu("Webhooks").reads("There are no webhook endpoints.")
        screen.fill(Address="ftp://nowhere").press("Add").reads("Invalid URL")
        # Nothing listens there.
        screen.fill(Address="http://127.0.0.1:9/hook", Events="charge.succeeded").press("Add").reads("shown this once")
        self.assertIn("whsec_", screen.text)
        self.pay()
        # The list itself tells of the delivery that waits.
        screen.press_in_menu("Webhooks").reads("no answer")
        screen.press("127.0.0.1").reads("Send an event", "charge.succeeded", "no answer")
        screen.picture("dashboard-webhook")
        screen.page.get_by_role("button", name="again").first.click()
        screen.reads("The event is sent again.")
        screen.press("Disable the endpoint").reads("The endpoint is disabled.")
        (endpoint,) = self.shop.get("/v1/webhook_endpoints")["data"]
        self.assertEqual(endpoint["status"], "disabled")
        screen.press("Delete the endpoint").reads("The endpoint was deleted.")

    @each_size
    def test_a_name_that_turns_the_writing_around(self, screen):
        self.pay(description="Tea \u202eeert")
        self.sign_in(screen)
        isolated = screen.page.locator("td bdi").first
        self.assertEqual(isolated.inner_text(), "Tea \u202eeert\u202c")
        self.assertEqual(isolated.evaluate("e => getComputedStyle(e).unicodeBidi"), "isolate")

    @each_size
    def test_time_and_faults(self, screen):
        self.sign_in(screen).go("/dashboard/gateway")
        screen.choose("What happens", "it is done late").fill(To_which_request="refunds.cancel", Status_or_time="3 weeks")
        screen.press("Plan").reads("is not a number of seconds")
        screen.fill(Status_or_time="250ms").press("Plan").reads("delay:refunds.cancel:1:250ms")
        screen.press("Clear the plan").reads("No faults are planned.")
        screen.fill(How_far="1").choose("Unit", "minutes").press_by_keyboard("Move")
        screen.reads("The time was moved forward.")

    @each_size
    def test_by_keyboard_without_a_script(self, screen):
        payment = self.pay(capture_method="manual")
        context = self.browser.new_context(java_script_enabled=False, viewport=screen.page.viewport_size)
        page = context.new_page()
        page.goto(f"{screen.go('/').page.url}")
        page.get_by_label("Secret test key").fill(self.shop.key)
        page.keyboard.press("Enter")
        page.get_by_role("link", name=payment).click()
        page.get_by_role("button", name="Capture").focus()
        page.keyboard.press("Enter")
        page.get_by_text("The payment was captured.").wait_for()
        context.close()
        self.assertEqual(self.shop.get(f"/v1/payment_intents/{payment}")["status"], "succeeded")
