import TenderFlow
import TenderModel

/// The bounds of the exploration of the terminal.
public struct TerminalScenario: Sendable {
    /// The name of what is explored.
    public let name: String
    /// The initial world.
    public let world: TerminalWorld

    init(
        _ name: String, _ tills: [TerminalTill], plan: TerminalWorld.Plan = TerminalWorld.Plan(),
        money: TerminalMoney? = nil, setups: StoredSetups? = nil, setupTill: StoredSetupTill? = nil,
        caller: ReaderCaller? = nil,
        disk: TerminalDisk = TerminalDisk(),
        late: [TerminalWorld.Load] = [],
        declinedElsewhere: String? = nil,
        _ change: (inout TerminalWorld.Budget) -> Void
    ) {
        var budget = TerminalWorld.Budget()
        change(&budget)
        var plan = plan
        plan.hasDeadlines = budget.deadlines > 0
        self.name = "terminal, \(name)"
        var world = TerminalWorld(plan: plan, budget: budget, tills: tills)
        world.money = money
        world.setups = setups
        world.setupTill = setupTill
        world.caller = caller
        world.disk = disk
        world.late = late
        if let declinedElsewhere { world.declineElsewhere(declinedElsewhere) }
        world.begin()
        self.world = world
    }

    private static func plan(_ change: (inout TerminalWorld.Plan) -> Void) -> TerminalWorld.Plan {
        var plan = TerminalWorld.Plan()
        change(&plan)
        return plan
    }

    private static func pair(
        _ busy: BusyPolicy, collections: (Int, Int) = (1, 1), atOnce: (Bool, Bool) = (false, false)
    ) -> [TerminalTill] {
        [
            TerminalTill(1, .queue, collections: collections.0, confirmsAtOnce: atOnce.0),
            TerminalTill(2, busy, collections: collections.1, confirmsAtOnce: atOnce.1),
        ]
    }

    /// The scenarios that are small enough for a debug build.
    public static var short: [TerminalScenario] {
        [
            TerminalScenario("a cancel", pair(.replace, atOnce: (true, true))) { $0.cancels = 1 },
            TerminalScenario("a lost reader", pair(.queue, atOnce: (true, true))) { $0.disconnects = 1 },
            TerminalScenario("a conversion", [converting(collections: 1)], plan: plan { $0.isManual = true }) { _ in },
            TerminalScenario("an edit", [editing]) { $0.lostAnswers = 1 },
            TerminalScenario("a card that waits", pair(.queue), plan: plan { $0.cardsWait = true }) {
                $0.cardRefusals = 1
            },
            TerminalScenario("a fee at the capture", [charging], plan: plan { $0.isManual = true }) {
                $0.lostAnswers = 1
            },
            TerminalScenario("a card to be saved", [], money: TerminalMoney(.setup)) {
                ($0.lostAnswers, $0.declines) = (1, 1)
            },
            TerminalScenario(
                "a stored card to be saved", [], plan: plan { ($0.keepsCards, $0.isNewBoot) = (true, false) },
                setups: StoredSetups(), disk: storedSetupDisk
            ) { ($0.lostAnswers, $0.crashes) = (1, 1) },
            TerminalScenario(
                "a card that is stored or canceled", [], plan: plan { ($0.keepsCards, $0.readsLate) = (true, true) },
                setups: StoredSetups(), setupTill: StoredSetupTill()
            ) { $0.cancels = 1 },
            TerminalScenario("a card that does not pay", [], caller: ReaderCaller(.data)) {
                ($0.cancels, $0.disconnects) = (1, 1)
            },
            TerminalScenario("a restart", [], caller: ReaderCaller(.restart)) { ($0.cancels, $0.disconnects) = (1, 1) },
        ]
    }

    /// The scenarios that the release program explores.
    public static var full: [TerminalScenario] {
        [
            turns, cancels, waitingCards, conversions, edits, fees, colleagues, reader, services, records, crashes,
            orders,
            forwarding, money, refunds, setups, holds, relayed,
        ].flatMap(\.self)
    }

