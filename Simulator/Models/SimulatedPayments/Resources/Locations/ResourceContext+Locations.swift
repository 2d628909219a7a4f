extension ResourceContext {
    /// The parts of an address that a location in the United States must have.
    private static let addressParts = ["line1", "city", "state", "postal_code"]

    mutating func createLocation(_ call: Call) throws(APIFailure) -> APIObject {
        var location = Document(
            id: newID(.locations), account: call.account, created: call.now, object: "terminal.location",
            fields: ["address": Self.emptyAddress, "livemode": false, "metadata": [:]])
        try setLocation(&location, call)
        put(location)
        return .json(location.json)
    }

    mutating func updateLocation(_ call: Call) throws(APIFailure) -> APIObject {
        var location = try findTerminalObject("location", call)
        try setLocation(&location, call)
        put(location)
        return .json(location.json)
    }

    private static let emptyAddress: JSONValue = [
        "city": nil, "country": nil, "line1": nil, "line2": nil, "postal_code": nil, "state": nil,
    ]

    private func setLocation(_ location: inout Document, _ call: Call) throws(APIFailure) {
        if let id = call.parameters.text("configuration_overrides") {
            _ = try findTerminalObject("configuration", named: id, param: "configuration_overrides", call)
        }
        try location.apply(call.parameters)
        // These are absent without a value; the address is always there, with all its parts.
        location.fields = location.fields.filter { $0.value != .null }
        for name in ["address_kana", "address_kanji"] {
            guard case .object(var parts)? = location[name] else { continue }
            Self.addNulls(["city", "country", "line1", "line2", "postal_code", "state", "town"], to: &parts)
            location[name] = .object(parts)
        }
        try Self.checkAddress(location["address"])
    }

    private static func checkAddress(_ address: JSONValue?) throws(APIFailure) {
        guard let country = address?["country"]?.text else { throw .missing("address[country]") }
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw .invalid(
                "Country '\(country)' is unknown. Try using a 2-character alphanumeric country code instead, such as "
                    + "'US', 'CA' or 'DE'.",
                code: "country_unsupported", param: "address[country]")
        }
        guard country.uppercased() == "US" else { return }
        if let part = addressParts.first(where: { address?[$0]?.text == nil }) { throw .missing("address[\(part)]") }
    }
}
