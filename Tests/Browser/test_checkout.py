"""A customer's way through checkout pages and payment links."""

import urllib.parse

import support
from support import Case, each_size


class Checkout(Case):
    def setUp(self):
        super().setUp()
        self.site_url = self.site({})

    def line(self, amount=1500, **more):
        price = {"currency": "usd", "unit_amount": amount, "product_data": {"name": "Teapot"}}
        return {"price_data": price, "quantity": 1} | more

    def session(self, **params):
        defaults = {
            "mode": "payment",
            "success_url": f"{self.site_url}/done?session={{CHECKOUT_SESSION_ID}}",
            "cancel_url": f"{self.site_url}/basket",
            "line_items": [self.line()],
        }
        return self.shop.post("/v1/checkout/sessions", **defaults | params)

    def path(self, made):
        return urllib.parse.urlsplit(made["url"]).path

    def pay(self, screen, number="4242 4242 4242 4242"):
        screen.fill(Card_number=number, Expiry="12 / 34", Security_code="123", Name="Jo Doe", Postal_code="94107")
        screen.press("Pay $15.00")

    def status(self, session):
        found = self.shop.get(f"/v1/checkout/sessions/{session['id']}")
        return found["status"], found["payment_status"]

    @each_size
    def test_a_customer_pays(self, screen):
        session = self.session()
        screen.go(self.path(session)).reads("Teapot", "$15.00").picture("checkout")
        screen.fill(Email="jo@example.com")
        self.pay(screen)
        screen.reads("The shop's page")
        self.assertIn(f"session={session['id']}", screen.page.url)
        self.assertEqual(self.status(session), ("complete", "paid"))

    @each_size
    def test_what_is_bought_is_explained_in_the_shops_language(self, screen):
        self.shop.post("/v1/_tender/account", name="Teekontor Müller")
        data = {"name": "Teekanne", "description": "Aus Steingut, für sechs Tassen."}
        product = self.shop.post("/v1/products", **data)
        price = self.shop.post("/v1/prices", product=product["id"], currency="eur", unit_amount=2499)
        session = self.session(locale="de", line_items=[{"price": price["id"], "quantity": 2}])
        screen.go(self.path(session)).reads("Teekontor Müller", data["description"], "Summe", "49,98 €")
        screen.picture("checkout-german")
        boxes = [screen.page.locator(place).bounding_box() for place in ("section.card", "form[data-once]")]
        self.assertEqual(boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"], screen.size == "wide")
        screen.field("E-Mail").fill("jo@example.com")
        screen.fill(Kartennummer="4242 4242 4242 4242", Gültig_bis="12 / 34", Prüfziffer="123", Name="Jo", Postleitzahl="80331")
        screen.press("bezahlen").reads("The shop's page")
        self.assertEqual(self.status(session), ("complete", "paid"))

    @each_size
    def test_another_card_after_a_decline(self, screen):
        session = self.session(customer_email="jo@example.com")
        screen.go(self.path(session))
        self.pay(screen, "4000 0000 0000 9995")
        screen.reads("Your card has insufficient funds.").picture("checkout-declined")
        self.assertEqual(screen.page.get_by_label("Name").first.input_value(), "Jo Doe")
        number = screen.field("Card number")
        self.assertEqual(number.input_value(), "")
        self.assertTrue(number.evaluate("field => field === document.activeElement"))
        self.pay(screen)
        screen.reads("The shop's page")
        self.assertEqual(self.status(session), ("complete", "paid"))

    @each_size
    def test_the_bank_asks(self, screen):
        session = self.session(customer_email="jo@example.com")
        screen.go(self.path(session))
        self.pay(screen, "4000002760003184")
        screen.reads("Is this you?").press("Fail authentication")
        screen.reads("Nothing was paid")
        self.pay(screen, "4000002760003184")
        screen.reads("Is this you?").press("Complete authentication")
        screen.reads("Your payment went through.").picture("checkout-done")
        screen.reads("The shop's page")
        self.assertEqual(self.status(session), ("complete", "paid"))

    @each_size
    def test_a_shop_that_leads_on(self, screen):
        """What a browser allows forms must not keep the customer from a shop at two addresses."""
        first = self.site({"/done": self.site({}) + "/thanks"})
        session = self.session(customer_email="jo@example.com", success_url=f"{first}/done")
        screen.go(self.path(session))
        self.pay(screen)
        screen.reads("The shop's page")
        self.assertEqual(urllib.parse.urlsplit(screen.page.url).path, "/thanks")

    @each_size
    def test_what_may_be_chosen(self, screen):
        rates = [
            {
                "shipping_rate_data": {
                    "display_name": name,
                    "type": "fixed_amount",
                    "fixed_amount": {"amount": amount, "currency": "usd"},
                    "delivery_estimate": {"maximum": {"unit": "business_day", "value": 5}},
                }
            }
            for name, amount in (("By post", 500), ("By courier", 1500))
        ]
        session = self.session(
            customer_email="jo@example.com",
            line_items=[self.line(adjustable_quantity={"enabled": True, "minimum": 1, "maximum": 5})],
            shipping_address_collection={"allowed_countries": ["DE", "FR"]},
            shipping_options=rates,
            phone_number_collection={"enabled": True},
        )
        screen.go(self.path(session)).reads("$20.00", "at most 5 business days")
        screen.fill(Quantity="2")
        screen.field("By courier").check()
        screen.press("Update the order").reads("Pay $45.00").picture("checkout-choices")

    @each_size
    def test_a_change_of_mind_keeps_what_was_typed(self, screen):
        line = self.line(adjustable_quantity={"enabled": True, "minimum": 1, "maximum": 5})
        session = self.session(line_items=[line])
        screen.go(self.path(session)).fill(Email="jo@example.com", Card_number="4242 4242 4242 4242", Quantity="3")
        screen.page.keyboard.press("Tab")
        screen.reads("Pay $45.00")
        self.assertEqual(screen.field("Email").input_value(), "jo@example.com")
        screen.fill(Quantity="9", Expiry="12 / 34", Security_code="123", Name="Jo Doe")
        screen.press("Pay $45.00")
        self.assertEqual(screen.page.evaluate("document.activeElement.type"), "number")
        screen.fill(Quantity="2")
        screen.page.keyboard.press("Tab")
        screen.reads("Pay $30.00").press("Pay $30.00").reads("The shop's page")
        paid = self.shop.get(f"/v1/checkout/sessions/{session['id']}")
        self.assertEqual((paid["amount_total"], paid["payment_status"]), (3000, "paid"))

    @each_size
    def test_what_the_shop_asks(self, screen):
        def asks(key, kind, label, **more):
            return {"key": key, "type": kind, "label": {"type": "custom", "custom": label}} | more

        sizes = {"options": [{"label": "Small", "value": "s"}, {"label": "Large & wide", "value": "l"}]}
        session = self.session(
            customer_email="jo@example.com",
            custom_fields=[
                asks("engraving", "text", "Engraving", text={"maximum_length": 8}),
                asks("floor", "numeric", "Floor", optional=True),
                asks("size", "dropdown", "Size", dropdown=sizes),
            ],
            custom_text={"submit": {"message": "Sent & gone."}, "after_submit": {"message": "Thank you!"}},
            consent_collection={"terms_of_service": "required", "promotions": "auto"},
        )
        screen.go(self.path(session)).reads("Sent & gone.", "Thank you!")
        # Nothing that the browser checks: the gateway looks, too.
        screen.page.evaluate("for (const form of document.forms) form.noValidate = true")
        screen.fill(Engraving="Teapot", Floor="3b")
        screen.field("Send me news").check()
        self.pay(screen)
        screen.reads("Only digits can stand here.").picture("checkout-questions")
        self.assertEqual(screen.field("Engraving").input_value(), "Teapot")
        self.assertTrue(screen.field("Send me news").is_checked())
        screen.fill(Floor="3").choose("Size", "Large & wide").field("I agree").check()
        self.pay(screen)
        screen.reads("The shop's page")
        found = self.shop.get(f"/v1/checkout/sessions/{session['id']}")
        self.assertEqual([field[field["type"]]["value"] for field in found["custom_fields"]], ["Teapot", "3", "l"])
        self.assertEqual(found["consent"], {"promotions": "opt_in", "terms_of_service": "accepted"})

    @each_size
    def test_by_keyboard(self, screen):
        session = self.session()
        screen.go(self.path(session))
        screen.fill(Email="jo@example.com", Card_number="4242424242424242", Expiry="1234", Security_code="123")
        screen.fill(Name="Jo Doe")
        screen.press_by_keyboard("Pay $15.00")
        screen.reads("The shop's page")

    @each_size
    def test_a_link(self, screen):
        link = self.shop.post("/v1/payment_links", line_items=[self.line()])
        screen.go(self.path(link)).reads("Teapot")
        screen.fill(Email="jo@example.com")
        self.pay(screen)
        screen.reads("Your payment went through.").picture("link-done")
        self.shop.post(f"/v1/payment_links/{link['id']}", active=False)
        screen.go(self.path(link)).reads("This link is closed").picture("link-closed")

    @each_size
    def test_over(self, screen):
        session = self.session()
        self.shop.post(f"/v1/checkout/sessions/{session['id']}/expire")
        screen.go(self.path(session)).reads("This checkout is over")

    @each_size
    def test_a_customer_comes_back(self, screen):
        session = self.session(
            customer_email="jo@example.com",
            after_expiration={"recovery": {"enabled": "true"}},
            billing_address_collection="required",
        )
        ended = self.shop.post(f"/v1/checkout/sessions/{session['id']}/expire")
        screen.go(ended["after_expiration"]["recovery"]["url"]).reads("Teapot", "$15.00")
        # Nothing that the browser checks: the gateway looks, too.
        screen.page.evaluate("for (const form of document.forms) form.noValidate = true")
        self.pay(screen)
        screen.reads("This is required.")
        self.assertEqual(screen.field("Street and number").get_attribute("aria-invalid"), "true")
        screen.fill(Street_and_number="1 Main St", City="Springfield")
        self.pay(screen)
        screen.reads("The shop's page")
        (paid,) = self.shop.get("/v1/checkout/sessions", status="complete")["data"]
        self.assertEqual((paid["recovered_from"], paid["payment_status"]), (session["id"], "paid"))
        self.assertEqual(paid["customer_details"]["address"]["line1"], "1 Main St")

    @each_size
    def test_in_a_frame(self, screen):
        pages = {}
        shop = self.site(pages)
        session = self.shop.post(
            "/v1/checkout/sessions",
            mode="payment",
            ui_mode="embedded_page",
            return_url=f"{shop}/done",
            line_items=[self.line()],
            customer_email="jo@example.com",
        )
        frame = f"{support.url}/c/embed/{session['client_secret']}"
        pages["/pay"] = f'<!DOCTYPE html><title>Shop</title><iframe src="{frame}" width="340" height="1200"></iframe>'
        pages["/done"] = "<!DOCTYPE html><title>Shop</title><h1>Back at the shop</h1>"
        screen.go(f"{shop}/pay")
        inside = screen.page.frame_locator("iframe")
        for label, text in (("Card number", "4242424242424242"), ("Expiry", "12/34"), ("Security code", "123")):
            inside.get_by_label(label).fill(text)
        inside.get_by_label("Name").fill("Jo Doe")
        inside.get_by_role("button", name="Pay $15.00").click()
        inside.get_by_role("link", name="Continue to the shop").click()
        screen.reads("Back at the shop")
        self.assertEqual(self.status(session), ("complete", "paid"))

    @each_size
    def test_a_bank_debit_and_its_receipt(self, screen):
        line = {"currency": "eur", "unit_amount": 1500, "product_data": {"name": "Teapot"}}
        session = self.session(
            customer_email="jo@example.com",
            line_items=[{"price_data": line, "quantity": 1}],
            payment_method_types=["card", "sepa_debit", "ideal"],
        )
        screen.go(self.path(session))
        screen.field("SEPA direct debit").check()
        # The bank of this account takes three minutes to pay, longer than the case takes to look.
        screen.fill(IBAN="DE08 3704 0044 0532 0130 03", Name="Jo Doe").picture("checkout-debit")
        screen.press("Pay €15.00").reads("The shop's page")
        self.assertEqual(self.status(session), ("complete", "unpaid"))

    @each_size
    def test_a_receipt(self, screen):
        session = self.session(customer_email="jo@example.com")
        screen.go(self.path(session))
        self.pay(screen)
        screen.reads("The shop's page")
        (charge,) = self.shop.get("/v1/charges")["data"]
        self.shop.post("/v1/refunds", charge=charge["id"], amount=500)
        path = urllib.parse.urlsplit(charge["receipt_url"]).path
        screen.go(path).reads("$15.00", "Teapot", "Refunds", "•••• 4242").picture("receipt")
