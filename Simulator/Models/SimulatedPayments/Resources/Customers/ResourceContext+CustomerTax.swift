/// The tax location of a customer. No account is registered anywhere, so that nothing is collected.
extension ResourceContext {
    static func readTax(of customer: inout Document, _ parameters: Parameters) throws(APIFailure) {
        let address = parameters.change("tax", "ip_address").applied(to: customer.hidden["ip_address"]?.text)
        customer.hidden["ip_address"] = address.map(JSONValue.string)
        guard parameters.text("tax", "validate_location") == "immediately", taxLocation(of: customer) == nil else {
            return
        }
        throw .refused(
            "We could not determine the customer's tax location based on the provided customer address.",
            code: "customer_tax_location_invalid", param: "tax[validate_location]")
    }

    /// Returns the contents of `expand[]=tax`.
    static func tax(of customer: Document) -> JSONValue {
        let location = taxLocation(of: customer)
        return [
            "automatic_tax": location == nil ? "unrecognized_location" : "not_collecting",
            "ip_address": customer.hidden["ip_address"] ?? nil,
            "location": location ?? nil,
            "provider": "stripe",
        ]
    }

    /// Returns the first address with a country; the IP address is stored, but not resolved.
    private static func taxLocation(of customer: Document) -> JSONValue? {
        let addresses = [
            ("shipping_destination", customer["shipping"]?["address"]), ("billing_address", customer["address"]),
        ]
        for (source, address) in addresses {
            guard let country = address?["country"]?.text else { continue }
            return ["country": .string(country), "source": .string(source), "state": address?["state"] ?? nil]
        }
        return nil
    }
}
