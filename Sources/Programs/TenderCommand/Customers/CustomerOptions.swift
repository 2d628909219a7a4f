import CommandLineOptions
import Tender
import TenderService

/// The shared parts of the commands on customers.
enum CustomerOptions {
    static let id = Operand("ID", "customer id", as: .text)
    static let cardID = Operand("CARD", "card id", as: .text)
    static let email = Option("email", "EMAIL", "the email address", as: .text)
    static let phone = Option("phone", "NUMBER", "the telephone number", as: .text)
    static let description = Option("description", "TEXT", "a text for people", as: .text)

    static func line(_ method: PaymentMethod, isDefault: Bool) -> String {
        let card = method.card?.line ?? method.type.rawValue
        return "\(method.id)  \(card)".withoutControls + (isDefault ? "  default" : "")
    }

    static func line(_ customer: Customer) -> String {
        [customer.id, customer.name, customer.email].compactMap(\.self).joined(separator: "  ").withoutControls
    }
}

extension ShippingDetails {
    /// One line for people.
    var line: String {
        let place = [address.postalCode, address.city].compactMap(\.self).joined(separator: " ")
        return [name, address.line1, address.line2, place, address.state, address.country, phone]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ").withoutControls
    }
}
