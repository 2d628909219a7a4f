/// A query that checks whether a NEO reader is on a line.
public struct NEOProbe: Sendable {
    /// The speeds to try, in bits per second, the usual one first.
    public static let baudRates = [115_200, 57_600, 38_400, 19_200, 9600]

    private static let ping = NEOFrame(0x18, 0x01)
    private var link: NEOLink

    /// Creates a query.
    public init(_ framing: NEOLink.Framing) { link = NEOLink(framing, receiving: .mostSignificantFirst) }

    /// The pieces to send, one at a time.
    public var pieces: [[UInt8]] { link.pieces(Self.ping.encoded(.leastSignificantFirst)) }

    /// Returns whether these bytes complete the answer, whatever it says.
    public mutating func isAnswered(by bytes: [UInt8]) -> Bool {
        link.receive(bytes).contains { element in
            guard case .frame(let frame) = element else { return false }
            return frame.command == Self.ping.command
        }
    }
}
