import CommandLineOptions
import Tender

enum CustomerCreateCommand: Command {
    static let name = "customer create"
    static let summary = "create a customer, whose cards can be saved"
    private static let fullName = Option("name", "NAME", "the full name", as: .text)
    static let options: [any DeclaredOption] =
        [fullName, CustomerOptions.email, CustomerOptions.phone, CustomerOptions.description]
        + GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let parameters = CustomerParameters(
            name: arguments[fullName], email: arguments[CustomerOptions.email],
            phone: arguments[CustomerOptions.phone], description: arguments[CustomerOptions.description])
        let client = try GatewayAccess.client(arguments)
        let customer = try await client.createCustomer(parameters, key: GatewayAccess.makeKey("create"))
        return CustomerOptions.show(customer, "created", output)
    }
}

/// The command that shows a customer as the gateway knows them.
enum CustomerShowCommand: ObjectCommand {
    static let name = "customer show"
    static let summary = "show a customer as the gateway knows them"
    static let object = CustomerOptions.id

    static func retrieve(_ id: String, _ arguments: Arguments) async throws -> Customer {
        try await GatewayAccess.client(arguments).retrieveCustomer(id)
    }

    static func show(_ customer: Customer, _ output: Output) -> ExitCode {
        CustomerOptions.show(customer, "done", output)
    }
}

enum CustomerListCommand: ListCommand {
    static let name = "customer list"
    static let summary = "list customers, newest first"
    private static let email = Option("email", "EMAIL", "only those with exactly this email address", as: .text)
    static let filters: [any DeclaredOption] = [email]
    static let nothing = "No customers."

    private struct Report: Encodable {
        var customers: [Customer]
        var hasMore: Bool
    }

    static func page(_ query: ListQuery, _ arguments: Arguments) async throws -> ListPage<Customer> {
        try await GatewayAccess.client(arguments).listCustomers(email: arguments[email], query)
    }

    static func line(_ customer: Customer) -> String { CustomerOptions.line(customer) }

    static func report(_ page: ListPage<Customer>, _ output: Output) {
        output.snakeCaseObject(Report(customers: page.data, hasMore: page.hasMore))
    }
}

enum CustomerDeleteCommand: Command {
    static let name = "customer delete"
    static let summary = "delete a customer for good, and remove their cards"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    static let options: [any DeclaredOption] = GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[CustomerOptions.id]
        let customer = try await GatewayAccess.client(arguments).deleteCustomer(id)
        return CustomerOptions.show(customer, "deleted", output)
    }
}

/// The command that saves a customer's shipping address.
enum CustomerShippingCommand: Command {
    static let name = "customer shipping"
    static let summary = "save a customer's shipping address"
    static let operands: [any DeclaredOperand] = [CustomerOptions.id]
    private static let recipient = RequiredOption("name", "NAME", "the recipient", as: .text, example: "Ann")
    static let options: [any DeclaredOption] =
        [recipient] + AddressOptions.deliveryOptions + [CustomerOptions.phone] + GatewayAccess.commandOptions

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let id = try arguments[CustomerOptions.id]
        let shipping = try ShippingDetails(
            address: AddressOptions.address(arguments), name: arguments[recipient],
            phone: arguments[CustomerOptions.phone])
        let customer = try await GatewayAccess.client(arguments).updateCustomer(
            id, CustomerParameters(shipping: shipping), key: GatewayAccess.makeKey("shipping"))
        return CustomerOptions.show(customer, "changed", output)
    }
}
