import FoundationEssentials
import TenderRecords

/// What an uplink tells the till beside it: one line in a file next to the journal.
public struct UplinkNote: Hashable, Sendable, Codable {
    /// How the uplink stands: the name of an `UplinkState`.
    public var state: String
    /// What is wrong, for people; `nil` if nothing is.
    public var reason: String?
    /// The branch up to whose record the server has everything.
    public var branch: Int64
    /// The end of the journal up to which the server has everything, as one line; `nil` if nobody knows.
    public var head: String?
    /// The time at which the server last had everything, in milliseconds since 1970, UTC.
    public var since: Int64?

    /// Creates a note about an uplink that has not begun.
    public init() {
        state = UplinkState.connecting.name
        branch = 0
    }

    /// Reads a note.
    ///
    /// - Returns: `nil` for anything that is no note.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let note = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = note
    }

    /// The path of the note of a journal's uplink.
    public static func path(journal: String) -> String { journal + ".uplink" }

    /// The size of the largest note that is read, in bytes.
    public static let maximumBytes = 4096

    /// The stored form.
    public var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)).map(Array.init) ?? []) + Array("\n".utf8)
    }

    /// Up to where the server has everything; `nil` if nobody knows.
    public var place: UplinkPlace? {
        get { head.flatMap { JournalHead($0) }.map { UplinkPlace(branch: branch, head: $0) } }
        set {
            branch = newValue?.branch ?? 0
            head = newValue?.head.description
        }
    }

    /// Takes how the uplink stands now.
    ///
    /// - Parameters:
    ///   - state: Its state.
    ///   - detail: What its connection said, if it has none.
    ///   - time: The time, in milliseconds since 1970, UTC.
    public mutating func take(_ state: UplinkState, detail: String?, at time: Int64) {
        self.state = state.name
        reason = state.isWell ? nil : detail ?? state.description
        if case .current = state { since = time }
    }
}
