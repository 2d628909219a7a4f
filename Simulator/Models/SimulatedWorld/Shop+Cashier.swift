import TenderFlow
import TenderModel
import TenderRecords

/// A message for the cashier.
enum Note {
    case created(PaymentIntent?)
    /// The limits do not allow storing it.
    case offlineRefused
    case read(PaymentIntent?)
    /// An edit ended, with the intent if it was made.
    case edited(RequestMachine.Result, PaymentIntent?)
    case refunded(RequestMachine.Result)
    /// The seller's share ended, under which key.
    case shared(RequestMachine.Result, IdempotencyKey?)
    /// A command on a payment was refused; the sale's earlier stage, and whether storing is not allowed.
    case refused(Sale.Stage, isForStoring: Bool)
    /// A command on a payment was answered.
    case completed(PaymentIntent, PaymentCompletion)
    /// An unknown outcome is now known.
    case resolved(PaymentIntent, Conclusion)
}

/// The cashier and the app behind the lane: presses keys, hears answers late, keeps the ids of each order's intents
/// through every crash, and never charges an order again that somebody said is paid.
extension Shop {
    /// The effort after which a sale is abandoned.
    private static let patience = 60

    mutating func act(_ lane: Int, in delay: Int64) {
        lanes[lane].cashier.plan += 1
        planOutside(.act(lane: lane, plan: lanes[lane].cashier.plan), in: delay)
    }

    mutating func tellCashier(_ note: Note, ofSale sale: Int, _ lane: Int) {
        notes.append((note, sale))
        plan(.note(lane: lane, notes.count - 1), in: 20 + Int64(notes.count % 9) * 60)
    }

    mutating func tellCashier(_ note: Note, of intent: String, _ lane: Int) {
        guard let sale = saleOfIntent[intent] else { return }
        tellCashier(note, ofSale: sale, sales[sale].lane)
    }

    mutating func cashierSeesCrash(_ lane: Int) {
        lanes[lane].cashier.plan += 1
        guard let sale = lanes[lane].cashier.sale else { return }
        sales[sale].looked = 0
        if sales[sale].intents.isEmpty { sales[sale].stage = .toCreate } else { sales[sale].stage = .lookup }
    }

    // MARK: - Acting

    /// Carries out the next action.
    mutating func act(_ lane: Int) {
        guard isUp else { return }
        guard let sale = lanes[lane].cashier.sale else { return beginSale(lane) }
        sales[sale].effort += 1
        if sales[sale].effort > Self.patience, sales[sale].stage != .unknown { return endSale(lane) }
        trace.note(20, Int64(lane), Int64(sale), text: "\(now): cashier \(lane) sale \(sale): \(sales[sale].stage)")
        switch sales[sale].stage {
        case .toCreate: create(lane, sale)
        case .toCollect: collect(lane, sale)
        case .toConfirm: confirm(lane, sale)
        case .unknown: press(.confirming, lane, sale) { .resolve($0) }
        case .approved: afterApproval(lane, sale)
        case .toShare: share(lane, sale)
        case .toRefund: refund(lane, sale)
        case .toCancel: press(.canceling, lane, sale) { .cancelIntent($0) }
        case .lookup: look(lane, sale)
        case .over: endSale(lane)
        case .creating, .collecting, .editing, .confirming, .incrementing, .capturing, .sharing, .refunding, .canceling,
            .looking:
            // The answer was lost in a crash, or is still awaited.
            act(lane, in: 60_000)
        }
    }

    private mutating func beginSale(_ lane: Int) {
        guard season == .open, begun < plan.sales else { return }
        begun += 1
        let number = lanes[lane].cashier.begun
        lanes[lane].cashier.begun += 1
        faults.begin(sale: number, at: lane)
        let name = "order-\(lane)-\(number)"
        guard plan.onlySales?.contains(name) ?? true else { return act(lane, in: 1) }
        let order = plan.scenario?.order ?? SaleOrder(seed: plan.seed, lane: lane, number: number)
        sales.append(Sale(number: sales.count, lane: lane, order: order, name: name))
        lanes[lane].cashier.sale = sales.count - 1
        connect(lane)
        act(lane, in: 200)
    }

