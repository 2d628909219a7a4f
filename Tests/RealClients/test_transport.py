"""HTTP and forms as programs without the official client send them."""

import http.client
import urllib.parse

import stripe

import support
from support import Case, table, tables

SHIPPING = "shipping[name]=Ada&shipping[address][line1]=1+Main+St&shipping[address][city]=New%20York"


@tables
class Forms(Case):
    def created(self, body, path="/v1/payment_intents"):
        answer = self.raw("POST", path, body)
        self.assertEqual(answer.status, 200, answer.text[:300])
        return answer.json

    @table(
        {
            "raw brackets": SHIPPING,
            "encoded brackets": SHIPPING.replace("[", "%5B").replace("]", "%5D"),
            "lower case": SHIPPING.replace("[", "%5b").replace("]", "%5d"),
        }
    )
    def test_hash(self, text):
        shipping = self.created(f"amount=1000&currency=usd&{text}")["shipping"]
        self.assertEqual((shipping["name"], shipping["address"]["line1"]), ("Ada", "1 Main St"))
        self.assertEqual(shipping["address"]["city"], "New York")

    @table(
        {
            "without numbers": "payment_method_types[]=card&payment_method_types[]=card_present",
            "with numbers": "payment_method_types[0]=card&payment_method_types[1]=card_present",
            "encoded": "payment_method_types%5B%5D=card&payment_method_types%5B%5D=card_present",
        }
    )
    def test_array(self, text):
        types = self.created(f"amount=1000&currency=usd&{text}")["payment_method_types"]
        self.assertEqual(types, ["card", "card_present"])

    def cart(self, lines):
        reader = self.reader()
        path = f"/v1/terminal/readers/{reader.id}/set_reader_display"
        body = self.created(f"type=cart&cart[currency]=usd&cart[total]=600&{lines}", path)
        items = body["action"]["set_reader_display"]["cart"]["line_items"]
        return [(item["description"], item["amount"], item["quantity"]) for item in items]

    def test_array_of_hashes_with_numbers(self):
        lines = "&".join(
            f"cart[line_items][{number}][{name}]={value}"
            for number, item in enumerate((("Tea", 200, 1), ("Cake", 400, 2)))
            for name, value in zip(("description", "amount", "quantity"), item, strict=True)
        )
        self.assertEqual(self.cart(lines), [("Tea", 200, 1), ("Cake", 400, 2)])

    def test_array_of_hashes_without_numbers(self):
        lines = "&".join(
            f"cart[line_items][][{name}]={value}"
            for item in (("Tea", 200, 1), ("Cake", 400, 2))
            for name, value in zip(("description", "amount", "quantity"), item, strict=True)
        )
        self.assertEqual(self.cart(lines), [("Tea", 200, 1), ("Cake", 400, 2)])

    def test_array_of_nested_hashes_without_numbers(self):
        lines = "&".join(
            f"line_items[][{name}]={value}"
            for item in (("Tea", 200, 1), ("Cake", 400, 2))
            for name, value in zip(
                ("price_data][product_data][name", "price_data][unit_amount", "quantity"), item, strict=True
            )
        )
        lines = lines.replace("line_items[][quantity]", "line_items[][price_data][currency]=usd&line_items[][quantity]")
        body = self.created(f"mode=payment&success_url=https://shop.test/&{lines}", "/v1/checkout/sessions")
        items = self.v1.checkout.sessions.line_items.list(body["id"]).data
        found = [(item.description, item.amount_total, item.quantity) for item in items]
        self.assertEqual(sorted(found), [("Cake", 800, 2), ("Tea", 200, 1)])

    @table(
        {
            "umlauts": "Zwei Käsebrötchen",
            "emoji": "☕️ and 🍰",
            "signs": "a+b=c&d%e;f[g]",
            "chinese": "两杯咖啡",
            "lines": "a\nb\tc",
        }
    )
    def test_text(self, text):
        form = urllib.parse.urlencode({"amount": 1000, "currency": "usd", "description": text})
        self.assertEqual(self.created(form)["description"], text)
        self.assertEqual(self.v1.payment_intents.list().data[0].description, text)

    def test_plus_and_percent_twenty_are_blanks(self):
        body = self.created("amount=1000&currency=usd&description=a+b%20c%2Bd")
        self.assertEqual(body["description"], "a b c+d")

    def test_parameters_of_a_post_may_be_in_the_query(self):
        body = self.created("", "/v1/payment_intents?amount=1000&currency=usd&metadata[a]=b")
        self.assertEqual((body["amount"], body["metadata"]), (1000, {"a": "b"}))

    def test_a_post_without_a_body(self):
        intent = self.intent()
        answer = self.raw("POST", f"/v1/payment_intents/{intent.id}/cancel")
        self.assertEqual((answer.status, answer.json["status"]), (200, "canceled"))

    def test_range_in_a_query(self):
        intent = self.intent()
        answer = self.raw(
            "GET", f"/v1/payment_intents?created[gte]={intent.created}&created%5Blt%5D={intent.created + 60}"
        )
        self.assertEqual([one["id"] for one in answer.json["data"]], [intent.id])

    @table(
        {
            "broken percent": "amount=1000&currency=usd&description=%zz",
            "open bracket": "amount=1000&currency=usd&metadata[a=1",
            "no utf-8": "amount=1000&currency=usd&description=%ff%fe",
            "deep": "a" + "[b]" * 200 + "=1",
            "both kinds": "amount=1000&currency=usd&shipping=x&shipping[name]=Ada",
        }
    )
    def test_nonsense_is_answered(self, text):
        self.assertLess(self.raw("POST", "/v1/payment_intents", text).status, 500)

    def test_a_hash_twice_is_one(self):
        body = self.created("amount=1000&currency=usd&metadata[a]=1&description=x&metadata[b]=2")
        self.assertEqual(body["metadata"], {"a": "1", "b": "2"})


