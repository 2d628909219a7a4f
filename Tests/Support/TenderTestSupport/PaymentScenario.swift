import TenderModel

/// A named budget of faults, of which every combination is explored.
public struct PaymentScenario: Sendable {
    /// The combined faults, in a few words.
    public let name: String
    /// The world before anything happened.
    public let world: PaymentWorld

    private init(
        _ name: String, manual: Bool = false, cancel: CancelMode = .stop, inspects: Bool = false,
        cardsWait: Bool = false,
        restart: PaymentWorld.Restart = .init(isNewBoot: true, hasStaleIntent: false),
        _ change: (inout PaymentWorld.Budget) -> Void
    ) {
        var budget = PaymentWorld.Budget()
        change(&budget)
        self.name = name
        world = PaymentWorld(
            manualCapture: manual, cancelMode: cancel, inspects: inspects, cardsWait: cardsWait, restart: restart,
            budget: budget)
    }

    /// One fault of most kinds at a time: small enough for a debug build.
    public static var short: [PaymentScenario] {
        [false, true].flatMap { manual in
            [
                PaymentScenario("a card that waits, \(kind(manual))", manual: manual, cardsWait: true) {
                    $0.cardRefusals = 1
                    $0.lostAnswers = 1
                    $0.crashes = 1
                },
                PaymentScenario("losses, \(kind(manual))", manual: manual) {
                    $0.lostRequests = 1
                    $0.lostAnswers = 1
                    $0.declines = 1
                },
                PaymentScenario(
                    "late arrival and reversal, \(kind(manual))", manual: manual, cancel: .reverseIfApproved
                ) {
                    $0.lateArrivals = 1
                    $0.cancels = 1
                },
                PaymentScenario("the gateway's faults, \(kind(manual))", manual: manual, cancel: .reverseIfApproved) {
                    $0.rateLimits = 1
                    $0.storedFailures = 1
                    $0.wrongAnswers = 1
                    $0.captures = 1
                },
                PaymentScenario("a crash, \(kind(manual))", manual: manual, cancel: .reverseIfApproved) {
                    $0.crashes = 1
                    $0.cancels = 1
                },
                PaymentScenario("a part, \(kind(manual))", manual: manual, cancel: .reverseIfApproved) {
                    $0.partials = 1
                    $0.lostAnswers = 1
                    $0.cancels = 1
                    $0.captures = 1
                },
            ]
        } + [
            PaymentScenario("increments, losses", manual: true) {
                $0.increments = 2
                $0.declinedIncrements = 1
                $0.lostAnswers = 1
                $0.captures = 1
                $0.intentCancels = 1
            },
            PaymentScenario("increments, a crash", manual: true) {
                $0.increments = 1
                $0.crashes = 1
                $0.captures = 1
            },
        ]
    }

    /// Holds that are raised, and approvals of a part.
    private static var totals: [PaymentScenario] {
        let same = PaymentWorld.Restart(isNewBoot: false, hasStaleIntent: false)
        let stale = PaymentWorld.Restart(isNewBoot: true, hasStaleIntent: true)
        return [
            PaymentScenario("increments, lost messages", manual: true) {
                $0.increments = 2
                $0.declinedIncrements = 1
                $0.lostRequests = 1
                $0.lostAnswers = 2
                $0.lateArrivals = 1
                $0.captures = 1
                $0.intentCancels = 1
            },
            PaymentScenario("increments, the gateway's faults", manual: true) {
                $0.increments = 2
                $0.rateLimits = 1
                $0.storedFailures = 2
                $0.wrongAnswers = 1
                $0.missing = 1
                $0.captures = 1
            },
            PaymentScenario("increments, copies and a full disk", manual: true) {
                $0.increments = 2
                $0.duplicates = 1
                $0.busyKeys = 1
                $0.lostRecords = 1
                $0.captures = 1
            },
            PaymentScenario("increments, two crashes, new boot, stale", manual: true, restart: stale) {
                $0.increments = 2
                $0.crashes = 2
                $0.lostAnswers = 1
                $0.captures = 1
            },
            PaymentScenario("increments, two crashes, same boot", manual: true, restart: same) {
                $0.increments = 2
                $0.crashes = 2
                $0.lostRequests = 1
                $0.lostAnswers = 1
                $0.captures = 1
                $0.intentCancels = 1
            },
            PaymentScenario(
                "a part and an increment, a crash", manual: true, cancel: .reverseIfApproved, restart: stale
            ) {
                $0.partials = 1
                $0.increments = 1
                $0.crashes = 1
                $0.lostAnswers = 1
                $0.cancels = 1
                $0.captures = 1
            },
        ]
            + [false, true].flatMap { manual in
                [
                    PaymentScenario(
                        "a part, lost messages, \(kind(manual))", manual: manual, cancel: .reverseIfApproved
                    ) {
                        $0.partials = 1
                        $0.declines = 1
                        $0.lostRequests = 1
                        $0.lostAnswers = 2
                        $0.lateArrivals = 1
                        $0.cancels = 1
                        $0.captures = 1
                    },
                    PaymentScenario(
                        "a part, two crashes, \(kind(manual))", manual: manual, cancel: .reverseIfApproved,
                        restart: stale
                    ) {
                        $0.partials = 1
                        $0.crashes = 2
                        $0.lostAnswers = 1
                        $0.cancels = 1
                        $0.captures = 1
                    },
                ]
            }
    }