    mutating func endSale(_ lane: Int) {
        guard let sale = lanes[lane].cashier.sale else { return }
        trace.note(21, Int64(lane), Int64(sale), text: "\(now): cashier \(lane): sale \(sale) is over")
        sales[sale].stage = .over
        lanes[lane].cashier.sale = nil
        lookAfterStored(lane)
        guard isUp else { return }
        act(lane, in: 300)
    }

    private mutating func connect(_ lane: Int) {
        guard lanes[lane].machine.connectionStatus == .notConnected else { return }
        command(.connect(lanes[lane].readerName), lane, .other)
    }

    private mutating func create(_ lane: Int, _ sale: Int) {
        if sales[sale].creates == sales[sale].intents.count { sales[sale].creates += 1 }
        sales[sale].stage = .creating
        let base = "\(sales[sale].name)-\(sales[sale].creates)"
        let create = TerminalMachine.Command.create(parameters(sale, base), sales[sale].behavior)
        command(create, lane, .create(sale: sale))
        if isUp, faults.strike(.doublePress, lane) { command(create, lane, .create(sale: sale)) }
    }

    /// Returns the parameters of a sale's intent; under the same base the gateway creates it once.
    private mutating func parameters(_ sale: Int, _ base: String) -> PaymentIntentParameters {
        let order = sales[sale].order
        var parameters = PaymentIntentParameters(
            amount: order.amount, currency: .eur, captureMethod: order.captureMethod)
        parameters.order = sales[sale].name
        parameters.idempotencyKey = base
        // Only of what somebody else gets may a platform keep a fee.
        if order.fee != nil { parameters.transferData = openSeller().map { TransferData(destination: $0) } }
        if order.raise != nil || order.acceptsPartial {
            parameters.paymentMethodOptions = PaymentMethodOptions(
                cardPresent: CardPresentOptions(
                    requestIncrementalAuthorizationSupport: order.raise.map { _ in true },
                    requestPartialAuthorization: order.acceptsPartial ? .ifAvailable : nil))
        }
        return parameters
    }

    private mutating func collect(_ lane: Int, _ sale: Int) {
        guard let intent = sales[sale].intent else { return }
        guard lanes[lane].machine.openReader != nil else {
            connect(lane)
            return act(lane, in: 1500)
        }
        if intent.isOffline, let history = journal.history(of: intent.id), history.offline != nil {
            return lookAgain(lane, sale, in: 500)
        }
        let order = sales[sale].order
        let how = TerminalMachine.Command.Collecting(
            inspects: order.isInspected && !intent.isOffline, tipping: order.tipping,
            total: order.total.map { .milliseconds($0) },
            confirmsAtOnce: order.isProcessed)
        sales[sale].cards += 1
        let id = press(.collecting, lane, sale) { .collect($0, how, order.busy) }
        if let after = order.stopsCollection { plan(.pressStop(lane: lane, command: id, .stop), in: after) }
        if order.isProcessed { planStop(lane, id, sale, from: 500...3000) }
    }

    /// Confirms, with the surcharge if the gateway allows it for the card that was inspected; edits the amount first if
    /// it is to be another one.
    private mutating func confirm(_ lane: Int, _ sale: Int) {
        if let amount = sales[sale].order.editedAmount, let intent = sales[sale].intent,
            intent.amount.minorUnits != amount, sales[sale].edits < Self.editTries
        {
            return edit(intent, to: Amount(minorUnits: amount, currency: intent.amount.currency), lane, sale)
        }
        let asked = sales[sale].order.surchargeAmount
        press(.confirming, lane, sale) { intent in
            guard let asked, intent.surcharge?.status == .available else { return .confirm(intent, .reject) }
            let amount = Amount(minorUnits: asked, currency: .eur)
            return .confirm(intent, .reject, surcharge: SurchargeConfiguration(amount: amount))
        }
    }

    /// The number of times that a cashier edits the amount of one sale.
    private static let editTries = 3

    private mutating func edit(_ intent: PaymentIntent, to amount: Amount, _ lane: Int, _ sale: Int) {
        sales[sale].edits += 1
        sales[sale].editing = intent.id
        sales[sale].stage = .editing
        let changes = PaymentIntentChanges(amount: amount)
        command(.edit(KnownIntent(intent), changes), lane, .edit(sale: sale, intent))
    }

