import TenderAPI
import TenderFlow
import TenderGateway
import TenderModel

/// Makes the calls that no table has, against the simulated gateway.
final class EndpointWalk {
    let client: PaymentsClient
    private var count = 0

    init(_ client: PaymentsClient) { self.client = client }

    struct Missing: Error { let what: String }

    func key() -> IdempotencyKey {
        count += 1
        return IdempotencyKey(base: "walk", attempt: count, verb: "call")
    }

    private func amount(_ units: Int) -> Amount { Amount(minorUnits: Int64(units), currency: .usd) }

    /// Lets a customer pay with a test card, and returns the intent.
    private func pay(_ token: String) async throws -> PaymentIntent {
        let customer = try await client.createCustomer(CustomerParameters(name: "Ann"), key: key())
        let method = try await client.createPaymentMethod(token: token, key: key())
        let saved = try await client.attachPaymentMethod(method.id, toCustomer: customer.id, key: key())
        let parameters = PaymentIntentParameters(
            amount(5000), paymentMethodTypes: [.card], customer: customer.id)
        return try await client.createPaymentIntent(
            parameters, paidWith: SavedMethodPayment(paymentMethod: saved.id), key: key())
    }

    /// Lets a customer pay with a card whose holder disputes it.
    func dispute() async throws -> Dispute {
        let intent = try await pay("tok_createDispute")
        guard let found = try await client.listDisputes(paymentIntent: intent.id).data.first else {
            throw Missing(what: "a dispute")
        }
        return try await client.retrieveDispute(found.id)
    }

    func disputes() async throws {
        let first = try await dispute()
        _ = try await client.submitDisputeEvidence(first.id, [.productDescription: "Tea"], key: key())
        _ = try await client.closeDispute(try await dispute().id, key: key())
        let intent = try await pay("tok_createIssuerFraudRecord")
        let warnings = try await client.listEarlyFraudWarnings(paymentIntent: intent.id)
        guard let warning = warnings.data.first else { throw Missing(what: "a warning") }
        _ = try await client.retrieveEarlyFraudWarning(warning.id)
    }

    func terminal() async throws {
        let tips = TippingOptions(percentages: [10, 15], smartTipThreshold: amount(1000))
        let made = try await client.createTerminalConfiguration(.init(tipping: [.usd: .set(tips)]), key: key())
        guard made.tipping == [.usd: tips] else { throw Missing(what: "the tips") }
        let address = Address(line1: "1 Main St", city: "X", state: "CA", postalCode: "94111", country: "US")
        let place = try await client.createLocation(
            displayName: "Shop", address: address, configuration: made.id, key: key())
        guard try await client.terminalConfiguration(at: place.id)?.id == made.id else {
            throw Missing(what: "the location's configuration")
        }
        let cleared = try await client.updateLocation(place.id, configuration: .cleared, key: key())
        guard cleared.configurationOverrides == nil else { throw Missing(what: "a location without configuration") }
        try await japanese()
        try await printing(at: place.id)
    }

    private func japanese() async throws {
        let kana = JapaneseSpelling(
            displayName: "シブヤ", address: JapaneseAddress(line1: "1-1", town: "ドウゲンザカ", country: "JP"))
        let kanji = JapaneseSpelling(
            displayName: "渋谷", address: JapaneseAddress(line1: "1-1", town: "道玄坂", country: "JP"))
        let place = try await client.createLocation(
            displayName: "Shibuya", address: Address(country: "JP"), kana: kana, kanji: kanji, key: key())
        let read = try await client.retrieveLocation(place.id)
        let names = [read.displayNameKana, read.displayNameKanji]
        guard names == [kana.displayName, kanji.displayName], read.addressKana == kana.address,
            read.addressKanji == kanji.address
        else { throw Missing(what: "a location in Japanese") }
    }

    /// Prints a picture of the largest size; one that is larger by a byte, or of another kind, is not sent.
    private func printing(at location: String) async throws {
        let reader = try await client.registerReader(
            code: "simulated-v660p", location: location, label: "Printer", key: key()
        ).id
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // What separates the parts may not be mistaken for a part of the picture.
        var picture = signature + Array("\r\n--tender--\r\n--tender-part\r\n".utf8)
        picture += Array(repeating: 0, count: 100 * 1024 - picture.count)
        let action = try await client.printContent(picture, on: reader, key: key()).action
        guard action?.kind == .printContent else { throw Missing(what: "the print") }
        let larger = await gatewayError { () throws(GatewayError) in
            try await client.printContent(picture + [0], on: reader, key: key())
        }
        guard larger?.fate == .notSent else { throw Missing(what: "a refusal of a larger picture") }
        let other = await gatewayError { () throws(GatewayError) in
            try await client.printContent(Array("GIF89a".utf8), on: reader, key: key())
        }
        guard other?.fate == .notSent else { throw Missing(what: "a refusal of another picture") }
    }

