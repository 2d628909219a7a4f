"""Terminal: connection tokens, locations, configurations and readers."""

import stripe

from support import Case, table, tables

ADDRESS = {"line1": "1 Main St", "city": "San Francisco", "state": "CA", "postal_code": "94111", "country": "US"}


class ConnectionTokens(Case):
    def test_create(self):
        token = self.v1.terminal.connection_tokens.create()
        self.assertRegex(token.secret, "^pst_test_")

    def test_for_a_location(self):
        location = self.location()
        token = self.v1.terminal.connection_tokens.create(params={"location": location.id})
        self.assertEqual(token.location, location.id)

    def test_unknown_location(self):
        with self.refused(status=(400, 404), code="resource_missing", param="location"):
            self.v1.terminal.connection_tokens.create(params={"location": "tml_nowhere"})

    def test_each_is_another(self):
        create = self.v1.terminal.connection_tokens.create
        self.assertNotEqual(create().secret, create().secret)


@tables
class Locations(Case):
    def test_create(self):
        location = self.location(metadata={"a": "b"})
        self.assertRegex(location.id, "^tml_")
        self.assertEqual((location.display_name, location.metadata.a), ("HQ", "b"))
        self.assertEqual(location.address.to_dict(), ADDRESS | {"line2": None})
        self.assertEqual(self.v1.terminal.locations.retrieve(location.id).to_dict(), location.to_dict())

    @table({name: name for name in ("line1", "city", "state", "postal_code", "country")})
    def test_in_the_us_without(self, name):
        address = {key: value for key, value in ADDRESS.items() if key != name}
        with self.refused(status=400):
            self.v1.terminal.locations.create(params={"display_name": "HQ", "address": address})

    def test_elsewhere_less_is_needed(self):
        location = self.location(
            address={"country": "DE", "line1": "Hauptstr. 1", "city": "Berlin", "postal_code": "10115"}
        )
        self.assertIsNone(location.address.state)

    def test_without_a_name(self):
        with self.refused(status=400, code="parameter_missing", param="display_name"):
            self.v1.terminal.locations.create(params={"address": ADDRESS})

    def test_update(self):
        location = self.location(metadata={"a": "1"})
        changed = self.v1.terminal.locations.update(
            location.id, params={"display_name": "Shop", "metadata": {"b": "2"}}
        )
        self.assertEqual((changed.display_name, changed.metadata.to_dict()), ("Shop", {"a": "1", "b": "2"}))

    def test_list(self):
        made = [self.location().id for _ in range(2)]
        listed = [location.id for location in self.v1.terminal.locations.list().data]
        self.assertEqual(sorted(listed), sorted(made))

    def test_delete(self):
        location = self.location()
        self.v1.terminal.locations.delete(location.id)
        self.assertEqual(self.last.json, {"id": location.id, "object": "terminal.location", "deleted": True})
        self.assertEqual(self.v1.terminal.locations.list().data, [])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.terminal.locations.retrieve("tml_nowhere")


class Configurations(Case):
    TIPPING = {"usd": {"percentages": [10, 15, 20], "fixed_amounts": [100, 200, 300], "smart_tip_threshold": 1000}}

    def made(self, **params):
        return self.v1.terminal.configurations.create(params=params)

    def test_tipping(self):
        configuration = self.made(tipping=self.TIPPING, name="cafe")
        self.assertEqual(configuration.name, "cafe")
        self.assertFalse(configuration.is_account_default)
        self.assertEqual(configuration.tipping.usd.percentages, [10, 15, 20])
        self.assertEqual(configuration.tipping.usd.smart_tip_threshold, 1000)
        seen = self.v1.terminal.configurations.retrieve(configuration.id)
        self.assertEqual(seen.to_dict(), configuration.to_dict())

    def test_offline(self):
        self.assertTrue(self.made(offline={"enabled": True}).offline.enabled)

    def test_update(self):
        configuration = self.made(tipping=self.TIPPING)
        changed = self.v1.terminal.configurations.update(
            configuration.id, params={"offline": {"enabled": True}, "tipping": {"usd": {"percentages": [5, 10, 15]}}}
        )
        self.assertTrue(changed.offline.enabled)
        self.assertEqual(changed.tipping.usd.percentages, [5, 10, 15])

    def test_list_and_delete(self):
        configuration = self.made(tipping=self.TIPPING)
        ids = [one.id for one in self.v1.terminal.configurations.list().data]
        self.assertIn(configuration.id, ids)
        self.v1.terminal.configurations.delete(configuration.id)
        self.assertTrue(self.last.json["deleted"])
        ids = [one.id for one in self.v1.terminal.configurations.list().data]
        self.assertNotIn(configuration.id, ids)

    def test_of_a_location(self):
        configuration = self.made(tipping=self.TIPPING)
        location = self.location(configuration_overrides=configuration.id)
        self.assertEqual(location.configuration_overrides, configuration.id)

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.terminal.configurations.retrieve("tmc_nothing")