    /// Contention for the reader while another payment wants it.
    private static var turns: [TerminalScenario] {
        [BusyPolicy.queue, .replace, .reject].flatMap { busy in
            [CancelMode.stop, .reverseIfApproved].map { mode in
                TerminalScenario(
                    "\(busy), cancel \(mode)", pair(busy, collections: (2, 2)), plan: plan { $0.cancelMode = mode }
                ) {
                    $0.declines = 1
                    $0.cancels = 1
                    $0.lostAnswers = 1
                }
            }
        }
    }

    private static var cancels: [TerminalScenario] {
        [BusyPolicy.queue, .replace].flatMap { busy in
            [
                TerminalScenario("cancels that come late, \(busy)", pair(busy, collections: (2, 1))) {
                    ($0.cancels, $0.lateCancels, $0.declines) = (1, 1, 1)
                },
                TerminalScenario(
                    "cancels that nobody waits for, \(busy)", pair(busy, atOnce: (true, true)),
                    plan: plan { ($0.cancelMode, $0.isCancelAwaited) = (.reverseIfApproved, false) }
                ) { ($0.cancels, $0.lostRequests, $0.lateArrivals) = (2, 1, 1) },
                TerminalScenario("cancels of intents, \(busy)", pair(busy, atOnce: (true, false))) {
                    ($0.cancels, $0.intentCancels, $0.lostAnswers) = (1, 1, 1)
                },
                TerminalScenario("late arrivals, \(busy)", pair(busy, atOnce: (true, true))) {
                    ($0.cancels, $0.lateArrivals, $0.lostRequests, $0.declines) = (1, 1, 1, 1)
                },
            ]
        } + [
            TerminalScenario("increments, lost messages", [raised], plan: plan { $0.isManual = true }) {
                ($0.cancels, $0.declinedIncrements, $0.lostAnswers, $0.lostRequests, $0.lateArrivals) = (1, 1, 1, 1, 1)
                $0.intentCancels = 1
            },
            TerminalScenario(
                "increments, a crash, stale", [raised], plan: plan { ($0.isManual, $0.hasStaleIntents) = (true, true) }
            ) { ($0.crashes, $0.lostAnswers, $0.lateArrivals, $0.lostRecords) = (1, 1, 1, 1) },
            TerminalScenario(
                "increments, a crash, same boot", [raised],
                plan: plan { ($0.isManual, $0.isNewBoot) = (true, false) }
            ) { ($0.crashes, $0.lostAnswers, $0.lostRequests, $0.declinedIncrements) = (1, 1, 1, 1) },
            TerminalScenario(
                "a part, lost messages", [tipped],
                plan: plan { ($0.acceptsPartial, $0.cancelMode) = (true, .reverseIfApproved) }
            ) { ($0.partials, $0.cancels, $0.declines, $0.lostAnswers, $0.lostRequests) = (1, 1, 1, 1, 1) },
            TerminalScenario(
                "a part that is raised, a crash", [raised],
                plan: plan { ($0.acceptsPartial, $0.isManual, $0.hasStaleIntents) = (true, true, true) }
            ) { ($0.partials, $0.crashes, $0.lostAnswers) = (1, 1, 1) },
            TerminalScenario("tips, lost messages", [tipped]) {
                ($0.cancels, $0.declines, $0.lostAnswers, $0.lostRequests) = (1, 1, 1, 1)
            },
            TerminalScenario(
                "tips, a crash, stale", [tipped], plan: plan { ($0.isManual, $0.hasStaleIntents) = (true, true) }
            ) { ($0.crashes, $0.lostAnswers) = (1, 1) },
            TerminalScenario("tips, a crash", [tipped], plan: plan { $0.isManual = true }) {
                ($0.crashes, $0.lostAnswers, $0.lateArrivals, $0.lostRequests) = (1, 1, 1, 1)
            },
            TerminalScenario("a surcharge", [surcharged], plan: plan { $0.isManual = true }) {
                ($0.lostAnswers, $0.lostRequests, $0.declines, $0.cancels) = (1, 1, 1, 1)
            },
            TerminalScenario("a surcharge to agree to", [consenting]) {
                ($0.cancels, $0.disconnects, $0.deadlines) = (1, 1, 1)
            },
            TerminalScenario(
                "a surcharge to agree to beside a payment",
                [consenting, TerminalTill(2, .replace, confirmsAtOnce: true)]
            ) { ($0.cancels, $0.intentCancels) = (1, 1) },
            TerminalScenario("a surcharge, a crash", [surcharged]) {
                ($0.crashes, $0.lostAnswers, $0.lateArrivals) = (1, 1, 1)
            },
            TerminalScenario(
                "manual capture", captured, plan: plan { ($0.isManual, $0.cancelMode) = (true, .reverseIfApproved) }
            ) { ($0.cancels, $0.lostAnswers) = (1, 1) },
        ]
    }

