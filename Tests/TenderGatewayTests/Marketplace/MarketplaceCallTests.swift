import HTTPTestServer
import TenderAPI
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// What each call of a marketplace sends, and which answers it takes.
@Suite(.timeLimit(.minutes(1))) struct MarketplaceCallTests {
    typealias Call = APICall
    private typealias Make = MarketplaceFixture

    static let accounts = [
        Call(
            name: "make an account", answer: Make.account,
            sent: "POST /v1/accounts controller[fees][payer]=application&controller[losses][payments]=application&"
                + "controller[requirement_collection]=stripe&controller[stripe_dashboard][type]=express&country=US&"
                + "email=a@b.example&business_profile[name]=Prints&capabilities[card_payments][requested]=false&"
                + "capabilities[transfers][requested]=true&metadata[a]=1"
        ) { client throws(GatewayError) in
            let controller = AccountController(
                feesPayer: "application", lossesPayments: "application", requirementCollection: "stripe",
                dashboard: "express")
            let parameters = ConnectedAccountParameters(
                controller: controller, country: "US", email: "a@b.example",
                businessProfile: BusinessProfile(name: "Prints"),
                capabilities: ["transfers": true, "card_payments": false], metadata: ["a": "1"])
            _ = try await client.createAccount(parameters, key: Fixture.key)
        },
        Call(name: "read an account", answer: Make.account, sent: "GET /v1/accounts/acct_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveAccount("acct_1")
        },
        Call(name: "read one's own account", answer: Make.account, sent: "GET /v1/account ") {
            client throws(GatewayError) in _ = try await client.retrieveOwnAccount()
        },
        Call(name: "list accounts", answer: Make.list, sent: "GET /v1/accounts?limit=5 ") {
            client throws(GatewayError) in _ = try await client.listAccounts(ListQuery(limit: 5))
        },
        Call(
            name: "change an account", answer: Make.account,
            sent: "POST /v1/accounts/acct_1 business_type=individual&business_profile[mcc]=5734&"
                + "business_profile[url]=https://prints.example&individual[first_name]=Ann&individual[last_name]=Lee&"
                + "individual[dob][day]=1&individual[dob][month]=2&individual[dob][year]=1901&"
                + "individual[address][city]=X&individual[email]=a@b.example&individual[phone]=0000000000&"
                + "individual[id_number]=000000000&individual[ssn_last_4]=0000&external_account[object]=bank_account&"
                + "external_account[country]=US&external_account[currency]=usd&"
                + "external_account[account_number]=000123456789&external_account[routing_number]=110000000&"
                + "tos_acceptance[date]=7&tos_acceptance[ip]=127.0.0.1&settings[payouts][schedule][interval]=manual"
        ) { client throws(GatewayError) in
            let holder = AccountHolder(
                firstName: "Ann", lastName: "Lee", birth: .init(year: 1901, month: 2, day: 1),
                address: Address(city: "X"), email: "a@b.example", phone: "0000000000", idNumber: "000000000",
                idNumberEnd: "0000")
            let bank = BankAccountParameters(
                country: "US", currency: .usd, accountNumber: "000123456789", routingNumber: "110000000")
            let parameters = ConnectedAccountParameters(
                businessType: "individual",
                businessProfile: BusinessProfile(merchantCategory: "5734", url: "https://prints.example"),
                individual: holder, bankAccount: bank, termsAcceptance: TermsAcceptance(date: 7, ip: "127.0.0.1"),
                payoutInterval: "manual")
            _ = try await client.updateAccount("acct_1", parameters, key: Fixture.key)
        },
        Call(
            name: "delete an account", answer: #"{"id":"acct_1","object":"account","deleted":true}"#,
            sent: "DELETE /v1/accounts/acct_1 "
        ) { client throws(GatewayError) in try await client.deleteAccount("acct_1") },
        Call(
            name: "an account link",
            answer: #"{"object":"account_link","created":1,"expires_at":301,"url":"https://x.example"}"#,
            sent: "POST /v1/account_links account=acct_1&type=account_onboarding&refresh_url=https://a.example&"
                + "return_url=https://b.example"
        ) { client throws(GatewayError) in
            _ = try await client.createAccountLink(
                "acct_1", refreshURL: "https://a.example", returnURL: "https://b.example", key: Fixture.key)
        },
        Call(
            name: "a login link", answer: #"{"object":"login_link","created":1,"url":"https://x.example"}"#,
            sent: "POST /v1/accounts/acct_1/login_links "
        ) { client throws(GatewayError) in _ = try await client.createLoginLink("acct_1", key: Fixture.key) },
    ]

    static let money = [
        Call(
            name: "transfer", answer: Make.transfer(),
            sent: "POST /v1/transfers amount=700&currency=eur&destination=acct_1&source_transaction=ch_1&"
                + "transfer_group=group_1&description=Hall&metadata[a]=1"
        ) { client throws(GatewayError) in
            let parameters = TransferParameters(
                Make.euros(700), to: "acct_1", sourceTransaction: "ch_1", transferGroup: "group_1",
                description: "Hall", metadata: ["a": "1"])
            _ = try await client.createTransfer(parameters, key: Fixture.key)
        },
        Call(name: "read a transfer", answer: Make.transfer(), sent: "GET /v1/transfers/tr_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveTransfer("tr_1")
        },
        Call(
            name: "list transfers", answer: Make.list,
            sent: "GET /v1/transfers?destination=acct_1&transfer_group=group_1&limit=10 "
        ) { client throws(GatewayError) in
            _ = try await client.listTransfers(destination: "acct_1", transferGroup: "group_1")
        },
        Call(
            name: "reverse", answer: Make.reversal(),
            sent: "POST /v1/transfers/tr_1/reversals amount=250&refund_application_fee=true&metadata[a]=1"
        ) { client throws(GatewayError) in
            _ = try await client.reverseTransfer(
                "tr_1", amount: Make.euros(250), refundsFee: true, metadata: ["a": "1"], key: Fixture.key)
        },
        Call(
            name: "update a reversal", answer: Make.reversal(),
            sent: "POST /v1/transfers/tr_1/reversals/trr_1 metadata[a]=1"
        ) { client throws(GatewayError) in
            _ = try await client.updateTransferReversal(
                "trr_1", of: "tr_1", metadata: ["a": "1"], key: Fixture.key)
        },
        Call(name: "list fees", answer: Make.list, sent: "GET /v1/application_fees?charge=ch_1&limit=10 ") {
            client throws(GatewayError) in _ = try await client.listApplicationFees(charge: "ch_1")
        },
        Call(
            name: "refund a fee", answer: Make.feeRefund(), sent: "POST /v1/application_fees/fee_1/refunds amount=250"
        ) { client throws(GatewayError) in
            _ = try await client.refundApplicationFee("fee_1", amount: Make.euros(250), key: Fixture.key)
        },
        Call(
            name: "update a fee's refund", answer: Make.feeRefund(),
            sent: "POST /v1/application_fees/fee_1/refunds/fr_1 metadata[a]=1"
        ) { client throws(GatewayError) in
            _ = try await client.updateApplicationFeeRefund(
                "fr_1", of: "fee_1", metadata: ["a": "1"], key: Fixture.key)
        },
        Call(
            name: "pay out", answer: Make.payout(),
            sent: "POST /v1/payouts amount=250&currency=eur&method=instant&destination=ba_1&description=May"
        ) { client throws(GatewayError) in
            _ = try await client.createPayout(
                Make.euros(250), method: "instant", destination: "ba_1", description: "May", key: Fixture.key)
        },
        Call(name: "read a payout", answer: Make.payout(), sent: "GET /v1/payouts/po_1 ") {
            client throws(GatewayError) in _ = try await client.retrievePayout("po_1")
        },
        Call(name: "list payouts", answer: Make.list, sent: "GET /v1/payouts?status=in_transit&limit=10 ") {
            client throws(GatewayError) in _ = try await client.listPayouts(status: .inTransit)
        },
        Call(name: "cancel a payout", answer: Make.payout(), sent: "POST /v1/payouts/po_1/cancel ") {
            client throws(GatewayError) in _ = try await client.cancelPayout("po_1", key: Fixture.key)
        },
        Call(
            name: "share a payment", answer: Make.intent(),
            sent: "POST /v1/payment_intents amount=1099&currency=eur&capture_method=automatic&"
                + "payment_method_types[]=card_present&application_fee_amount=123&transfer_data[destination]=acct_1&"
                + "on_behalf_of=acct_1&transfer_group=g"
        ) { client throws(GatewayError) in _ = try await client.createPaymentIntent(Make.shared, key: Fixture.key) },
        Call(
            name: "refund from all", answer: Fixture.refund(amount: 1099),
            sent: "POST /v1/refunds payment_intent=pi_1&reverse_transfer=true&refund_application_fee=true"
        ) { client throws(GatewayError) in
            let refund = RefundParameters(paymentIntent: "pi_1", reversesTransfer: true, refundsApplicationFee: true)
            _ = try await client.createRefund(refund, key: Fixture.key)
        },
    ]

    private static let payment = CheckoutPayment(
        applicationFeeAmount: Make.euros(100), transferData: TransferData(destination: "acct_1"), transferGroup: "g",
        description: "Print", metadata: ["b": "2"])

    static let pages = [
        Call(
            name: "make a session", answer: Make.session(),
            sent: "POST /v1/checkout/sessions mode=payment&line_items[0][price_data][currency]=eur&"
                + "line_items[0][price_data][unit_amount]=1200&line_items[0][price_data][product_data][name]=Print&"
                + "line_items[0][quantity]=2&success_url=https://a.example&cancel_url=https://b.example&"
                + "customer=cus_1&customer_email=a@b.example&client_reference_id=order-7&expires_at=9000&"
                + "payment_intent_data[application_fee_amount]=100&"
                + "payment_intent_data[transfer_data][destination]=acct_1&payment_intent_data[transfer_group]=g&"
                + "payment_intent_data[description]=Print&payment_intent_data[metadata][b]=2&metadata[a]=1"
        ) { client throws(GatewayError) in
            let line = CheckoutLine(.inline(name: "Print", amount: Make.euros(1200)), quantity: 2)
            let parameters = CheckoutSessionParameters(
                lines: [line], successURL: "https://a.example", cancelURL: "https://b.example", payment: payment,
                customer: "cus_1", customerEmail: "a@b.example", clientReferenceID: "order-7", expiresAt: 9000,
                metadata: ["a": "1"])
            _ = try await client.createCheckoutSession(parameters, key: Fixture.key)
        },
        Call(name: "read a session", answer: Make.session(), sent: "GET /v1/checkout/sessions/cs_test_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveCheckoutSession("cs_test_1")
        },
        Call(
            name: "list sessions", answer: Make.list,
            sent: "GET /v1/checkout/sessions?payment_link=plink_1&payment_intent=pi_1&status=complete&limit=10 "
        ) { client throws(GatewayError) in
            _ = try await client.listCheckoutSessions(
                paymentLink: "plink_1", paymentIntent: "pi_1", status: .complete)
        },
        Call(
            name: "expire a session", answer: Make.session(status: "expired"),
            sent: "POST /v1/checkout/sessions/cs_test_1/expire "
        ) { client throws(GatewayError) in _ = try await client.expireCheckoutSession("cs_test_1", key: Fixture.key) },
        Call(
            name: "make a link", answer: Make.link(),
            sent: "POST /v1/payment_links line_items[0][price]=price_1&line_items[0][quantity]=1&"
                + "line_items[0][adjustable_quantity][enabled]=true&line_items[0][adjustable_quantity][minimum]=1&"
                + "line_items[0][adjustable_quantity][maximum]=10&application_fee_amount=100&"
                + "transfer_data[destination]=acct_1&payment_intent_data[transfer_group]=g&"
                + "payment_intent_data[description]=Print&payment_intent_data[metadata][b]=2&metadata[a]=1"
        ) { client throws(GatewayError) in
            _ = try await client.createPaymentLink(
                [CheckoutLine(.id("price_1"), adjustable: 1...10)], payment: payment, metadata: ["a": "1"],
                key: Fixture.key)
        },
        Call(name: "read a link", answer: Make.link(), sent: "GET /v1/payment_links/plink_1 ") {
            client throws(GatewayError) in _ = try await client.retrievePaymentLink("plink_1")
        },
        Call(name: "list links", answer: Make.list, sent: "GET /v1/payment_links?active=true&limit=10 ") {
            client throws(GatewayError) in _ = try await client.listPaymentLinks(active: true)
        },
        Call(
            name: "switch a link off", answer: Make.link(active: false),
            sent: "POST /v1/payment_links/plink_1 active=false"
        ) { client throws(GatewayError) in _ = try await client.deactivatePaymentLink("plink_1", key: Fixture.key) },
        Call(
            name: "create a price", answer: Make.price(),
            sent: "POST /v1/prices currency=eur&unit_amount=1200&product_data[name]=Print"
        ) { client throws(GatewayError) in
            _ = try await client.createPrice(Make.euros(1200), productName: "Print", key: Fixture.key)
        },
        Call(
            name: "create a shipping rate", answer: Make.rate(),
            sent: "POST /v1/shipping_rates display_name=Parcel&type=fixed_amount&fixed_amount[amount]=490&"
                + "fixed_amount[currency]=eur&delivery_estimate[minimum][unit]=business_day&"
                + "delivery_estimate[minimum][value]=2&delivery_estimate[maximum][unit]=week&"
                + "delivery_estimate[maximum][value]=1&tax_behavior=inclusive&tax_code=txcd_1&metadata[a]=1"
        ) { client throws(GatewayError) in
            let estimate = DeliveryEstimate(minimum: .init(2, .businessDay), maximum: .init(1, .week))
            let parameters = ShippingRateParameters(
                "Parcel", Make.euros(490), deliveryEstimate: estimate, taxBehavior: .inclusive, taxCode: "txcd_1",
                metadata: ["a": "1"])
            let rate = try await client.createShippingRate(parameters, key: Fixture.key)
            guard rate.deliveryEstimate == estimate, rate.taxBehavior == .inclusive, rate.taxCode == "txcd_1" else {
                throw GatewayError(.apiError, fate: .unknown, message: "another rate")
            }
        },
        Call(
            name: "create a free shipping rate", answer: Make.rate(0),
            sent: "POST /v1/shipping_rates display_name=Pickup&type=fixed_amount&fixed_amount[amount]=0&"
                + "fixed_amount[currency]=eur"
        ) { client throws(GatewayError) in
            _ = try await client.createShippingRate(
                ShippingRateParameters("Pickup", Make.euros(0)), key: Fixture.key)
        },
        Call(name: "read a shipping rate", answer: Make.rate(), sent: "GET /v1/shipping_rates/shr_1 ") {
            client throws(GatewayError) in _ = try await client.retrieveShippingRate("shr_1")
        },
        Call(
            name: "list shipping rates", answer: Make.list,
            sent: "GET /v1/shipping_rates?active=true&currency=eur&limit=10 "
        ) { client throws(GatewayError) in _ = try await client.listShippingRates(active: true, currency: .eur) },
        Call(
            name: "update a shipping rate", answer: Make.rate(),
            sent: "POST /v1/shipping_rates/shr_1 active=false&tax_behavior=exclusive&metadata[a]=1"
        ) { client throws(GatewayError) in
            _ = try await client.updateShippingRate(
                "shr_1", active: false, taxBehavior: .exclusive, metadata: ["a": "1"], key: Fixture.key)
        },
    ]

    private static var all: [Call] { accounts + money + pages }

    @Test func everyCallSendsOneRequestOfTheAPIsShapeForTheAccountThatActs() async throws {
        var failures: [String] = []
        for call in Self.all {
            failures += try await call.failures(headers: ["Stripe-Account": nil])
            failures += try await call.failures(headers: ["Stripe-Account": "acct_9"]) { client in
                try client.acting(for: "acct_8").acting(for: "acct_9")
            }
        }
        #expect(failures == [])
    }

    @Test func aPublishableKeySendsNoneOfThem() async throws {
        #expect(try await Self.all.sentWithAPublishableKey() == [])
    }

    /// The call of a name with what the server answers instead.
    private static func answered(_ name: String, _ answer: String) -> (String, Call)? {
        all.first { $0.name == name }.map { (answer, $0) }
    }

    @Test func anAnswerAboutOtherMoneyOrOtherPeopleIsNotTaken() async throws {
        let wrong = [
            Self.answered("transfer", Make.transfer(701)), Self.answered("transfer", Make.transfer(to: "acct_2")),
            Self.answered("transfer", Make.transfer(of: "ch_2")), Self.answered("reverse", Make.reversal(249)),
            Self.answered("reverse", Make.reversal(of: "tr_2")), Self.answered("refund a fee", Make.feeRefund(1)),
            Self.answered("refund a fee", Make.feeRefund(of: "fee_2")), Self.answered("pay out", Make.payout(251)),
            Self.answered("make a session", Make.session(1200)), Self.answered("make a link", Make.link(fee: 99)),
            Self.answered("make a link", Make.link(to: "acct_2")), Self.answered("switch a link off", Make.link()),
            Self.answered("create a price", Make.price(1)), Self.answered("create a shipping rate", Make.rate(491)),
            Self.answered("share a payment", Make.intent(fee: "null")),
            Self.answered("share a payment", Make.intent(fee: "122")),
            Self.answered("share a payment", Make.intent(destination: "acct_2")),
            Self.answered("share a payment", Make.intent(group: "h")),
        ].compactMap(\.self)
        var failures: [String] = []
        for (answer, call) in wrong {
            let error = try await call.error(answer)
            if error?.code != .answerMismatch || error?.fate != .unknown { failures.append("\(call.name): \(answer)") }
        }
        #expect(wrong.count == 18)
        #expect(failures == [])
    }

    /// What the journal has the id of is read by it, however many came after it.
    @Test func whatWasMadeLongAgoIsReadByItsID() async throws {
        let made = Make.transfer().replacing(
            #""metadata":{}"#, with: #""metadata":{"tender_attempt":"\#(Fixture.key.rawValue)"}"#)
        let server = try HTTPTestServer { request in
            .answer(200, request.target == "/v1/transfers/tr_1" ? made : #"{"object":"list","data":[]}"#)
        }
        let client = try server.client()
        let call = MoneyCall(.transfer, amount: Make.euros(700), fields: [.init("destination", "acct_1")])
        #expect(try await client.find(call, key: Fixture.key, object: "tr_1")?.id == "tr_1")
        #expect(try await client.find(call, key: Fixture.key, object: nil) == nil)
        #expect(server.requests.map(\.target) == ["/v1/transfers/tr_1", "/v1/transfers?limit=100"])
    }

    /// What a call was to end has ended otherwise: its own state proves that the call cannot be done any more.
    @Test func whatHasEndedOtherwiseIsProofAgainstACall() async throws {
        let payout = try MoneyCall.payoutCancellation("po_1")
        let page = try MoneyCall.closing("cs_test_1")
        let refund = try MoneyCall.refundCancellation("re_1")
        let other = Make.payout().replacing("po_1", with: "po_2")
        let cases = [
            (payout, Make.payout(), true), (payout, Make.payout().replacing("in_transit", with: "paid"), true),
            (payout, Make.payout().replacing("in_transit", with: "failed"), true), (payout, other, false),
            (payout, Make.payout().replacing("in_transit", with: "pending"), false),
            (payout, Make.payout().replacing("in_transit", with: "canceled"), false),
            (page, Make.session(status: "complete", paid: "paid"), true), (page, Make.session(), false),
            (refund, Fixture.refund(), true), (refund, Fixture.refund(status: "failed"), true),
            (refund, Fixture.refund("re_2"), false), (refund, Fixture.refund(status: "pending"), false),
            (refund, Fixture.refund(status: "requires_action"), false),
            (refund, Fixture.refund(status: "canceled"), false),
            (page, Make.session(status: "expired"), false), (try MoneyCall.closing("plink_1"), Make.link(), false),
        ]
        var wrong: [String] = []
        for (call, answer, isProof) in cases {
            let server = try HTTPTestServer { _ in .answer(200, answer) }
            let client = try server.client()
            let error = await gatewayError { () throws(GatewayError) in
                _ = try await client.find(call, key: Fixture.key, object: nil)
            }
            if error.map({ RequestMachine.Reply($0) == .precluded }) ?? false != isProof { wrong.append(answer) }
        }
        #expect(wrong == [])
    }

    @Test func whatCannotBeMeantIsNotSent() async throws {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try server.client()
        let (dollars, euros) = (Amount(minorUnits: 1, currency: .usd), Make.euros(1000))
        let line = CheckoutLine(.inline(name: "Print", amount: euros))
        func code(_ call: () async throws(GatewayError) -> Void) async -> TenderError.Code? {
            await gatewayError(call)?.code
        }
        func intent(_ change: (inout PaymentIntentParameters) -> Void) async -> TenderError.Code? {
            var parameters = PaymentIntentParameters(euros)
            change(&parameters)
            return await code { () throws(GatewayError) in
                _ = try await client.createPaymentIntent(parameters, key: Fixture.key)
            }
        }
        func session(_ lines: [CheckoutLine], _ payment: CheckoutPayment = .init()) async -> TenderError.Code? {
            await code { () throws(GatewayError) in
                let parameters = CheckoutSessionParameters(
                    lines: lines, successURL: "https://a.example", payment: payment)
                _ = try await client.createCheckoutSession(parameters, key: Fixture.key)
            }
        }
        let many = CheckoutLine(.inline(name: "Print", amount: Amount(minorUnits: .max, currency: .eur)), quantity: 2)
        let codes = [
            await intent { $0.applicationFeeAmount = dollars },
            await intent { $0.transferData = TransferData(destination: "../acct_1") },
            await intent {
                $0.applicationFeeAmount = euros
                $0.transferData = TransferData(destination: "acct_1", amount: euros)
            },
            await session([]), await session([CheckoutLine(.id("price_1"), quantity: 0)]), await session([many]),
            await session([line, CheckoutLine(.inline(name: "Tax", amount: dollars))]),
            await session([line], CheckoutPayment(applicationFeeAmount: dollars)),
            await code { () throws(GatewayError) in _ = try client.acting(for: "cus_1") },
            await code { () throws(GatewayError) in _ = try client.acting(for: "acct_1\r\nX: y") },
            await code { () throws(GatewayError) in _ = try await client.retrieveTransfer("tr_1/../x") },
        ]
        #expect(
            codes == [
                .invalidCurrency, .invalidParameter, .invalidParameter, .invalidParameter, .invalidParameter,
                .invalidAmount, .invalidCurrency, .invalidCurrency, .invalidParameter, .invalidParameter,
                .invalidParameter,
            ])
        #expect(server.requests.isEmpty)
    }

    /// What a state or a bank knows a seller by stands in no error.
    @Test func noErrorShowsTheNumbersOfASeller() async throws {
        let message = "Not valid: 000000000, 000123456789."
        let change = try #require(Self.accounts.first { $0.name == "change an account" })
        let error = try await change.error(Fixture.error("invalid_request_error", message: message), status: 400)
        #expect(error?.message == "Not valid: ***, ***.")
        #expect(error?.apiError?.message == error?.message)
    }
}
