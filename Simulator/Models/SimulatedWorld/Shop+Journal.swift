import TenderFlow
import TenderModel
import TenderRecords

/// The journal of the process: what is written, in which transaction, and what is read.
extension Shop {
    /// Returns what earlier processes left unresolved; handed out once.
    mutating func takeUnresolved() -> [PaymentHistory] {
        guard plan.flaw != .skipsRecovery else { return [] }
        defer { isLeftTaken = true }
        return isLeftTaken ? [] : journal.book.unresolved
    }

    /// Returns the reason that a record could not be written now.
    func refusal(of entry: JournalEntry) -> JournalError? {
        guard plan.flaw != .ignoresOrders else { return nil }
        do throws(JournalError) {
            try journal.book.admit(entry, at: stamp)
            return nil
        } catch {
            return error
        }
    }

    mutating func readPayload(_ id: String, _ errand: Errand, _ lane: Int) {
        let stored = StoredPayload(bytes: disk.payloads[id], sale: journal.history(of: id)?.offline?.sale)
        lanes[lane].cards[errand] = stored.card
        tell(.payloadRead(errand, stored.reading), lane)
    }

    mutating func store(_ storage: TerminalMachine.Storage, _ errand: Errand, _ lane: Int) {
        let card = lanes[lane].cards[storage.card]
        let bytes = card?.payload.storedBytes ?? []
        let digest = EncryptedPayload.digest(ofStored: bytes)
        record(storage.entry(card: card?.card ?? CardDetails(), digest: digest), errand, lane, storing: bytes)
    }

    mutating func record(_ entry: JournalEntry, _ errand: Errand?, _ lane: Int, storing payload: [UInt8]? = nil) {
        let wasWaiting = !journal.queue.isEmpty || journal.isWriting
        var write = SimulatedJournal.Write(
            writer: errand.map { .init(lane: lane, errand: $0) }, entry: entry, stored: payload)
        if case .offline(.forwarding) = entry.event { write.isFlawed = plan.flaw == .dropsCardDataEarly }
        if plan.flaw == .sendsBeforeRecorded, let errand, case .payment = errand.owner {
            write.writer = nil
            tell(.appended(errand, nil), lane)
        }
        journal.enqueue(write)
        if !wasWaiting { plan(.commitBegins, in: 1) }
    }

    /// Writes the waiting records, as far as they may be written.
    mutating func beginCommit() {
        guard !journal.isWriting else { return }
        let refused = journal.begin(at: stamp, on: &disk, checksOrders: plan.flaw != .ignoresOrders)
        let epoch = self.epoch
        for (write, error) in refused {
            answer(write, error)
            guard epoch == self.epoch else { return }
        }
        guard journal.isWriting else {
            if !journal.queue.isEmpty { plan(.commitBegins, in: 1) }
            return
        }
        checkRecords(journal.group)
        if point(.lost) { return }
        commits += 1
        let isFull = now < diskIsFullUntil
        if !isFull, faults.strike(.diskFull, 0) { diskIsFullUntil = now + faults.number(in: 100...120_000) }
        let fails = now < diskIsFullUntil || faults.strike(.commitFailed, 0)
        let misreports = !fails && faults.strike(.commitReportedFailed, 0)
        plan(.commitEnds(fails: fails || misreports, isDurable: !fails), in: 2 + Int64(commits % 5))
    }

    mutating func endCommit(fails: Bool, isDurable: Bool) {
        if !isDurable { disk.rollBack() }
        trace.note(
            4, Int64(journal.group.count), fails ? 1 : 0,
            text:
                "\(now): \(journal.group.map { Self.short($0.entry) }.joined(separator: ", "))\(fails ? ": commit failed" : "")"
        )
        let writes = fails ? journal.fail() : journal.commit(on: &disk)
        if !fails { checkStored(writes) }
        if !fails, point(.kept) { return }
        let epoch = self.epoch
        if !journal.queue.isEmpty { plan(.commitBegins, in: 1) }
        for write in writes {
            answer(write, fails ? JournalError(.full, message: "the disk is full") : nil)
            guard epoch == self.epoch else { return }
        }
    }

    private mutating func answer(_ write: SimulatedJournal.Write, _ error: JournalError?) {
        if let error { trace.note(5, text: "\(now): not recorded: \(error.message)") }
        if error?.reason == .keyTooOld, let key = write.entry.event.requestKey { leftToPeople.insert(key) }
        guard let writer = write.writer else { return }
        handle(.appended(writer.errand, error), writer.lane)
    }
}

extension JournalEntry.Event {
    /// The key of a refund or a call that is about to be sent.
    fileprivate var requestKey: IdempotencyKey? {
        switch self {
        case .refundLeaving(_, let key, _), .callLeaving(_, let key, _),
            .setupLeaving(_, let key, _):
            key
        case .attemptOpened, .cancelAsked, .requestLeaving, .concluding, .settled, .claimed, .acknowledged,
            .requestSettled,
            .requestTold, .holdDecided, .offline, .terminal, .shop:
            nil
        }
    }
}