    /// An application that charges a surcharge for the card that it inspected.
    private static var surcharged: TerminalTill {
        TerminalTill(1, .queue, collections: 2, captures: true, surcharge: TerminalWorld.surcharge)
    }

    /// An application that asks the customer about the surcharge.
    private static var consenting: TerminalTill {
        TerminalTill(1, .queue, collections: 2, surcharge: TerminalWorld.surcharge, asksConsent: true)
    }

    /// An application whose reader asks for a tip.
    private static var tipped: TerminalTill {
        TerminalTill(1, .queue, collections: 2, captures: true, maximumTip: TerminalWorld.maximumTip)
    }

    /// An application that raises its hold and captures it.
    private static var raised: TerminalTill {
        TerminalTill(1, .queue, confirmsAtOnce: true, captures: true, increments: true)
    }

    /// An application that asks for an offer to convert, and then raises and captures what it may.
    private static func converting(collections: Int = 2, confirmsAtOnce: Bool = false) -> TerminalTill {
        TerminalTill(
            1, .queue, collections: collections, confirmsAtOnce: confirmsAtOnce, captures: true, increments: true,
            converts: true)
    }

    /// An application that edits the amount when it has its first card, and collects another.
    private static var editing: TerminalTill { TerminalTill(1, .queue, collections: 3, edits: true) }

    /// An application that asks for a fee when it captures.
    private static var charging: TerminalTill {
        TerminalTill(1, .queue, confirmsAtOnce: true, captures: true, applicationFee: 30)
    }

    private static var captured: [TerminalTill] {
        [
            TerminalTill(1, .queue, confirmsAtOnce: true, captures: true),
            TerminalTill(2, .queue, confirmsAtOnce: true, captures: true),
        ]
    }

    /// A customer who chooses the currency of the card.
    private static var conversions: [TerminalScenario] {
        let manual = plan { $0.isManual = true }
        let stale = plan { ($0.isManual, $0.hasStaleIntents) = (true, true) }
        return [
            TerminalScenario("a conversion, lost messages", [converting(collections: 1)], plan: manual) {
                ($0.lostAnswers, $0.lostRequests) = (1, 1)
            },
            TerminalScenario(
                "a conversion, another card", [converting()], plan: plan { $0.cancelMode = .reverseIfApproved }
            ) { ($0.declines, $0.cancels, $0.deadlines) = (1, 1, 1) },
            TerminalScenario("a conversion, a full disk", [converting(collections: 1)], plan: manual) {
                ($0.lostRecords, $0.lostAnswers) = (1, 1)
            },
            TerminalScenario("a conversion, a lost reader", [converting()]) {
                ($0.disconnects, $0.deadlines) = (1, 1)
            },
            TerminalScenario(
                "a conversion in one call beside a payment",
                [converting(confirmsAtOnce: true), TerminalTill(2, .replace, confirmsAtOnce: true)]
            ) { $0.cancels = 1 },
            TerminalScenario("a conversion, a crash, stale", [converting()], plan: stale) {
                ($0.crashes, $0.lostAnswers) = (1, 1)
            },
        ]
    }