@tables
class Exchanges(Case):
    def test_request_ids_differ(self):
        ids = set()
        for _ in range(20):
            self.v1.customers.list()
            ids.add(self.last.request_id)
        self.assertEqual(len(ids), 20)

    @table({version: version for version in ("2026-10-28.endive", "2024-04-10", "2020-08-27")})
    def test_version(self, version):
        # That an answer which names a version names this one is checked of every answer.
        client = self.as_client(f"sk_test_{self.name}", stripe_version=version).v1
        intent = client.payment_intents.create(params={"amount": 1000, "currency": "usd"})
        self.assertEqual(client.payment_intents.retrieve(intent.id).id, intent.id)

    def test_an_old_version_shows_charges_and_refunds(self):
        client = self.as_client(f"sk_test_{self.name}", stripe_version="2022-08-01").v1
        expand = {"expand": ["charges.data.balance_transaction"]}
        intent = client.payment_intents.retrieve(self.paid().id, params=expand)
        (charge,) = intent["charges"]["data"]
        self.assertEqual((charge["id"], charge["refunds"]["data"]), (intent.latest_charge, []))
        self.assertEqual(charge["balance_transaction"]["object"], "balance_transaction")
        self.assertNotIn("charges", self.v1.payment_intents.retrieve(intent.id))

    def test_a_page_of_any_origin_may_ask(self):
        asked = {"Origin": "https://shop.test", "Access-Control-Request-Method": "POST"}
        place = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=support.LIMIT)
        connection.request("OPTIONS", "/v1/payment_methods", headers=asked)
        response = connection.getresponse()
        connection.close()
        self.assertEqual((response.status, response.headers["Access-Control-Allow-Origin"]), (204, "*"))
        answer = self.raw("GET", "/v1/customers", headers={"Origin": "https://shop.test"})
        self.assertEqual(answer.answer_headers["access-control-allow-origin"], "*")

    @table({"list": ("/v1/customers", 200), "nothing": ("/v1/nowhere", 404), "page": ("/dashboard", 200)})
    def test_a_head_is_that_of_the_same_get(self, path, status):
        key = {"Authorization": f"Bearer sk_test_{self.name}"} if path.startswith("/v1/") else {}
        place = urllib.parse.urlsplit(self.base)
        heads = []
        for method in ("GET", "HEAD"):
            connection = http.client.HTTPConnection(place.hostname, place.port, timeout=support.LIMIT)
            connection.request(method, path, headers=key)
            response = connection.getresponse()
            self.assertEqual(response.status, status)
            heads.append([response.headers[name] for name in ("Content-Type", "Content-Length")])
            self.assertEqual(bool(response.read()), method == "GET")
            connection.close()
        self.assertEqual(*heads)

    def test_without_a_version(self):
        answer = self.raw("GET", "/v1/customers")
        self.assertEqual((answer.status, answer.answer_headers["stripe-version"]), (200, support.VERSION))

    @table({name: name for name in ("banana", "2019-13-45")})
    def test_no_version(self, name):
        client = self.as_client(f"sk_test_{self.name}", stripe_version=name).v1
        with self.refused(status=400, says=f"Invalid Stripe API version: {name}"):
            client.customers.list()

    def test_a_form_is_no_json(self):
        answer = self.raw("POST", "/v1/customers", '{"name": "Ada"}', {"Content-Type": "application/json"})
        self.assertEqual(answer.status, 400)
        self.assertIn("check that your POST content type is", answer.json["error"]["message"])

    def test_a_refusal_is_logged(self):
        with self.refused(status=404) as refusal:
            self.v1.customers.retrieve("cus_nobody")
        end = f"/dashboard/logs/{self.last.request_id}"
        self.assertEqual(refusal.json["request_log_url"][-len(end) :], end)

    def test_a_connection_is_kept(self):
        place = urllib.parse.urlsplit(self.base)
        connection = http.client.HTTPConnection(place.hostname, place.port, timeout=support.LIMIT)
        headers = {"Authorization": f"Bearer sk_test_{self.name}"}
        sockets = set()
        for path in ("/v1/customers", "/v1/nowhere", "/v1/payment_intents/pi_nothing", "/v1/customers"):
            connection.request("GET", path, headers=headers)
            connection.getresponse().read()
            sockets.add(connection.sock and connection.sock.getsockname())
        connection.close()
        self.assertEqual(len(sockets), 1)
        self.assertNotIn(None, sockets)

    @table({method: method for method in ("PUT", "PATCH")})
    def test_no_such_method(self, method):
        answer = self.raw(method, "/v1/customers", "name=Ada")
        self.assertIn(answer.status, (404, 405))

    def test_a_server_error_is_tried_again(self):
        with support.gateway("--fault", "status:create:1:500") as base:
            quick = self.as_client(f"sk_test_{self.name}", base, max_network_retries=2).v1
            intent = quick.payment_intents.create(params={"amount": 1000, "currency": "usd"})
            self.assertEqual(intent.status, "requires_payment_method")
            statuses = [exchange.status for exchange in self.recorder.exchanges]
            self.assertEqual(statuses, [500, 200])
        self.recorder.wrong = [text for text in self.recorder.wrong if "-> 500" not in text]

    def test_without_retries_it_is_told(self):
        with support.gateway("--fault", "status:create:1:500") as base:
            with self.refused(stripe.APIError, status=500):
                self.as_client(f"sk_test_{self.name}", base).v1.payment_intents.create(
                    params={"amount": 1000, "currency": "usd"}
                )
        self.recorder.wrong = [text for text in self.recorder.wrong if "-> 500" not in text]