    func accounts() async throws {
        let parameters = ConnectedAccountParameters(
            type: "custom", country: "US", businessType: "company", capabilities: ["transfers": true])
        let account = try await client.createAccount(parameters, key: key()).id
        let person = try await client.createPerson(
            of: account,
            AccountPersonParameters(
                firstName: "Ann", lastName: "Lee", birth: .init(year: 1990, month: 1, day: 2),
                relationship: .init(representative: true, title: "CEO", percentOwnership: 60)), key: key())
        _ = try await client.updatePerson(
            person.id, of: account, AccountPersonParameters(email: "ann@shop.example"), key: key())
        guard person.relationship?.percentOwnership == 60,
            try await client.retrievePerson(person.id, of: account).email == "ann@shop.example",
            try await client.listPersons(of: account).data.count == 1
        else { throw Missing(what: "the person") }
        try await client.deletePerson(person.id, of: account)
        let number = BankAccountParameters(
            country: "US", currency: .usd, accountNumber: "000123456789", routingNumber: "110000000")
        let first = try await client.createExternalAccount(of: account, number, isDefault: true, key: key())
        let second = try await client.createExternalAccount(of: account, number, isDefault: true, key: key())
        _ = try await client.updateExternalAccount(second.id, of: account, metadata: ["a": "1"], key: key())
        guard try await client.retrieveExternalAccount(second.id, of: account).last4 == "6789",
            try await client.listExternalAccounts(of: account).data.count == 2
        else { throw Missing(what: "the bank account") }
        try await client.deleteExternalAccount(first.id, of: account)
        _ = try await client.rejectAccount(account, reason: "other", key: key())
    }

    func money() async throws {
        _ = try await client.retrieveBalanceSettings()
        _ = try await client.updateBalanceSettings(BalanceSettings(payoutInterval: "daily"), key: key())
        guard let movement = try await client.listBalanceTransactions().data.first else {
            throw Missing(what: "a movement")
        }
        _ = try await client.retrieveBalanceTransaction(movement.id)
        let endpoint = try await client.createWebhookEndpoint(url: "https://shop.example", events: ["*"], key: key())
        let disabled = try await client.updateWebhookEndpoint(endpoint.endpoint.id, isEnabled: false, key: key())
        guard try await client.retrieveWebhookEndpoint(disabled.id).status == .disabled else {
            throw Missing(what: "a disabled endpoint")
        }
        // What needs money that has arrived is refused here; the question has been asked all the same.
        _ = try? await client.updateTransfer("tr_none", metadata: ["a": "1"], key: key())
        _ = try? await client.listTransferReversals(of: "tr_none")
        _ = try? await client.updateTransferReversal("trr_none", of: "tr_none", metadata: ["a": "1"], key: key())
        _ = try? await client.retrieveTransferReversal("trr_none", of: "tr_none")
        _ = try? await client.retrieveApplicationFee("fee_none")
        _ = try? await client.listApplicationFeeRefunds(of: "fee_none")
        _ = try? await client.retrieveApplicationFeeRefund("fr_none", of: "fee_none")
        _ = try? await client.updateApplicationFeeRefund(
            "fr_none", of: "fee_none", metadata: ["a": "1"], key: key())
        _ = try? await client.reversePayout("po_none", key: key())
        _ = try? await client.updatePayout("po_none", metadata: ["a": "1"], key: key())
    }

    func refunds() async throws {
        let intent = try await pay("tok_visa")
        let made = try await client.createRefund(RefundParameters(paymentIntent: intent.id), key: key())
        let updated = try await client.updateRefund(made.id, metadata: ["a": "1"], key: key())
        guard updated.metadata["a"] == "1" else { throw Missing(what: "the metadata of the refund") }
        // A refund to a card has left at once.
        let cancellation = try MoneyCall.refundCancellation(made.id)
        let refusal = await gatewayError { () throws(GatewayError) in
            try await client.perform(cancellation, key: key())
        }
        guard refusal?.fate == .answered(status: 400) else { throw Missing(what: "a refusal to cancel") }
        let raising = await gatewayError { () throws(GatewayError) in
            try await client.incrementAuthorization(
                PaymentIntentReference(id: intent.id), amount: amount(6000), key: key())
        }
        guard raising?.fate == .answered(status: 400) else { throw Missing(what: "a refusal to raise") }
    }

