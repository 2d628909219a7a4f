/// A fault of a simulated device, which occurs once, at a counted message.
///
/// Its text is `KIND`, `KIND:N` or `KIND:N:SECONDS`: the kind, the host's message at which it occurs (1 is the first,
/// counted as the model says), and the duration of a fault that has one.
public struct DeviceFault: Hashable, Sendable {
    /// The kind of a fault; each model says which it supports.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The endpoint halts instead of an answer.
        case stall
        /// No answer comes.
        case mute
        /// More time is requested, then the answer comes.
        case timeExtension = "time-extension"
        /// The answer's check value is wrong.
        case badChecksum = "bad-checksum"
        /// The card requests a waiting time extension (T=1).
        case waitingTime = "wtx"
        /// The answer is lost, although the command was carried out.
        case drop
        /// The answer comes late.
        case late
        /// The device is unplugged, or the connection cut, before the answer.
        case unplug
        /// Meaningless bytes come instead of the answer.
        case garbage
        /// A terminal authorizes, and its completion never arrives: the connection is cut.
        case loseCompletion = "lose-completion"
    }

    /// The kind.
    public var kind: Kind
    /// The message at which it occurs, from 1.
    public var message: Int
    /// Its duration; each model has its own default.
    public var duration: Duration?

    /// Creates a fault.
    public init(_ kind: Kind, at message: Int = 1, lasting duration: Duration? = nil) {
        self.kind = kind
        self.message = message
        self.duration = duration
    }

    /// Parses the text of a fault, or returns `nil` if it is not one.
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
