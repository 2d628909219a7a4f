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
        var bytes = [UInt8](repeating: 0, count: Int(count))
        bytes.withUnsafeMutableBytes { output in [UInt8](value).withUnsafeBytes { write($0, over: output) } }
        return bytes
    }

    /// Writes such a value over as many zeros as bytes are asked for.
    func write(_ value: UnsafeRawBufferPointer, over output: UnsafeMutableRawBufferPointer) {
        let count = min(value.count, output.count)
        let missing = output.count - count
        switch self {
        case .numeric:
            UnsafeMutableRawBufferPointer(rebasing: output[missing...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: value.suffix(count)))
        case .compressedNumeric:
            output.copyMemory(from: UnsafeRawBufferPointer(rebasing: value.prefix(count)))
            UnsafeMutableRawBufferPointer(rebasing: output[count...]).initializeMemory(as: UInt8.self, repeating: 0xFF)
        case .alphabetic, .alphanumeric, .special, .binary:
            output.copyMemory(from: UnsafeRawBufferPointer(rebasing: value.prefix(count)))
        case .constructed: break
        }
    }
}