    /// Cards that wait in the reader for the issuer's answer, and do not always agree.
    private static var waitingCards: [TerminalScenario] {
        let waits = plan { $0.cardsWait = true }
        let alone = [TerminalTill(1, .queue, collections: 2)]
        return [false, true].flatMap { isManual in
            let name = isManual ? "manual capture" : "automatic capture"
            let waits = plan { ($0.isManual, $0.cardsWait) = (isManual, true) }
            return [
                TerminalScenario("a card that waits, \(name)", pair(.replace, collections: (2, 1)), plan: waits) {
                    ($0.cardRefusals, $0.declines, $0.cancels) = (1, 1, 1)
                },
                TerminalScenario("a card that waits, a crash, \(name)", alone, plan: waits) {
                    ($0.crashes, $0.lostAnswers, $0.cardRefusals, $0.lostRecords) = (1, 1, 1, 1)
                },
            ]
        } + [
            TerminalScenario(
                "a card that waits, lost messages", pair(.queue, atOnce: (true, true)),
                plan: plan { ($0.isManual, $0.cardsWait, $0.cancelMode) = (true, true, .reverseIfApproved) }
            ) { ($0.cardRefusals, $0.lostAnswers, $0.cancels) = (1, 1, 1) },
            TerminalScenario("a card that waits, a lost reader", pair(.queue, atOnce: (false, true)), plan: waits) {
                ($0.disconnects, $0.cardRefusals) = (1, 1)
            },
            TerminalScenario("a card that waits, a reader that does not end with it", alone, plan: waits) {
                ($0.stuckReaders, $0.deadlines, $0.disconnects) = (1, 1, 1)
            },
        ]
    }

    /// An amount that is edited when there is a card for the old one.
    private static var edits: [TerminalScenario] {
        [
            TerminalScenario("an edit, lost messages", [editing]) {
                ($0.lostAnswers, $0.lostRequests, $0.lateArrivals) = (1, 2, 1)
            },
            TerminalScenario("an edit, cancels", [editing]) {
                ($0.cancels, $0.intentCancels, $0.lostAnswers) = (2, 1, 1)
            },
            TerminalScenario("an edit, a crash", [editing]) { ($0.crashes, $0.lostAnswers) = (1, 1) },
            TerminalScenario(
                "an edit beside a payment", [editing, TerminalTill(2, .replace, confirmsAtOnce: true)]
            ) { ($0.cancels, $0.lostAnswers) = (1, 1) },
        ]
    }

    /// A fee that is asked for at the capture.
    private static var fees: [TerminalScenario] {
        let manual = plan { $0.isManual = true }
        return [
            TerminalScenario("a fee at the capture, lost messages", [charging], plan: manual) {
                ($0.lostAnswers, $0.lostRequests, $0.lateArrivals, $0.cancels) = (1, 1, 1, 1)
            },
            TerminalScenario("a fee at the capture, a crash, new boot", [charging], plan: manual) {
                ($0.crashes, $0.lostAnswers, $0.lateArrivals) = (1, 1, 1)
            },
            TerminalScenario(
                "a fee at the capture, a crash, same boot", [charging],
                plan: plan { ($0.isManual, $0.isNewBoot) = (true, false) }
            ) { ($0.crashes, $0.lostAnswers, $0.lostRecords) = (1, 1, 1) },
        ]
    }

    private static var reader: [TerminalScenario] {
        [BusyPolicy.queue, .replace].flatMap { busy in
            [
                TerminalScenario("a lost reader, \(busy)", pair(busy, collections: (2, 1))) {
                    ($0.disconnects, $0.cancels) = (1, 1)
                },
                TerminalScenario("a reader that does not stop, \(busy)", pair(busy, atOnce: (true, true))) {
                    ($0.stuckReaders, $0.cancels, $0.disconnects) = (1, 1, 1)
                },
                TerminalScenario("deadlines, \(busy)", pair(busy, atOnce: (true, true))) {
                    ($0.deadlines, $0.cancels, $0.lostRequests, $0.stuckReaders) = (1, 1, 1, 1)
                },
            ]
        }
    }

