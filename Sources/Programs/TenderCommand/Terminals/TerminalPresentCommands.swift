import CommandLineOptions
import SimulatedCard
import Tender

/// The command that plays the customer of a simulated smart reader.
enum TerminalPresentCommand: RequestCommand {
    typealias Object = TerminalReader

    static let name = "terminal present"
    static let summary = "present a test card to a simulated smart reader that waits for one"
    static let operands: [any DeclaredOperand] = [TerminalAccess.reader]
    private static let card = Option(
        "card", "NAME", "the card, or a public test card's number; visa when left out", as: .text)
    private static let tip = Option("tip", "A", "what the customer adds on the reader", as: .text)
    static let details: [any DeclaredOption] = [card, tip, MoneyOptions.currency]
    static var notes: String {
        """
        READER is an id, a label or a serial number. In test mode only.
        Cards: \(SimulatedCard.all.map(\.name).joined(separator: ", "))
        """
    }

    static func request(_ arguments: Arguments) async throws -> TerminalReader {
        let (number, type) = try card(arguments[card])
        let tip = try arguments[tip].map { try Amount(parsing: $0, currency: arguments[MoneyOptions.currency]) }
        let client = try GatewayAccess.client(arguments)
        let reader = try await TerminalAccess.reader(arguments[TerminalAccess.reader], client)
        return try await client.presentPaymentMethod(
            to: reader.id, number: number, type: type, tip: tip, key: GatewayAccess.makeKey("present"))
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
enum TerminalCancelCommand: RequestCommand {
    typealias Object = TerminalReader

    static let name = "terminal cancel"
    static let summary = "cancel what a smart reader waits for or shows"
    static let operands: [any DeclaredOperand] = [TerminalAccess.reader]
    static let notes = "READER is an id, a label or a serial number. Refused while a card is being authorized."

    static func request(_ arguments: Arguments) async throws -> TerminalReader {
        let client = try GatewayAccess.client(arguments)
        let reader = try await TerminalAccess.reader(arguments[TerminalAccess.reader], client)
        return try await client.cancelAction(on: reader.id, key: GatewayAccess.makeKey("cancel"))
    }
}
