import CommandLineOptions
import Tender
import TenderService

/// The filters of lists that are not the list's own options elsewhere.
private enum FilterOptions {
    static let customer = Option("customer", "ID", "those of this customer", as: .text)
    static let payment = Option("payment", "ID", "those of this PaymentIntent", as: .text)
    static let charge = Option("charge", "CH", "those of this charge", as: .text)
    static let group = Option("group", "GROUP", "those of this group of transfers", as: .text)

    /// Returns the query with the filters that were given.
    static func query(
        _ query: ListQuery, _ arguments: Arguments, _ filters: [(ListFilter, Option<String?>)]
    ) -> ListQuery {
        var query = query
        for (filter, option) in filters { query.filters[filter] = arguments[option] }
        return query
    }
}

/// The command that lists SetupIntents.
enum SetupListCommand: ListCommand {
    static let name = "setup list"
    static let summary = "list SetupIntents, which save cards, newest first"
    private static let method = Option("payment-method", "PM", "those of this payment method, pm_…", as: .text)
    static let filters: [any DeclaredOption] = [FilterOptions.customer, method]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<SetupIntent> {
        var page = try await GatewayAccess.client(arguments).listSetupIntents(
            customer: arguments[FilterOptions.customer], paymentMethod: arguments[method], query)
        page.data = page.data.map { intent in
            var intent = intent
            intent.clientSecret = intent.clientSecret?.masked
            return intent
        }
        return page
    }

    static func nothing(_ arguments: Arguments) -> String { "No SetupIntents." }

    static func line(_ intent: SetupIntent) -> String {
        let card = intent.paymentMethod?.value?.card?.line ?? intent.paymentMethod?.id
        return [intent.id, "\(intent.status)", intent.customer, card].compactMap(\.self).joined(separator: "  ")
    }
}

/// The command that lists PaymentIntents.
enum PaymentListCommand: ListCommand {
    static let name = "payments"
    static let summary = "list payments, newest first"
    static let filters: [any DeclaredOption] = [FilterOptions.customer]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<PaymentIntent> {
        let query = FilterOptions.query(query, arguments, [(.customer, FilterOptions.customer)])
        var page = try await Payment.looker(arguments).listPaymentIntents(query)
        page.data = page.data.map(\.masked)
        return page
    }

    static func nothing(_ arguments: Arguments) -> String { "No payments." }

    static func line(_ intent: PaymentIntent) -> String {
        "\(intent.id)  \(intent.amount)  \(intent.status)" + (intent.card.map { "  \($0.line)" } ?? "")
    }
}

/// The command that lists charges.
enum ChargeListCommand: ListCommand {
    static let name = "charges"
    static let summary = "list charges, approved or not, newest first"
    static let filters: [any DeclaredOption] = [FilterOptions.payment, FilterOptions.customer, FilterOptions.group]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Charge> {
        let query = FilterOptions.query(
            query, arguments,
            [
                (.paymentIntent, FilterOptions.payment), (.customer, FilterOptions.customer),
                (.transferGroup, FilterOptions.group),
            ])
        return try await GatewayAccess.client(arguments).listCharges(query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No charges." }

    static func line(_ charge: Charge) -> String {
        "\(charge.id)  \(charge.amount)  \(charge.status)" + (charge.paymentIntent.map { "  \($0)" } ?? "")
    }
}

/// The command that lists refunds.
enum RefundListCommand: ListCommand {
    static let name = "refunds"
    static let summary = "list refunds, newest first"
    static let filters: [any DeclaredOption] = [FilterOptions.payment, FilterOptions.charge]

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Refund> {
        let query = FilterOptions.query(
            query, arguments, [(.paymentIntent, FilterOptions.payment), (.charge, FilterOptions.charge)])
        return try await GatewayAccess.client(arguments).listRefunds(paymentIntent: nil, query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No refunds." }

    static func line(_ refund: Refund) -> String {
        "\(refund.id)  \(refund.amount)  \(refund.status)" + (refund.paymentIntent.map { "  \($0)" } ?? "")
    }
}
