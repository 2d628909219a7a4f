import Tender
import TenderSale
import TillScreens

/// The card desk of a till: charges, refunds, the outcomes of unknown payments, and the list of open ones.
///
/// It never guesses: an outcome is the terminal's, or one that the journal proves.
actor CardDesk {
    /// A running charge, or the running saving of a card.
    struct Charge {
        let cancelable = Cancelable()
        var isCancelAsked = false
        var creation: Task<PaymentIntent, any Error>?
    }

    /// A leg that is followed since its outcome was unknown.
    struct Followed {
        let intentID: String
        let leg: TicketLeg
        let isVoid: Bool
    }

    let terminal: Terminal
    let gateway: any Gateway
    let customers: (any CustomerDirectory)?
    let journal: SQLiteJournal
    let line: TillLine
    /// The prefix of every key, so that a till with another journal never meets an answer to this one's requests.
    let keyPrefix: String
    let offline: OfflineBehavior
    private let run = String(UInt64.random(in: .min ... .max), radix: 36)

    var legs: OpenLegs
    var charges: [String: Charge] = [:]
    /// The charge that holds the reader.
    var collecting: String?
    /// The legs of this run's payments, by intent.
    var legsOfIntents: [String: String] = [:]
    var followed: [String: Followed] = [:]
    var claimed: Set<String> = []
    /// The SetupIntents of cards that were listed as saved or not, with their customers.
    var doubtfulSavings: [String: String] = [:]
    /// The stored payments whose end an open ticket already shows.
    private var told: Set<String> = []
    /// The local ids of stored payments, by the PaymentIntents that they were approved as.
    private var localIDs: [String: String] = [:]
    /// The refunds that are on their way: no two requests for one run at a time.
    var refunding: Set<String> = []
    /// Whether the gateway gave a reader its token, and so was reachable then.
    private var hasToken = false
    private var listing: Task<Void, Never>?
    private var mustListAgain = false

    init(
        terminal: Terminal, gateway: any Gateway, customers: (any CustomerDirectory)?, journal: SQLiteJournal,
        line: TillLine, keyPrefix: String, offline: OfflineBehavior, legs: OpenLegs
    ) {
        self.terminal = terminal
        self.gateway = gateway
        self.customers = customers
        self.journal = journal
        self.line = line
        self.keyPrefix = keyPrefix
        self.offline = offline
        self.legs = legs
    }

    /// Returns the key of a leg's refund: the same after a restart, so that money is refunded once.
    func refundKey(_ leg: String) -> String { keyPrefix + "." + leg }

    /// Returns the key of a leg's payment: of this run alone, since a later run queries the outcome and never sends it
    /// again.
    func paymentKey(_ leg: String) -> String { keyPrefix + "." + run + "." + leg }

    /// Returns the group that ties the transfers to sellers to a leg's payment: the same after a restart.
    func transferGroup(_ leg: String) -> String { keyPrefix + "." + leg }

    // MARK: - The shop's notifications

    /// Notes that a ticket was saved: what it shows as paid needs no other proof.
    func kept(_ ticket: Ticket) {
        legs.keep(ticket)
        for intentID in OpenLegs.paid(ticket) { claim(intentID) }
        for intentID in OpenLegs.refused(ticket) { noteTold(intentID, by: ticket) }
    }

    /// Notes a stored payment whose end an open ticket shows, which loses nothing: the ticket is paid another way, or
    /// canceled.
    private func noteTold(_ intentID: String, by ticket: Ticket) {
        guard told.insert(intentID).inserted else { return }
        Task {
            do {
                guard try await journal.history(of: intentID)?.isLoss == true else { return }
                try await terminal.acknowledge(intentID, by: "ticket \(ticket.id)")
                list()
            } catch {
                told.remove(intentID)
                line.tell(.failed(Self.sentence(error)))
            }
        }
    }

    /// Returns the PaymentIntent with a payment's money; an offline payment has an id of its own until then.
    func charged(_ intentID: String) async -> String {
        guard PaymentIntent.isOffline(id: intentID),
            let charged = try? await journal.history(of: intentID)?.offline?.approvedAs
        else { return intentID }
        localIDs[charged] = intentID
        return charged
    }

    private func isRefunding(_ intentID: String) -> Bool {
        legs.isRefunding(intentID) || localIDs[intentID].map(legs.isRefunding) ?? false
    }

    /// Returns whether the card of an intent is being charged or saved.
    func isRunning(_ intentID: String) -> Bool { legsOfIntents[intentID].map { charges[$0] != nil } ?? false }

    /// Returns the leg of an open ticket; `nil` without one, as for a finished ticket.
    func openLeg(_ id: String) -> TicketLeg? { legs.open(id) }

    func forgot(_ ticket: String) { legs.forget(ticket) }

    func recorded(_ event: ShopEvent) { legs.record(event) }

    func claim(_ intentID: String) {
        guard claimed.insert(intentID).inserted else { return }
        Task {
            do {
                let nothing = Amount(minorUnits: 0, currency: .eur)
                try await terminal.claim(PaymentIntent(id: intentID, amount: nothing, status: .succeeded))
            } catch {
                claimed.remove(intentID)
                line.tell(.failed(Self.sentence(error)))
            }
        }
    }

    // MARK: - Lists

    /// Lists the payments that somebody has to look at; a request during a run starts another run after it.
    func list() {
        mustListAgain = true
        guard listing == nil else { return }
        listing = Task {
            while mustListAgain {
                mustListAgain = false
                await listNow()
            }
            listing = nil
        }
    }

    private func listNow() async {
        do {
            let attempts = try await terminal.pendingAttempts()
            // The journal may not have been readable when the outcome came.
            for (leg, what) in followed { await look(leg, what) }
            let pending = attempts.compactMap(pending)
            line.tell(.pending(pending))
            await tellNotSaved(attempts)
            let stored = try await terminal.offlinePayments()
            var network = try await terminal.offlineStatus().network
            if network == .unknown, hasToken { network = .online }
            line.tell(.offline(OfflineQueue(stored, network)))
        } catch {
            line.tell(.failed(Self.sentence(error)))
        }
    }

    /// Returns `nil` for a payment that a ticket reports by itself.
    private func pending(_ attempt: PendingAttempt) -> PendingPayment? {
        guard let state = PendingPayment.State(attempt, at: SystemWallClock().now().unixMilliseconds / 1000) else {
            return nil
        }
        if state.isSaving {
            if isRunning(attempt.intentID) { return nil }
        } else if [.refunding, .refunded, .refundFailed].contains(state) {
            if isRefunding(attempt.intentID) { return nil }
        } else if let leg = attempt.order {
            if legs.isAccepted(leg) { return nil }
            // An open ticket reports its payments, and those that were never paid.
            if charges[leg] != nil || legs.open(leg)?.mayPay == true || state == .lost && legs.open(leg) != nil {
                if let ticket = legs.ticket(ofLeg: leg) { kept(ticket) }
                return nil
            }
            if state == .unclaimed, legs.isSettled(leg) {
                claim(attempt.intentID)
                return nil
            }
        }
        return PendingPayment(
            id: attempt.intentID, leg: attempt.order, state: state, amount: attempt.amount,
            began: attempt.opened * 1000)
    }

    /// Notes a connected reader: without offline payments that takes a token, so the gateway was reachable.
    func readerConnected() {
        guard offline == .requireOnline, !hasToken else { return }
        hasToken = true
        list()
    }

    // MARK: - Words

    /// Returns what went wrong and what to do.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? TenderError else { return "\(error)" }
        let message = error.code == .journalUnavailable ? error.message.withoutPaths : error.message
        return "\(message); \(error.advice.text)"
    }

    /// Reports an error: where nothing was taken, the page of the outcome says why; other errors are reported in
    /// addition.
    func tell(why error: any Error, _ leg: String, _ outcome: LegOutcome) {
        if outcome == .canceled {
            line.tell(.stopped(leg: leg, StopCause(error)))
        } else {
            line.tell(.failed(Self.sentence(error)))
        }
    }

    func tell(_ leg: String, _ outcome: LegOutcome) { line.tell(.register(.leg(leg, outcome))) }
}

