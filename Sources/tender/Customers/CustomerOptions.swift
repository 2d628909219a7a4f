import Tender

/// What the commands about customers share.
enum CustomerOptions {
    static let access = GatewayAccess.options + [.json]

    /// The operands of a command, in their order.
    static func operands(_ options: Options, _ names: String...) throws -> [String] {
        guard options.operands.count == names.count else {
            throw CommandLineError("give \(names.map { "one \($0)" }.joined(separator: " and "))")
        }
        return options.operands
    }

    /// A key under which a request is executed once.
    static func makeKey(_ verb: String) -> IdempotencyKey { IdempotencyKey(base: makeBase(), attempt: 1, verb: verb) }

    /// The base of the keys of a payment.
    static func makeBase() -> String {
        "tender_" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    }

    static func show(_ customer: Customer, _ outcome: String, _ output: Output) -> ExitCode {
        output.line([customer.id, customer.name, customer.email].compactMap(\.self).joined(separator: "  "))
        if customer.isDeleted { output.line("  deleted") }
        if let method = customer.defaultPaymentMethod ?? customer.defaultSource { output.line("  default   \(method)") }
        if let shipping = customer.shipping { output.line("  shipping  \(shipping.line)") }
        output.object(CustomerReport(outcome: outcome, customer: customer))
        return .done
    }

    static func line(_ method: PaymentMethod, isDefault: Bool) -> String {
        let card = method.card?.line ?? method.type.rawValue
        return "\(method.id)  \(card)" + (isDefault ? "  default" : "")
    }
}

/// The JSON object of a command on a customer.
private struct CustomerReport: Encodable {
    var outcome: String
    var customer: Customer
}

extension ShippingDetails {
    /// One line for people.
    var line: String {
        let place = [address.postalCode, address.city].compactMap(\.self).joined(separator: " ")
        return [name, address.line1, address.line2, place, address.state, address.country, phone]
            .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