class RateLimit(Case):
    """The knob: so many requests a second and account."""

    def test_off_by_default(self):
        for _ in range(150):
            self.v1.customers.list(params={"limit": 1})
        self.assertEqual({exchange.status for exchange in self.recorder.exchanges}, {200})

    def test_over_it(self):
        with support.gateway("--rate-limit", "5") as base:
            client = self.as_client(f"sk_test_{self.name}", base).v1
            with self.refused(stripe.RateLimitError, status=429, code="rate_limit"):
                for _ in range(100):
                    client.payment_intents.create(params={"amount": 1000, "currency": "usd"})
            self.assertRegex(self.last.answer_headers["retry-after"], r"^\d+$")

    def test_it_comes_before_idempotency(self):
        with support.gateway("--rate-limit", "5") as base:
            client = self.as_client(f"sk_test_{self.name}", base).v1

            def create(number):
                return client.payment_intents.create(
                    params={"amount": 1000, "currency": "usd"}, options={"idempotency_key": f"key-{number}"}
                )

            refused = None
            for number in range(100):
                try:
                    create(number)
                except stripe.RateLimitError:
                    refused = number
                    break
            self.assertIsNotNone(refused, "nothing was refused")

            def again():
                try:
                    return create(refused)
                except stripe.RateLimitError:
                    return None

            self.soon(again, "room for another request")
            self.assertFalse(self.last.is_replay)
