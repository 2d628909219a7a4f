import CommandLineOptions
import Tender

/// A command that creates, shows, changes or deletes one customer.
protocol CustomerCommand: RequestCommand where Object == Customer {
    /// The word of the JSON object for what became of the customer.
    static var outcome: String { get }
}

/// The JSON object of a command on a customer.
private struct CustomerReport: Encodable {
    var outcome: String
    var customer: Customer
}

extension CustomerCommand {
    static func lines(_ customer: Customer) -> [String?] {
        [
            CustomerOptions.line(customer), customer.isDeleted ? "  deleted" : nil,
            (customer.defaultPaymentMethod ?? customer.defaultSource).map { "  default   \($0)" },
            customer.shipping.map { "  shipping  \($0.line)" },
        ]
    }

    static func show(_ customer: Customer, _ output: Output) -> ExitCode {
        lines(customer).compactMap(\.self).forEach { output.line($0.withoutControls) }
        output.object(CustomerReport(outcome: outcome, customer: customer))
        return .done
    }
}
