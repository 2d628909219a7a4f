/// The secret that lets a holder of the publishable key read and confirm one PaymentIntent; printed masked.
public struct ClientSecret: Hashable, Sendable, Codable {
    /// The whole secret, for the request only.
    public let rawValue: String

    /// Wraps a secret of the form `<intent id>_secret_<random>`.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Reads the bare string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare string, since the API needs it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The id of the PaymentIntent that it opens; nil for another object's secret, and for none at all.
    public var paymentIntentID: String? {
        guard let end = rawValue.firstRange(of: "_secret_")?.lowerBound else { return nil }
        let id = rawValue[..<end]
        return id.hasPrefix("pi_") ? String(id) : nil
    }

    /// The intent's id with the random part hidden.
    public var masked: ClientSecret {
        guard let separator = rawValue.firstRange(of: "_secret_") else { return ClientSecret("***") }
        return ClientSecret(rawValue[..<separator.upperBound] + "***")
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The masked form.
    public var description: String { masked.rawValue }

    /// The masked form.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
