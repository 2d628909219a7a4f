import Tender
import TenderSale
import TillScreens

/// A desk that sends sellers their share of card payments, and reverses it after refunds.
///
/// What is to be sent is already in the journal: it follows from the finished ticket. Each step is written before it is
/// made; a request without an answer is looked up first, and goes again under the same key only. It never guesses: an
/// unknown outcome stays open, is reported, and is queried again at the next occasion and the next start.
actor TransferDesk {
    private let gateway: any Gateway
    private let transfers: (any TransferGateway)?
    private let journal: SQLiteJournal
    private let line: TillLine
    private let keyPrefix: String
    private var book: TransferBook
    private var working: Task<Void, Never>?
    private var mustWorkAgain = false
    private var isStopped = false

    /// The number of tries of a transfer before it waits for the next occasion.
    private static let tries = 3

    init(
        gateway: any Gateway, transfers: (any TransferGateway)?, journal: SQLiteJournal, line: TillLine,
        keyPrefix: String, book: TransferBook
    ) {
        self.gateway = gateway
        self.transfers = transfers
        self.journal = journal
        self.line = line
        self.keyPrefix = keyPrefix
        self.book = book
    }

    /// Takes a written event: after a ticket's end, or when an accepted payment is known to be paid, sellers are due
    /// their share.
    func take(_ event: ShopEvent) {
        switch event.kind {
        case .ticketFinished, .acceptedKnown:
            book.take(event)
            work()
        default: break
        }
    }

    /// Makes the open transfers in the background, one after the other.
    func work() {
        guard !isStopped, !book.open.isEmpty else { return }
        mustWorkAgain = true
        guard working == nil else { return }
        working = Task {
            while mustWorkAgain, !isStopped {
                mustWorkAgain = false
                await workNow()
            }
            working = nil
        }
    }

    /// Stops before the journal is closed; transfers in progress are found again at the next start.
    func stop() async {
        isStopped = true
        working?.cancel()
        await working?.value
    }

    private func workNow() async {
        let wanted = book.open.map(\.id)
        for id in wanted where !isStopped { await make(id) }
        let open = book.open
        guard !isStopped else { return }
        if open.isEmpty {
            if !wanted.isEmpty { line.tell(.done("every seller has been paid")) }
        } else {
            line.tell(
                .failed("\(open.count) transfers to sellers are open: \(open.map(Self.word).joined(separator: "; "))"))
        }
    }

    private static func word(_ transfer: SellerTransfer) -> String {
        let what = "\(transfer.name) \(transfer.amount)"
        return switch transfer.state {
        case .due, .made: what
        case .sent: what + " (nobody knows yet)"
        case .refused(let reason): what + " (refused: \(reason))"
        }
    }

    private func make(_ id: String) async {
        for turn in 0..<Self.tries where !isStopped {
            if turn > 0, (try? await Task.sleep(for: .milliseconds(250 << turn))) == nil { return }
            guard let transfer = book[id], !transfer.isMade else { return }
            if await makeOnce(transfer) { return }
        }
    }

    /// Makes one try; returns true when another one now is of no use.
    ///
    /// Only a refusal of the first request under a key proves that nothing was transferred, and starts another key: a
    /// second request says nothing of the first, which may still arrive.
    private func makeOnce(_ transfer: SellerTransfer) async -> Bool {
        guard let transfers, let request = TransferRequest(transfer, book, keyPrefix: keyPrefix) else { return true }
        let isFirst = transfer.state != .sent
        do throws(GatewayError) {
            var made = isFirst ? nil : try await request.find(transfers)
            if made == nil {
                let charge = try await request.charge(gateway)
                if isFirst, let error = await write(transfer.id, .leaving) { throw error }
                made = try await request.send(charge, transfers)
            }
            if let made, let error = await write(transfer.id, .made(id: made)) { throw error }
            return true
        } catch {
            if error.code == .journalUnavailable { line.tell(.failed(error.message)) }
            guard isFirst, book[transfer.id]?.state == .sent, error.provesRefusal else {
                return error.code == .journalUnavailable
            }
            _ = await write(transfer.id, .refused(reason: error.message))
            return true
        }
    }

    /// Writes a step; nothing follows from one that was not written.
    private func write(_ id: String, _ step: TransferRecord.Step) async -> GatewayError? {
        let record = TransferRecord(transfer: id, step: step)
        do {
            try await journal.append(try record.record())
            book.take(record)
            return nil
        } catch {
            return GatewayError(.journalUnavailable, fate: .notSent, message: "the journal cannot be written: \(error)")
        }
    }
}

extension GatewayError {
    /// Whether the gateway refused the request itself, so that nothing was executed.
    ///
    /// An answer that it does not know the object, or is busy, proves nothing: the request goes again under the same
    /// key.
    var provesRefusal: Bool {
        guard case .refused(let refusal, _) = GatewayReply(self), case .answered = fate else { return false }
        return switch refusal {
        case .unauthorized, .invalid, .unexpectedState: true
        case .notFound, .rateLimited, .keyInUse, .keyMismatch, .notConnected: false
        }
    }
}