    /// What the reader does besides payments.
    private static var services: [TerminalScenario] {
        ReaderCaller.Wish.allCases.flatMap { wish in
            let caller = ReaderCaller(wish, wish == .data ? .replace : .queue)
            let till = TerminalTill(1, wish == .data ? .replace : .queue)
            return [
                TerminalScenario("\(wish) beside a payment", [till], caller: caller) {
                    ($0.cancels, $0.lostAnswers, $0.declines) = (2, 1, 1)
                },
                TerminalScenario("\(wish), a lost reader", [till], caller: caller) {
                    ($0.disconnects, $0.cancels, $0.stuckReaders) = (1, 1, 1)
                },
                TerminalScenario("\(wish), a crash", [till], caller: caller) { ($0.crashes, $0.cancels) = (1, 1) },
            ]
        }
    }

    /// A reversal or a capture beside a colleague who captures a part of the hold, or gives money back.
    private static var colleagues: [TerminalScenario] {
        let reversals = [false, true].map { isManual in
            TerminalScenario(
                "a colleague, \(isManual ? "manual" : "automatic") capture",
                [TerminalTill(1, .queue, confirmsAtOnce: true)],
                plan: plan { ($0.isManual, $0.cancelMode) = (isManual, .reverseIfApproved) }
            ) { ($0.captures, $0.refunds, $0.cancels, $0.crashes, $0.lostAnswers) = (1, 1, 1, 1, 1) }
        }
        let capturing = TerminalTill(1, .queue, confirmsAtOnce: true, captures: true)
        let second = TerminalScenario("a colleague, two captures", [capturing], plan: plan { $0.isManual = true }) {
            ($0.captures, $0.crashes, $0.lostAnswers, $0.lostRequests, $0.lateArrivals) = (1, 1, 1, 1, 1)
        }
        return reversals + [second]
    }

    private static var records: [TerminalScenario] {
        [CancelMode.stop, .reverseIfApproved].map { mode in
            TerminalScenario(
                "a full disk, cancel \(mode)", pair(.queue, atOnce: (true, false)), plan: plan { $0.cancelMode = mode }
            ) { ($0.lostRecords, $0.lostAnswers, $0.cancels) = (2, 1, 1) }
        }
    }

    /// The process ends at any moment, and the next one takes over.
    private static var crashes: [TerminalScenario] {
        [(true, true), (false, false)].flatMap { isNewBoot, hasStaleIntents in
            let name = "\(isNewBoot ? "new boot" : "same boot")\(hasStaleIntents ? ", stale" : "")"
            return crashes(name, plan { ($0.isNewBoot, $0.hasStaleIntents) = (isNewBoot, hasStaleIntents) })
        }
    }

    private static func crashes(_ name: String, _ restart: TerminalWorld.Plan) -> [TerminalScenario] {
        var (reversing, reading) = (restart, restart)
        reversing.cancelMode = .reverseIfApproved
        reading.readsLate = true
        let once = (true, true)
        return [
            TerminalScenario("a crash, \(name)", pair(.queue, collections: (2, 2), atOnce: once), plan: restart) {
                ($0.crashes, $0.lostAnswers, $0.declines) = (1, 1, 1)
            },
            TerminalScenario(
                "a crash and a cancel, \(name)", pair(.replace, collections: (2, 1), atOnce: once), plan: reversing
            ) { ($0.crashes, $0.cancels, $0.lostRecords) = (1, 1, 1) },
            TerminalScenario(
                "a crash and slow reads, \(name)", pair(.queue, collections: (2, 1), atOnce: once), plan: reading
            ) { ($0.crashes, $0.cancels) = (1, 1) },
        ]
    }

    /// Two intents for one order.
    private static var orders: [TerminalScenario] {
        let one = plan { $0.isOneOrder = true }
        return [
            TerminalScenario("one order, lost messages", pair(.queue, atOnce: (true, true)), plan: one) {
                ($0.lostRequests, $0.lostAnswers, $0.lateArrivals, $0.cancels) = (1, 1, 1, 1)
            },
            TerminalScenario("one order, a crash", pair(.queue, collections: (2, 2), atOnce: (true, true)), plan: one) {
                ($0.crashes, $0.lostAnswers) = (1, 1)
            },
            TerminalScenario("one intent, queue", onIntent(.queue)) {
                ($0.cancels, $0.declines, $0.lostAnswers) = (1, 1, 1)
            },
            TerminalScenario("one intent, replace", onIntent(.replace)) { ($0.cancels, $0.declines) = (1, 1) },
            TerminalScenario(
                "an intent that another terminal saw declined", pair(.queue, collections: (2, 1), atOnce: (true, true)),
                declinedElsewhere: "pi_1"
            ) { ($0.declines, $0.crashes) = (1, 1) },
        ]
    }

