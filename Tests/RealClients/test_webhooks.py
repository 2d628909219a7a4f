"""Webhook endpoints and signed deliveries to a server on this machine."""

import hashlib
import hmac
import time

import stripe

from support import Case, Receiver


class Endpoints(Case):
    def made(self, **params):
        return self.v1.webhook_endpoints.create(
            params={"url": "http://127.0.0.1:9/hook", "enabled_events": ["charge.succeeded"]} | params
        )

    def test_create(self):
        endpoint = self.made(description="till", metadata={"a": "b"})
        self.assertRegex(endpoint.id, "^we_")
        self.assertRegex(endpoint.secret, "^whsec_")
        self.assertEqual((endpoint.status, endpoint.url), ("enabled", "http://127.0.0.1:9/hook"))
        self.assertEqual((endpoint.enabled_events, endpoint.description), (["charge.succeeded"], "till"))
        self.assertEqual(endpoint.metadata.a, "b")

    def test_the_secret_is_told_once(self):
        endpoint = self.made()
        self.assertNotIn("secret", self.v1.webhook_endpoints.retrieve(endpoint.id).to_dict())
        changed = self.v1.webhook_endpoints.update(endpoint.id, params={"description": "new"})
        self.assertNotIn("secret", changed.to_dict())
        self.assertNotIn("secret", self.v1.webhook_endpoints.list().data[0].to_dict())

    def test_unknown_event(self):
        with self.refused(status=400):
            self.made(enabled_events=["charge.exploded"])

    def test_every_event(self):
        self.assertEqual(self.made(enabled_events=["*"]).enabled_events, ["*"])

    def test_a_star_stands_alone(self):
        with self.refused(status=400, param="enabled_events"):
            self.made(enabled_events=["*", "charge.failed"])

    def test_url(self):
        with self.refused(status=400, param="url"):
            self.made(url="not a place")

    def test_needs_events(self):
        with self.refused(status=400, code="parameter_missing", param="enabled_events"):
            self.v1.webhook_endpoints.create(params={"url": "http://127.0.0.1:9/hook"})

    def test_update(self):
        endpoint = self.made()
        changed = self.v1.webhook_endpoints.update(
            endpoint.id, params={"url": "http://127.0.0.1:9/other", "enabled_events": ["*"], "disabled": True}
        )
        self.assertEqual((changed.url, changed.status), ("http://127.0.0.1:9/other", "disabled"))
        self.assertEqual(self.v1.webhook_endpoints.update(endpoint.id, params={"disabled": False}).status, "enabled")

    def test_list_and_delete(self):
        endpoint = self.made()
        self.assertEqual([one.id for one in self.v1.webhook_endpoints.list().data], [endpoint.id])
        self.v1.webhook_endpoints.delete(endpoint.id)
        self.assertEqual(self.last.json, {"id": endpoint.id, "object": "webhook_endpoint", "deleted": True})
        with self.refused(status=404, code="resource_missing"):
            self.v1.webhook_endpoints.retrieve(endpoint.id)

    def test_sixteen(self):
        for _ in range(16):
            self.made()
        with self.refused(status=400):
            self.made()


