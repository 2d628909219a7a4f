import TenderFlow
import TenderModel
import TenderCheckout
import TenderTestSupport
import Testing

@Suite struct CheckoutMachineTests {
    private typealias Fixture = CheckoutFixture

    // MARK: - Loading

    @Test func theDefaultIsSelectedAndOtherwiseTheNewest() {
        #expect(Fixture.loaded().state.selectedMethodID == "pm_2")
        var machine = CheckoutMachine(Fixture.configuration(), orderKey: "k")
        #expect(machine.handle(.load).first == .load(isFresh: false, 1))
        #expect(machine.handle(.load).isEmpty)
        let wallet = CustomerWallet(customer: "cus_1", methods: [Fixture.one, Fixture.two], defaultMethod: "pm_gone")
        let actions = machine.handle(.loaded(wallet, 1))
        #expect(actions == [.tell(.changed(machine.state)), .ended(1, nil)])
        #expect(machine.state.selectedMethodID == "pm_1")
        #expect(machine.state.defaultMethodID == nil)
    }

    @Test func aFailedLoadIsToldAndTriedAgain() {
        var machine = CheckoutMachine(Fixture.configuration(), orderKey: "k")
        _ = machine.handle(.load)
        let actions = machine.handle(.loadFailed(Fixture.offline, 1))
        #expect(
            actions == [
                .tell(.changed(machine.state)), .tell(.failedToLoad(Fixture.offline)), .ended(1, Fixture.offline),
            ])
        #expect(machine.state.loading == .failed(Fixture.offline))
        #expect(machine.handle(.load).first == .load(isFresh: false, 2))
    }

    @Test func loadingAnewKeepsTheChoiceThatTheCustomerStillHas() {
        var machine = Fixture.loaded()
        _ = machine.handle(.select("pm_1"))
        #expect(machine.handle(.reload).first == .load(isFresh: true, 3))
        #expect(machine.handle(.loaded(CustomerWallet(customer: "x", methods: []), 1)).isEmpty)
        _ = machine.handle(.loaded(Fixture.wallet, 3))
        #expect(machine.state.selectedMethodID == "pm_1")
        _ = machine.handle(.reload)
        _ = machine.handle(.loaded(CustomerWallet(customer: "cus_1", methods: [Fixture.two]), 4))
        #expect(machine.state.selectedMethodID == "pm_2")
    }

    @Test func nothingOfTheCustomerIsLeftAfterTheySignedOut() {
        var machine = Fixture.loaded()
        _ = machine.handle(.reload)
        _ = machine.handle(.select("pm_1"))
        let actions = machine.handle(.clear)
        #expect(actions.first == .clearCustomer)
        #expect(machine.state.methods.isEmpty)
        #expect(machine.state.selectedMethodID == nil)
        #expect(machine.state.customer == nil)
        #expect(machine.state.loading == .idle)
        let cleared = machine
        _ = machine.handle(.loaded(Fixture.wallet, 2))
        _ = machine.handle(.remembered(3))
        #expect(machine == cleared)
    }

    // MARK: - Payment methods

    @Test func aChoiceBecomesTheDefaultAndOnlyTheLatestWaits() {
        var machine = Fixture.loaded()
        #expect(machine.handle(.select("pm_1")).first == .selectDefault("pm_1", 2))
        #expect(machine.handle(.select("pm_2")).first == .tell(.changed(machine.state)))
        _ = machine.handle(.select("pm_1"))
        _ = machine.handle(.select("pm_2"))
        #expect(machine.handle(.remembered(2)).first == .selectDefault("pm_2", 6))
        #expect(machine.state.defaultMethodID == "pm_1")
        _ = machine.handle(.remembered(6))
        #expect(machine.state.defaultMethodID == "pm_2")
    }

    @Test func aChoiceThatCouldNotBeKeptStands() {
        var machine = Fixture.loaded()
        _ = machine.handle(.select("pm_1"))
        #expect(machine.handle(.notRemembered(Fixture.offline, 2)) == [.tell(.failedToRemember(Fixture.offline))])
        #expect(machine.state.selectedMethodID == "pm_1")
        #expect(machine.state.defaultMethodID == "pm_2")
    }

    @Test func whatIsAddedIsSelected() {
        var machine = Fixture.loaded()
        #expect(machine.handle(.add("tok_visa")).first == .attach("tok_visa", 2))
        #expect(machine.refusal(of: .add("tok_other")) == .busy)
        #expect(machine.refusal(of: .remove("pm_1")) == .busy)
        #expect(machine.refusal(of: .reload) == .busy)
        #expect(machine.refusal(of: .requestPayment) == .busy)
        let actions = machine.handle(.attached(Fixture.added, 2))
        #expect(actions == [.selectDefault("pm_new", 3), .tell(.changed(machine.state)), .ended(2, nil)])
        #expect(machine.state.methods.map(\.id) == ["pm_new", "pm_1", "pm_2"])
        #expect(machine.state.selectedMethodID == "pm_new")
        #expect(machine.state.change == nil)
    }

    @Test func whatIsRemovedIsNoLongerSelected() {
        var machine = Fixture.loaded()
        #expect(machine.handle(.remove("pm_2")).first == .detach("pm_2", 2))
        #expect(machine.refusal(of: .select("pm_2")) == .busy)
        _ = machine.handle(.detached(2))
        #expect(machine.state.methods.map(\.id) == ["pm_1"])
        #expect(machine.state.selectedMethodID == "pm_1")
        #expect(machine.state.defaultMethodID == nil)
        #expect(machine.refusal(of: .select("pm_2")) == .unknownPaymentMethod)
        _ = machine.handle(.remove("pm_1"))
        #expect(machine.handle(.changeFailed(Fixture.lost, 3)).last == .ended(3, Fixture.lost))
        #expect(machine.state.methods.map(\.id) == ["pm_1"])
    }

    // MARK: - Shipping and amount

    @Test func noPaymentWithoutAnAcceptedAddress() {
        var machine = Fixture.loaded([.address, .name])
        #expect(machine.refusal(of: .requestPayment) == .shippingMissing)
        #expect(machine.refusal(of: .enterShipping(ShippingDetails(address: Address()))) == .shippingIncomplete)
        #expect(machine.handle(.enterShipping(Fixture.home)).first == .judge(Fixture.home, 2))
        #expect(machine.refusal(of: .requestPayment) == .busy)
        _ = machine.handle(.judged(.invalid("too far"), 2))
        #expect(machine.state.shippingError == "too far")
        #expect(machine.state.shipping == nil)
        #expect(machine.refusal(of: .requestPayment) == .shippingMissing)
        _ = machine.handle(.enterShipping(Fixture.home))
        let methods = [Fixture.post, Fixture.courier]
        _ = machine.handle(.judged(.valid(methods: methods, selected: "courier"), 3))
        #expect(machine.state.total == CheckoutFixture.euros(1990))
        #expect(machine.refusal(of: .selectShippingMethod("pigeon")) == .unknownShippingMethod)
        _ = machine.handle(.selectShippingMethod("post"))
        let payment = machine.payment(after: .requestPayment)
        #expect(payment?.amount == CheckoutFixture.euros(1390))
        #expect(payment?.shipping == Fixture.home)
        #expect(payment?.shippingMethod == Fixture.post)
    }

    @Test func theAddressOfTheLastTimeIsJudgedAtOnceAndNotWrittenAgain() {
        var machine = CheckoutMachine(Fixture.configuration([.address]), orderKey: "k")
        _ = machine.handle(.load)
        var wallet = Fixture.wallet
        wallet.shipping = Fixture.home
        #expect(machine.handle(.loaded(wallet, 1)).first == .judge(Fixture.home, 2))
        let actions = machine.handle(.judged(.valid(methods: [Fixture.post], selected: nil), 2))
        #expect(actions == [.tell(.changed(machine.state)), .ended(2, nil)])
        #expect(machine.state.selectedShippingMethodID == "post")
    }

    @Test func anotherAddressTakesThePlaceOfTheOneThatIsJudged() {
        var machine = Fixture.loaded([.address])
        _ = machine.handle(.enterShipping(Fixture.home))
        var other = Fixture.home
        other.name = "Bob"
        _ = machine.handle(.enterShipping(other))
        #expect(machine.handle(.judged(.invalid("late"), 2)).isEmpty)
        #expect(machine.handle(.judged(.valid(methods: [], selected: nil), 3)).first == .remember(other, 4))
        #expect(machine.state.shipping == other)
    }

    @Test func theSumOfTheLinesIsPaid() {
        var machine = Fixture.loaded()
        let items = [
            PaymentSummaryItem("Bread", CheckoutFixture.euros(450)),
            PaymentSummaryItem("Coupon", CheckoutFixture.euros(-50)),
        ]
        _ = machine.handle(.setItems(items))
        #expect(machine.state.amount == CheckoutFixture.euros(400))
        #expect(machine.state.summary == items)
        #expect(machine.refusal(of: .setItems([])) == .invalidAmount)
        #expect(machine.refusal(of: .setAmount(CheckoutFixture.euros(0))) == .invalidAmount)
        let mixed = items + [PaymentSummaryItem("Tea", Amount(minorUnits: 1, currency: .usd))]
        #expect(machine.refusal(of: .setItems(mixed)) == .invalidAmount)
        #expect(machine.state.amount == CheckoutFixture.euros(400))
    }

    // MARK: - Payment

    @Test func onePaymentAtATime() {
        var machine = Fixture.loaded()
        let payment = machine.payment(after: .requestPayment)
        #expect(payment?.key == IdempotencyKey("order-1/1/pay"))
        #expect(payment?.paymentMethod == Fixture.two)
        #expect(payment?.amount == Fixture.amount)
        #expect(payment?.isRepetition == false)
        let locked: [CheckoutMachine.Event] = [
            .requestPayment, .select("pm_1"), .add("pm_x"), .remove("pm_1"), .setAmount(CheckoutFixture.euros(1)),
            .enterShipping(Fixture.home), .selectShippingMethod("post"), .settle(.notCharged),
            .newOrder(CheckoutFixture.euros(1), key: "order-2"),
        ]
        #expect(locked.map { machine.refusal(of: $0) } == locked.map { _ in .paymentInFlight })
        let finish = machine.finish(after: .completed(.success(Fixture.intent()), 2))
        #expect(finish?.status == .success)
        #expect(finish?.intent == Fixture.intent())
        #expect(machine.refusal(of: .requestPayment) == .alreadyPaid)
        #expect(machine.handle(.completed(.failure(Fixture.declined), 2)).isEmpty)
    }

    @Test func afterADeclineAnotherPaymentHasAnotherKey() {
        var machine = Fixture.loaded()
        _ = machine.handle(.requestPayment)
        #expect(machine.finish(after: .completed(.failure(Fixture.declined), 2))?.status == .error)
        _ = machine.handle(.select("pm_1"))
        let payment = machine.payment(after: .requestPayment)
        #expect(payment?.key == IdempotencyKey("order-1/2/pay"))
        #expect(payment?.paymentMethod == Fixture.one)
    }

    @Test func anOpenOutcomeIsAskedForAgainAsItWas() throws {
        let open: [CheckoutCompletion] = [
            .unknown(nil), .unknown(Fixture.lost), .requiresAction(Fixture.intent("pi_1", .requiresAction)),
            .failure(Fixture.lost),
        ]
        for completion in open {
            var machine = Fixture.loaded()
            let first = try Required.some(machine.payment(after: .requestPayment))
            let finish = machine.finish(after: .completed(completion, first.number))
            #expect(finish?.status == .unknown || finish?.status == .requiresAction)
            #expect(machine.refusal(of: .select("pm_1")) == .paymentUnresolved)
            #expect(machine.refusal(of: .setAmount(CheckoutFixture.euros(1))) == .paymentUnresolved)
            _ = machine.handle(.clear)
            var again = try Required.some(machine.payment(after: .requestPayment))
            #expect(again.isRepetition)
            (again.isRepetition, again.number) = (false, first.number)
            #expect(again == first)
        }
    }

    @Test func aRepetitionThatCouldNotBeMadeProvesNothing() throws {
        let failures: [(GatewayError, CheckoutFinish.Status)] = [
            (Fixture.offline, .unknown), (Fixture.declined, .error),
            (GatewayError(.authenticationFailed, fate: .answered(status: 401), message: "key"), .unknown),
            (GatewayError(.idempotencyMismatch, fate: .answered(status: 400), message: "key"), .unknown),
        ]
        for (error, status) in failures {
            var machine = Fixture.loaded()
            let first = try Required.some(machine.payment(after: .requestPayment))
            _ = machine.handle(.completed(.unknown(nil), first.number))
            let again = try Required.some(machine.payment(after: .requestPayment))
            #expect(machine.finish(after: .completed(.failure(error), again.number))?.status == status)
        }
    }

    @Test func aPersonSettlesWhatIsOpen() throws {
        var machine = Fixture.loaded()
        #expect(machine.refusal(of: .settle(.notCharged)) == .nothingToSettle)
        let first = try Required.some(machine.payment(after: .requestPayment))
        _ = machine.handle(.completed(.unknown(nil), first.number))
        var paid = machine
        #expect(paid.finish(after: .settle(.paid(nil)))?.status == .success)
        #expect(paid.refusal(of: .requestPayment) == .alreadyPaid)
        #expect(machine.finish(after: .settle(.notCharged))?.status == .userCancellation)
        // A person's word is no proof: the same key charges once, whatever became of the first request.
        #expect(machine.payment(after: .requestPayment)?.key == first.key)
    }

    /// A key that another program would find in use again must be used again: only the gateway's word ends it.
    @Test func onlyAProvedEndBeginsAnotherAttempt() throws {
        let canceled = GatewayError(
            .canceled, fate: .answered(status: 402), message: "canceled", intent: Fixture.intent("pi_1", .canceled))
        let refused = GatewayError(.resourceMissing, fate: .answered(status: 400), message: "no card")
        let ends: [(CheckoutCompletion, Int)] = [
            (.failure(Fixture.offline), 1), (.failure(refused), 1), (.userCancellation, 1),
            (.failure(Fixture.declined), 2), (.failure(canceled), 2),
        ]
        var wrong: [String] = []
        for (end, attempt) in ends {
            var machine = Fixture.loaded()
            let first = try Required.some(machine.payment(after: .requestPayment))
            _ = machine.handle(.completed(end, first.number))
            let next = try Required.some(machine.payment(after: .requestPayment))
            if next.key != IdempotencyKey("order-1/\(attempt)/pay") || next.isRepetition { wrong.append("\(end)") }
        }
        #expect(wrong.isEmpty)
    }

    /// After a restart the attempts of the earlier program are found ended, one after the other.
    @Test func anAttemptOfAnEarlierProgramIsPassedOver() throws {
        var machine = Fixture.loaded()
        var older = Fixture.declined
        older.isReplay = true
        let first = try Required.some(machine.payment(after: .requestPayment))
        #expect(first.order == "order-1")
        let second = try Required.some(machine.payment(after: .completed(.failure(older), first.number)))
        #expect(second.key == IdempotencyKey("order-1/2/pay"))
        #expect(second.amount == first.amount)
        #expect(machine.finish(after: .completed(.failure(Fixture.declined), second.number))?.status == .error)
        // A refusal that is stored under a key spends it, too.
        var spent = machine
        let stored = GatewayError(
            .resourceMissing, fate: .answered(status: 400), message: "no card", isReplay: true)
        let refused = try Required.some(spent.payment(after: .requestPayment))
        let after = spent.payment(after: .completed(.failure(stored), refused.number))
        #expect([refused, after].map { $0?.key.rawValue } == ["order-1/3/pay", "order-1/4/pay"])
        // What is asked of an open payment is answered by its end, however old.
        let third = try Required.some(machine.payment(after: .requestPayment))
        _ = machine.handle(.completed(.unknown(nil), third.number))
        let again = try Required.some(machine.payment(after: .requestPayment))
        #expect(machine.finish(after: .completed(.failure(older), again.number))?.status == .error)
        // A gateway that tells of ended attempts for ever is not followed for ever.
        var payment = machine.payment(after: .requestPayment)
        var count = 0
        while let next = payment, count < 1000 {
            count += 1
            payment = machine.payment(after: .completed(.failure(older), next.number))
        }
        #expect(count == 101)
        #expect(!machine.isPaying)
    }

    @Test func anOrderThatWasPaidBeforeIsToldSo() throws {
        var machine = Fixture.loaded()
        let first = try Required.some(machine.payment(after: .requestPayment))
        var open = machine
        let finish = machine.finish(after: .completed(.alreadyPaid(Fixture.intent()), first.number))
        #expect(finish?.status == .success)
        #expect(finish?.wasPaidBefore == true)
        #expect(machine.refusal(of: .requestPayment) == .alreadyPaid)
        // Of a payment that was open it is the answer.
        _ = open.handle(.completed(.unknown(nil), first.number))
        let again = try Required.some(open.payment(after: .requestPayment))
        #expect(open.finish(after: .completed(.alreadyPaid(Fixture.intent()), again.number))?.wasPaidBefore == false)
    }

    /// What an answer says is taken for this payment only when it is about it, and shows what is claimed.
    @Test func anotherIntentIsNeverTakenForThisPayment() throws {
        func intent(_ change: (inout PaymentIntent) -> Void) -> PaymentIntent {
            var intent = Fixture.intent()
            change(&intent)
            return intent
        }
        func declined(_ intent: PaymentIntent) -> CheckoutCompletion {
            var error = Fixture.declined
            error.intent = intent
            return .failure(error)
        }
        let cases: [(CheckoutCompletion, CheckoutFinish.Status)] = [
            (.success(intent { $0.amount = CheckoutFixture.euros(1) }), .unknown),
            (.success(intent { $0.amount = Amount(minorUnits: 1000, currency: .usd) }), .unknown),
            (.success(intent { $0.customer = "cus_2" }), .unknown),
            (.success(intent { $0.metadata[PaymentIntent.orderMetadata] = "order-2" }), .unknown),
            (
                .requiresAction(intent { ($0.amount, $0.status) = (CheckoutFixture.euros(1), .requiresAction) }),
                .unknown
            ),
            (
                declined(intent { ($0.amount, $0.status) = (CheckoutFixture.euros(1), .requiresPaymentMethod) }),
                .unknown
            ),
            (.alreadyPaid(intent { $0.amount = CheckoutFixture.euros(1) }), .unknown),
            (.alreadyPaid(Fixture.intent("pi_1", .canceled)), .unknown),
            (.success(intent { $0.customer = "cus_1" }), .success), (.success(nil), .success),
            (.success(Fixture.intent("pi_1", .processing)), .unknown),
            (.success(Fixture.intent("pi_1", .canceled)), .unknown),
            (.success(Fixture.intent("pi_1", .requiresAction)), .requiresAction),
            (declined(Fixture.intent("pi_1", .requiresPaymentMethod)), .error),
            (declined(Fixture.intent("pi_1", .canceled)), .error),
            (declined(Fixture.intent("pi_1", .succeeded)), .success),
            (declined(Fixture.intent("pi_1", .requiresCapture)), .success),
            (declined(Fixture.intent("pi_1", .requiresAction)), .requiresAction),
            (declined(Fixture.intent("pi_1", .processing)), .unknown),
            (declined(Fixture.intent("pi_1", .requiresConfirmation)), .unknown),
        ]
        var wrong: [String] = []
        for (completion, status) in cases {
            var machine = Fixture.loaded()
            let payment = try Required.some(machine.payment(after: .requestPayment))
            let finish = machine.finish(after: .completed(completion, payment.number))
            if finish?.status != status { wrong.append("\(completion): \(String(describing: finish?.status))") }
        }
        #expect(wrong == [])
    }

    @Test func anotherOrderNeedsAnotherKey() {
        var machine = Fixture.loaded()
        _ = machine.handle(.requestPayment)
        _ = machine.handle(.completed(.success(nil), 2))
        #expect(machine.refusal(of: .newOrder(CheckoutFixture.euros(5), key: "order-1")) == .orderKeyReused)
        #expect(machine.refusal(of: .newOrder(CheckoutFixture.euros(0), key: "order-2")) == .invalidAmount)
        _ = machine.handle(.newOrder(CheckoutFixture.euros(5), key: "order-2"))
        let payment = machine.payment(after: .requestPayment)
        #expect(payment?.key == IdempotencyKey("order-2/1/pay"))
        #expect(payment?.amount == CheckoutFixture.euros(5))
    }

    @Test func noPaymentWithoutCustomerOrCard() {
        var machine = CheckoutMachine(Fixture.configuration(), orderKey: "k")
        #expect(machine.refusal(of: .requestPayment) == .notLoaded)
        #expect(machine.refusal(of: .add("pm_1")) == .notLoaded)
        _ = machine.handle(.load)
        _ = machine.handle(.loaded(CustomerWallet(customer: "cus_1", methods: []), 1))
        #expect(machine.refusal(of: .requestPayment) == .noPaymentMethod)
    }
}
