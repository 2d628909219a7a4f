import FoundationEssentials
import TenderFlow

/// The keyed commands that a till was given, and what was answered.
///
/// A value without files: the records that it asks for are written to the journal before a command begins, and before
/// its answer is given.
struct CommandBook {
    /// How many final answers are kept at hand.
    ///
    /// An older command is asked of the engine again, which repeats nothing.
    static let capacity = 1000

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
        /// The key stands for another command.
        case isTaken
    }

    private var commands: [String: Command] = [:]
    private var answers: [String: Answer] = [:]
    private var order: [String] = []

    /// Judges a command that is given now.
    func verdict(_ id: String, call: String, digest: String) -> Verdict {
        guard let known = commands[id] else { return .new }
        guard known.call == call, known.digest == digest else { return .isTaken }
        return answers[id].map(Verdict.answered) ?? .begun(known)
    }

    mutating func begin(_ command: Command) {
        forget(command.id)
        commands[command.id] = command
        order.append(command.id)
        if order.count > Self.capacity, let oldest = order.first(where: { answers[$0] != nil }) { forget(oldest) }
    }

    mutating func end(_ answer: Answer) {
        if answer.body == nil { forget(answer.id) } else { answers[answer.id] = answer }
    }

    private mutating func forget(_ id: String) {
        guard commands.removeValue(forKey: id) != nil else { return }
        answers[id] = nil
        order.removeAll { $0 == id }
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
