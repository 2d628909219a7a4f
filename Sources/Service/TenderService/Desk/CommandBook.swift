import FoundationEssentials
import TenderFlow
import TenderModel

/// The keyed commands that a till was given, and what was answered.
///
/// A value without files: the records that it asks for are written to the journal before a command begins, and before
/// its answer is given.
struct CommandBook {
    /// How many commands that have ended are known.
    static let capacity = 50_000

    /// A command as it was given.
    struct Command: Hashable, Codable {
        let id: String
        let call: String
        /// The hash of its input.
        let digest: String
        /// The payment's card attempts that were recorded before it.
        let attempts: Int
        /// The journal that what it makes names; `nil` in the records of a version whose requests named none, so that
        /// they are sent again as they were.
        var journal: String?
    }

    /// What an answer leaves of a command.
    struct Answer: Hashable, Codable {
        let id: String
        let status: Int
        let outcome: String
        /// The JSON object; `nil` for a command that did nothing, which may be given again.
        let body: String?
    }

    /// What is to be done with a command.
    enum Verdict: Hashable {
        /// It was never given, or did nothing: it is recorded and carried out.
        case new
        /// It was begun, and no end of it is recorded.
        case begun(Command)
        /// This was its answer.
        case answered(Answer)
        /// It ended; its answer is no longer at hand, but in the journal, after this record.
        case ended(after: Int64)
        /// The key stands for another command.
        case isTaken
    }

    private struct Entry {
        let command: Command
        /// A record after which its final answer is recorded.
        var end: Int64?
        var answer: Answer?
    }

    /// How many final answers are kept at hand.
    let answerCapacity: Int
    private var entries: [String: Entry] = [:]
    /// The commands in the order in which they were begun, and those whose answers are at hand in that of their ends.
    private var begun: [String] = []
    private var answered: [String] = []

    init(answerCapacity: Int = 1000) { self.answerCapacity = answerCapacity }

    /// Judges a command that is given now.
    func verdict(_ id: String, call: String, digest: String) -> Verdict {
        guard let entry = entries[id] else { return .new }
        let command = entry.command
        guard command.call == call, command.digest == digest else { return .isTaken }
        if let answer = entry.answer { return .answered(answer) }
        return entry.end.map { .ended(after: $0) } ?? .begun(command)
    }

    /// Returns a payment as the answer told that made it; `nil` if that is not at hand.
    func made(_ id: String) -> PaymentIntent? {
        answered.lazy.compactMap { entries[$0]?.answer?.body }.filter { $0.contains(id) }
            .compactMap { try? JSONDecoder().decode(Made.self, from: Data($0.utf8)).intent }.first { $0.id == id }
    }

    private struct Made: Decodable {
        enum CodingKeys: String, CodingKey { case intent = "payment_intent" }

        let intent: PaymentIntent
    }

    mutating func begin(_ command: Command) {
        if entries.updateValue(Entry(command: command), forKey: command.id) == nil { begun.append(command.id) }
        guard begun.count > Self.capacity + Self.capacity / 10 else { return }
        // The oldest that have ended go, many at once; what has no end never does.
        var excess = begun.count - Self.capacity
        begun.removeAll { id in
            guard excess > 0, entries[id].map({ $0.end != nil }) ?? true else { return false }
            entries[id] = nil
            excess -= 1
            return true
        }
    }

    /// Notes the answer of a command, which is recorded after the record of a number.
    mutating func end(_ answer: Answer, after sequence: Int64) {
        // What has ended stays so, whatever becomes of it when it is given again.
        guard let entry = entries[answer.id], entry.end == nil else { return }
        guard answer.body != nil else {
            // Its key is free again.
            entries[answer.id] = nil
            begun.removeAll { $0 == answer.id }
            return
        }
        entries[answer.id]?.end = sequence
        entries[answer.id]?.answer = answer
        answered.append(answer.id)
        guard answered.count > answerCapacity + answerCapacity / 10 else { return }
        for id in answered.prefix(answered.count - answerCapacity) { entries[id]?.answer = nil }
        answered.removeFirst(answered.count - answerCapacity)
    }
}

extension CommandBook {
    /// The kinds of the till's records that it is made of.
    private enum Kind: String {
        case command = "service.command"
        case answer = "service.answer"
    }

    /// Returns the record of a command that begins.
    static func record(_ command: Command) -> ShopRecord { record(.command, command) }

    /// Returns the record of an answer.
    static func record(_ answer: Answer) -> ShopRecord { record(.answer, answer) }

    private static func record(_ kind: Kind, _ value: some Encodable) -> ShopRecord {
        ShopRecord(kind: kind.rawValue, version: 1, body: (try? JSONEncoder().encode(value)).map { Array($0) } ?? [])
    }

    /// Reads a record of the till and its number; those of other kinds are nobody's here.
    mutating func apply(_ record: ShopRecord, _ sequence: Int64) {
        if let command: Command = Self.read(.command, record) { begin(command) }
        if let answer: Answer = Self.read(.answer, record) { end(answer, after: sequence - 1) }
    }

    /// Returns the answer that a record of the till is; `nil` for any other.
    static func answer(in record: ShopRecord) -> Answer? { read(.answer, record) }

    private static func read<Value: Decodable>(_ kind: Kind, _ record: ShopRecord) -> Value? {
        guard record.version == 1, record.kind == kind.rawValue else { return nil }
        return try? JSONDecoder().decode(Value.self, from: Data(record.body))
    }
}
