import CommandLineOptions
import Tender

/// The command that sends commands to the card in a chip card reader.
enum APDUCommand: Command {
    static let name = "apdu"
    static let summary = "send commands to the card in a USB chip reader"
    private static let commands = Operand(repeated: "HEX", "HEX command", as: .hexadecimal)
    static let operands: [any DeclaredOperand] = [ChipReaderAccess.reader, commands]
    private static let slot = Option(
        "slot", "N", "the slot; that of READER when left out, or 0", as: .number(in: 0...255))
    private static let rounds = Option(
        "repeat", "N", "send all of them N times, and tell how long an answer took", as: .number(in: 1...1_000_000),
        default: 1)
    private static let interval = Option(
        "interval", "MS", "wait so many milliseconds between the times", as: .number(in: 0...3_600_000), default: 0)
    static let options: [any DeclaredOption] = [slot, rounds, interval, Output.json]
    static let notes = """
        READER is usb for the first chip reader, or usb:ID as tender readers tells it. Each HEX is one command; the card is
        switched on before the first. The answers are printed whole: what a card tells may be card data. A command whose
        fate is unknown is never sent again, and ends the run (4). With --repeat the answers of the first time are printed,
        and the median, the shortest and the longest time from a command to its answer, in microseconds.
        """

    private struct Report: Encodable {
        var outcome = "done"
        var atr: String
        var exchanges: [Exchange]
        var times: AnswerTimes?
    }

    private struct Exchange: Encodable {
        var command: String
        var answer: String
        var statusWord: String

        enum CodingKeys: String, CodingKey {
            case command, answer
            case statusWord = "status_word"
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let address = try arguments[ChipReaderAccess.reader]
        let slot = arguments[Self.slot] ?? address.slot ?? 0
        let rounds = arguments[Self.rounds]
        let interval = arguments[Self.interval]
        let commands = try arguments[Self.commands].map(command)
        let report = try await ChipReaderAccess.with(address) { reader in
            var report = Report(
                atr: Hex.encode(try await reader.driver.powerOn(slot: slot).0.bytes), exchanges: [])
            var times: [Duration] = []
            for round in 0..<rounds {
                if round > 0, interval > 0 { try await Task.sleep(for: .milliseconds(interval)) }
                for command in commands {
                    let start = ContinuousClock.now
                    let answer = try await reader.driver.transmit(command, slot: slot)
                    times.append(ContinuousClock.now - start)
                    if round == 0 { report.exchanges.append(tell(command, answer, output)) }
                }
            }
            if arguments.isGiven(Self.rounds) { report.times = AnswerTimes(times) }
            return report
        }
        if let times = report.times { output.line(times.description) }
        output.object(report)
        return .done
    }

    private static func tell(_ command: CommandAPDU, _ answer: ResponseAPDU, _ output: Output) -> Exchange {
        let exchange = Exchange(
            command: Hex.encode(command.bytes), answer: Hex.encode(answer.data),
            statusWord: Hex.encode([answer.sw1, answer.sw2]))
        output.line("> \(exchange.command)")
        output.line("< \(exchange.answer)\(exchange.answer.isEmpty ? "" : " ")\(exchange.statusWord)")
        return exchange
    }

    private static func command(_ bytes: [UInt8]) throws -> CommandAPDU {
        do throws(APDUError) {
            return try CommandAPDU(parsing: bytes)
        } catch {
            let reason =
                switch error {
                case .tooShort: "it has at least four bytes, CLA INS P1 P2, such as 00A40400"
                case .badLength: "the length after CLA INS P1 P2 is not that of the bytes that follow"
                }
            throw CommandLineError("'\(Hex.encode(bytes))' is not a command to a card: \(reason)")
        }
    }
}

extension OptionText where Value == [UInt8] {
    /// Bytes in hexadecimal, also with spaces or colons between them.
    fileprivate static var hexadecimal: OptionText {
        OptionText("hexadecimal digits") { Hex.decode($0.filter { $0 != " " && $0 != ":" }.lowercased()) }
    }
}
