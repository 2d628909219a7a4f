import Foundation
import TenderAPI
import TenderModel

/// The objects of the API that are read and written here.
enum ModelObject: String, CaseIterable {
    case paymentIntent = "PaymentIntent"
    case charge = "Charge"
    case refund = "Refund"
    case paymentMethod = "PaymentMethod"
    case setupIntent = "SetupIntent"
    case customer = "Customer"
    case balanceTransaction = "BalanceTransaction"
    case balance = "Balance"
    case event = "APIEvent"
    case transfer = "Transfer"
    case transferReversal = "TransferReversal"
    case applicationFee = "ApplicationFee"
    case applicationFeeRefund = "ApplicationFeeRefund"
    case payout = "Payout"
    case price = "Price"
    case paymentLink = "PaymentLink"
    case checkoutSession = "CheckoutSession"
    case connectedAccount = "ConnectedAccount"
    case terminalReader = "TerminalReader"
    case terminalConfiguration = "TerminalConfiguration"

    /// The object as it is written once it was read, with sorted keys.
    private func written(_ json: Data) throws -> Data {
        switch self {
        case .paymentIntent: try again(PaymentIntent.self, json)
        case .charge: try again(Charge.self, json)
        case .refund: try again(Refund.self, json)
        case .paymentMethod: try again(PaymentMethod.self, json)
        case .setupIntent: try again(SetupIntent.self, json)
        case .customer: try again(Customer.self, json)
        case .balanceTransaction: try again(BalanceTransaction.self, json)
        case .balance: try again(Balance.self, json)
        case .event: try again(APIEvent.self, json)
        case .transfer: try again(Transfer.self, json)
        case .transferReversal: try again(TransferReversal.self, json)
        case .applicationFee: try again(ApplicationFee.self, json)
        case .applicationFeeRefund: try again(ApplicationFeeRefund.self, json)
        case .payout: try again(Payout.self, json)
        case .price: try again(Price.self, json)
        case .paymentLink: try again(PaymentLink.self, json)
        case .checkoutSession: try again(CheckoutSession.self, json)
        case .connectedAccount: try again(ConnectedAccount.self, json)
        case .terminalReader: try again(TerminalReader.self, json)
        case .terminalConfiguration: try again(TerminalConfiguration.self, json)
        }
    }

    /// What is written of a JSON text, or why it is not read.
    func outcome(of json: Data) -> CodingOutcome {
        do {
            return .written(try written(json))
        } catch let error as DecodingError {
            return .refused(error)
        } catch {
            return .failed(String(reflecting: error))
        }
    }

    private func again<Value: Codable>(_ type: Value.Type, _ json: Data) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(JSONDecoder().decode(type, from: json))
    }
}
