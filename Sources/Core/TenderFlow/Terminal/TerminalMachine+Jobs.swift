import TenderModel

/// What the terminal itself requests from journal and clock, and how it uses the answers.
extension TerminalMachine {
    /// The purpose of an answer.
    indirect enum Job: Hashable, Sendable, Codable {
        // For histories.
        case takeOver
        case left(PaymentHistory)
        case leftLater(PaymentHistory)
        case payment(CommandID)
        case local(CommandID)
        case refund(CommandID)
        case call(CommandID)
        case setup(CommandID)
        case storedSetup(request: Int)
        case storedLater(String)
        case note(CommandID)
        case offlineStatus(CommandID)
        case captured(String)
        case shown(payment: Int, Serial)
        case forwarded(Serial, PaymentTerms, Errand)
        case saving(Serial, CardSetup, IdempotencyKey, Errand)
        case followed(Serial, String)
        case unknownMove(request: Int)
        case followAgain(request: Int)
        case followedMove(request: Int)
        case news
        case holds
        case hold(CommandID)
        // For records.
        case localChecked(CommandID)
        case noted(CommandID)
        case told
        case claimed(String)
        case holdDecided(CommandID)
        // For waiting on others.
        case prepare(CommandID)
        case turn(CommandID)
        case stopped(CommandID)
        case findMoney(CommandID)
        // For timers.
        case connectLimit(Serial)
        case closeLimit(CommandID)
        case consentLimit(CommandID)
        case workLimit
        case rebootLimit(CommandID)
        case stopLimit(Errand)
        case cardLimit(request: Int)
        case exchangeLimit(request: Int, Serial)
        case forwarderLimit(Serial)
        case leftAgain(PaymentHistory)
        case storedAgain(String)
        case holdPause
    }

    /// The content of an answer.
    enum Reading {
        case history(PaymentHistory?)
        case histories([PaymentHistory])
        case holds([Hold], Stamp)
        case failed(JournalError)
        case done

        /// The records of the single payment that was read; `nil` if there are none, or they cannot be read.
        var history: PaymentHistory? { if case .history(let history) = self { history } else { nil } }

        var error: JournalError? { if case .failed(let error) = self { error } else { nil } }
    }

    /// Passes an answer to the job that waits for it; an expired one is ignored.
    mutating func finish(_ errand: Errand, _ reading: Reading) {
        guard let index = jobs.firstIndex(where: { $0.serial == errand.serial }) else { return }
        resume(jobs.remove(at: index).job, reading)
    }

    mutating func resume(_ job: Job, _ reading: Reading) {
        switch job {
        case .takeOver: tookOver(reading)
        case .left(let history):
            takeOver(stored: history, reading)
            takeOverNextStored()
        case .leftLater(let history): takeOver(stored: history, reading)
        case .payment(let id): paymentRead(id, reading)
        case .local(let id): localRead(id, reading)
        case .refund(let id): refundRead(id, reading)
        case .call(let id): callRead(id, reading)
        case .setup(let id): setupRead(id, reading)
        case .storedSetup(let number): storedSetupRead(number, reading)
        case .storedLater(let id): forward(setup: id, reading)
        case .note(let id): noteRead(id, reading)
        case .offlineStatus(let id): statusRead(id, reading)
        case .captured(let id): capturedRead(id, reading)
        case .shown(let number, let serial): storedRead(number, serial, reading)
        case .forwarded(let serial, let terms, let card): beginForwarded(serial, terms, card, reading)
        case .saving(let serial, let setup, let key, let card): beginSaving(serial, setup, key, card, reading)
        case .followed(let serial, let id): beginFollowed(serial, id, reading)
        case .unknownMove(let number): unknownMoveRead(number, reading)
        case .followAgain(let number): followAgain(number, reading)
        case .followedMove(let number): followedRead(number, reading)
        case .news: newsRead(reading)
        case .holds: holdsRead(reading)
        case .hold(let id): holdRead(id, reading)
        case .localChecked(let id): localChecked(id, reading.error)
        case .noted(let id): end(id, reading.error.map { .refused(.notNoted($0)) } ?? .done)
        case .told: toldNoted(reading.error)
        case .claimed(let id): if let error = reading.error { notNoted("\(id): that its capture was told", error) }
        case .holdDecided(let id): holdDecided(id, reading.error)
        case .prepare(let id): prepare(id)
        case .turn(let id): beginTurn(id)
        case .stopped(let id): goOnAfterStop(id)
        case .findMoney(let id): findMoney(id)
        case .connectLimit(let serial): openingTimedOut(serial)
        case .closeLimit(let id): closeLimitReached(id)
        case .consentLimit(let id): consentTimedOut(id)
        case .workLimit: workTimedOut()
        case .rebootLimit(let id): rebootTimedOut(id)
        case .stopLimit(let errand): giveReaderUp(errand)
        case .cardLimit(let number): cardLimitReached(number)
        case .exchangeLimit(let number, let serial): exchangeTimedOut(number, serial)
        case .forwarderLimit(let serial): forwarderTimedOut(serial)
        case .holdPause: watchHolds(.pauseEnded)
        case .leftAgain(let history): takeOver(stored: history, .leftLater(history))
        case .storedAgain(let id): readHistory(id, for: .storedLater(id))
        }
    }

    mutating func notNoted(_ what: String, _ error: JournalError) {
        publish(.diagnostic("\(what) cannot be noted: \(error.message)"))
    }

    /// Answers the commands that wait until something is over.
    mutating func answerWaiting() {
        guard commands.contains(where: { $0.stage == .waiting }) else { return }
        for waiting in commands where waiting.stage == .waiting && isOver(waiting.command) { end(waiting.id, .done) }
    }

    private func isOver(_ command: TerminalMachine.Command) -> Bool {
        switch command {
        case .takeOver: !takeover.isUnderWay
        case .waitForRecovery: !takeover.isUnderWay && takeover.recovering.isEmpty
        case .waitForForwarding: !takeover.isUnderWay && forwarder.isAtRest && desk.news.isEmpty
        case .flush: isFlushed
        case .discover, .connect, .disconnect, .reboot, .installUpdate, .collectData, .collect, .confirm, .consent,
            .resolve, .capture,
            .increment,
            .cancelIntent, .edit,
            .create, .read, .list, .refund, .createSetup, .readSetup, .cancelSetup,
            .findSetup, .present, .confirmCard, .dropCard, .void, .perform, .findRefund, .findCall,
            .claim, .claimRequest, .acknowledge,
            .noteHold, .finishHold,
            .pauseForwarding, .resumeForwarding, .forwardNow, .quarantine, .release, .deleteStored, .offlineStatus:
            false
        }
    }

    private var isFlushed: Bool {
        notes.isEmpty && desk.records.isEmpty && leftRecords.isEmpty && payments.allSatisfy(\.records.isEmpty)
            && !requests.contains(where: \.isStoring)
            && !jobs.contains { job in
                switch job.job {
                case .captured, .claimed, .told, .shown: true
                default: false
                }
            }
    }
}
