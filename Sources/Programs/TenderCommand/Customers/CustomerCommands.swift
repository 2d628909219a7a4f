import CommandLineOptions
import Tender

enum CustomerCreateCommand: CustomerCommand {
    static let name = "customer create"
    static let summary = "create a customer, whose cards can be saved"
    private static let fullName = Option("name", "NAME", "the full name", as: .text)
    static let details: [any DeclaredOption] =
        [fullName, CustomerOptions.email, CustomerOptions.phone, CustomerOptions.description]
    static let outcome = "created"

    static func request(_ arguments: Arguments) async throws -> Customer {
        let parameters = CustomerParameters(
            name: arguments[fullName], email: arguments[CustomerOptions.email],
            phone: arguments[CustomerOptions.phone], description: arguments[CustomerOptions.description])
        return try await GatewayAccess.client(arguments).createCustomer(
            parameters, key: GatewayAccess.makeKey("create"))
    }
}

/// The command that shows a customer as the gateway knows them.
enum CustomerShowCommand: CustomerCommand {
    static let name = "customer show"
    static let summary = "show a customer as the gateway knows them"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    static let outcome = "done"

    static func request(_ arguments: Arguments) async throws -> Customer {
        try await GatewayAccess.client(arguments).retrieveCustomer(arguments[CustomerOptions.id])
    }
}

enum CustomerListCommand: ListCommand {
    static let name = "customer list"
    static let summary = "list customers, newest first"
    private static let email = Option("email", "EMAIL", "only those with exactly this email address", as: .text)
    static let filters: [any DeclaredOption] = [email]
    private struct Report: Encodable {
        var customers: [Customer]
        var hasMore: Bool
    }

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Customer> {
        try await GatewayAccess.client(arguments).listCustomers(email: arguments[email], query)
    }

    static func nothing(_ arguments: Arguments) -> String { "No customers." }

    static func line(_ customer: Customer) -> String { CustomerOptions.line(customer) }

    static func report(_ page: ListPage<Customer>, _ output: Output) {
        output.snakeCaseObject(Report(customers: page.data, hasMore: page.hasMore))
    }
}

enum CustomerDeleteCommand: CustomerCommand {
    static let name = "customer delete"
    static let summary = "delete a customer for good, and remove their cards"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    static let outcome = "deleted"

    static func request(_ arguments: Arguments) async throws -> Customer {
        try await GatewayAccess.client(arguments).deleteCustomer(arguments[CustomerOptions.id])
    }
}

/// The command that saves a customer's shipping address.
enum CustomerShippingCommand: CustomerCommand {
    static let name = "customer shipping"
    static let summary = "save a customer's shipping address"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    private static let recipient = RequiredOption("name", "NAME", "the recipient", as: .text, example: "Ann")
    static let details: [any DeclaredOption] = [recipient] + AddressOptions.deliveryOptions + [CustomerOptions.phone]
    static let outcome = "changed"

    static func request(_ arguments: Arguments) async throws -> Customer {
        let shipping = try ShippingDetails(
            address: AddressOptions.address(arguments), name: arguments[recipient],
            phone: arguments[CustomerOptions.phone])
        return try await GatewayAccess.client(arguments).updateCustomer(
            arguments[CustomerOptions.id], CustomerParameters(shipping: shipping),
            key: GatewayAccess.makeKey("shipping"))
    }
}
