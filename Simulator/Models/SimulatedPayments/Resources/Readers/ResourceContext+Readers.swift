extension ResourceContext {
    /// The device types that the registration codes of simulated readers register.
    private static let deviceTypes = [
        "simulated-wpe": "simulated_wisepos_e", "simulated-s700": "simulated_stripe_s700",
        "simulated-s710": "simulated_stripe_s710", "simulated-t600": "simulated_stripe_t600",
        "simulated-m425": "simulated_verifone_m425", "simulated-p630": "simulated_verifone_p630",
        "simulated-ux700": "simulated_verifone_ux700", "simulated-v660p": "simulated_verifone_v660p",
    ]

    mutating func createReader(_ call: Call) throws(APIFailure) -> APIObject {
        let code = call.parameters.text("registration_code") ?? ""
        guard let type = Self.deviceTypes[code] else {
            throw .invalid(
                "No reader has the registration code '\(code)'. Check the code that the reader shows, or use one of a "
                    + "simulated reader: \(Self.deviceTypes.keys.sorted().joined(separator: ", ")).",
                code: "resource_missing", param: "registration_code")
        }
        let location = try call.parameters.text("location").map { (id) throws(APIFailure) in
            try findTerminalObject("location", named: id, param: "location", call).id
        }
        let metadata = try call.parameters.metadata()
        let serial = code + serialNumber()
        let reader = makeDocument(
            .readers,
            [
                "action": nil, "device_sw_version": "", "device_type": .string(type), "ip_address": "0.0.0.0",
                "label": .string(call.parameters.text("label") ?? serial),
                "last_seen_at": .integer(call.now * 1000), "livemode": false, "location": .optional(location),
                "metadata": .object(metadata.mapValues(JSONValue.string)), "serial_number": .string(serial),
                "status": "online",
            ], call)
        return .json(reader.json)
    }

    /// Returns the variable part of a serial number, in the groups of a UUID.
    private mutating func serialNumber() -> String {
        [8, 4, 4, 4, 12].reduce("") { $0 + "-" + ids.hexadecimal($1).lowercased() }
    }

    func listReaders(_ call: Call) throws(APIFailure) -> APIObject {
        let wanted = ["device_type", "location", "serial_number", "status"].compactMap { name in
            call.parameters[name].map { (name, $0) }
        }
        return try listDocuments("terminal.reader", call) { reader in
            wanted.allSatisfy { reader[$0.0] == $0.1 }
        }
    }

    mutating func updateReader(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        try reader.apply(call.parameters)
        if reader["label"] == .null { reader["label"] = reader["serial_number"] }
        put(reader)
        return .json(reader.json)
    }

    mutating func deleteReader(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        dropCard(of: &reader)
        return .json(delete(reader).json)
    }
}