    /// Presses a key for the current payment.
    @discardableResult
    private mutating func press(
        _ stage: Sale.Stage, _ lane: Int, _ sale: Int, _ make: (KnownIntent) -> TerminalMachine.Command
    ) -> CommandID {
        guard let intent = sales[sale].intent else { return 0 }
        let before = sales[sale].stage
        sales[sale].stage = stage
        let asked = Asked.payment(sale: sale, intent, before: before)
        let id = command(make(KnownIntent(intent)), lane, asked)
        guard isUp else { return id }
        if before == .toConfirm { planStop(lane, id, sale, from: 1...2000) }
        if faults.strike(.doublePress, lane) {
            command(make(KnownIntent(intent)), lane, .payment(sale: sale, intent, before: nil))
        }
        return id
    }

    private mutating func planStop(_ lane: Int, _ command: CommandID, _ sale: Int, from range: ClosedRange<Int64>) {
        if let stop = sales[sale].order.stop {
            plan(.pressStop(lane: lane, command: command, stop.mode), in: stop.after)
        }
        if faults.strike(.stopPressed, lane) {
            plan(.pressStop(lane: lane, command: command, .stop), in: faults.number(in: range))
        }
        if faults.strike(.reversePressed, lane) {
            plan(.pressStop(lane: lane, command: command, .reverseIfApproved), in: faults.number(in: range))
        }
    }

    private mutating func afterApproval(_ lane: Int, _ sale: Int) {
        let order = sales[sale].order
        guard !sales[sale].afterwardsDone, order.captureMethod == .manual else { return shareOrRefund(lane, sale) }
        if !order.raisesLate, let raised = order.raisedAmount, !sales[sale].isIncrementTold,
            sales[sale].increments < 5
        {
            sales[sale].increments += 1
            let total = Amount(minorUnits: raised, currency: .eur)
            press(.incrementing, lane, sale) { .increment($0, total) }
            return
        }
        switch order.afterwards {
        case .nothing: endSale(lane)
        case .cancel: press(.canceling, lane, sale) { .cancelIntent($0) }
        case .capture: capture(lane, sale)
        }
    }

    private mutating func capture(_ lane: Int, _ sale: Int) {
        let order = sales[sale].order
        let amount = order.capturedAmount.map { Amount(minorUnits: $0, currency: .eur) }
        let fee = order.feeAmount.map { Amount(minorUnits: $0, currency: .eur) }
        sales[sale].held = sales[sale].intent
        if let pause = order.colleague, let intent = sales[sale].intent, !sales[sale].hasColleague {
            sales[sale].hasColleague = true
            planOutside(.captureElsewhere(sale: sale, intent.id), in: pause)
        }
        press(.capturing, lane, sale) { .capture($0, amount, applicationFee: fee) }
    }

    /// Raises a hold that is captured, as somebody does who has an old screen before them.
    mutating func raiseLate(_ held: PaymentIntent, to raised: Int64, _ lane: Int, _ sale: Int) {
        sales[sale].increments += 1
        sales[sale].stage = .incrementing
        let total = Amount(minorUnits: raised, currency: .eur)
        command(.increment(KnownIntent(held), total), lane, .payment(sale: sale, held, before: .approved))
    }

    mutating func shareOrRefund(_ lane: Int, _ sale: Int) {
        guard sales[sale].order.share != nil, sales[sale].isPaid, !sales[sale].isShareTold,
            sales[sale].shares < Self.shareTries
        else { return refundOrEnd(lane, sale) }
        sales[sale].stage = .toShare
        act(lane, in: 800)
    }

    mutating func refundOrEnd(_ lane: Int, _ sale: Int) {
        guard sales[sale].order.refund != nil, !sales[sale].isRefundTold, sales[sale].refunds < 5 else {
            return endSale(lane)
        }
        sales[sale].stage = .toRefund
        act(lane, in: 1000)
    }