    /// Returns two applications that want to pay the same intent.
    private static func onIntent(_ busy: BusyPolicy) -> [TerminalTill] {
        [TerminalTill(1, .queue, collections: 2), TerminalTill(2, busy, of: 1, collections: 2)]
    }

    // MARK: - Leftovers of an earlier process

    private static var forwarding: [TerminalScenario] {
        let keeping = plan { ($0.keepsCards, $0.isNewBoot) = (true, false) }
        let single = [TerminalTill(1, .queue, confirmsAtOnce: true)]
        return [
            TerminalScenario(
                "a stored payment beside two", pair(.queue, atOnce: (true, true)), plan: keeping, disk: storedDisk
            ) { $0.cancels = 1 },
            TerminalScenario("a stored payment, lost messages", single, plan: keeping, disk: storedDisk) {
                ($0.lostAnswers, $0.lostRequests, $0.declines) = (1, 1, 1)
            },
            TerminalScenario("a stored payment, a crash", single, plan: keeping, disk: storedDisk) {
                ($0.crashes, $0.lostRecords) = (1, 1)
            },
            TerminalScenario(
                "a stored card to be saved, lost messages", [], plan: keeping, setups: StoredSetups(),
                disk: storedSetupDisk
            ) { ($0.lostAnswers, $0.lostRequests, $0.lateArrivals, $0.declines) = (2, 2, 1, 1) },
            TerminalScenario(
                "a stored card to be saved, crashes", [], plan: keeping, setups: StoredSetups(), disk: storedSetupDisk
            ) { ($0.crashes, $0.lostAnswers, $0.declines) = (2, 1, 1) },
            TerminalScenario(
                "a stored card to be saved, a full disk", [], plan: keeping, setups: StoredSetups(),
                disk: storedSetupDisk
            ) { ($0.crashes, $0.lostRequests, $0.lostRecords) = (1, 1, 1) },
            TerminalScenario(
                "a stored card to be saved, a new boot", [], plan: plan { $0.keepsCards = true },
                setups: StoredSetups(), disk: storedSetupDisk
            ) { ($0.crashes, $0.lostAnswers) = (1, 1) },
            TerminalScenario(
                "a card that is stored or canceled, a crash", [], plan: keeping, setups: StoredSetups(),
                setupTill: StoredSetupTill()
            ) { ($0.cancels, $0.crashes) = (1, 1) },
        ]
    }

    /// Holds that a rule finishes, beside somebody who captures or cancels them.
    private static var holds: [TerminalScenario] {
        HoldRule.Action.allCases.flatMap { action in
            let watched = plan { ($0.isManual, $0.holdRule) = (true, HoldRule(action, .olderThan(60))) }
            var (again, slow) = (watched, watched)
            again.isNewBoot = false
            slow.readsLate = true
            let till = TerminalTill(1, .queue, confirmsAtOnce: true)
            let capturing = TerminalTill(1, .queue, confirmsAtOnce: true, captures: true)
            return [
                TerminalScenario("a forgotten hold, \(action), a crash", [till], plan: again) {
                    ($0.looks, $0.crashes, $0.lostAnswers, $0.lostRequests) = (3, 1, 1, 1)
                },
                TerminalScenario("a forgotten hold, \(action), beside a capture", [capturing], plan: watched) {
                    ($0.looks, $0.lostAnswers, $0.lateArrivals, $0.lostRecords) = (3, 1, 1, 1)
                },
                TerminalScenario("a forgotten hold, \(action), slow reads", [till], plan: slow) {
                    ($0.looks, $0.intentCancels) = (2, 1)
                },
            ]
        }
    }

