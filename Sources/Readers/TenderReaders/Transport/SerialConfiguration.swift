/// The speed and the framing of a serial line; always without flow control.
public struct SerialConfiguration: Hashable, Sendable {
    /// The parity bit.
    public enum Parity: String, Hashable, Sendable {
        /// Nothing.
        case none
        /// A bit that makes the number of ones even.
        case even
        /// A bit that makes the number of ones odd.
        case odd
    }

    /// The speed in bits per second, such as 115200.
    public var baudRate: Int
    /// The number of data bits, 7 or 8.
    public var dataBits: Int
    /// The parity.
    public var parity: Parity
    /// The number of stop bits, 1 or 2.
    public var stopBits: Int

    /// Creates a configuration; 8N1 by default.
    public init(baudRate: Int, dataBits: Int = 8, parity: Parity = .none, stopBits: Int = 1) {
        self.baudRate = baudRate
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
    }
}
