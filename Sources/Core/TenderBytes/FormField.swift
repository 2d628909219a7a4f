/// One name and value of a form.
public struct FormField: Hashable, Sendable {
    /// The name, such as `metadata[order]`.
    public let name: String
    /// The value.
    public let value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A form as it travels: `application/x-www-form-urlencoded`.
extension [FormField] {
    /// The maximum number of fields that are read.
    private static let maximumCount = 500

    /// Reads a form; `nil` if it is none, or has too many fields.
    public init?(form body: [UInt8]) {
        self = []
        guard !body.isEmpty else { return }
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard count < Self.maximumCount, let first = parts.first, let name = Self.decoded(first), !name.isEmpty,
                let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
            else { return nil }
            append(FormField(name, value))
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        PercentEncoding.decodedForm(bytes).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The form, percent-encoded, for a body or a query.
    public var encodedForm: String {
        PercentEncoding.form(map { ($0.name, $0.value) })
    }
}
