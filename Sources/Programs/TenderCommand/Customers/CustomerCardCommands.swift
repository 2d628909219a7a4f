import CommandLineOptions
import Tender

enum CustomerAddCardCommand: RequestCommand {
    static let name = "customer add-card"
    static let summary = "save a card for a customer"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    private static let card = RequiredOption(
        "card", "CARD", "a payment method (pm_…), a test card (pm_card_visa) or a token (tok_visa)",
        as: .text, example: "pm_card_visa")
    static let details: [any DeclaredOption] = [card]
    static let notes = "The gateway verifies the card: one that it declines is not saved (2)."

    static func request(_ arguments: Arguments) async throws -> PaymentMethod {
        let card = try arguments[Self.card]
        let client = try GatewayAccess.client(arguments)
        let method =
            card.hasPrefix("tok_")
            ? try await client.createPaymentMethod(token: card, key: GatewayAccess.makeKey("card")).id : card
        return try await client.attachPaymentMethod(
            method, toCustomer: arguments[CustomerOptions.id], key: GatewayAccess.makeKey("attach"))
    }

    static func lines(_ card: PaymentMethod) -> [String?] { [CustomerOptions.line(card, isDefault: false)] }

    static func show(_ card: PaymentMethod, _ output: Output) -> ExitCode {
        lines(card).compactMap(\.self).forEach(output.line)
        output.object(CardReport(outcome: "saved", card: card))
        return .done
    }
}

/// The JSON object of a command on a card.
private struct CardReport: Encodable {
    var outcome: String
    var card: PaymentMethod
}

enum CustomerCardsCommand: Command {
    static let name = "customer cards"
    static let summary = "list a customer's saved cards"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions

    private struct Report: Encodable {
        var cards: [PaymentMethod]
        var `default`: String?
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[CustomerOptions.id]
        let client = try GatewayAccess.client(arguments)
        let customer = try await client.retrieveCustomer(id)
        let cards = try await ListPage.all { query throws(GatewayError) in
            try await client.listPaymentMethods(ofCustomer: id, type: .card, query)
        }
        let chosen = customer.defaultPaymentMethod ?? customer.defaultSource
        if cards.isEmpty { output.line("No cards. Save one: tender customer add-card \(id) --card pm_card_visa") }
        for method in cards { output.line(CustomerOptions.line(method, isDefault: method.id == chosen)) }
        output.object(Report(cards: cards, default: chosen))
        return .done
    }
}

/// The command that makes a saved card the customer's default.
enum CustomerDefaultCommand: CustomerCommand {
    static let name = "customer default"
    static let summary = "make a saved card the customer's default"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id, CustomerOptions.cardID]
    static let outcome = "changed"

    static func request(_ arguments: Arguments) async throws -> Customer {
        let card = try arguments[CustomerOptions.cardID]
        let change = CustomerParameters(
            defaultPaymentMethod: card.hasPrefix("card_") ? nil : card,
            defaultSource: card.hasPrefix("card_") ? card : nil)
        return try await GatewayAccess.client(arguments).updateCustomer(
            arguments[CustomerOptions.id], change, key: GatewayAccess.makeKey("default"))
    }
}

enum CustomerRemoveCardCommand: Command {
    static let name = "customer remove-card"
    static let summary = "remove a customer's saved card for good"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id, CustomerOptions.cardID]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let (id, card) = try (arguments[CustomerOptions.id], arguments[CustomerOptions.cardID])
        let client = try GatewayAccess.client(arguments)
        if card.hasPrefix("card_") {
            try await client.deleteSource(card, ofCustomer: id)
        } else {
            // A slip must not delete somebody else's card.
            let saved = try await client.retrievePaymentMethod(card, ofCustomer: id)
            _ = try await client.detachPaymentMethod(saved.id, key: GatewayAccess.makeKey("detach"))
        }
        output.line("\(card) is forgotten.")
        output.object(["outcome": "removed", "id": card])
        return .done
    }
}
