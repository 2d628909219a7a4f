"""SetupIntents: a card is saved without a payment."""

import stripe

from support import Case, table, tables


@tables
class SetupIntents(Case):
    def setup(self, **params):
        return self.v1.setup_intents.create(params={"payment_method_types": ["card"]} | params)

    def confirmed(self, card="pm_card_visa", **params):
        return self.setup(payment_method=card, confirm=True, **params)

    def test_defaults(self):
        intent = self.setup()
        self.assertRegex(intent.id, "^seti_")
        self.assertRegex(intent.client_secret, f"^{intent.id}_secret_")
        self.assertEqual((intent.status, intent.usage), ("requires_payment_method", "off_session"))
        self.assertEqual(intent.payment_method_types, ["card"])
        self.assertIsNone(intent.latest_attempt)
        self.assertEqual(self.v1.setup_intents.retrieve(intent.id).to_dict(), intent.to_dict())

    def test_with_a_method(self):
        self.assertEqual(self.setup(payment_method="pm_card_visa").status, "requires_confirmation")

    def test_usage(self):
        self.assertEqual(self.setup(usage="on_session").usage, "on_session")

    def test_confirm(self):
        intent = self.v1.setup_intents.confirm(self.setup().id, params={"payment_method": "pm_card_visa"})
        self.assertEqual(intent.status, "succeeded")
        self.assertIsNone(intent.last_setup_error)

    def test_the_customer_gets_the_method(self):
        customer = self.customer()
        intent = self.confirmed(customer=customer.id)
        self.assertEqual(self.v1.payment_methods.retrieve(intent.payment_method).customer, customer.id)
        paid = self.paid(card=intent.payment_method, customer=customer.id, off_session=True)
        self.assertEqual(paid.status, "succeeded")

    def test_attempt(self):
        intent = self.confirmed(expand=["latest_attempt"])
        attempt = intent.latest_attempt
        self.assertRegex(attempt.id, "^setatt_")
        self.assertEqual((attempt.status, attempt.setup_intent), ("succeeded", intent.id))
        self.assertEqual(attempt.payment_method_details.type, "card")

    def test_attempts(self):
        intent = self.setup()
        with self.refused(stripe.CardError):
            self.v1.setup_intents.confirm(intent.id, params={"payment_method": "pm_card_visa_chargeDeclined"})
        done = self.v1.setup_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        self.confirmed()
        of_intent = {"setup_intent": intent.id}
        listed = self.v1.setup_attempts.list(params=of_intent | {"limit": 1})
        self.assertTrue(listed.has_more)
        last, first = listed.auto_paging_iter()
        self.assertEqual((last.id, last.status), (done.latest_attempt, "succeeded"))
        self.assertEqual((first.status, first.setup_error.code), ("failed", "card_declined"))
        self.assertEqual(self.v1.setup_attempts.list(params=of_intent | {"created": {"lt": first.created}}).data, [])
        with self.refused(status=(400, 404), code="resource_missing", param="setup_intent"):
            self.v1.setup_attempts.list(params={"setup_intent": "seti_nothing"})
        by_method = self.v1.setup_intents.list(params={"payment_method": done.payment_method})
        self.assertEqual([one.id for one in by_method.data], [intent.id])

    @table({name: name for name in ("pm_card_visa_chargeDeclined", "pm_card_visa_chargeDeclinedInsufficientFunds")})
    def test_decline(self, name):
        customer = self.customer()
        intent = self.setup(customer=customer.id)
        with self.refused(stripe.CardError, status=402, code="card_declined") as refusal:
            self.v1.setup_intents.confirm(intent.id, params={"payment_method": name})
        inside = refusal.json["setup_intent"]
        self.assertEqual((inside["id"], inside["status"]), (intent.id, "requires_payment_method"))
        self.assertEqual(inside["last_setup_error"]["code"], "card_declined")
        self.assertEqual(self.v1.customers.payment_methods.list(customer.id).data, [])

    def test_authentication(self):
        intent = self.confirmed("pm_card_authenticationRequired")
        self.assertEqual((intent.status, intent.next_action.type), ("requires_action", "use_stripe_sdk"))

    def test_authenticated(self):
        customer = self.customer()
        intent = self.authenticated(self.confirmed("pm_card_authenticationRequired", customer=customer.id), True)
        self.assertEqual(intent.status, "succeeded")
        self.assertEqual(self.v1.payment_methods.retrieve(intent.payment_method).customer, customer.id)

    def test_not_authenticated(self):
        intent = self.authenticated(self.confirmed("pm_card_authenticationRequired"), False)
        self.assertEqual(intent.status, "requires_payment_method")
        self.assertEqual(intent.last_setup_error.code, "setup_intent_authentication_failure")

    def test_authentication_with_a_return_url(self):
        intent = self.confirmed("pm_card_authenticationRequiredOnSetup", return_url="https://example.com/back")
        self.assertEqual(intent.next_action.type, "redirect_to_url")

    def test_confirm_without_a_method(self):
        with self.refused(status=400):
            self.v1.setup_intents.confirm(self.setup().id)

    def test_final(self):
        intent = self.confirmed()
        for act in (self.v1.setup_intents.confirm, self.v1.setup_intents.cancel):
            with self.refused(status=400, code="setup_intent_unexpected_state") as refusal:
                act(intent.id)
            self.assertEqual(refusal.json["setup_intent"]["status"], "succeeded")

    @table({word: word for word in ("abandoned", "requested_by_customer", "duplicate")})
    def test_cancel(self, reason):
        intent = self.v1.setup_intents.cancel(self.setup().id, params={"cancellation_reason": reason})
        self.assertEqual((intent.status, intent.cancellation_reason), ("canceled", reason))
        with self.refused(status=400, code="setup_intent_unexpected_state"):
            self.v1.setup_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})

    def test_update(self):
        intent = self.v1.setup_intents.update(self.setup().id, params={"description": "new", "metadata": {"a": "b"}})
        self.assertEqual((intent.description, intent.metadata.a), ("new", "b"))

    def test_list(self):
        made = [self.setup().id for _ in range(2)]
        self.assertEqual([intent.id for intent in self.v1.setup_intents.list().data], made[::-1])
        customer = self.customer()
        wanted = self.setup(customer=customer.id)
        listed = self.v1.setup_intents.list(params={"customer": customer.id})
        self.assertEqual([intent.id for intent in listed.data], [wanted.id])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.setup_intents.retrieve("seti_nothing")

    def test_publishable_key(self):
        intent = self.setup()
        secret = {"client_secret": intent.client_secret}
        client = self.publishable().setup_intents
        self.assertEqual(client.retrieve(intent.id, params=secret).status, "requires_payment_method")
        client.confirm(intent.id, params=secret | {"payment_method": "pm_card_visa"})
        self.assertEqual(self.v1.setup_intents.retrieve(intent.id).status, "succeeded")

    def test_events(self):
        customer = self.customer()
        self.confirmed(customer=customer.id)
        self.v1.setup_intents.cancel(self.setup().id)
        with self.refused(stripe.CardError):
            self.confirmed("pm_card_visa_chargeDeclined")
        kinds = {event.type for event in self.events()}
        wanted = {
            "setup_intent.created",
            "setup_intent.succeeded",
            "setup_intent.canceled",
            "setup_intent.setup_failed",
            "payment_method.attached",
        }
        self.assertEqual(wanted - kinds, set())
