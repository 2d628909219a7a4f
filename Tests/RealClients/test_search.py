"""Search: the query language, pages, and the client's own walk through them."""

from support import Case, table, tables


@tables
class Search(Case):
    def setUp(self):
        super().setUp()
        people = [
            {"name": "Ada Lovelace", "email": "ada@shop.test", "metadata": {"order": "6735"}},
            {"name": 'Bob "B" Hope', "phone": "+43123"},
            {"name": "Cy", "email": "CY@SHOP.test"},
        ]
        self.ids = {person["name"][:2]: self.customer(**person).id for person in people}

    @table(
        {
            "whole text": ('name:"ada lovelace"', ["Ad"]),
            "part": ('email~"shop"', ["Cy", "Ad"]),
            "not": ('-email~"shop"', ["Bo"]),
            "nothing": ("email:null", ["Bo"]),
            "something": ('-metadata["order"]:null', ["Ad"]),
            "metadata": ('metadata["order"]:"6735"', ["Ad"]),
            "quotation marks": (r'name:"bob \"b\" hope"', ["Bo"]),
            "number": ("created>1", ["Cy", "Bo", "Ad"]),
            "and": ('email~"shop" AND -name:"cy"', ["Ad"]),
            "or": ('name:"Cy" OR phone:"+43123"', ["Cy", "Bo"]),
            "nobody": ('name:"Dan"', []),
        }
    )
    def test_finds(self, query, names):
        found = self.v1.customers.search(params={"query": query})
        self.assertEqual([customer.id for customer in found.data], [self.ids[name] for name in names])

    @table(
        {
            "field": 'shoe:"1"',
            "quotation mark": 'name:"Ada',
            "words": "Ada Lovelace",
            "mixture": 'name:"a" AND name:"b" OR name:"c"',
            "operator": 'name>"a"',
            "short part": 'name~"ab"',
        }
    )
    def test_is_refused(self, query):
        with self.refused(status=400, param="query"):
            self.v1.customers.search(params={"query": query})

    def test_needs_a_query(self):
        with self.refused(status=400, code="parameter_missing", param="query"):
            self.v1.customers.search(params={})

    def test_shape(self):
        self.v1.customers.search(params={"query": 'name:"Dan"'})
        shape = {"object": "search_result", "url": "/v1/customers/search", "has_more": False, "next_page": None}
        self.assertEqual(self.last.json, shape | {"data": []})

    def test_walk(self):
        pages = self.v1.customers.search(params={"query": "created>1", "limit": 1})
        self.assertTrue(pages.has_more)
        self.assertEqual(pages.url, "/v1/customers/search")
        walked = [customer.id for customer in pages.auto_paging_iter()]
        self.assertEqual(walked, list(self.ids.values())[::-1])

    def test_unknown_page(self):
        with self.refused(status=400, param="page"):
            self.v1.customers.search(params={"query": "created>1", "page": "nowhere"})

    def test_payments(self):
        paid, _ = self.paid(2000), self.intent(2000)
        query = {"query": "status:'succeeded' AND amount>1999", "expand": ["data.latest_charge"]}
        (found,) = self.v1.payment_intents.search(params=query).data
        self.assertEqual((found.id, found.latest_charge.amount), (paid.id, 2000))
        query = {"query": "payment_method_details.card.last4:4242 AND refunded:'false'"}
        (charge,) = self.v1.charges.search(params=query).data
        self.assertEqual(charge.id, paid.latest_charge)

    def test_catalogue(self):
        product = self.v1.products.create(params={"name": "Shirt", "description": "A red one"})
        price = self.v1.prices.create(params={"product": product.id, "currency": "usd", "unit_amount": 500})
        found = self.v1.products.search(params={"query": "active:'true' AND description~'red'"})
        self.assertEqual([one.id for one in found.data], [product.id])
        found = self.v1.prices.search(params={"query": f"product:'{product.id}'"})
        self.assertEqual([one.id for one in found.data], [price.id])