    /// The process ends at any moment, and once more during the recovery.
    private static var crashes: [PaymentScenario] {
        [false, true].flatMap { manual in
            [(true, true), (false, false)].flatMap { isNewBoot, hasStaleIntent in
                let restart = PaymentWorld.Restart(isNewBoot: isNewBoot, hasStaleIntent: hasStaleIntent)
                let name = "\(kind(manual)), \(isNewBoot ? "new boot" : "same boot")\(hasStaleIntent ? ", stale" : "")"
                return [
                    PaymentScenario("two crashes, \(name)", manual: manual, restart: restart) {
                        $0.crashes = 2
                        $0.lostRequests = 1
                        $0.lostAnswers = 1
                        $0.declines = 1
                        $0.captures = 1
                        $0.intentCancels = 1
                    },
                    PaymentScenario(
                        "two crashes and a reversal, \(name)", manual: manual, cancel: .reverseIfApproved,
                        restart: restart
                    ) {
                        $0.crashes = 2
                        $0.lostAnswers = 1
                        $0.lateArrivals = 1
                        $0.cancels = 1
                    },
                    PaymentScenario(
                        "crashes and failures, \(name)", manual: manual, cancel: .reverseIfApproved, restart: restart
                    ) {
                        $0.crashes = 2
                        $0.storedFailures = 1
                        $0.lostRecords = 1
                        $0.cancels = 1
                        $0.captures = 1
                    },
                ]
            }
        }
    }

    /// Cards that wait in the reader for the issuer's answer, and do not always agree.
    private static var waitingCards: [PaymentScenario] {
        [false, true].flatMap { manual in
            [
                PaymentScenario(
                    "cards that wait, lost messages, \(kind(manual))", manual: manual, cancel: .reverseIfApproved,
                    cardsWait: true
                ) {
                    $0.cardRefusals = 1
                    $0.lostAnswers = 1
                    $0.lateArrivals = 1
                    $0.declines = 1
                    $0.cancels = 1
                    $0.disconnects = 1
                },
                PaymentScenario("cards that wait, deadlines, \(kind(manual))", manual: manual, cardsWait: true) {
                    $0.cardRefusals = 1
                    $0.deadlines = 2
                    $0.lostRecords = 2
                    $0.cancels = 1
                },
                PaymentScenario(
                    "cards that wait, two crashes, \(kind(manual))", manual: manual, cancel: .reverseIfApproved,
                    cardsWait: true
                ) {
                    $0.cardRefusals = 1
                    $0.crashes = 2
                    $0.lostAnswers = 1
                    $0.lostRecords = 1
                },
            ]
        }
    }

    /// The full bound: at least two lost requests, two lost answers, a disconnect, a cancel and a decline together.
    public static var full: [PaymentScenario] {
        crashes + totals + waitingCards
            + [false, true].flatMap { manual in
                [CancelMode.stop, .reverseIfApproved].map { mode in
                    PaymentScenario("the full bound, \(kind(manual)), cancel \(mode)", manual: manual, cancel: mode) {
                        $0.lostRequests = 2
                        $0.lostAnswers = 2
                        $0.disconnects = 1
                        $0.cancels = 1
                        $0.declines = 1
                        $0.lateArrivals = 1
                        $0.deadlines = 1
                    }
                } + [
                    PaymentScenario("late arrivals, \(kind(manual))", manual: manual, cancel: .reverseIfApproved) {
                        $0.lateArrivals = 2
                        $0.lostAnswers = 1
                        $0.cancels = 1
                        $0.declines = 1
                    },
                    PaymentScenario("deadlines and refused connections, \(kind(manual))", manual: manual) {
                        $0.deadlines = 2
                        $0.refusedConnections = 2
                        $0.lostRequests = 1
                        $0.lateArrivals = 1
                    },
                    PaymentScenario("a full disk and server errors, \(kind(manual))", manual: manual) {
                        $0.lostRecords = 2
                        $0.serverErrors = 1
                        $0.lostAnswers = 1
                        $0.cancels = 1
                    },
                    PaymentScenario(
                        "a full disk during a reversal, \(kind(manual))", manual: manual, cancel: .reverseIfApproved
                    ) {
                        $0.lostRecords = 3
                        $0.lostAnswers = 1
                        $0.lostRequests = 1
                        $0.cancels = 2
                        $0.deadlines = 1
                    },
                    PaymentScenario("stored failures, \(kind(manual))", manual: manual, cancel: .reverseIfApproved) {
                        $0.storedFailures = 3
                        $0.lostAnswers = 1
                        $0.cancels = 1
                        $0.captures = 1
                    },
                    PaymentScenario("copies and busy keys, \(kind(manual))", manual: manual, cancel: .reverseIfApproved)
                    {
                        $0.duplicates = 1
                        $0.busyKeys = 1
                        $0.lateArrivals = 2
                        $0.cancels = 1
                    },
                    PaymentScenario(
                        "refusals and wrong answers, \(kind(manual))", manual: manual, cancel: .reverseIfApproved
                    ) {
                        $0.rateLimits = 1
                        $0.missing = 1
                        $0.wrongAnswers = 2
                        $0.cancels = 2
                        $0.deadlines = 1
                        $0.captures = 1
                    },
                    PaymentScenario("inspection, \(kind(manual))", manual: manual, inspects: true) {
                        $0.lostRequests = 1
                        $0.lostAnswers = 1
                        $0.deadlines = 1
                        $0.cancels = 1
                        $0.intentCancels = 1
                    },
                    PaymentScenario("capture and cancel of the intent, \(kind(manual))", manual: manual) {
                        $0.lostRequests = 1
                        $0.lostAnswers = 2
                        $0.lateArrivals = 1
                        $0.captures = 2
                        $0.intentCancels = 1
                    },
                ]
            }
    }

    private static func kind(_ manual: Bool) -> String { manual ? "manual capture" : "automatic capture" }
}