    private static var storedDisk: TerminalDisk {
        var disk = TerminalDisk()
        let amount = TerminalWorld.amount
        let intent = PaymentIntent(offline: PaymentIntentParameters(amount), base: "9")
        let terms = PaymentTerms(intentID: intent.id, amount: amount, baseKey: "9", order: "order 9")
        let limits = OfflineLimits(perPayment: [amount], stored: [amount])
        let sale = OfflineSale(.payment(intent.parameters), limits: limits)
        _ = disk.write(
            JournalEntry(intentID: intent.id, attempt: 1, terms: terms, event: .offline(.stored(sale))),
            payload: intent.id)
        _ = disk.write(JournalEntry(intentID: intent.id, attempt: 1, event: .claimed))
        return disk
    }

    private static var storedSetupDisk: TerminalDisk {
        var disk = TerminalDisk()
        let limits = OfflineLimits(perPayment: [TerminalWorld.amount], stored: [TerminalWorld.amount])
        let stored = OfflineEvent.stored(OfflineSale(.setup(StoredSetupTill.wish), limits: limits))
        let id = StoredSetupTill.id
        _ = disk.write(JournalEntry(intentID: id, attempt: 1, event: .offline(stored)), payload: id)
        _ = disk.write(JournalEntry(intentID: id, attempt: 1, event: .claimed))
        return disk
    }

    private static var money: [TerminalScenario] { [TerminalMoney.Wish.refund, .call].flatMap(money) }

    private static func money(_ wish: TerminalMoney.Wish) -> [TerminalScenario] {
        let single = [TerminalTill(1, .queue, confirmsAtOnce: true)]
        let same = plan { $0.isNewBoot = false }
        return [
            TerminalScenario("a \(wish) beside a payment", single, plan: same, money: TerminalMoney(wish)) {
                ($0.lostAnswers, $0.lostRecords) = (1, 1)
            },
            TerminalScenario(
                "a \(wish) that was left", [], plan: same, money: TerminalMoney(wish), disk: leftDisk(wish),
                late: [leftLoad(wish)]
            ) { ($0.lostAnswers, $0.lateArrivals, $0.rests) = (1, 1, 1) },
            TerminalScenario(
                "a \(wish) that was left beside a payment", single, plan: same, money: TerminalMoney(wish),
                disk: leftDisk(wish), late: [leftLoad(wish)]
            ) { _ in },
            TerminalScenario(
                "a \(wish) that was left and nobody asks for", [], plan: same, money: TerminalMoney(wish, wanted: 0),
                disk: leftDisk(wish), late: [leftLoad(wish)]
            ) { ($0.lostRequests, $0.lostRecords, $0.rests) = (1, 1, 2) },
            TerminalScenario("a \(wish) and a crash", [], plan: same, money: TerminalMoney(wish)) {
                ($0.crashes, $0.lostRequests, $0.lostAnswers, $0.rests) = (1, 1, 1, 1)
            },
        ]
    }

    /// A merchant's server between the terminal and the gateway.
    private static var relayed: [TerminalScenario] {
        let most = TerminalWorld.amount.minorUnits
        let limited = plan { ($0.isManual, $0.relay) = (true, MerchantRelay(payment: most)) }
        var (again, reversing) = (limited, limited)
        again.isNewBoot = false
        reversing.cancelMode = .reverseIfApproved
        let surcharging = MerchantRelay(payment: most, surcharge: TerminalWorld.surcharge)
        let captured = TerminalTill(1, .queue, confirmsAtOnce: true, captures: true)
        return [
            TerminalScenario("a merchant's server that limits increments", [raised], plan: limited) {
                ($0.refusals, $0.relayFailures) = (1, 1)
            },
            TerminalScenario("a merchant's server and a cancel", [captured], plan: reversing) {
                ($0.refusals, $0.relayFailures, $0.cancels) = (1, 1, 1)
            },
            TerminalScenario(
                "a surcharge through a merchant's server", [surcharged],
                plan: plan { ($0.isManual, $0.relay) = (true, surcharging) }
            ) { ($0.refusals, $0.relayFailures) = (1, 1) },
            TerminalScenario("a merchant's server and a crash", [captured], plan: again) {
                ($0.refusals, $0.relayFailures, $0.crashes) = (1, 1, 1)
            },
            TerminalScenario(
                "a refund through a merchant's server", [],
                plan: plan {
                    ($0.isNewBoot, $0.relay) = (false, MerchantRelay(refund: TerminalMoney.refund.amount?.minorUnits))
                }, money: TerminalMoney(.refund)
            ) { ($0.refusals, $0.relayFailures, $0.lostAnswers, $0.rests) = (1, 1, 1, 1) },
        ]
    }

