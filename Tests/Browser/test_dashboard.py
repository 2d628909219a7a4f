"""Somebody who looks after a shop: payments, money, readers and faults."""

from support import Case, Refused, each_size

PERSON = {
    "first_name": "Ada",
    "last_name": "Lovelace",
    "email": "ada@example.com",
    "phone": "0000000000",
    "dob": {"day": 1, "month": 1, "year": 1901},
    "address": {"line1": "address_full_match", "city": "Austin", "state": "TX", "postal_code": "78701"},
    "ssn_last_4": "0000",
}


class Dashboard(Case):
    def signed_in(self, screen):
        screen.go("/dashboard").fill(Secret_test_key=self.shop.key)
        return screen.send("Sign in")

    def seller(self, name="Ann's prints"):
        return self.shop.post(
            "/v1/accounts",
            type="custom",
            country="US",
            business_type="individual",
            business_profile={"name": name, "mcc": "5734", "url": "https://seller.test"},
            capabilities={"card_payments": {"requested": True}, "transfers": {"requested": True}},
            individual=PERSON,
            tos_acceptance={"date": 1_800_000_000, "ip": "8.8.8.8"},
            external_account={
                "object": "bank_account",
                "country": "US",
                "currency": "usd",
                "routing_number": "110000000",
                "account_number": "000123456789",
            },
        )["id"]

    def paid(self, amount=1000, **more):
        return self.shop.post(
            "/v1/payment_intents",
            amount=amount,
            currency="usd",
            confirm=True,
            payment_method=more.pop("payment_method", "pm_card_visa"),
            payment_method_types=["card"],
            **more,
        )["id"]

    @each_size
    def test_a_wrong_key_does_not_sign_in(self, screen):
        screen.go("/dashboard/payments").reads("Secret test key").picture("dashboard-sign-in")
        screen.fill(Secret_test_key="sk_live_1").send("Sign in")
        screen.page.get_by_role("alert").first.wait_for()
        self.assertNotIn("Sign out", screen.text)

    @each_size
    def test_payments_are_found_and_paged(self, screen):
        for number in range(27):
            self.paid(1000 + number)
        with self.assertRaises(Refused):
            self.paid(500, payment_method="pm_card_chargeDeclined")
        self.signed_in(screen).reads("10.26 USD").picture("dashboard-payments")
        self.assertNotIn("10.00 USD", screen.text)
        screen.send("Older").reads("10.00 USD")
        screen.go("/dashboard/payments").choose("Status", "requires payment method").send("Show")
        self.assertNotIn("10.26 USD", screen.text)

    @each_size
    def test_where_the_money_went_and_a_refund(self, screen):
        seller = self.seller("<script>alert('Ann')</script>")
        share = {"application_fee_amount": 123, "transfer_data": {"destination": seller}}
        payment = self.paid(description="<img src=x onerror=alert(1)>", **share)
        self.signed_in(screen).go(f"/dashboard/payments/{payment}").reads("Kept by this account")
        self.assertIn("0.64 USD", screen.text)
        self.assertIn("8.77 USD", screen.text)
        screen.picture("dashboard-payment")
        screen.fill(Amount_in_USD="5.00").send("Refund").reads("5.00 USD")
        refunds = self.shop.get("/v1/refunds", payment_intent=payment)["data"]
        self.assertEqual([refund["amount"] for refund in refunds], [500])
        # Once more by the browser's way back: the form was sent already.
        screen.page.go_back()
        self.assertEqual(len(self.shop.get("/v1/refunds", payment_intent=payment)["data"]), 1)

    @each_size
    def test_what_happens_is_seen_at_once(self, screen):
        self.paid(1111)
        self.signed_in(screen).reads("11.11 USD")
        payment = self.paid(7777)
        screen.reads("77.77 USD")
        screen.go(f"/dashboard/payments/{payment}").reads("succeeded")
        self.shop.post("/v1/refunds", payment_intent=payment, amount=77)
        screen.reads("0.77 USD")

    @each_size
    def test_a_card_is_presented_to_a_reader(self, screen):
        address = {"line1": "1 Main", "city": "Austin", "state": "TX", "country": "US", "postal_code": "78701"}
        place = self.shop.post("/v1/terminal/locations", display_name="Hall", address=address)["id"]
        reader = self.shop.post(
            "/v1/terminal/readers", registration_code="simulated-wpe", location=place, label="Counter"
        )["id"]
        intent = self.shop.post(
            "/v1/payment_intents", amount=1000, currency="usd", payment_method_types=["card_present"]
        )["id"]
        self.shop.post(f"/v1/terminal/readers/{reader}/process_payment_intent", payment_intent=intent)
        self.signed_in(screen).go("/dashboard/readers").reads("Counter")
        screen.go(f"/dashboard/readers/{reader}").reads("Tap, insert or swipe").picture("dashboard-reader")
        screen.page.get_by_label("Card", exact=True).select_option("chargeDeclinedInsufficientFunds")
        screen.send("Present")
        self.assertEqual(self.shop.get(f"/v1/payment_intents/{intent}")["status"], "requires_payment_method")
        self.shop.post(f"/v1/terminal/readers/{reader}/process_payment_intent", payment_intent=intent)
        screen.go(f"/dashboard/readers/{reader}").reads("Tap, insert or swipe").page.get_by_label("Card", exact=True).select_option("visa")
        screen.send("Present")
        self.assertEqual(self.shop.get(f"/v1/payment_intents/{intent}")["status"], "succeeded")

    @each_size
    def test_a_fault_is_planned(self, screen):
        self.signed_in(screen).go("/dashboard/gateway")
        screen.choose("What happens", "an error is answered, and nothing is done")
        # Of an endpoint that no other case asks: the gateway is everybody's.
        screen.fill(To_which_request="payouts.reverse" if screen.size == "wide" else "payouts.cancel")
        screen.fill(Status_or_time="503").picture("dashboard-faults").send("Plan")
        path = f"/v1/payouts/po_none/{'reverse' if screen.size == 'wide' else 'cancel'}"
        with self.assertRaisesRegex(Refused, ": 503 "):
            self.shop.post(path)
        with self.assertRaisesRegex(Refused, ": 404 "):
            self.shop.post(path)

    @each_size
    def test_every_page_is_for_everybody(self, screen):
        seller = self.seller()
        self.paid(application_fee_amount=100, transfer_data={"destination": seller})
        dispute = self.shop.get("/v1/disputes", payment_intent=self.paid(payment_method="pm_card_createDispute"))
        self.paid(payment_method="pm_card_bypassPending")
        self.shop.post("/v1/customers", name="<b>Jo</b>", email="jo@example.com")
        self.shop.post("/v1/products", name="Teapot", default_price_data={"currency": "usd", "unit_amount": 100})
        self.shop.post("/v1/webhook_endpoints", url="http://127.0.0.1:9/hook", enabled_events=["*"])
        event = self.shop.get("/v1/events", limit=1)["data"][0]["id"]
        self.signed_in(screen)
        areas = ["refunds", "disputes", "customers", "products", "balance", "payouts", "accounts", "readers", "events"]
        places = [f"disputes/{dispute['data'][0]['id']}", f"accounts/{seller}", f"events/{event}", "webhooks", "gateway"]
        for place in areas + places:
            screen.go(f"/dashboard/{place}").picture("dashboard-" + place.replace("/", "-").split("-")[0])
            self.assertIn("Sign out", screen.text, place)

    @each_size
    def test_signed_out_is_out(self, screen):
        self.signed_in(screen).send("Sign out")
        screen.go("/dashboard/payments").reads("Secret test key")
