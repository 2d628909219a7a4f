import FoundationEssentials

/// A time in seconds since 1970, which version 2 of the API writes as text, such as `2026-11-22T14:50:19.000Z`.
@propertyWrapper
public struct TimestampText: Hashable, Sendable, Codable {
    /// The seconds since 1970.
    public var wrappedValue: Int64

    /// Wraps a time that is known.
    public init(wrappedValue: Int64) { self.wrappedValue = wrappedValue }

    /// Reads the text, without a fraction of a second; throws `DecodingError` for one that is no time.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let seconds = Self.seconds(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a time")
        }
        wrappedValue = seconds
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.text(wrappedValue))
    }

    /// Returns the text for a time, in whole seconds.
    package static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    private static func seconds(_ text: String) -> Int64? {
        let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        guard let date = styles.lazy.compactMap({ try? Date(text, strategy: $0) }).first else { return nil }
        return Int64(exactly: date.timeIntervalSince1970.rounded(.down))
    }
}
