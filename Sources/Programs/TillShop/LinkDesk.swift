import Tender
import TenderPrinting
import TenderSale
import TillScreens

/// A desk for payments on pages of the gateway, which customers open by a QR code.
///
/// The page is in the journal before its address is shown: without one, nobody can have paid. Its outcome is what the
/// gateway says of page and payment, never a guess: canceling a link closes its page first, and what was paid by then
/// counts. After a restart an open page is closed too, since nobody shows it any more.
actor LinkDesk {
    /// A leg that is paid on a page, or for which it is unknown whether it was.
    struct Followed {
        let leg: TicketLeg
        var session: String?
        var isClosing = false
        /// Whether the closing of the page is in the journal.
        var isClosingWritten = false
        /// The number of the closing request; it grows with each answer that did not close the page, so that a repeated
        /// answer does not block it.
        var closings = 1
        /// The number of queries in a row without an answer.
        var misses = 0
        /// Whether the ticket was told that the outcome is unknown.
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

    /// The number of failed queries before the outcome counts as unknown, and of tries to create a page.
    static let patience = 4
    /// A key is not reused once the gateway may have forgotten it.
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

    // MARK: - The till's requests

    /// Creates the page of a leg and shows it, in the background; the outcome is an event.
    func open(_ leg: TicketLeg, of ticket: String) {
        guard followed[leg.id] == nil, !isStopped else { return }
        followed[leg.id] = Followed(leg: leg)
        works[leg.id] = Task {
            if await make(leg, ticket) { await work(leg.id) }
            works[leg.id] = nil
        }
    }

    /// Asks to close a page; the outcome still comes, whatever it is.
    func close(_ leg: String) {
        guard followed[leg] != nil else { return }
        followed[leg]?.isClosing = true
        wake(leg)
    }

    /// Finds out the outcomes of the links among legs, after a start.
    ///
    /// - Returns: The other legs.
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

    /// Finds out the outcomes of links that a manager accepted while unknown: their tickets are finished.
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

    /// Queries everything open at once.
    func askAgain() {
        for leg in followed.keys.sorted() { wake(leg) }
    }

    /// Stops before the journal is closed; open links are found again at the next start.
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

    /// Waits before the nth query, first a second and then longer, or until somebody wants to know.
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
            line.tell(.failed("the journal cannot be written: \(error)"))
            return false
        }
    }

    /// Ends a leg with a known outcome: writes it, then reports it.
    func end(_ leg: String, _ outcome: LegOutcome) async {
        var intentID: String?
        if case .settled(let money) = outcome { intentID = money.intentID }
        let hasPage = followed[leg]?.session != nil
        if hasPage, !(await write(leg, .ended(intentID: intentID))) {
            // Nothing is reported that is not on the disk; the next start queries again.
            followed[leg] = nil
            return tell(leg, .unknown)
        }
        followed[leg] = nil
        tell(leg, outcome)
    }
}
