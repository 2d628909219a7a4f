extension KeyedDecodingContainer {
    /// Reads an integer of the API as an amount of `currency`.
    func decodeAmount(forKey key: Key, _ currency: Currency) throws -> Amount {
        try amount(of: decode(Int64.self, forKey: key), key, currency)
    }

    /// Reads an optional integer of the API as an amount of `currency`.
    func decodeAmountIfPresent(forKey key: Key, _ currency: Currency) throws -> Amount? {
        try decodeIfPresent(Int64.self, forKey: key).map { try amount(of: $0, key, currency) }
    }

    private func amount(of units: Int64, _ key: Key, _ currency: Currency) throws -> Amount {
        do {
            return try Amount(gatewayUnits: units, currency: currency)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: error.description)
        }
    }
}

extension KeyedEncodingContainer {
    /// Writes an amount as the integer of the API.
    mutating func encodeAmount(_ amount: Amount?, forKey key: Key) throws {
        guard let amount else { return }
        try encode(amount.gatewayUnits(), forKey: key)
    }
}