@tables
class Readers(Case):
    @table(
        {
            code: (code, kind)
            for code, kind in (("simulated-wpe", "simulated_wisepos_e"), ("simulated-s700", "simulated_stripe_s700"))
        }
    )
    def test_register(self, code, kind):
        location = self.location()
        reader = self.reader(code, location=location.id, label="till 1", metadata={"a": "b"})
        self.assertRegex(reader.id, "^tmr_")
        self.assertEqual((reader.device_type, reader.label, reader.location), (kind, "till 1", location.id))
        self.assertEqual((reader.status, reader.action, reader.metadata.a), ("online", None, "b"))
        self.assertEqual((reader.ip_address, reader.device_sw_version), ("0.0.0.0", ""))
        seen = self.v1.terminal.readers.retrieve(reader.id)
        self.assertEqual((seen.id, seen.serial_number), (reader.id, reader.serial_number))

    def test_label_by_default(self):
        reader = self.reader()
        self.assertEqual(reader.label, reader.serial_number)
        self.assertTrue(reader.serial_number.startswith("simulated-wpe"))

    def test_a_wrong_code(self):
        with self.refused(status=400, param="registration_code"):
            self.reader("no-such-code")

    def test_without_a_code(self):
        with self.refused(status=400, code="parameter_missing", param="registration_code"):
            self.v1.terminal.readers.create(params={"location": self.location().id})

    def test_unknown_location(self):
        with self.refused(status=(400, 404), code="resource_missing", param="location"):
            self.reader(location="tml_nowhere")

    def test_list(self):
        here, there = self.location(), self.location()
        first, second = self.reader(location=here.id), self.reader("simulated-s700", location=there.id)
        for params, wanted in (
            ({}, {first.id, second.id}),
            ({"location": here.id}, {first.id}),
            ({"device_type": "simulated_stripe_s700"}, {second.id}),
            ({"status": "online"}, {first.id, second.id}),
            ({"status": "offline"}, set()),
            ({"serial_number": first.serial_number}, {first.id}),
        ):
            listed = self.v1.terminal.readers.list(params=params)
            self.assertEqual({reader.id for reader in listed.data}, wanted, params)

    def test_update(self):
        reader = self.reader()
        changed = self.v1.terminal.readers.update(reader.id, params={"label": "bar", "metadata": {"a": "b"}})
        self.assertEqual((changed.label, changed.metadata.a), ("bar", "b"))

    def test_delete(self):
        reader = self.reader()
        self.v1.terminal.readers.delete(reader.id)
        self.assertTrue(self.last.json["deleted"])
        self.assertEqual(self.v1.terminal.readers.list().data, [])

    def test_unknown(self):
        with self.refused(status=404, code="resource_missing"):
            self.v1.terminal.readers.retrieve("tmr_nothing")

    def test_location_can_be_expanded(self):
        reader = self.reader()
        seen = self.v1.terminal.readers.retrieve(reader.id, params={"expand": ["location"]})
        self.assertEqual(seen.location.display_name, "HQ")

    def test_not_for_publishable_keys(self):
        with self.refused(stripe.StripeError, status=(401, 403), code="secret_key_required"):
            self.publishable().terminal.readers.list()
