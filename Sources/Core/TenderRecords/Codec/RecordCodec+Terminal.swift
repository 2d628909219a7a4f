import TenderFlow
import TenderModel

// The records of commands to a semi-integrated terminal.

extension RecordWriter {
    mutating func write(_ record: TerminalRecord) {
        switch record {
        case .leaving(let command):
            write(byte: 1)
            write(command)
        case .told(let key, let statement):
            write(byte: statement.provenance == nil ? 2 : 6)
            write(key)
            write(statement)
            if let provenance = statement.provenance { write(provenance) }
        case .ended(let key, let end):
            write(byte: 3)
            write(key)
            write(end)
        case .canceled: write(byte: 4)
        case .batchClosing: write(byte: 5)
        }
    }

    private mutating func write(_ command: TerminalCommand) {
        write(tag: command.kind)
        write(command.key)
        write(command.terminal)
        write(command.amount)
        write(command.receipt)
        write(command.lastReceipt)
        write(command.batch)
    }

    private mutating func write(_ statement: TerminalStatement) {
        write(statement.isSuccess)
        write(statement.code)
        write(statement.amount)
        write(statement.receipt)
        write(statement.trace)
        write(statement.card) { $0.write($1) }
    }

    private mutating func write(_ provenance: TerminalStatement.Provenance) {
        write(provenance.terminal)
        write(provenance.currency)
        write(provenance.originalTrace)
    }

    private mutating func write(_ end: TerminalEnd) {
        switch end {
        case .notExecuted(let code):
            write(byte: 1)
            write(code)
        case .contradicted: write(byte: 2)
        case .decided(let isExecuted, let person):
            write(byte: 3)
            write(isExecuted)
            write(person)
        }
    }
}

extension RecordReader {
    mutating func terminalRecord() throws(RecordError) -> TerminalRecord {
        switch try byte() {
        case 1: .leaving(try terminalCommand())
        case 2: .told(try key(), try terminalStatement())
        case 6: .told(try key(), try provenTerminalStatement())
        case 3: .ended(try key(), try terminalEnd())
        case 4: .canceled
        case 5: .batchClosing
        case let other: throw .unknownCase(field: "terminal record", tag: other)
        }
    }

    private mutating func terminalCommand() throws(RecordError) -> TerminalCommand {
        TerminalCommand(
            try tag("terminal command"), key: try key(), terminal: try text("terminal"), amount: try amount(),
            receipt: try optionalInt("receipt"), lastReceipt: try optionalInt("receipt"), batch: try int("batch"))
    }

    private mutating func terminalStatement() throws(RecordError) -> TerminalStatement {
        TerminalStatement(
            isSuccess: try flag("success"), code: try text("code"), amount: try optionalInt64("amount"),
            receipt: try optionalInt("receipt"), trace: try optionalInt("trace"),
            card: try optional("card") { reader throws(RecordError) in try reader.cardDetails() }, provenance: nil)
    }

    private mutating func provenTerminalStatement() throws(RecordError) -> TerminalStatement {
        var statement = try terminalStatement()
        statement.provenance = TerminalStatement.Provenance(
            terminal: try optionalText("terminal"), currency: try optionalText("currency"),
            originalTrace: try optionalInt("trace"))
        return statement
    }

    private mutating func terminalEnd() throws(RecordError) -> TerminalEnd {
        switch try byte() {
        case 1: .notExecuted(code: try text("code"))
        case 2: .contradicted
        case 3: .decided(isExecuted: try flag("decision"), by: try text("person"))
        case let other: throw .unknownCase(field: "terminal end", tag: other)
        }
    }
}

extension TerminalCommand.Kind: RecordTag {
    var recordTag: UInt8 {
        switch self {
        case .sale: 1
        case .hold: 2
        case .capture: 3
        case .release: 4
        case .reversal: 5
        case .refund: 6
        }
    }
}
