import TenderFlow
import TenderModel
import TenderCheckout
import Testing

@Suite struct PaymentSheetMachineTests {
    private typealias Fixture = PaymentSheetFixture

    @Test func whatIsOfferedFollowsTheIntentAndTheConfiguration() {
        let all = Fixture.open().state
        let careful = Fixture.open(
            Fixture.configuration {
                $0.allowsDelayedPaymentMethods = false
                $0.returnURL = nil
            }
        ).state
        #expect(all.newMethods == [.card, .sepaDebit, .bancontact, .ideal])
        #expect(careful.newMethods == [.card])
        #expect(all.savedMethods == Fixture.saved)
        #expect(all.selection == .saved("pm_1"))
        #expect(all.paymentOption?.label == "•••• 4242")
        #expect(all.paymentOption?.imageName == "visa")
        #expect(all.primaryButtonLabel == "Pay 10.00 EUR")
        #expect(Fixture.open(intent: Fixture.setup(.requiresPaymentMethod)).state.primaryButtonLabel == "Set up")
    }

    /// What the API says after a confirmation, and what the sheet makes of it.
    @Test func aConfirmationEndsTheSheetOnlyWhereItIsOver() {
        let answers: [(PaymentSheetIntent, PaymentSheetResult?)] = [
            (Fixture.payment(.succeeded), .completed), (Fixture.payment(.requiresCapture), .completed),
            (Fixture.payment(.processing), .completed), (Fixture.payment(.canceled), .failed(.intentCanceled)),
            (Fixture.payment(.requiresAction, action: 1), nil), (Fixture.payment(.requiresPaymentMethod), nil),
            (Fixture.payment(.requiresPaymentMethod, refusal: 1), nil), (Fixture.payment(.unknown("new")), nil),
        ]
        var told: [PaymentSheetResult?] = []
        var phases: [PaymentSheetState.Phase] = []
        for (intent, _) in answers {
            var machine = Fixture.open()
            _ = machine.handle(.select(.new(Fixture.iban)))
            let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
            told.append(machine.result(after: .confirmed(intent, number)))
            phases.append(machine.state.phase)
        }
        #expect(told == answers.map(\.1))
        let action = Fixture.payment(.requiresAction, action: 1).nextAction
        #expect(
            phases == [
                .completed, .completed, .completed, .failed(.intentCanceled), .actionRequired(action), .asking, .ready,
                .asking,
            ])
    }

    /// A card that is processing is not known; a debit is on its way.
    @Test func processingIsAnOutcomeOfDelayedMethodsOnly() {
        var machine = Fixture.open()
        let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        #expect(machine.question(after: .confirmed(Fixture.payment(.processing), number)) != nil)
        let debit = PaymentMethod(id: "pm_9", type: PaymentMethodType(rawValue: "sepa_debit"))
        var found = Fixture.open(intent: Fixture.payment(.processing, method: debit), surface: .none)
        #expect(found.result(after: .present(.sheet)) == .completed)
        var card = Fixture.open(intent: Fixture.payment(.processing, method: Fixture.saved[0]), surface: .none)
        #expect(card.question(after: .present(.sheet)) != nil)
    }

    @Test func aDeclineLeavesTheSheetOpenAndTheNextTryHasAnotherKey() {
        var machine = Fixture.open()
        let first = machine.confirmation(after: .confirm(.sheet))
        #expect(machine.result(after: .confirmFailed(CheckoutFixture.declined, first?.1 ?? 0)) == nil)
        #expect(machine.state.surface == .sheet)
        #expect(machine.state.notice == .declined(CheckoutFixture.declined))
        let second = machine.confirmation(after: .confirm(.sheet))
        #expect([first, second].map { $0?.0.key.rawValue } == ["sheet/1/confirm", "sheet/2/confirm"])
        #expect(machine.state.notice == nil)
    }

    /// Refused and not sent are no charge; what cannot be tried again ends the sheet.
    @Test func anErrorIsJudgedByWhatItProves() {
        let errors: [(GatewayError, PaymentSheetState.Phase)] = [
            (CheckoutFixture.offline, .ready), (CheckoutFixture.lost, .asking),
            (GatewayError(.invalidParameter, fate: .answered(status: 400), message: "iban"), .ready),
            (GatewayError(.rateLimited, fate: .answered(status: 429), message: "slow"), .ready),
            (GatewayError(.apiError, fate: .answered(status: 500), message: "oops"), .asking),
            (GatewayError(.idempotencyMismatch, fate: .answered(status: 409), message: "in use"), .asking),
            (GatewayError(.unexpectedState, fate: .answered(status: 400), message: "over"), .asking),
        ]
        let phases = errors.map { error, _ in
            var machine = Fixture.open()
            let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
            _ = machine.handle(.confirmFailed(error, number))
            return machine.state.phase
        }
        #expect(phases == errors.map(\.1))
        var machine = Fixture.open()
        let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        let gone = GatewayError(.resourceMissing, fate: .answered(status: 400), message: "no such intent")
        #expect(machine.result(after: .confirmFailed(gone, number)) == .failed(.notConfirmed(gone)))
    }

    /// After an answer that got lost only a change at the gateway lets the customer try again.
    @Test func anUnknownOutcomeIsAskedForAndNeverGuessed() {
        var machine = Fixture.open()
        let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        var question = machine.question(after: .confirmFailed(CheckoutFixture.lost, number)) ?? 0
        question = machine.question(after: .read(Fixture.payment(.requiresPaymentMethod), question)) ?? 0
        #expect(machine.handle(.readFailed(CheckoutFixture.offline, question)).count == 1)
        #expect(machine.state.phase == .unknown(CheckoutFixture.offline))
        let refusals = [.confirm(.sheet), .dismiss, .select(.saved("pm_2")), .load].map {
            machine.refusal(of: $0)
        }
        #expect(refusals == Array(repeating: .outcomeUnknown, count: 4))
        question = machine.question(after: .ask) ?? 0
        var declined = machine
        #expect(
            declined.result(after: .read(Fixture.payment(.requiresPaymentMethod, refusal: 1), question)) == nil)
        #expect(declined.state.phase == .ready)
        #expect(declined.state.surface == .sheet)
        _ = machine.handle(.readFailed(CheckoutFixture.lost, question))
        _ = machine.handle(.readFailed(CheckoutFixture.lost, question + 1))
        #expect(machine.result(after: .leave) == .failed(.outcomeUnknown(CheckoutFixture.lost)))
        #expect(machine.result(after: .present(.sheet)) == .failed(.outcomeUnknown(CheckoutFixture.lost)))
    }

    /// The refusal of the try before, which the error did not show, must not pass for one of this try.
    @Test func anOlderRefusalProvesNothing() {
        var machine = Fixture.open()
        let first = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        _ = machine.handle(.confirmFailed(CheckoutFixture.declined, first))
        let second = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        let question = machine.question(after: .confirmFailed(CheckoutFixture.lost, second)) ?? 0
        _ = machine.handle(.read(Fixture.payment(.requiresPaymentMethod, refusal: 1), question))
        #expect(machine.state.phase == .asking)
    }

    @Test func aBanksPageIsOpenedAndTheIntentReadAfterIt() {
        var machine = Fixture.open()
        let number = machine.confirmation(after: .confirm(.sheet))?.1 ?? 0
        let actions = machine.handle(.confirmed(Fixture.payment(.requiresAction, action: 1), number))
        #expect(actions.contains(.open("https://bank.example/1")))
        let refusals = [.dismiss, .confirm(.sheet), .returned("https://evil.example"), .returned("app://backwards")].map
        {
            machine.refusal(of: $0)
        }
        #expect(refusals == [.underWay, .underWay, .notReturning, .notReturning])
        let question = machine.question(after: .returned("app://back?redirect_status=succeeded")) ?? 0
        var paid = machine
        #expect(paid.result(after: .read(Fixture.payment(.succeeded), question)) == .completed)
        #expect(machine.result(after: .read(Fixture.payment(.requiresAction, action: 1), question)) == nil)
        #expect(machine.state.notice == .notAuthenticated)
        // Closing asks once more: the customer may have gone on at the bank.
        let last = machine.question(after: .dismiss) ?? 0
        #expect(machine.result(after: .read(Fixture.payment(.requiresAction, action: 1), last)) == .canceled)
        #expect(machine.state.phase == .ready)
        #expect(machine.state.surface == .none)
    }

    @Test func theChoiceIsTakenOrLeftAsItWas() {
        var machine = Fixture.open(surface: .options)
        _ = machine.handle(.select(.new(Fixture.iban)))
        #expect(machine.handle(.dismiss).contains(.finishChoosing(machine.state.paymentOption)))
        #expect(machine.state.selection == .saved("pm_1"))
        #expect(machine.state.paymentOption?.label == "•••• 4242")
        _ = machine.handle(.present(.options))
        _ = machine.handle(.select(.new(Fixture.iban)))
        _ = machine.handle(.choose)
        #expect(machine.state.paymentOption?.label == "SEPA Debit")
        #expect(machine.state.paymentOption?.billingDetails == Fixture.debtor)
        let number = machine.confirmation(after: .confirm(.none))?.1 ?? 0
        let result = machine.result(after: .confirmFailed(CheckoutFixture.declined, number))
        #expect(result == .failed(.declined(CheckoutFixture.declined)))
        #expect(machine.confirmation(after: .confirm(.none))?.0.method == .new(Fixture.iban, Fixture.debtor))
    }

    @Test func theBoxCountsWhereTheChoiceIsTheCustomers() {
        let behaviors = PaymentSheetConfiguration.SavePaymentMethodOptInBehavior.allCases
        let usages = behaviors.map { behavior in
            var machine = Fixture.open(Fixture.configuration { $0.savePaymentMethodOptInBehavior = behavior })
            _ = machine.handle(.select(.new(Fixture.card)))
            return machine.confirmation(after: .confirm(.sheet))?.0.setupFutureUsage
        }
        #expect(usages == [nil, nil, .offSession])
        var machine = Fixture.open()
        _ = machine.handle(.setSavesMethod(true))
        let selections: [PaymentSheetSelection] = [.saved("pm_1"), .new(.bancontact), .new(Fixture.card)]
        let offers = selections.map { selection in
            _ = machine.handle(.select(selection))
            return machine.state.offersSaving
        }
        #expect(offers == [false, false, true])
    }

    @Test func anIntentThatIsOverNeedsNoSheet() {
        let ends = [PaymentIntentStatus.succeeded, .requiresCapture, .canceled].map { status in
            var machine = Fixture.open(intent: Fixture.payment(status), surface: .none)
            return machine.result(after: .present(.sheet))
        }
        #expect(ends == [.completed, .completed, .failed(.intentCanceled)])
        var unloaded = PaymentSheetMachine(Fixture.configuration(), hasCustomer: false, base: "sheet")
        _ = unloaded.handle(.load)
        _ = unloaded.handle(.loadFailed(CheckoutFixture.offline, 1))
        #expect(unloaded.result(after: .present(.sheet)) == .failed(.notLoaded(CheckoutFixture.offline)))
        #expect(unloaded.handle(.load).first == .load(2))
    }
}
