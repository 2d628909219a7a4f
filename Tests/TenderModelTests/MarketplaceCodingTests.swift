import Foundation
import TenderAPI
import TenderModel
import Testing

/// What the payments API writes of a marketplace, and what is written of it again.
@Suite struct MarketplaceCodingTests {
    private static let euros = Amount(minorUnits: 1000, currency: .eur)
    private static let krona = Currency("isk")

    private static func again<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let isk = Amount(minorUnits: 50, currency: try #require(Self.krona))
        let controller = AccountController(
            feesPayer: "account", lossesPayments: "stripe", requirementCollection: "stripe", dashboard: "full")
        let account = ConnectedAccount(
            id: "acct_1", type: "none", controller: controller, country: "US", email: "a@b.example",
            businessProfile: BusinessProfile(name: "Prints"), defaultCurrency: .usd,
            capabilities: ["transfers": .active, "x": .unknown("y")],
            requirements: AccountRequirements(currentlyDue: ["a"], disabledReason: "b"), payoutsEnabled: true,
            metadata: ["a": "1"], created: 1)
        let found = [
            try Self.again(account), try Self.again(ConnectedAccount(id: "acct_1", isDeleted: true)),
            try Self.again(
                PaymentIntent(
                    id: "pi_1", amount: isk, status: .succeeded, applicationFeeAmount: isk, onBehalfOf: "acct_1",
                    transferData: TransferData(destination: "acct_1", amount: isk), transferGroup: "g")),
            try Self.again(Refund(id: "re_1", amount: isk, status: .succeeded, transferReversal: "trr_1")),
            try Self.again(Transfer(id: "tr_1", amount: isk, destination: "acct_1", sourceTransaction: "ch_1")),
            try Self.again(TransferReversal(id: "trr_1", amount: isk, source: "tr_1")),
            try Self.again(ApplicationFeeRefund(id: "fr_1", amount: isk, source: "fee_1")),
            try Self.again(
                ApplicationFee(id: "fee_1", amount: isk, amountRefunded: isk, refunded: true, account: "acct_1")),
            try Self.again(
                Payout(id: "po_1", amount: Amount(minorUnits: -5, currency: .eur), status: .paid, arrivalDate: 9)),
            try Self.again(
                CheckoutSession(
                    id: "cs_1", status: .open, paymentStatus: .unpaid, amountTotal: isk, url: "u",
                    paymentLink: "plink_1")
            ),
            try Self.again(CheckoutSession(id: "cs_1", status: nil, paymentStatus: .noPaymentRequired)),
            try Self.again(
                PaymentLink(
                    id: "plink_1", url: "u", active: true, currency: .eur, applicationFeeAmount: Self.euros,
                    transferData: TransferData(destination: "acct_1", amount: Self.euros))),
            try Self.again(Price(id: "price_1", product: "prod_1", unitAmount: Self.euros)),
        ]
        #expect(found == Array(repeating: true, count: 13))
    }

    /// Where the API expands an id, the object's id is taken; money is in the currency of the object around it.
    @Test func idsMayBeObjects() throws {
        let text = """
            {"id":"tr_1","amount":5000,"amount_reversed":100,"currency":"isk","reversed":false,"created":1,\
            "destination":{"id":"acct_1","object":"account"},"destination_payment":{"id":"py_1"},\
            "source_transaction":{"id":"ch_1"}}
            """
        let transfer = try JSONDecoder().decode(Transfer.self, from: Data(text.utf8))
        #expect(transfer.destination == "acct_1")
        #expect(transfer.destinationPayment == "py_1")
        #expect(transfer.sourceTransaction == "ch_1")
        #expect(transfer.amount.minorUnits == 50)
        for broken in [text.replacing("isk", with: "xxx"), text.replacing("5000", with: "50"), "{}"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Transfer.self, from: Data(broken.utf8))
            }
        }
    }

    /// An intent that was made here keeps whose money it is, so that nobody stores it as if it were the shop's.
    @Test func aLocalIntentKeepsItsShares() {
        let parameters = PaymentIntentParameters(
            Self.euros, applicationFeeAmount: Self.euros, transferData: TransferData(destination: "acct_1"),
            onBehalfOf: "acct_1", transferGroup: "g", metadata: [PaymentIntent.attemptMetadata: "b"],
            idempotencyKey: "b")
        #expect(PaymentIntent(offline: parameters, base: "b").parameters == parameters)
        #expect(parameters.isShared)
        #expect(!PaymentIntentParameters(Self.euros).isShared)
    }
}