    func shop() async throws {
        let product = try await client.createProduct("Tea", price: amount(300), key: key())
        guard let price = product.defaultPrice else { throw Missing(what: "a price") }
        _ = try await client.updateProduct(product.id, description: "Green", key: key())
        guard try await client.retrieveProduct(product.id).description == "Green",
            try await client.listProducts(active: true).data.count == 1,
            try await client.retrievePrice(price).unitAmount == amount(300),
            try await client.listPrices(product: product.id).data.count == 1
        else { throw Missing(what: "the product") }
        _ = try await client.searchProducts("name:'Tea'")
        _ = try await client.searchPrices("active:'true'")
        _ = try await client.updatePrice(price, metadata: ["a": "1"], key: key())
        let empty = try await client.createProduct("Coffee", key: key())
        try await client.deleteProduct(empty.id)
        let parameters = CheckoutSessionParameters(
            lines: [CheckoutLine(.id(price), quantity: 2)], uiMode: .embedded,
            returnURL: "https://shop.example/done")
        let session = try await client.createCheckoutSession(parameters, key: key())
        guard session.uiMode == .embedded, session.clientSecret != nil, session.url == nil,
            try await client.listLineItems(ofSession: session.id).data.map(\.amountTotal) == [amount(600)]
        else { throw Missing(what: "an embedded page") }
        _ = try await client.updateCheckoutSession(session.id, metadata: ["a": "1"], key: key())
        let link = try await client.createPaymentLink([CheckoutLine(.id(price))], key: key())
        guard try await client.listLineItems(ofLink: link.id).data.count == 1 else { throw Missing(what: "a line") }
        try await shippingRates()
    }

    private func shippingRates() async throws {
        let estimate = DeliveryEstimate(maximum: .init(3, .businessDay))
        let made = try await client.createShippingRate(
            ShippingRateParameters("Parcel", amount(490), deliveryEstimate: estimate), key: key())
        guard made.deliveryEstimate == estimate, try await client.retrieveShippingRate(made.id) == made else {
            throw Missing(what: "the shipping rate")
        }
        let updated = try await client.updateShippingRate(
            made.id, active: false, taxBehavior: .exclusive, metadata: ["a": "1"], key: key())
        guard updated.taxBehavior == .exclusive, updated.amount == amount(490),
            try await client.listShippingRates(active: false, currency: .usd).data == [updated],
            try await client.listShippingRates(active: true).data.isEmpty
        else { throw Missing(what: "the updated shipping rate") }
    }

    func customers() async throws {
        _ = try await client.createCustomer(CustomerParameters(name: "Zoe", email: "zoe@shop.example"), key: key())
        guard try await client.searchCustomers("email:'zoe@shop.example'").data.map(\.name) == ["Zoe"] else {
            throw Missing(what: "a customer")
        }
        _ = try await client.searchPaymentIntents("status:'succeeded'")
        _ = try await client.searchCharges("status:'succeeded'")
        let customer = try await client.createCustomer(CustomerParameters(name: "Max"), key: key())
        let method = try await client.createPaymentMethod(token: "tok_visa", key: key())
        let setup = try await client.createSetupIntent(
            SetupIntentParameters(customer: customer.id, requestThreeDSecure: .any), key: key())
        let updated = try await client.updateSetupIntent(
            setup.id, paymentMethod: method.id, description: .set("Tea"), metadata: ["a": "1"], key: key())
        guard updated.status == .requiresConfirmation, updated.metadata["a"] == "1",
            setup.paymentMethodOptions?.card?.requestThreeDSecure == .any,
            try await client.listSetupIntents(customer: customer.id, paymentMethod: method.id).data.map(\.id)
                == [setup.id],
            try await client.listSetupIntents(customer: "cus_none").data.isEmpty
        else { throw Missing(what: "the SetupIntent") }
        _ = try await client.confirmSetupIntent(
            setup.id, paymentMethod: method.id, returnURL: "https://shop.example", key: key())
        guard try await client.listSetupAttempts(setupIntent: setup.id).data.map(\.status) == ["succeeded"] else {
            throw Missing(what: "an attempt")
        }
        _ = try? await client.retrieveMandate("mandate_none")
    }
}