    private mutating func refund(_ lane: Int, _ sale: Int) {
        guard let intent = sales[sale].intents.last(where: { sales[sale].isPaid && !$0.id.isEmpty }) else {
            return endSale(lane)
        }
        let amount = sales[sale].order.refundAmount
        let wish = RefundParameters(
            paymentIntent: intent.id, amount: amount.map { Amount(minorUnits: $0, currency: intent.amount.currency) })
        sales[sale].refunds += 1
        sales[sale].stage = .refunding
        guard !sales[sale].order.refundsAtReader else {
            lanes[lane].returning = intent.card?.last4
            command(.present(.refund(wish), .init(confirmsAtOnce: true), .queue), lane, .refund(sale: sale))
            return
        }
        command(.refund(wish), lane, .refund(sale: sale))
        if isUp, faults.strike(.doublePress, lane) { command(.refund(wish), lane, .refund(sale: sale)) }
    }

    /// Finds out what became of a sale before a crash: queries the gateway and the journal.
    private mutating func look(_ lane: Int, _ sale: Int) {
        guard sales[sale].looked < sales[sale].intents.count else { return judge(lane, sale) }
        guard !sales[sale].intents[sales[sale].looked].isOffline else {
            sales[sale].looked += 1
            return look(lane, sale)
        }
        sales[sale].stage = .looking
        command(.read(sales[sale].intents[sales[sale].looked].id), lane, .read(sale: sale))
    }

    private mutating func judge(_ lane: Int, _ sale: Int) {
        if judgeStored(lane, sale) { return }
        let histories = sales[sale].intents.map { ($0, journal.history(of: $0.id)) }
        if histories.contains(where: {
            $0.1?.isUnresolved == true
        }) {
            sales[sale].looked = 0
            sales[sale].stage = .lookup
            return act(lane, in: 10_000)
        }
        if let (intent, history) = histories.first(where: { $0.1?.approval != nil }), let history {
            makeLast(intent, sale)
            if history.isUnclaimed { acknowledge(history) }
            checkShown(.confirmed(.approved(IntentFacts(intent))), intent)
            sales[sale].isPaid = true
            if intent.status != .requiresCapture { sales[sale].afterwardsDone = true }
            sales[sale].stage = .approved
            return act(lane, in: 500)
        }
        guard let intent = sales[sale].intent, sales[sale].cards < 4 else { return endSale(lane) }
        if intent.isOffline, journal.history(of: intent.id)?.offline != nil {
            sales[sale].goesOnline = true
            sales[sale].stage = sales[sale].creates < 3 ? .toCreate : .over
            return act(lane, in: 500)
        }
        switch intent.status {
        // The edit may still arrive, so that nobody knows what a card would be charged.
        case .requiresPaymentMethod where sales[sale].editing == intent.id,
            .requiresConfirmation where sales[sale].editing == intent.id:
            sales[sale].stage = .toCancel
        case .requiresPaymentMethod, .requiresConfirmation: sales[sale].stage = .toCollect
        case .succeeded where intent.latestCharge?.value?.refunded == true: sales[sale].stage = .over
        case .requiresCapture, .succeeded:
            // It was read while it was being reversed, or lost: the issuer's ledger decides in the end.
            return lookAgain(lane, sale, in: 10_000)
        default: sales[sale].stage = sales[sale].creates < 3 ? .toCreate : .over
        }
        act(lane, in: 500)
    }

    mutating func makeLast(_ intent: PaymentIntent, _ sale: Int) {
        sales[sale].intents.removeAll { $0.id == intent.id }
        sales[sale].intents.append(intent)
    }

    mutating func acknowledge(_ history: PaymentHistory) {
        guard isUp else { return }
        command(.acknowledge(history.intentID, by: "cashier"), 0, .other)
    }

    /// Closes the day: somebody looks at unclaimed payments, and repeats refunds and transfers whose outcome is
    /// unknown.
    mutating func closeTheDay() {
        for lane in lanes.indices { take(.resume, lane) }
        decideStored()
        for history in journal.book.openPayments {
            if history.isUnclaimed || history.refunds.contains(where: \.isUntold) || history.call?.isUntold == true {
                acknowledge(history)
            }
            for refund in history.refunds where refund.isUnresolved && isUp {
                command(.refund(refund.parameters), 0, .other)
            }
            if let call = history.call, call.isUnresolved, isUp {
                command(.perform(call.parameters, key: nil), 0, .other)
            }
        }
    }
}
