"""Customers whose bank asks whether it is them."""

import urllib.parse

from support import Case, each_size


class Authentication(Case):
    def asked(self, shop=None):
        """A payment whose customer is asked; gives its id and the page's address."""
        intent = self.shop.post(
            "/v1/payment_intents",
            amount=2000,
            currency="usd",
            confirm=True,
            payment_method="pm_card_authenticationRequired",
            return_url=(shop or self.site({})) + "/done?order=7",
            automatic_payment_methods={"enabled": True},
        )
        return intent["id"], intent["next_action"]["redirect_to_url"]["url"]

    def returned(self, screen, intent):
        """What the shop's page is told in its address."""
        screen.reads("The shop's page")
        told = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(screen.page.url).query))
        self.assertEqual((told["order"], told["payment_intent"]), ("7", intent))
        return told["redirect_status"], self.shop.get(f"/v1/payment_intents/{intent}")["status"]

    @each_size
    def test_a_shop_that_leads_on(self, screen):
        thanks = self.site({}) + "/thanks"
        _, address = self.asked(self.site({"/done": thanks}))
        screen.go(address).press("Complete authentication")
        screen.reads("The shop's page")
        self.assertEqual(screen.page.url, thanks)

    @each_size
    def test_it_is_them(self, screen):
        intent, page = self.asked()
        screen.go(page).reads("$20.00").picture("authentication")
        screen.press("Complete authentication")
        self.assertEqual(self.returned(screen, intent), ("succeeded", "succeeded"))

    @each_size
    def test_by_keyboard_it_is_not(self, screen):
        intent, page = self.asked()
        screen.go(page).press_by_keyboard("Fail authentication")
        self.assertEqual(self.returned(screen, intent), ("failed", "requires_payment_method"))

    @each_size
    def test_an_answer_counts_once(self, screen):
        intent, page = self.asked()
        screen.go(page).press("Fail authentication")
        self.returned(screen, intent)
        screen.go(page).reads("You have already answered").picture("authentication-over")
        screen.press("Back to the shop")
        self.assertEqual(self.returned(screen, intent), ("failed", "requires_payment_method"))
