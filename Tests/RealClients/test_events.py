"""Events: what happened, as it was then."""

import stripe

from support import Case


class Events(Case):
    def kinds(self):
        return [event.type for event in self.events()]

    def has(self, *wanted):
        self.assertEqual(sorted(set(wanted) - set(self.kinds())), [])

    def test_created(self):
        intent = self.intent(metadata={"a": "b"})
        (event,) = self.events("payment_intent.created")
        self.assertRegex(event.id, "^evt_")
        self.assertEqual((event.object, event.livemode), ("event", False))
        self.assertEqual(event.data.object.to_dict(), intent.to_dict())
        self.assertTrue(event.api_version)

    def test_paid(self):
        self.paid()
        self.has("payment_intent.created", "payment_intent.succeeded", "charge.succeeded")

    def test_booked_later(self):
        intent = self.paid(capture_method="automatic_async")
        (event,) = self.events("charge.updated")
        self.assertEqual(event.data.previous_attributes["balance_transaction"], None)
        self.assertEqual(event.data.object.id, intent.latest_charge)
        self.assertTrue(event.data.object.balance_transaction)

    def test_held_and_captured(self):
        intent = self.held()
        self.has("payment_intent.amount_capturable_updated", "charge.succeeded")
        self.assertNotIn("payment_intent.succeeded", self.kinds())
        self.v1.payment_intents.capture(intent.id)
        self.has("charge.captured", "payment_intent.succeeded")

    def test_declined(self):
        self.declined()
        self.has("charge.failed", "payment_intent.payment_failed")
        self.assertNotIn("charge.succeeded", self.kinds())

    def test_action(self):
        self.paid(card="pm_card_authenticationRequired")
        self.has("payment_intent.requires_action")

    def test_canceled(self):
        self.v1.payment_intents.cancel(self.intent().id)
        self.has("payment_intent.canceled")

    def test_refunded(self):
        self.v1.refunds.create(params={"payment_intent": self.paid().id})
        self.has("charge.refunded", "refund.created")

    def test_customers(self):
        customer = self.customer()
        self.v1.customers.update(customer.id, params={"name": "Ada"})
        self.v1.customers.delete(customer.id)
        self.has("customer.created", "customer.updated", "customer.deleted")

    def test_methods(self):
        method = self.saved(self.customer())
        self.v1.payment_methods.detach(method.id)
        self.has("payment_method.attached", "payment_method.detached")

    def test_what_an_update_changed(self):
        customer = self.customer(name="Ada", description="old")
        self.v1.customers.update(customer.id, params={"description": "new"})
        (event,) = self.events("customer.updated")
        self.assertEqual(event.data.previous_attributes.to_dict(), {"description": "old"})
        self.assertEqual((event.data.object.name, event.data.object.description), ("Ada", "new"))

    def test_a_snapshot_stays(self):
        intent = self.intent()
        (before,) = self.events("payment_intent.created")
        self.v1.payment_intents.confirm(intent.id, params={"payment_method": "pm_card_visa"})
        after = self.v1.events.retrieve(before.id)
        self.assertEqual(after.data.object.to_dict(), before.data.object.to_dict())
        self.assertEqual(after.data.object.status, "requires_payment_method")

    def test_which_request(self):
        self.v1.payment_intents.create(
            params={"amount": 1000, "currency": "usd"}, options={"idempotency_key": f"key-{self.name}"}
        )
        request = self.last.request_id
        (event,) = self.events("payment_intent.created")
        self.assertEqual((event.request.id, event.request.idempotency_key), (request, f"key-{self.name}"))

    def test_a_refusal_makes_none(self):
        with self.refused():
            self.intent(1)
        self.assertEqual(self.kinds(), [])

    def test_a_replay_makes_none(self):
        for _ in range(2):
            self.v1.customers.create(params={}, options={"idempotency_key": f"key-{self.name}"})
        self.assertEqual(self.kinds(), ["customer.created"])

    def test_retrieve(self):
        self.intent()
        listed = self.v1.events.list().data[0]
        self.assertEqual(self.v1.events.retrieve(listed.id).to_dict(), listed.to_dict())

    def test_filters(self):
        self.paid()
        one = self.v1.events.list(params={"type": "charge.succeeded"})
        self.assertEqual([event.type for event in one.data], ["charge.succeeded"])
        two = self.v1.events.list(params={"types": ["charge.succeeded", "payment_intent.created"]})
        self.assertEqual({event.type for event in two.data}, {"charge.succeeded", "payment_intent.created"})
        self.assertEqual(self.v1.events.list(params={"created": {"gt": one.data[0].created + 60}}).data, [])

    def test_newest_first(self):
        first, second = self.customer(), self.customer()
        seen = [event.data.object.id for event in self.v1.events.list(params={"type": "customer.created"}).data]
        self.assertEqual(seen, [second.id, first.id])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.events.retrieve("evt_nothing")

    def test_accounts_have_their_own(self):
        self.intent()
        self.assertEqual(self.other_account().events.list().data, [])

    def test_not_for_publishable_keys(self):
        with self.refused(stripe.StripeError, status=(401, 403), code="secret_key_required"):
            self.publishable().events.list()
