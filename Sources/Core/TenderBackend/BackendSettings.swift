/// What the merchant's server lets its tills do; a JSON object in its configuration file.
///
/// A member that is not known is an error: a limit that is misspelled would otherwise be none.
public struct BackendSettings: Hashable, Sendable {
    /// The address of the payments API; `nil` if it is named elsewhere.
    public var api: String?
    /// The file of the tills; `nil` for the default one.
    public var tillsFile: String?
    /// What tills may call.
    public var allowed: BackendAllowList
    /// The largest payment of each currency that may be used, in its smallest unit; empty for any.
    public var currencies: [String: Int64]
    /// The largest refund, in the smallest unit of whatever currency; `nil` for any.
    public var maximumRefund: Int64?
    /// The largest surcharge on top of a payment, in the smallest unit of whatever currency; `nil` for any, or for none
    /// where `currencies` limits payments.
    public var maximumSurcharge: Int64?
    /// The largest transfer to a connected account, in the smallest unit of whatever currency; `nil` for any.
    public var maximumTransfer: Int64?
    /// The requests that each till may make in a minute.
    public var requestsPerMinute: Int64

    /// Creates settings; by default the standard allow list, 600 requests a minute, and no other limit.
    public init(
        api: String? = nil, tillsFile: String? = nil, allowed: BackendAllowList = .standard,
        currencies: [String: Int64] = [:], maximumRefund: Int64? = nil, maximumSurcharge: Int64? = nil,
        maximumTransfer: Int64? = nil, requestsPerMinute: Int64 = 600
    ) {
        self.api = api
        self.tillsFile = tillsFile
        self.allowed = allowed
        self.currencies = currencies
        self.maximumRefund = maximumRefund
        self.maximumSurcharge = maximumSurcharge
        self.maximumTransfer = maximumTransfer
        self.requestsPerMinute = requestsPerMinute
    }
}

extension BackendSettings {
    /// The largest payment of whatever currency; `nil` for any.
    var largestPayment: Int64? { currencies.values.max() }

    /// The largest payment with the largest surcharge.
    var largestTotal: Int64? {
        largestPayment.map { payment in
            let (total, isLarger) = payment.addingReportingOverflow(maximumSurcharge ?? 0)
            return isLarger ? .max : total
        }
    }

    /// Whether a surcharge needs a limit.
    var limitsSurcharges: Bool { maximumSurcharge != nil || !currencies.isEmpty }
}

extension BackendSettings: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case api
        case tillsFile = "tills"
        case allowed = "allow"
        case currencies
        case maximumRefund = "maximum_refund"
        case maximumSurcharge = "maximum_surcharge"
        case maximumTransfer = "maximum_transfer"
        case requestsPerMinute = "requests_per_minute"
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Reads the settings.
    public init(from decoder: any Decoder) throws {
        let known = CodingKeys.allCases.map(\.rawValue)
        for name in try decoder.container(keyedBy: Name.self).allKeys where !known.contains(name.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [name],
                    debugDescription: "no such setting: there are \(known.joined(separator: ", "))"))
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            api: try container.decodeIfPresent(String.self, forKey: .api),
            tillsFile: try container.decodeIfPresent(String.self, forKey: .tillsFile),
            allowed: try container.decodeIfPresent(BackendAllowList.self, forKey: .allowed) ?? .standard,
            currencies: try container.decodeIfPresent([String: Int64].self, forKey: .currencies) ?? [:],
            maximumRefund: try container.decodeIfPresent(Int64.self, forKey: .maximumRefund),
            maximumSurcharge: try container.decodeIfPresent(Int64.self, forKey: .maximumSurcharge),
            maximumTransfer: try container.decodeIfPresent(Int64.self, forKey: .maximumTransfer),
            requestsPerMinute: try container.decodeIfPresent(Int64.self, forKey: .requestsPerMinute) ?? 600)
        try check(container)
    }

    private func check(_ container: KeyedDecodingContainer<CodingKeys>) throws {
        let isCode = currencies.keys.allSatisfy { $0.utf8.count == 3 && $0 == $0.lowercased() }
        guard isCode, currencies.values.allSatisfy({ $0 > 0 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .currencies, in: container,
                debugDescription: "it maps codes such as eur to the largest payment, above zero")
        }
        guard maximumRefund ?? 1 > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .maximumRefund, in: container,
                debugDescription: "it is above zero; leave refunds out of allow to forbid them")
        }
        guard maximumSurcharge ?? 1 > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .maximumSurcharge, in: container,
                debugDescription: "it is above zero; leave it out where currencies limits payments to take none")
        }
        guard maximumTransfer ?? 1 > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .maximumTransfer, in: container,
                debugDescription: "it is above zero; leave transfers out of allow to forbid them")
        }
        guard (1...1_000_000).contains(requestsPerMinute) else {
            throw DecodingError.dataCorruptedError(
                forKey: .requestsPerMinute, in: container, debugDescription: "it is 1 to 1000000")
        }
    }
}
