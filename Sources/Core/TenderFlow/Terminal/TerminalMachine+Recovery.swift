import TenderModel

/// What earlier processes left in the journal (money rule 4).
extension TerminalMachine {
    /// The takeover of what earlier processes left; commands wait for it.
    struct Takeover: Hashable, Sendable, Codable {
        /// Whether what they left is being read.
        var isUnderWay = false
        /// Whether what they left is known.
        var isDone = false
        /// The stored payments that have yet to be taken over, in order.
        var stored: [PaymentHistory] = []
        /// The jobs that wait for it.
        var waiters: [Job] = []
        /// What is being resolved: intents, and the keys of refunds and calls.
        var recovering: [String] = []
    }

    /// Takes over what earlier processes left without a result, once; after a failure, the next command tries again.
    mutating func takeOver() {
        guard !takeover.isUnderWay, !takeover.isDone else { return }
        takeover.isUnderWay = true
        emit(.takeUnresolved(errand(for: .takeOver)))
    }

    mutating func tookOver(_ reading: Reading) {
        guard case .histories(let left) = reading else {
            publish(.diagnostic("the journal cannot be read: \(reading.error?.message ?? "")"))
            return endTakeover()
        }
        takeover.isDone = true
        let forwarded = left.compactMap { $0.isStoredOffline ? $0.offline?.intentID : nil }
        for history in left where !history.isStoredOffline && !forwarded.contains(history.intentID) { resume(history) }
        takeover.stored = left.filter(\.isStoredOffline)
        takeOverNextStored()
    }

    private mutating func endTakeover() {
        takeover.isUnderWay = false
        let waiting = takeover.waiters
        takeover.waiters = []
        for job in waiting { resume(job, .done) }
        if takeover.isDone { watchHolds(.started) }
    }

    private mutating func resume(_ history: PaymentHistory) {
        let id = history.intentID
        if !payments.contains(where: { $0.intentID == id }),
            let machine = PaymentMachine(resuming: history, policy: configuration.policy)
        {
            let payment = TerminalPayment(nextNumber(), machine)
            payments.append(payment)
            emit(.keepIntent(id, .records(machine.terms)))
            takeover.recovering.append(id)
            publish(.recoveryStarted(intentID: id))
            deliver(.resumed, to: payment.number)
        }
        resumeRequests(of: history)
    }

    // MARK: - Stored payments

    mutating func takeOverNextStored() {
        while !takeover.stored.isEmpty {
            let history = takeover.stored.removeFirst()
            guard history.offline?.intentID == nil else { return takeOver(stored: history, .left(history)) }
            hand(OfflineWork(history))
        }
        endTakeover()
    }

    /// Reads the records of a stored payment's PaymentIntent.
    mutating func takeOver(stored history: PaymentHistory, _ job: Job) {
        readHistory(history.offline?.intentID ?? history.intentID, for: job)
    }

    /// Takes over a stored payment; if its PaymentIntent's records cannot be read, it is left alone and read again
    /// later.
    mutating func takeOver(stored history: PaymentHistory, _ reading: Reading) {
        guard let error = reading.error else { return hand(OfflineWork(history, payment: reading.history)) }
        publish(.diagnostic("\(history.intentID): not taken over yet: \(error.message)"))
        _ = startTimer(configuration.forwarding.longestPause, for: .leftAgain(history))
    }

    private mutating func hand(_ work: OfflineWork?) {
        guard let work else { return }
        handle(.left(work))
        tellStatus()
    }

    // MARK: - Ending

    /// Notes that a payment of an earlier process has ended.
    mutating func noteRecovered(_ number: Int) {
        guard !takeover.recovering.isEmpty, let index = index(of: number), payments[index].machine.isIdle else {
            return
        }
        endRecovery(payments[index].intentID, of: payments[index].intentID)
    }

    mutating func endRecovery(_ name: String, of id: String) {
        guard let index = takeover.recovering.firstIndex(of: name) else { return }
        takeover.recovering.remove(at: index)
        publish(.recoveryEnded(intentID: id))
    }
}
