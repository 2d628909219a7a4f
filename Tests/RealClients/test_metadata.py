"""metadata: merged by key, and its limits."""

from support import Case, table, tables


@tables
class Metadata(Case):
    def changed(self, metadata, before=None):
        customer = self.customer(metadata=before or {})
        return self.v1.customers.update(customer.id, params={"metadata": metadata}).metadata.to_dict()

    def test_merges(self):
        self.assertEqual(self.changed({"b": "3", "c": "4"}, {"a": "1", "b": "2"}), {"a": "1", "b": "3", "c": "4"})

    def test_removes_one(self):
        self.assertEqual(self.changed({"a": ""}, {"a": "1", "b": "2"}), {"b": "2"})

    def test_removes_all(self):
        self.assertEqual(self.changed("", {"a": "1", "b": "2"}), {})

    def test_values_are_text(self):
        self.assertEqual(self.changed({"a": 7, "b": True}), {"a": "7", "b": "true"})

    def test_fifty(self):
        many = {f"key{number}": "x" for number in range(50)}
        self.assertEqual(self.changed(many), many)

    def test_fifty_one(self):
        with self.refused(status=400):
            self.changed({f"key{number}": "x" for number in range(51)})

    def test_fifty_one_in_two_steps(self):
        with self.refused(status=400):
            self.changed({"one": "more"}, {f"key{number}": "x" for number in range(50)})

    @table({"40 characters": ("k" * 40, True), "41 characters": ("k" * 41, False)})
    def test_key(self, key, is_allowed):
        if is_allowed:
            self.assertEqual(self.changed({key: "x"}), {key: "x"})
        else:
            with self.refused(status=400):
                self.changed({key: "x"})

    @table({"500 characters": ("v" * 500, True), "501 characters": ("v" * 501, False)})
    def test_value(self, value, is_allowed):
        if is_allowed:
            self.assertEqual(self.changed({"a": value}), {"a": value})
        else:
            with self.refused(status=400):
                self.changed({"a": value})

    def test_characters_not_bytes_count(self):
        self.assertEqual(self.changed({"ä" * 40: "€" * 500}), {"ä" * 40: "€" * 500})

    def test_brackets(self):
        customer = self.customer()
        answer = self.raw("POST", f"/v1/customers/{customer.id}", "metadata[a[b]]=1")
        self.assertEqual(answer.status, 400)

    def test_no_hash(self):
        with self.refused(status=400, param="metadata"):
            self.changed("text")

    def test_of_every_kind(self):
        metadata = {"metadata": {"a": "b"}}
        intent = self.paid(**metadata)
        made = [
            intent,
            self.customer(**metadata),
            self.location(**metadata),
            self.reader(**metadata),
            self.v1.refunds.create(params={"payment_intent": intent.id} | metadata),
            self.v1.setup_intents.create(params=metadata),
            self.v1.payment_methods.create(params={"type": "card", "card": {"token": "tok_visa"}} | metadata),
        ]
        for one in made:
            self.assertEqual(one.metadata.to_dict(), {"a": "b"}, one.object)

    def test_of_a_refund_is_its_own(self):
        intent = self.paid(metadata={"of": "intent"})
        refund = self.v1.refunds.create(params={"payment_intent": intent.id})
        self.assertEqual(refund.metadata.to_dict(), {})
