import SimulatedCard
import Tender

/// The command that plays the customer of a simulated smart reader.
enum TerminalPresentCommand: Command {
    static let name = "terminal present"
    static let summary = "present a test card to a simulated smart reader that waits for one"
    static let operands = "READER [--card NAME] [--tip A --currency CODE] --gateway URL"
    static let options =
        [
            Option("card", "NAME", "the card, or a public test card's number (default visa)"),
            Option("tip", "A", "what the customer adds on the reader"),
            Option("currency", "CODE", "the tip's currency (default eur)"),
        ] + GatewayAccess.commandOptions
    static var notes: String {
        """
        READER is an id, a label or a serial number. In test mode only.
        Cards: \(SimulatedCard.all.map(\.name).joined(separator: ", "))
        """
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let name = try options.operand("smart reader")
        let (number, type) = try card(options.value("card"))
        let tip = try options.value("tip").map { text in
            let code = options.value("currency") ?? "eur"
            guard let currency = Currency(code) else { throw CommandLineError("'\(code)' is no currency of ISO 4217") }
            return try Amount(parsing: text, currency: currency)
        }
        let client = try GatewayAccess.client(options)
        let reader = try await TerminalAccess.reader(name, client)
        let answer = try await client.presentPaymentMethod(
            to: reader.id, number: number, type: type, tip: tip, key: GatewayAccess.makeKey("present"))
        output.line(TerminalAccess.line(answer))
        output.object(ObjectReport(object: answer))
        return .done
    }

    private static func card(_ text: String?) throws -> (String?, PaymentMethodType) {
        guard let text else { return (nil, .cardPresent) }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return (text, .cardPresent)
        }
        let card = try SimulatedCard.named(text)
        return (card.number.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, card.paymentMethodType)
    }
}

/// The command that cancels a smart reader's action.
enum TerminalCancelCommand: Command {
    static let name = "terminal cancel"
    static let summary = "end what a smart reader waits for or shows"
    static let operands = "READER --gateway URL"
    static let options = GatewayAccess.commandOptions
    static let notes = "READER is an id, a label or a serial number. Refused while a card is being authorised."

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let name = try options.operand("smart reader")
        let client = try GatewayAccess.client(options)
        let reader = try await TerminalAccess.reader(name, client)
        let answer = try await client.cancelAction(on: reader.id, key: GatewayAccess.makeKey("cancel"))
        output.line(TerminalAccess.line(answer))
        output.object(ObjectReport(object: answer))
        return .done
    }
}
