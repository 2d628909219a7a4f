import TenderModel

/// Records of payments and of the forwarder on their way to the journal, and the notes that accompany them.
extension TerminalMachine {
    // MARK: - Payments

    mutating func record(_ entry: JournalEntry, _ serial: Serial?, _ number: Int) {
        guard let index = index(of: number) else { return }
        if let first = payments[index].records.add(serial, .withReceipt(entry)) { write(first, .payment(number)) }
    }

    /// Writes the payment and its card data together; it is forwarded once it is shown.
    ///
    /// - Returns: The event that it cannot be written, if this is known immediately.
    mutating func store(_ serial: Serial, _ index: Int) -> PaymentEvent? {
        let payment = payments[index]
        guard configuration.keepsCards, let card = payment.card, let parameters = payment.parameters else {
            return .recordFailed(serial)
        }
        let storage = Storage(
            intentID: payment.intentID, terms: payment.machine.terms, attempt: payment.machine.attempt,
            wish: .payment(parameters), reader: link.reader?.serialNumber, limits: configuration.offline,
            mayBeCreated: desk.mayBeCreated.contains(payment.machine.terms.baseKey), card: card)
        if let first = payments[index].records.add(serial, .storage(storage)) { write(first, .payment(payment.number)) }
        return nil
    }

    mutating func write(_ record: RecordQueue.Record, _ owner: Errand.Owner) {
        let errand = Errand(owner, record.serial ?? 0)
        switch record.content {
        case .entry(let entry): emit(.append(errand, entry))
        case .withReceipt(let entry): emit(.appendWithReceipt(errand, entry))
        case .storage(let storage): emit(.store(errand, storage))
        }
    }

    mutating func appended(_ errand: Errand, _ error: JournalError?) {
        switch errand.owner {
        case .payment(let number): appended(number, error)
        case .forwarder: forwarderAppended(error)
        case .request(let number): requestAppended(number, errand.serial, error)
        case .terminal: finish(errand, error.map { .failed($0) } ?? .done)
        case .connection: break
        }
    }

    /// The records of a dropped payment that are still on their way to the journal.
    struct LeftRecords: Hashable, Sendable, Codable {
        let number: Int
        var records: RecordQueue
    }

    /// Keeps writing what a payment has requested, even after it is dropped.
    mutating func keepWriting(_ payment: TerminalPayment) {
        guard !payment.records.isEmpty else { return }
        leftRecords.append(LeftRecords(number: payment.number, records: payment.records))
    }

    private mutating func leftAppended(_ number: Int, _ error: JournalError?) {
        guard let index = leftRecords.firstIndex(where: { $0.number == number }) else { return }
        _ = leftRecords[index].records.finish()
        if let error { publish(.diagnostic("not recorded: \(error.message)")) }
        guard let next = leftRecords[index].records.next else {
            leftRecords.remove(at: index)
            return
        }
        write(next, .payment(number))
    }

    private mutating func appended(_ number: Int, _ error: JournalError?) {
        guard let index = index(of: number) else { return leftAppended(number, error) }
        guard let record = payments[index].records.finish() else { return }
        if let next = payments[index].records.next { write(next, .payment(number)) }
        if let error {
            notRecorded(error, record.serial, number)
        } else if let serial = record.serial {
            if case .storage = record.content {
                readHistory(payments[index].intentID, for: .shown(payment: number, serial))
            } else {
                deliver(.recorded(serial), to: number)
            }
        }
        forgetIfOver(number)
    }

    private mutating func notRecorded(_ error: JournalError, _ serial: Serial?, _ number: Int) {
        guard let index = index(of: number) else { return }
        publish(.diagnostic("\(payments[index].intentID): not recorded: \(error.message)"))
        guard let serial else { return }
        guard error.reason != .keyTooOld else { return deliver(.keyTooOld(serial), to: number) }
        payments[index].journalError = error
        deliver(.recordFailed(serial), to: number)
    }

    /// Completes the storing of a payment with its records as they are on disk, which is what the forwarder gets.
    mutating func storedRead(_ number: Int, _ serial: Serial, _ reading: Reading) {
        change(number) { $0.stored = reading.history }
        deliver(.recorded(serial), to: number)
    }

    // MARK: - Notes

    /// Claims the approval of a capture: whoever is told of the capture learns of the approval too, whichever process
    /// and journal it was made in.
    mutating func capturedRead(_ id: String, _ reading: Reading) {
        if let error = reading.error { return notNoted("\(id): that its capture was told", error) }
        guard let history = reading.history, history.isUnclaimed else { return }
        append(JournalEntry(intentID: id, attempt: history.attempt, event: .claimed), for: .claimed(id))
    }

