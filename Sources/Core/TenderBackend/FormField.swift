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
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The form, percent-encoded, for a body or a query.
    public var encodedForm: String {
        map { "\($0.name.formEncoded)=\($0.value.formEncoded)" }.joined(separator: "&")
    }
}

extension String {
    /// The text with everything percent-encoded except the unreserved characters of RFC 3986, section 2.3.
    public var formEncoded: String {
        var encoded: [UInt8] = []
        for byte in utf8 {
            if Self.isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
