/// The question whether a NEO reader is on a line.
public struct NEOProbe: Sendable {
    /// The speeds at which it is looked for, in bits a second, the usual one first.
    public static let baudRates = [115_200, 57_600, 38_400, 19_200, 9600]

    private static let ping = NEOFrame(0x18, 0x01)
    private var link: NEOLink

    /// Makes a question.
    public init(_ framing: NEOLink.Framing) { link = NEOLink(framing, receiving: .mostSignificantFirst) }

    /// What is to be sent, one piece a time.
    public var pieces: [[UInt8]] { link.pieces(Self.ping.encoded(.leastSignificantFirst)) }

    /// Whether the answer is complete with these bytes, whatever it says.
    public mutating func isAnswered(by bytes: [UInt8]) -> Bool {
        link.receive(bytes).contains { element in
            guard case .frame(let frame) = element else { return false }
            return frame.command == Self.ping.command
        }
    }
}