    /// Records, after an answer, that it was given; if this fails, the request stays listed, and blocks what it must.
    mutating func noteTold(_ moving: Moving) {
        if let first = notes.add(nil, .entry(moving.told)) { writeNote(first) }
    }

    private mutating func writeNote(_ record: RecordQueue.Record) {
        if case .entry(let entry) = record.content { append(entry, for: .told) }
    }

    mutating func toldNoted(_ error: JournalError?) {
        guard let record = notes.finish() else { return }
        if let error, case .entry(let entry) = record.content {
            notNoted("\(entry.intentID): that it was told", error)
        }
        if let next = notes.next { writeNote(next) }
    }

    /// Whether the records of what was reported are on their way to the journal: of approvals, refunds and calls.
    var isNoting: Bool {
        !notes.isEmpty || payments.contains(where: \.records.hasClaim)
            || jobs.contains { job in
                switch job.job {
                case .captured, .claimed: true
                default: false
                }
            }
    }

    /// Resumes what waited for these records once the last of them is written or given up.
    mutating func resumeNoteWaiters() {
        guard !noteWaiters.isEmpty, !isNoting else { return }
        afterwards += noteWaiters
        noteWaiters = []
    }

    /// Writes an application's note, now that the records of the payment were read.
    mutating func noteRead(_ id: CommandID, _ reading: Reading) {
        guard let command = running(id)?.command else { return }
        if let error = reading.error {
            if case .claimRequest = command { return end(id, .refused(.journal(error))) }
            return end(id, .refused(.notNoted(error)))
        }
        switch command {
        case .claim(let intent):
            append(
                JournalEntry(intentID: intent, attempt: reading.history?.attempt ?? 1, event: .claimed),
                for: .noted(id))
        case .claimRequest(let key, let intent): claim(id, key, intent ?? key.rawValue, reading.history)
        case .acknowledge(let intent, let person): acknowledge(id, intent, person, reading.history)
        case .noteHold(let facts): noteHold(id, facts, reading.history)
        default: break
        }
    }

    private mutating func claim(_ id: CommandID, _ key: IdempotencyKey, _ name: String, _ history: PaymentHistory?) {
        let isUntold = history?.refunds.contains { $0.key == key && ($0.isUntold || $0.isFailureUntold) } ?? false
        let isCallUntold = history?.call.map { $0.isUntold || $0.isFailureUntold } ?? false
        let isSavedUntold = history?.setup.map { $0.key == key && $0.isUntold } ?? false
        guard isUntold || isCallUntold || isSavedUntold else { return end(id, .done) }
        append(JournalEntry(intentID: name, attempt: 1, event: .requestTold(key)), for: .noted(id))
    }

    /// Acknowledges a payment; for a stored payment that was approved, this is the PaymentIntent's approval.
    private mutating func acknowledge(
        _ id: CommandID, _ intent: String, _ person: String, _ history: PaymentHistory?
    ) {
        if let charged = history?.offline?.approvedAs, charged != intent {
            change(id, to: .acknowledge(charged, by: person))
            return readHistory(charged, for: .note(id))
        }
        guard let history else {
            return end(id, .refused(.notNoted(JournalError(message: "the journal has nothing about \(intent)"))))
        }
        guard !history.isUnresolved else {
            let message = "the outcome of \(intent) is not known yet: resolve it first"
            return end(id, .refused(.notNoted(JournalError(message: message))))
        }
        append(
            JournalEntry(intentID: intent, attempt: history.attempt, event: .acknowledged(by: person)), for: .noted(id))
    }

    /// Records what became of a hold elsewhere, unless its payment is in progress here.
    mutating func noteHold(_ id: CommandID, _ facts: IntentFacts, _ history: PaymentHistory?) {
        guard let history, history.isHold, !payments.contains(where: { $0.intentID == facts.id }),
            let conclusion = facts.endOfHold(history.approval?.amount)
        else { return end(id, .done) }
        append(
            JournalEntry(
                intentID: facts.id, attempt: history.attempt, event: .settled(.retrieve, conclusion, receipt: nil)),
            for: .noted(id))
    }
}

extension IntentFacts {
    /// Returns how a hold of `amount` ended, if it did: expired, canceled, or fully captured.
    fileprivate func endOfHold(_ amount: Amount?) -> Conclusion? {
        switch status {
        case .canceled: .canceled(by: .gateway)
        case .succeeded where self.amount == amount: .approved(self)
        case .requiresPaymentMethod, .requiresConfirmation, .requiresAction, .processing, .requiresCapture, .succeeded,
            .requiresReauthorization, .unknown:
            nil
        }
    }
}
