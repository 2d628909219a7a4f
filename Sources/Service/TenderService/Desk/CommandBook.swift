import FoundationEssentials
import TenderFlow
import TenderModel

/// The keyed commands that a till was given, and what was answered.
///
/// A value without files: the records that it asks for are written to the journal before a command begins, and before
/// its answer is given.
struct CommandBook {
    /// How many final answers are kept at hand, and of how many commands is known that they have ended.
    static let answerCapacity = 1000
    static let capacity = 50_000

    /// A command as it was given.
    struct Command: Hashable, Codable {
        let id: String
        let call: String
        /// The hash of its input.
        let digest: String
        /// The payment's card attempts that were recorded before it.
        let attempts: Int
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
        /// It ended with this outcome; the answer is no longer at hand.
        case ended(Command, outcome: String)
        /// The key stands for another command.
        case isTaken
    }

    private struct Entry {
        let command: Command
        var outcome: String?
        var answer: Answer?
    }

    private var entries: [String: Entry] = [:]
    /// The commands in the order in which they were begun, and those whose answers are at hand in that of their ends.
    private var begun: [String] = []
    private var answered: [String] = []

    /// Judges a command that is given now.
    func verdict(_ id: String, call: String, digest: String) -> Verdict {
        guard let entry = entries[id] else { return .new }
        let command = entry.command
        guard command.call == call, command.digest == digest else { return .isTaken }
        if let answer = entry.answer { return .answered(answer) }
        return entry.outcome.map { .ended(command, outcome: $0) } ?? .begun(command)
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
            guard excess > 0, entries[id].map({ $0.outcome != nil }) ?? true else { return false }
            entries[id] = nil
            excess -= 1
            return true
        }
    }

    mutating func end(_ answer: Answer) {
        guard answer.body != nil else {
            // Its key is free again.
            entries[answer.id] = nil
            begun.removeAll { $0 == answer.id }
            return
        }
        guard entries[answer.id] != nil else { return }
        entries[answer.id]?.outcome = answer.outcome
        entries[answer.id]?.answer = answer
        answered.append(answer.id)
        guard answered.count > Self.answerCapacity + Self.answerCapacity / 10 else { return }
        for id in answered.prefix(answered.count - Self.answerCapacity) { entries[id]?.answer = nil }
        answered.removeFirst(answered.count - Self.answerCapacity)
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

    /// Reads a record of the till; those of other kinds are nobody's here.
    mutating func apply(_ record: ShopRecord) {
        guard record.version == 1, let kind = Kind(rawValue: record.kind) else { return }
        let data = Data(record.body)
        switch kind {
        case .command: if let command = try? JSONDecoder().decode(Command.self, from: data) { begin(command) }
        case .answer: if let answer = try? JSONDecoder().decode(Answer.self, from: data) { end(answer) }
        }
    }
}
