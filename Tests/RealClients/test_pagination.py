"""Lists: limits, cursors, and the client's own walk through them."""

from support import Case, table, tables


@tables
class Pages(Case):
    def made(self, count):
        """Customers, newest first."""
        return [self.customer().id for _ in range(count)][::-1]

    def ids(self, **params):
        return [customer.id for customer in self.v1.customers.list(params=params).data]

    def test_shape(self):
        self.v1.customers.list()
        self.assertEqual(self.last.json, {"object": "list", "url": "/v1/customers", "has_more": False, "data": []})

    def test_default(self):
        made = self.made(11)
        self.assertEqual(self.ids(), made[:10])
        self.assertTrue(self.last.json["has_more"])

    def test_exactly_one_page(self):
        made = self.made(10)
        self.assertEqual(self.ids(), made)
        self.assertFalse(self.last.json["has_more"])

    @table({"one": 1, "all": 3, "hundred": 100})
    def test_limit(self, limit):
        made = self.made(3)
        self.assertEqual(self.ids(limit=limit), made[:limit])
        self.assertEqual(self.last.json["has_more"], limit < 3)

    @table({"zero": 0, "negative": -1, "too many": 101, "text": "ten", "fraction": "1.5"})
    def test_limit_is_refused(self, limit):
        with self.refused(status=400, param="limit"):
            self.ids(limit=limit)

    def test_starting_after(self):
        made = self.made(5)
        self.assertEqual(self.ids(limit=2, starting_after=made[1]), made[2:4])
        self.assertTrue(self.last.json["has_more"])
        self.assertEqual(self.ids(limit=2, starting_after=made[2]), made[3:])
        self.assertFalse(self.last.json["has_more"])
        self.assertEqual(self.ids(starting_after=made[4]), [])

    def test_ending_before(self):
        made = self.made(5)
        self.assertEqual(self.ids(limit=2, ending_before=made[4]), made[2:4])
        self.assertTrue(self.last.json["has_more"])
        self.assertEqual(self.ids(limit=2, ending_before=made[2]), made[:2])
        self.assertFalse(self.last.json["has_more"])
        self.assertEqual(self.ids(ending_before=made[0]), [])

    @table({name: name for name in ("starting_after", "ending_before")})
    def test_unknown_cursor(self, name):
        self.made(1)
        with self.refused(status=(400, 404), code="resource_missing"):
            self.ids(**{name: "cus_nobody"})

    def test_both_cursors(self):
        made = self.made(3)
        with self.refused(status=400) as refusal:
            self.ids(starting_after=made[0], ending_before=made[2])
        self.assertIn("Please pass in only one.", refusal.json["message"])

    def test_a_cursor_of_another_account(self):
        stranger = self.other_account().customers.create(params={})
        with self.refused(status=(400, 404), code="resource_missing"):
            self.ids(starting_after=stranger.id)

    def test_walk(self):
        made = self.made(25)
        listed = self.v1.customers.list(params={"limit": 4})
        self.assertEqual([customer.id for customer in listed.auto_paging_iter()], made)

    def test_walk_backwards(self):
        made = self.made(13)
        listed = self.v1.customers.list(params={"limit": 5, "ending_before": made[-1]})
        self.assertEqual([customer.id for customer in listed.auto_paging_iter()], made[:-1][::-1])

    def test_what_is_made_meanwhile_is_not_seen_twice(self):
        made = self.made(6)
        first = self.v1.customers.list(params={"limit": 3})
        self.customer()
        self.assertEqual([customer.id for customer in first.next_page().data], made[3:])

    def test_walk_with_a_filter(self):
        customer = self.customer()
        wanted = [self.intent(customer=customer.id).id for _ in range(7)][::-1]
        self.intent()
        listed = self.v1.payment_intents.list(params={"customer": customer.id, "limit": 3})
        self.assertEqual([intent.id for intent in listed.auto_paging_iter()], wanted)

    def test_filters(self):
        paid, disputed = self.paid(transfer_group="order"), self.paid(card="pm_card_createDispute")
        refund = self.v1.refunds.create(params={"payment_intent": paid.id, "amount": 100})
        (dispute,) = self.v1.disputes.list(params={"payment_intent": disputed.id}).data
        for service, one in (
            (self.v1.charges, self.charge_of(paid)),
            (self.v1.refunds, refund),
            (self.v1.disputes, dispute),
            (self.v1.setup_intents, self.v1.setup_intents.create(params={"payment_method_types": ["card"]})),
            (self.v1.balance_transactions, self.v1.balance_transactions.retrieve(refund.balance_transaction)),
        ):

            def found(service=service, **params):
                return [each.id for each in service.list(params=params).data]

            at = one.created
            for created in (at, {"gte": at}, {"lte": at}, {"gt": at - 1, "lt": at + 1}):
                self.assertIn(one.id, found(created=created), (one.object, created))
            for created in ({"gt": at}, {"lt": at}, at + 3600):
                self.assertNotIn(one.id, found(created=created), (one.object, created))
        listed = self.v1.charges.list(params={"transfer_group": "order"}).data
        self.assertEqual([charge.id for charge in listed], [paid.latest_charge])

    def test_walk_of_refunds(self):
        intent = self.paid(1000)
        made = [self.v1.refunds.create(params={"payment_intent": intent.id, "amount": 10}).id for _ in range(7)][::-1]
        listed = self.v1.refunds.list(params={"limit": 3})
        self.assertEqual([refund.id for refund in listed.auto_paging_iter()], made)

    def test_walk_of_readers(self):
        location = self.location()
        made = {self.reader(location=location.id).id for _ in range(5)}
        listed = self.v1.terminal.readers.list(params={"limit": 2})
        self.assertEqual({reader.id for reader in listed.auto_paging_iter()}, made)

    def test_walk_of_events(self):
        made = self.made(6)
        listed = self.v1.events.list(params={"limit": 2, "type": "customer.created"})
        self.assertEqual([event.data.object.id for event in listed.auto_paging_iter()], made)
