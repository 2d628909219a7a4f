/// The speed and the framing of a serial line; never with flow control.
public struct SerialConfiguration: Hashable, Sendable {
    /// What accompanies the data bits.
    public enum Parity: String, Hashable, Sendable {
        /// Nothing.
        case none
        /// A bit that makes the number of ones even.
        case even
        /// A bit that makes it odd.
        case odd
    }

    /// Bits a second, such as 115200.
    public var baudRate: Int
    /// 7 or 8.
    public var dataBits: Int
    /// Even, odd or none.
    public var parity: Parity
    /// 1 or 2.
    public var stopBits: Int

    /// Describes a line; 8N1 unless said otherwise.
    public init(baudRate: Int, dataBits: Int = 8, parity: Parity = .none, stopBits: Int = 1) {
        self.baudRate = baudRate
        self.dataBits = dataBits
        self.parity = parity
        self.stopBits = stopBits
    }
}
