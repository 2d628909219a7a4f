"""Sellers who sign up, and what they see of their money."""

from support import Case, Refused, each_size


class Onboarding(Case):
    def setUp(self):
        super().setUp()
        self.home = self.site({})

    def seller(self):
        wanted = {"card_payments": {"requested": True}, "transfers": {"requested": True}}
        return self.shop.post("/v1/accounts", type="express", country="US", capabilities=wanted)["id"]

    def link(self, seller):
        return self.shop.post(
            "/v1/account_links",
            account=seller,
            type="account_onboarding",
            refresh_url=f"{self.home}/again",
            return_url=f"{self.home}/back",
        )["url"]

    def fill_in(self, screen):
        """Goes through the steps with the public test data, up to the last."""
        for step in ["What do you sell?", "First name", "Street and number", "Routing number", "Review and agree"]:
            screen.send("Fill in test data").send("Save and continue").reads(step)

    def state(self, seller):
        account = self.shop.get(f"/v1/accounts/{seller}")
        return account["details_submitted"], account["capabilities"], account["requirements"]["currently_due"]

    @each_size
    def test_a_seller_signs_up_with_test_data(self, screen):
        seller = self.seller()
        screen.go(self.link(seller)).reads("What kind of seller are you?").picture("onboarding-kind")
        self.fill_in(screen)
        screen.send("Agree and submit").reads("Check the box that says you agree")
        self.assertEqual(self.state(seller)[0], False)
        screen.page.get_by_role("checkbox").check()
        screen.picture("onboarding-review").press("Agree and submit").reads("The shop's page")
        self.assertTrue(screen.page.url.endswith("/back"))
        active = {"card_payments": "active", "transfers": "active"}
        self.assertEqual(self.state(seller), (True, active, []))

    @each_size
    def test_a_mistake_is_told_at_its_field(self, screen):
        screen.go(self.link(self.seller())).reads("What kind of seller are you?")
        for step in ["What do you sell?", "First name"]:
            screen.send("Fill in test data").send("Save and continue").reads(step)
        screen.fill(First_name="Ann", Last_name="<b>Smith</b>", Email="ann", Phone="0000000000")
        screen.fill(Day_of_birth="31", Month_of_birth="2", Year_of_birth="1980")
        screen.send("Save and continue").picture("onboarding-mistakes")
        self.assertEqual(screen.page.evaluate("document.activeElement.getAttribute('role')"), "alert")
        self.assertEqual(screen.field("Last name").input_value(), "<b>Smith</b>")
        self.assertEqual(screen.field("Email").get_attribute("aria-invalid"), "true")
        self.assertIsNone(screen.field("First name").get_attribute("aria-invalid"))

    @each_size
    def test_a_link_works_once(self, screen):
        link = self.link(self.seller())
        screen.go(link).reads("What kind of seller are you?")
        with self.screen(screen.size) as stranger:
            stranger.go(link).reads("The shop's page")
            self.assertTrue(stranger.page.url.endswith("/again"))

    @each_size
    def test_a_seller_looks_at_their_money(self, screen):
        seller = self.seller()
        with self.assertRaises(Refused):
            self.shop.post(f"/v1/accounts/{seller}/login_links")
        screen.go(self.link(seller)).reads("What kind of seller are you?")
        self.fill_in(screen)
        screen.page.get_by_role("checkbox").check()
        screen.press("Agree and submit").reads("The shop's page")
        self.shop.post(
            "/v1/payment_intents",
            amount=1000,
            currency="usd",
            confirm=True,
            payment_method="pm_card_visa",
            payment_method_types=["card"],
            application_fee_amount=123,
            transfer_data={"destination": seller},
        )
        screen.go(self.shop.post(f"/v1/accounts/{seller}/login_links")["url"])
        screen.reads("$8.77").picture("seller")
