import TenderFlow
import TenderModel
import TenderRecords

/// One request of the machine to the journal, with the card data and the receipt data that the shell adds.
struct JournalCall: Sendable {
    /// The event for the machine, and the card data that was read.
    struct Answer: Sendable {
        var event: TerminalMachine.Event
        var card: (errand: Errand, card: CollectedCard)?

        init(_ event: TerminalMachine.Event, card: (errand: Errand, card: CollectedCard)? = nil) {
            self.event = event
            self.card = card
        }
    }

    private enum Work: Sendable {
        case append(JournalEntry, PayloadChange?)
        case check(JournalEntry)
        case refuse(JournalError)
        case takeUnresolved
        case readHistory(String)
        case readOpen
        case readHolds(any WallClock)
        case readPayload(String)
    }

    private let errand: Errand
    private let work: Work

    /// Creates the call for an action; `nil` if the action does not concern the journal.
    init?(
        _ action: TerminalMachine.Action, files: [String: PaymentFile], cards: [Errand: CollectedCard],
        clock: (any WallClock)? = nil
    ) {
        switch action {
        case .append(let errand, let entry): self.init(errand, .append(entry, Self.payload(entry)))
        case .appendWithReceipt(let errand, let entry):
            let entry = entry.withReceipt(files[entry.intentID]?.intent.card)
            self.init(errand, .append(entry, Self.payload(entry)))
        case .store(let errand, let storage): self.init(errand, storage, cards[storage.card])
        case .check(let errand, let entry): self.init(errand, .check(entry))
        case .takeUnresolved(let errand): self.init(errand, .takeUnresolved)
        case .readHistory(let errand, let id): self.init(errand, .readHistory(id))
        case .readOpen(let errand): self.init(errand, .readOpen)
        case .readHolds(let errand):
            guard let clock else { return nil }
            self.init(errand, .readHolds(clock))
        case .readPayload(let errand, let id): self.init(errand, .readPayload(id))
        case .startDiscovery, .stopDiscovery, .open, .close, .collect, .reboot, .installUpdate, .collectData,
            .stopCollecting, .conclude,
            .askConsent,
            .stopAsking, .dropCard, .send, .request,
            .search, .create, .abandon, .keepIntent, .keepError, .forget, .forgetRequest, .startTimer, .stopTimer,
            .publish, .answer:
            return nil
        }
    }

    private init(_ errand: Errand, _ work: Work) {
        self.errand = errand
        self.work = work
    }

    /// Combines the payment and its card data, which are written together.
    private init(_ errand: Errand, _ storage: TerminalMachine.Storage, _ card: CollectedCard?) {
        guard let card else {
            self.init(errand, .refuse(JournalError(message: "there is no collected card to store")))
            return
        }
        let bytes = card.payload.storedBytes
        let entry = storage.entry(card: card.card, digest: EncryptedPayload.digest(ofStored: bytes))
        self.init(errand, .append(entry, .store(key: entry.intentID, bytes)))
    }

    /// Returns the change of the card data, which is deleted with the record that ends the payment.
    private static func payload(_ entry: JournalEntry) -> PayloadChange? {
        entry.event.endsPayload ? .delete(key: entry.intentID) : nil
    }

    func perform(on journal: any Journal) async -> Answer {
        do throws(JournalError) {
            return try await answer(journal)
        } catch {
            switch work {
            case .append, .check, .refuse: return Answer(.appended(errand, error))
            case .readPayload: return Answer(.payloadRead(errand, .failed))
            case .takeUnresolved, .readHistory, .readOpen, .readHolds: return Answer(.unreadable(errand, error))
            }
        }
    }

    private func answer(_ journal: any Journal) async throws(JournalError) -> Answer {
        let keeper = journal as? any PayloadJournal
        switch work {
        case .append(let entry, let payload?) where keeper != nil:
            try await keeper?.append(entry, payload: payload)
            return Answer(.appended(errand, nil))
        case .append(let entry, _):
            try await journal.append(entry)
            return Answer(.appended(errand, nil))
        case .check(let entry):
            try await keeper?.check(entry)
            return Answer(.appended(errand, nil))
        case .refuse(let error): throw error
        case .takeUnresolved: return Answer(.histories(errand, try await journal.takeUnresolved()))
        case .readHistory(let id): return Answer(.history(errand, try await journal.history(of: id)))
        case .readOpen: return Answer(.histories(errand, try await journal.openPayments()))
        case .readHolds(let clock):
            return Answer(.holds(errand, try await journal.openPayments().compactMap { Hold($0) }, clock.now()))
        case .readPayload(let id): return try await payload(id, keeper)
        }
    }

    private func payload(_ id: String, _ journal: (any PayloadJournal)?) async throws(JournalError) -> Answer {
        let stored = StoredPayload(
            bytes: try await journal?.payload(id), sale: try await journal?.history(of: id)?.offline?.sale)
        return Answer(.payloadRead(errand, stored.reading), card: stored.card.map { (errand, $0) })
    }
}
