import SimulatedGateway
import Tender
import Testing

/// The money of a platform and of a seller, with our client and the simulated gateway.
@Suite(.timeLimit(.minutes(1))) struct MarketplaceOverHTTPTests {
    private let gateway: SimulatedGateway
    private let platform: PaymentsClient

    init() throws {
        gateway = try SimulatedGateway()
        platform = try PaymentsClient(
            apiKey: SecretBytes(utf8: "sk_test_tender"), connection: .init(baseURL: gateway.url))
    }

    private static func dollars(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .usd) }

    /// A seller whose data are the test data that are believed at once.
    private func seller() async throws -> ConnectedAccount {
        let holder = AccountHolder(
            firstName: "Ann", lastName: "Lee", birth: .init(year: 1901, month: 1, day: 1),
            address: Address(
                line1: "address_full_match", city: "Columbus", state: "OH", postalCode: "43214", country: "US"),
            email: "ann@prints.example", phone: "0000000000", idNumber: "000000000", idNumberEnd: "0000")
        let parameters = ConnectedAccountParameters(
            type: "custom", country: "US", businessType: "individual",
            businessProfile: BusinessProfile(merchantCategory: "5734", url: "https://prints.example"),
            capabilities: ["transfers": true, "card_payments": true])
        let made = try await platform.createAccount(parameters, key: IdempotencyKey("make"))
        #expect(!made.takesTransfers)
        #expect(made.requirements?.currentlyDue.contains("individual.first_name") == true)
        let data = ConnectedAccountParameters(
            individual: holder,
            bankAccount: BankAccountParameters(
                country: "US", currency: .usd, accountNumber: "000123456789", routingNumber: "110000000"),
            termsAcceptance: TermsAcceptance(date: 1_700_000_000, ip: "127.0.0.1"), payoutInterval: "manual")
        return try await platform.updateAccount(made.id, data, key: IdempotencyKey("fill"))
    }

    private func pay(_ cents: Int64, _ change: (inout PaymentIntentParameters) -> Void) async throws -> PaymentIntent {
        var parameters = PaymentIntentParameters(Self.dollars(cents), paymentMethodTypes: [.card])
        change(&parameters)
        return try await platform.createPaymentIntent(
            parameters, paidWith: SavedMethodPayment(paymentMethod: "pm_card_visa"), key: IdempotencyKey("pay"))
    }

    private func balances(_ seller: PaymentsClient) async throws -> [Int64] {
        var sums: [Int64] = []
        for client in [platform, seller] {
            let balance = try await client.retrieveBalance()
            sums.append((balance.available + balance.pending).reduce(0) { $0 + $1.amount.minorUnits })
        }
        return sums
    }

    /// 10.00 with a fee of 1.23: 8.77 for the seller and 0.64 for the platform, until all of it goes back.
    @Test func aDestinationChargeIsSharedAndTakenBack() async throws {
        let account = try await seller()
        #expect(account.takesTransfers)
        #expect(account.chargesEnabled)
        #expect(account.payoutsEnabled)
        let seller = try platform.acting(for: account.id)
        #expect(try await seller.retrieveOwnAccount().id == account.id)
        let intent = try await pay(1000) {
            $0.applicationFeeAmount = Self.dollars(123)
            $0.transferData = TransferData(destination: account.id)
        }
        #expect(intent.status == .succeeded)
        #expect(intent.transferData == TransferData(destination: account.id))
        var sums = [try await balances(seller)]
        let fees = try await platform.listApplicationFees(charge: intent.latestCharge?.id).data
        #expect(fees.map(\.amount) == [Self.dollars(123)])
        #expect(fees.map(\.account) == [account.id])
        let fee = try #require(fees.first)
        _ = try await platform.refundApplicationFee(fee.id, amount: Self.dollars(23), key: IdempotencyKey("fee"))
        sums.append(try await balances(seller))
        let refund = try await platform.createRefund(
            RefundParameters(paymentIntent: intent.id, reversesTransfer: true, refundsApplicationFee: true),
            key: IdempotencyKey("refund"))
        sums.append(try await balances(seller))
        #expect(sums == [[64, 877], [41, 900], [-59, 0]])
        #expect(refund.transferReversal?.hasPrefix("trr_") == true)
    }

    /// One charge, several sellers: 100.00, of which 70.00 are sent on and 20.00 taken back again, then paid out.
    @Test func aChargeIsSplitAfterItAndPaidOut() async throws {
        let account = try await seller()
        let seller = try platform.acting(for: account.id)
        let intent = try await pay(10_000) { $0.transferGroup = "ticket-7" }
        let transfer = try await platform.createTransfer(
            TransferParameters(Self.dollars(7000), to: account.id, sourceTransaction: intent.latestCharge?.id),
            key: IdempotencyKey("transfer"))
        let reversal = try await platform.reverseTransfer(
            transfer.id, amount: Self.dollars(2000), key: IdempotencyKey("reverse"))
        #expect(transfer.transferGroup == "ticket-7")
        #expect(reversal.transfer == transfer.id)
        let listed = try await platform.listTransfers(transferGroup: "ticket-7").data
        #expect(listed.map(\.amountReversed) == [Self.dollars(2000)])
        #expect(try await platform.retrieveTransfer(transfer.id) == listed.first)
        gateway.advanceClock(by: 3 * 86_400)
        let payout = try await seller.createPayout(Self.dollars(5000), key: IdempotencyKey("out"))
        let other = try await platform.createPayout(Self.dollars(100), key: IdempotencyKey("own"))
        let canceled = try await platform.cancelPayout(other.id, key: IdempotencyKey("cancel"))
        #expect(payout.status == .pending)
        #expect(canceled.status == .canceled)
        #expect(try await seller.listPayouts(status: .pending).data == [payout])
        #expect(try await seller.retrievePayout(payout.id) == payout)
        #expect(try await balances(seller) == [4680, 0])
        let error = await #expect(throws: GatewayError.self) {
            try await seller.createPayout(Self.dollars(1), key: IdempotencyKey("more"))
        }
        #expect(error?.apiError?.code == "balance_insufficient")
        #expect(try await platform.listAccounts().data.map(\.id) == [account.id])
    }
}
