import Tender

enum CustomerCreateCommand: Command {
    static let name = "customer create"
    static let summary = "make a customer, whose cards can be saved"
    static let operands = "[--name N] [--email E] --gateway URL"
    static let options =
        [
            Option("name", "N", "the full name"), Option("email", "E", "the address for mail"),
            Option("phone", "P", "the telephone number"), Option("description", "TEXT", "a text for people"),
        ] + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let parameters = CustomerParameters(
            name: options.value("name"), email: options.value("email"), phone: options.value("phone"),
            description: options.value("description"))
        let client = try GatewayAccess.client(options)
        let customer = try await client.createCustomer(parameters, key: GatewayAccess.makeKey("create"))
        return CustomerOptions.show(customer, "created", output)
    }
}

/// The command that shows a customer as the gateway knows them.
enum CustomerShowCommand: Command {
    static let name = "customer show"
    static let summary = "show a customer as the gateway knows them"
    static let operands = "ID --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try CustomerOptions.operands(options, "customer id")[0]
        let customer = try await GatewayAccess.client(options).retrieveCustomer(id)
        return CustomerOptions.show(customer, "done", output)
    }
}

enum CustomerListCommand: Command {
    static let name = "customer list"
    static let summary = "list customers, newest first"
    static let operands = "[--email E] [--limit N] --gateway URL"
    static let options =
        [
            Option("email", "E", "only those with exactly this address for mail"),
            Option("limit", "N", "how many, 1 to 100 (default 10)"),
            Option("after", "ID", "those that come after this one"),
        ] + GatewayAccess.commandOptions

    private struct Report: Encodable {
        var customers: [Customer]
        var hasMore: Bool
    }

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        try options.expectNoOperands()
        let query = ListQuery(
            limit: try options.number("limit", in: 1...100) ?? 10, startingAfter: options.value("after"))
        let page = try await GatewayAccess.client(options).listCustomers(email: options.value("email"), query)
        if page.data.isEmpty { output.line("No customers.") }
        for customer in page.data {
            output.line(CustomerOptions.line(customer))
        }
        if page.hasMore, let last = page.data.last { output.line("There are more: --after \(last.id.withoutControls)") }
        output.snakeCaseObject(Report(customers: page.data, hasMore: page.hasMore))
        return .done
    }
}

enum CustomerDeleteCommand: Command {
    static let name = "customer delete"
    static let summary = "delete a customer for good, and forget their cards"
    static let operands = "ID --gateway URL"
    static let options = GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try CustomerOptions.operands(options, "customer id")[0]
        let customer = try await GatewayAccess.client(options).deleteCustomer(id)
        return CustomerOptions.show(customer, "deleted", output)
    }
}

/// The command that saves a customer's shipping address.
enum CustomerShippingCommand: Command {
    static let name = "customer shipping"
    static let summary = "keep where a customer's goods are sent"
    static let operands = "ID --name N --line1 L --country CC [OPTIONS] --gateway URL"
    static let options =
        [
            Option("name", "N", "the recipient (required)"), Option("line1", "L", "street and number (required)"),
            Option("line2", "L", "what else the street needs"), Option("city", "C", "the city"),
            Option("state", "S", "the state, county or province"), Option("postal-code", "P", "the postal code"),
            Option("country", "CC", "the country, two letters (required)"),
            Option("phone", "P", "the recipient's telephone number"),
        ] + GatewayAccess.commandOptions

    static func run(_ options: Options, output: Output) async throws -> ExitCode {
        let id = try CustomerOptions.operands(options, "customer id")[0]
        for name in ["name", "line1", "country"] where options.value(name) == nil {
            throw CommandLineError("--\(name) is needed")
        }
        let address = Address(
            line1: options.value("line1"), line2: options.value("line2"), city: options.value("city"),
            state: options.value("state"), postalCode: options.value("postal-code"),
            country: options.value("country"))
        let shipping = ShippingDetails(
            address: address, name: options.value("name"), phone: options.value("phone"))
        let customer = try await GatewayAccess.client(options).updateCustomer(
            id, CustomerParameters(shipping: shipping), key: GatewayAccess.makeKey("shipping"))
        return CustomerOptions.show(customer, "changed", output)
    }
}