extension PendingPayment.State {
    /// Returns `nil` for a payment on the offline list.
    ///
    /// - Parameter now: The seconds since 1970.
    init?(_ attempt: PendingAttempt, at now: Int64) {
        switch attempt.state {
        case .unresolved: self = .unresolved
        case .reversing: self = .reversing
        case .unclaimed: self = .unclaimed
        case .held:
            self = attempt.isLapsed(at: now) ? .heldLapsed : attempt.isLapsed(at: now + 86_400) ? .heldEndsSoon : .held
        case .refunding: self = .refunding
        case .refunded: self = .refunded
        case .refundFailed: self = .refundFailed
        case .lostOffline: self = SetupIntent.isOffline(id: attempt.intentID) ? .lostCard : .lost
        case .saving: self = .savingCard
        case .saved: self = .savedCard
        // A till makes no calls of this kind: the program that made them lists them.
        case .storedOffline, .calling, .called: return nil
        }
    }
}

extension OfflineQueue {
    init(_ payments: [OfflinePayment], _ network: OfflineStatus.Network) {
        let entries = payments.sorted { $0.storedAt < $1.storedAt }.map { payment in
            Entry(
                id: payment.id, amount: payment.amount, card: payment.card.masked, state: payment.state.word,
                storedAt: payment.storedAt * 1000)
        }
        let isOnline: Bool? =
            switch network {
            case .online: true
            case .offline: false
            case .unknown: nil
            }
        self.init(entries: entries, isOnline: isOnline)
    }
}

extension CardDetails {
    /// The brand and the last four digits.
    var masked: String {
        [brand?.displayName, last4.map { "**** \($0)" }].compactMap(\.self).joined(separator: " ")
    }
}