    /// A refund whose card is presented at the reader.
    private static var refunds: [TerminalScenario] {
        let single = [TerminalTill(1, .replace, confirmsAtOnce: true)]
        let same = plan { $0.isNewBoot = false }
        let money = TerminalMoney(.refundAtReader)
        return [
            TerminalScenario("a refund at the reader, lost messages", [], plan: same, money: money) {
                ($0.lostAnswers, $0.lostRequests, $0.lateArrivals, $0.cancels, $0.rests) = (1, 1, 1, 1, 1)
            },
            TerminalScenario("a refund at the reader and a crash", [], plan: same, money: money) {
                ($0.crashes, $0.lostAnswers, $0.lostRecords, $0.rests) = (1, 1, 1, 1)
            },
            TerminalScenario("a refund at the reader, a lost reader", [], plan: same, money: money) {
                ($0.disconnects, $0.cancels, $0.stuckReaders, $0.deadlines) = (1, 1, 1, 1)
            },
            TerminalScenario("a refund at the reader beside a payment", single, plan: same, money: money) {
                ($0.cancels, $0.lostAnswers) = (1, 1)
            },
        ]
    }

    /// A card that is saved at the reader.
    private static var setups: [TerminalScenario] {
        let single = [TerminalTill(1, .replace, confirmsAtOnce: true)]
        let same = plan { $0.isNewBoot = false }
        let money = TerminalMoney(.setup)
        return [
            TerminalScenario("a card to be saved, lost messages", [], plan: same, money: money) {
                ($0.lostAnswers, $0.lostRequests, $0.lateArrivals, $0.declines, $0.rests) = (1, 1, 1, 1, 1)
            },
            TerminalScenario("a card to be saved and a crash", [], plan: same, money: money) {
                ($0.crashes, $0.lostAnswers, $0.lostRecords, $0.rests) = (1, 1, 1, 1)
            },
            TerminalScenario("a card to be saved, a lost reader", [], plan: same, money: money) {
                ($0.disconnects, $0.cancels, $0.stuckReaders, $0.deadlines) = (1, 1, 1, 1)
            },
            TerminalScenario("a card to be saved beside a payment", single, plan: same, money: money) {
                ($0.cancels, $0.lostAnswers) = (1, 1)
            },
        ]
    }

    private static let moneyKey = IdempotencyKey.refund("left")

    private static func callKey(_ base: String) -> IdempotencyKey {
        IdempotencyKey(base: base, attempt: 1, verb: MoneyCall.Kind.transfer.rawValue)
    }

    private static func leftDisk(_ wish: TerminalMoney.Wish) -> TerminalDisk {
        var disk = TerminalDisk()
        let (name, event): (String, JournalEntry.Event) =
            switch wish {
            case .refund, .refundAtReader:
                (TerminalMoney.payment, .refundLeaving(TerminalMoney.refund, moneyKey, send: 1))
            case .call: (callKey("left").rawValue, .callLeaving(TerminalMoney.call, callKey("left"), send: 1))
            case .setup: ("seti_0", .setupLeaving(TerminalMoney.setup(0), moneyKey, send: 1))
            }
        _ = disk.write(JournalEntry(intentID: name, attempt: 1, event: event))
        return disk
    }

    private static func leftLoad(_ wish: TerminalMoney.Wish) -> TerminalWorld.Load {
        switch wish {
        case .refund, .refundAtReader: .request(.refund(TerminalMoney.refund, moneyKey))
        case .call: .request(.call(TerminalMoney.call, callKey("left")))
        case .setup: .request(.setup(TerminalMoney.setup(0), moneyKey, nil))
        }
    }
}
