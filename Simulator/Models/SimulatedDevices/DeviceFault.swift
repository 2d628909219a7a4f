/// Something that goes wrong in a simulated device, once, at a counted message.
///
/// Its text is `KIND`, `KIND:N` or `KIND:N:SECONDS`: the kind, the message of the host at which it happens (1 the first,
/// counted as the model says), and for what lasts, how long.
public struct DeviceFault: Hashable, Sendable {
    /// What goes wrong; each model says which it knows.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The endpoint halts instead of an answer.
        case stall
        /// Nothing is answered.
        case mute
        /// More time is asked for, then the answer comes.
        case timeExtension = "time-extension"
        /// The answer's check value is wrong.
        case badChecksum = "bad-checksum"
        /// The card asks for more waiting time (T=1).
        case waitingTime = "wtx"
        /// The answer is lost, although the command was carried out.
        case drop
        /// The answer comes late.
        case late
        /// The device is unplugged, or the connection cut, before the answer.
        case unplug
        /// Bytes without a meaning come instead of the answer.
        case garbage
        /// A terminal authorises, and its completion never arrives: the connection is cut.
        case loseCompletion = "lose-completion"
    }

    /// What goes wrong.
    public var kind: Kind
    /// The message at which it happens, from 1.
    public var message: Int
    /// How long it lasts; each model has its own default.
    public var duration: Duration?

    /// Describes a fault.
    public init(_ kind: Kind, at message: Int = 1, lasting duration: Duration? = nil) {
        self.kind = kind
        self.message = message
        self.duration = duration
    }

    /// Reads the text of a fault.
    ///
    /// - Returns: nil when it is none.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])), parts.count <= 3 else { return nil }
        guard let message = parts.count > 1 ? Int(parts[1]) : 1, (1...1_000_000).contains(message) else { return nil }
        self.init(kind, at: message)
        guard parts.count == 3 else { return }
        guard let seconds = Int(parts[2]), (0...3600).contains(seconds) else { return nil }
        duration = .seconds(seconds)
    }
}
