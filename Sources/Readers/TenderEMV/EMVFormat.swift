/// The format of a data element, which says how a value is made longer or shorter (EMV Book 3 §4.3).
public enum EMVFormat: String, Hashable, Sendable, CaseIterable {
    /// Letters.
    case alphabetic = "a"
    /// Letters and digits.
    case alphanumeric = "an"
    /// Letters, digits and special characters.
    case special = "ans"
    /// Bytes, or bits.
    case binary = "b"
    /// Digits, two a byte, from the left, with F behind them.
    case compressedNumeric = "cn"
    /// Digits, two a byte, with zeros in front.
    case numeric = "n"
    /// Data objects.
    case constructed = "var"

    /// Returns a value with exactly as many bytes as a data object list asks for (EMV Book 3 §5.4).
    ///
    /// Too long: digits lose their left end, everything else its right end. Too short: digits get zeros in front,
    /// compressed digits F behind, everything else zeros behind. Data objects are not handed out, and become zeros.
    /// - Parameter count: The number of bytes, 0 to 255.
    public func fit(_ value: some BidirectionalCollection<UInt8>, to count: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, count: Int(count), to: &bytes)
        return bytes
    }

    /// Appends such a value to others.
    func append(_ value: some BidirectionalCollection<UInt8>, count: Int, to bytes: inout [UInt8]) {
        let missing = max(0, count - value.count)
        switch self {
        case .numeric:
            bytes.append(contentsOf: repeatElement(0, count: missing))
            bytes.append(contentsOf: value.suffix(count))
        case .compressedNumeric:
            bytes.append(contentsOf: value.prefix(count))
            bytes.append(contentsOf: repeatElement(0xFF, count: missing))
        case .alphabetic, .alphanumeric, .special, .binary:
            bytes.append(contentsOf: value.prefix(count))
            bytes.append(contentsOf: repeatElement(0, count: missing))
        case .constructed: bytes.append(contentsOf: repeatElement(0, count: count))
        }
    }
}
