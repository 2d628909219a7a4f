/// The keys of an API object whose amounts are integers that share a `currency`.
///
/// Synthesized coding picks the most specific `decode` and `encode` it can see: for these keys, the ones below. An object
/// therefore declares its amounts and a `SharedCurrency`, and codes nothing by hand.
package protocol MoneyKey: CodingKey {
    static var currency: Self { get }
}

/// Stands in for an object's `currency`, which each amount carries, reads and writes.
package struct SharedCurrency: Hashable, Sendable, Codable {
    package init() {}
}

/// Stands in for the `currency` of an object without a required amount: checked even when no amount is there.
package struct CheckedCurrency: Hashable, Sendable, Codable {
    package init() {}
}

extension KeyedDecodingContainer where Key: MoneyKey {
    package func decode(_ type: Amount.Type, forKey key: Key) throws -> Amount {
        let currency = try currency()
        return try amount(of: decode(Int64.self, forKey: key), currency, key)
    }

    /// An optional amount without a currency counts as absent.
    package func decodeIfPresent(_ type: Amount.Type, forKey key: Key) throws -> Amount? {
        guard contains(key), let currency = try currencyIfPresent() else { return nil }
        return try decodeIfPresent(Int64.self, forKey: key).map { try amount(of: $0, currency, key) }
    }

    package func decode(_ type: SharedCurrency.Type, forKey key: Key) throws -> SharedCurrency { SharedCurrency() }

    package func decode(_ type: CheckedCurrency.Type, forKey key: Key) throws -> CheckedCurrency {
        _ = try currency()
        return CheckedCurrency()
    }

    /// Always nil, so that equal objects stay equal.
    package func decodeIfPresent(_ type: CheckedCurrency.Type, forKey key: Key) throws -> CheckedCurrency? {
        _ = try currencyIfPresent()
        return nil
    }

    package func currency() throws -> Currency { try currency(named: decode(String.self, forKey: .currency)) }

    private func currencyIfPresent() throws -> Currency? {
        try decodeIfPresent(String.self, forKey: .currency).map { try currency(named: $0) }
    }

    private func currency(named code: String) throws -> Currency {
        guard let currency = Currency(code) else { throw corrupt(.currency, "unknown currency '\(code)'") }
        return currency
    }

    private func amount(of units: Int64, _ currency: Currency, _ key: Key) throws -> Amount {
        do {
            return try Amount(gatewayUnits: units, currency: currency)
        } catch {
            throw corrupt(key, error.description)
        }
    }

    package func corrupt(_ key: Key, _ reason: String) -> DecodingError {
        DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}

extension KeyedEncodingContainer where Key: MoneyKey {
    package mutating func encode(_ amount: Amount, forKey key: Key) throws {
        try encode(amount.currency.code, forKey: .currency)
        try encode(amount.gatewayUnits(), forKey: key)
    }

    package mutating func encodeIfPresent(_ amount: Amount?, forKey key: Key) throws {
        if let amount { try encode(amount, forKey: key) }
    }

    package mutating func encode(_ currency: SharedCurrency, forKey key: Key) throws {}

    package mutating func encode(_ currency: CheckedCurrency, forKey key: Key) throws {}
}
