import Tender
import TenderPrinting
import TenderSale
import TillScreens

/// Payments on pages of the gateway, which customers open by a code.
///
/// The page is in the journal before its address is shown: where none is, nobody can have paid. Its outcome is what the
/// gateway says of page and payment, never a guess: whoever gives a link up has its page closed first, and what was paid by then
/// counts. After a restart an open page is closed too, since nobody shows it any more.
actor LinkDesk {
    /// A leg that is paid on a page, or of which nobody knows whether it was.
    struct Followed {
        let leg: TicketLeg
        var session: String?
        var isClosing = false
        /// Whether its closing is in the journal.
        var isClosingWritten = false
        /// Grows with each answer that did not close it, so that a repeated answer stands in nobody's way.
        var closings = 1
        /// How often in a row it was asked for in vain.
        var misses = 0
        /// Whether the ticket was told that nobody knows.
        var isUnknown = false
        var isWoken = false
        var pause: Task<Void, Never>?
        let began = ContinuousClock.now
    }

    let pages: (any CheckoutGateway)?
    let gateway: any Gateway
    let journal: SQLiteJournal
    let line: TillLine
    let keyPrefix: String
    let thanksURL: String?
    var book: LinkBook
    var followed: [String: Followed] = [:]
    private var works: [String: Task<Void, Never>] = [:]
    var isStopped = false

    /// How often something is asked for in vain before nobody knows, and a page is tried to be made.
    static let patience = 4
    /// A key is not used again when the gateway may have forgotten it.
    static let keyAge = Duration.seconds(12 * 3600)

    init(_ station: Station, line: TillLine) {
        pages = station.pages
        gateway = station.gateway
        journal = station.journal
        keyPrefix = station.keyPrefix
        thanksURL = station.thanksURL
        book = LinkBook(station.history)
        self.line = line
    }

    // MARK: - What the till wants

    /// Makes the page of a leg and shows it, beside everything else; the outcome is an event.
    func open(_ leg: TicketLeg, of ticket: String) {
        guard followed[leg.id] == nil, !isStopped else { return }
        followed[leg.id] = Followed(leg: leg)
        works[leg.id] = Task {
            if await make(leg, ticket) { await work(leg.id) }
            works[leg.id] = nil
        }
    }

    /// Asks that a page be closed; the outcome still comes, whatever it is.
    func close(_ leg: String) {
        guard followed[leg] != nil else { return }
        followed[leg]?.isClosing = true
        wake(leg)
    }

    /// Finds out what became of the links among legs, after a start.
    ///
    /// - Returns: the other legs.
    func follow(_ ids: [String], of cards: CardDesk) async -> [String] {
        var others: [String] = []
        for id in ids {
            if let leg = await cards.openLeg(id), leg.method == .link, leg.asked.minorUnits > 0 {
                follow(leg)
            } else {
                others.append(id)
            }
        }
        return others
    }

    /// Finds out what became of links that a manager accepted before they were known: their tickets are finished.
    func followAccepted(_ events: [ShopEvent]) {
        for event in events {
            guard case .ticketFinished(let ticket) = event.kind else { continue }
            for leg in ticket.legs where leg.isAccepted && leg.method == .link && book.isOpen(leg: leg.id) {
                follow(TicketLeg(unknown: leg))
            }
        }
    }

    private func follow(_ leg: TicketLeg) {
        guard followed[leg.id] == nil, !isStopped else { return }
        guard let session = book.session(ofLeg: leg.id) else {
            // Nobody has seen an address.
            return tell(leg.id, .canceled)
        }
        followed[leg.id] = Followed(leg: leg, session: session, isClosing: true, isUnknown: true)
        works[leg.id] = Task {
            await work(leg.id)
            works[leg.id] = nil
        }
    }

    /// Asks at once about all that is open.
    func askAgain() {
        for leg in followed.keys.sorted() { wake(leg) }
    }

    /// Ends before the journal is closed; what is open is found again at the next start.
    func stop() async {
        isStopped = true
        for leg in followed.keys.sorted() { wake(leg) }
        for work in works.values { work.cancel() }
        for work in works.values { await work.value }
    }

    // MARK: - Pieces

    func tell(_ leg: String, _ outcome: LegOutcome) { line.tell(.register(.leg(leg, outcome))) }

    private func wake(_ leg: String) {
        followed[leg]?.isWoken = true
        followed[leg]?.pause?.cancel()
    }

    /// Waits before the nth question, a second first and then longer, or until somebody wants to know.
    func pause(_ leg: String, turn: Int) async {
        guard followed[leg]?.isWoken == false, !isStopped else {
            followed[leg]?.isWoken = false
            return
        }
        let waits: [Int64] = [1000, 1500, 2200, 3300]
        let wait = waits.indices.contains(turn) ? waits[turn] : 5000
        let pause = Task { _ = try? await Task.sleep(for: .milliseconds(wait)) }
        followed[leg]?.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        followed[leg]?.pause = nil
        followed[leg]?.isWoken = false
    }

    /// Writes a step; nothing follows from one that was not written.
    func write(_ leg: String, _ step: LinkRecord.Step) async -> Bool {
        let record = LinkRecord(leg: leg, step: step)
        do {
            try await journal.append(try record.record())
            book.take(record)
            return true
        } catch {
            line.tell(.failed("the journal takes no records: \(error)"))
            return false
        }
    }

    /// It is known what became of a leg: written, then told.
    func end(_ leg: String, _ outcome: LegOutcome) async {
        var intentID: String?
        if case .settled(let money) = outcome { intentID = money.intentID }
        let hasPage = followed[leg]?.session != nil
        if hasPage, !(await write(leg, .ended(intentID: intentID))) {
            // Nobody is told what is not on the disk; the next start asks again.
            followed[leg] = nil
            return tell(leg, .unknown)
        }
        followed[leg] = nil
        tell(leg, outcome)
    }
}
