import TenderBytes

/// A script that is being performed: its commands, and how many the card has taken.
struct ScriptRun: Sendable {
    let moment: IssuerScript.Moment
    /// The identifier, tag 9F18; zeros if there is none.
    let identifier: [UInt8]
    private let commands: [SecretBytes]
    private var takenCount = 0

    /// - Returns: `nil` if the content is no list of commands with at most one identifier: nothing of it is sent [check].
    init?(_ script: IssuerScript) {
        guard let objects = try? script.content.objects() else { return nil }
        let identifiers = objects.filter { $0.tag == 0x9F18 }.map(\.value)
        commands = objects.filter { $0.tag == 0x86 }.map(\.value)
        guard !commands.isEmpty, identifiers.count < 2, identifiers.allSatisfy({ $0.count == 4 }) else { return nil }
        moment = script.moment
        identifier = identifiers.first?.open ?? IssuerScriptResult.noIdentifier
    }

    /// The command that comes next; `nil` after the last one, and in place of what is no short command.
    var command: SecretBytes? {
        guard takenCount < commands.count, Self.isShortCommand(commands[takenCount]) else { return nil }
        return commands[takenCount]
    }

    /// Whether bytes have a header, and lengths of one byte that fit them.
    private static func isShortCommand(_ command: SecretBytes) -> Bool {
        guard command.count > 5 else { return command.count > 3 }
        let dataCount = Int(command.part(4..<5).number)
        return dataCount > 0 && (0...1).contains(command.count - 5 - dataCount)
    }

    /// Notes that the card has taken the command.
    mutating func commandTaken() { takenCount += 1 }

    /// What is told of it when it goes no further.
    var result: IssuerScriptResult {
        let isDone = takenCount == commands.count
        return IssuerScriptResult(isDone ? .successful : .failed(command: takenCount + 1), identifier: identifier)
    }
}