class Deliveries(Case):
    def endpoint(self, receiver, *events):
        return self.v1.webhook_endpoints.create(params={"url": receiver.url, "enabled_events": list(events) or ["*"]})

    def verified(self, endpoint, delivery):
        """What the official client makes of a delivery."""
        headers, body, _ = delivery
        return stripe.Webhook.construct_event(body, headers["Stripe-Signature"], endpoint.secret)

    def arrives(self, receiver, count=1):
        self.soon(lambda: len(receiver.deliveries) >= count, f"delivery {count}")
        return receiver.deliveries

    def test_is_verified(self):
        with Receiver() as receiver:
            endpoint = self.endpoint(receiver, "payment_intent.succeeded")
            intent = self.paid(2500)
            (delivery,) = self.arrives(receiver)
        event = self.verified(endpoint, delivery)
        self.assertEqual((event.type, event.data.object.id), ("payment_intent.succeeded", intent.id))
        self.assertEqual(event.data.object.amount_received, 2500)
        stored = self.v1.events.retrieve(event.id)
        self.assertEqual(stored.data.object.to_dict(), event.data.object.to_dict())

    def test_the_clients_method_verifies_too(self):
        with Receiver() as receiver:
            endpoint = self.endpoint(receiver, "customer.created")
            customer = self.customer()
            ((headers, body, _),) = self.arrives(receiver)
        event = self.client.construct_event(body, headers["Stripe-Signature"], endpoint.secret)
        self.assertEqual(event.data.object.id, customer.id)

    def test_request(self):
        with Receiver() as receiver:
            endpoint = self.endpoint(receiver, "customer.created")
            self.customer()
            ((headers, body, path),) = self.arrives(receiver)
        self.assertEqual((path, headers["Content-Type"]), ("/hook", "application/json; charset=utf-8"))
        self.assertTrue(headers["User-Agent"].startswith("Stripe/1.0"))
        parts = [part.split("=", 1) for part in headers["Stripe-Signature"].split(",")]
        stamp = dict(parts)["t"]
        self.assertAlmostEqual(int(stamp), time.time(), delta=120)
        wanted = hmac.new(endpoint.secret.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
        self.assertIn(["v1", wanted], parts)

    def test_with_another_secret_it_is_not(self):
        with Receiver() as receiver:
            self.endpoint(receiver, "customer.created")
            self.customer()
            ((headers, body, _),) = self.arrives(receiver)
        with self.assertRaises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body, headers["Stripe-Signature"], "whsec_other")

    def test_with_another_body_it_is_not(self):
        with Receiver() as receiver:
            endpoint = self.endpoint(receiver, "customer.created")
            self.customer()
            ((headers, body, _),) = self.arrives(receiver)
        with self.assertRaises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(body + b" ", headers["Stripe-Signature"], endpoint.secret)

    def test_only_what_is_wanted(self):
        with Receiver() as receiver:
            self.endpoint(receiver, "customer.created")
            self.paid()
            customer = self.customer()
            self.arrives(receiver)
            seen = [(event["type"], event["data"]["object"]["id"]) for event in receiver.events()]
        self.assertEqual(seen, [("customer.created", customer.id)])

    def test_everything_is_wanted(self):
        with Receiver() as receiver:
            self.endpoint(receiver)
            self.paid()
            wanted = {event.id for event in self.events() if event.type != "webhook_endpoint.created"}
            self.soon(lambda: wanted <= {event["id"] for event in receiver.events()}, "every event")

    def test_a_refusal_is_tried_again(self):
        with Receiver(500, 503) as receiver:
            endpoint = self.endpoint(receiver, "customer.created")
            self.customer()
            deliveries = self.arrives(receiver, 3)
            events = [self.verified(endpoint, delivery) for delivery in deliveries[:3]]
        self.assertEqual(len({event.id for event in events}), 1)

    def test_each_try_is_signed_anew(self):
        with Receiver(500) as receiver:
            self.endpoint(receiver, "customer.created")
            self.customer()
            (first, body, _), (second, again, _) = self.arrives(receiver, 2)[:2]
        stamps = [headers["Stripe-Signature"].split(",")[0] for headers in (first, second)]
        self.assertEqual(len(stamps), 2)
        self.assertLessEqual(int(stamps[0][2:]), int(stamps[1][2:]))
        if stamps[0] != stamps[1]:
            self.assertNotEqual(first["Stripe-Signature"], second["Stripe-Signature"])

    def test_any_2xx_is_enough(self):
        with Receiver(204) as receiver:
            self.endpoint(receiver, "customer.created")
            self.customer()
            (event,) = self.soon(lambda: receiver.events(), "the delivery")
            self.soon(lambda: self.v1.events.retrieve(event["id"]).pending_webhooks == 0, "the success")
        self.assertEqual(len(receiver.deliveries), 1)

    def test_pending_until_it_arrives(self):
        with Receiver(500) as receiver:
            self.endpoint(receiver, "customer.created")
            self.customer()
            self.arrives(receiver)
            event = receiver.events()[0]
            self.assertEqual(event["pending_webhooks"], 1)
            self.arrives(receiver, 2)
            self.soon(lambda: self.v1.events.retrieve(event["id"]).pending_webhooks == 0, "the success")

    def test_a_disabled_endpoint_gets_nothing(self):
        with Receiver() as silent, Receiver() as receiver:
            endpoint = self.endpoint(silent)
            self.v1.webhook_endpoints.update(endpoint.id, params={"disabled": True})
            self.endpoint(receiver, "customer.created")
            self.customer()
            self.arrives(receiver)
        self.assertEqual(silent.events("customer.created"), [])

    def test_a_deleted_endpoint_gets_nothing(self):
        with Receiver() as silent, Receiver() as receiver:
            endpoint = self.endpoint(silent)
            self.v1.webhook_endpoints.delete(endpoint.id)
            self.endpoint(receiver, "customer.created")
            self.customer()
            self.arrives(receiver)
        self.assertEqual(silent.events("customer.created"), [])

    def test_two_endpoints_have_their_own_secrets(self):
        with Receiver() as first, Receiver() as second:
            one, two = self.endpoint(first, "customer.created"), self.endpoint(second, "customer.created")
            self.customer()
            self.verified(one, self.arrives(first)[0])
            delivery = self.arrives(second)[0]
            self.verified(two, delivery)
        self.assertNotEqual(one.secret, two.secret)
        with self.assertRaises(stripe.SignatureVerificationError):
            self.verified(one, delivery)

    def test_a_slow_one_does_not_hold_up_another(self):
        with Receiver(*[500] * 20) as failing, Receiver() as receiver:
            self.endpoint(failing, "customer.created")
            self.endpoint(receiver, "customer.created")
            for _ in range(3):
                self.customer()
            self.arrives(receiver, 3)

    def test_what_was_refused_is_not_told(self):
        with Receiver() as receiver:
            self.endpoint(receiver, "payment_intent.created", "customer.created")
            with self.refused():
                self.intent(1)
            self.customer()
            self.arrives(receiver)
        self.assertEqual(receiver.events("payment_intent.created"), [])

    def test_accounts_do_not_hear_each_other(self):
        with Receiver() as receiver:
            self.endpoint(receiver, "customer.created")
            self.other_account().customers.create(params={})
            customer = self.customer()
            self.arrives(receiver)
            self.assertEqual([event["data"]["object"]["id"] for event in receiver.events()], [customer.id])
