import TenderModel

/// What the reader does besides payments: one thing at a time, in its turn.
extension TerminalMachine {
    /// Begins it for a command, and returns the errand of the reader's answer.
    mutating func beginWork(
        _ id: CommandID, limit: Duration? = nil, update: ReaderSoftwareUpdate? = nil
    ) -> Errand {
        let errand = Errand(.request(nextNumber()), nextSerial())
        let timer = limit.map { startTimer($0, for: .workLimit) }
        work = ReaderWork(
            command: id, collection: TerminalPayment.Collection(errand: errand, opening: link.opening), update: update,
            limit: timer)
        set(id, .working)
        return errand
    }

    /// Ends what the reader has answered; `nil` if that was something else.
    mutating func endWork(_ errand: Errand) -> ReaderWork? {
        guard let ended = work, ended.collection.errand == errand else { return nil }
        stopTimer(ended.limit)
        stopTimer(ended.collection.stopLimit)
        work = nil
        return ended
    }

    /// Handles the end without a result: for the reason that it was stopped for, or for the reader's.
    mutating func workFailed(_ errand: Errand, _ error: ReaderError) {
        guard let ended = endWork(errand) else { return }
        let isReaderGone = error == .canceled(by: .application) && ended.collection.opening != link.opening
        let failure = isReaderGone ? .readerLost(.unknown) : CollectionFailure(error)
        if let update = ended.update { return updateFailed(update, ended.command, failure) }
        end(ended.command, .notCollected(ended.stop ?? failure))
    }

    /// Stops it, if there is anything: for this reason, or for the one that the reader gives.
    ///
    /// A reader that is installing an update has all the time that it needs: it is not given up half-way, and only it
    /// knows which software it has.
    mutating func stopWork(_ reason: CollectionFailure?, by askers: [CommandID] = []) {
        guard var stopped = work else { return }
        stopped.stop = stopped.stop ?? reason
        if let index = index(ofCommand: stopped.command) { commands[index].stoppers += askers }
        let errand = stopped.collection.errand
        let isInstalling = stopped.update != nil && stopped.collection.opening == link.opening
        if stopped.collection.stopLimit == nil {
            if !isInstalling {
                stopped.collection.stopLimit = startTimer(configuration.readerStopLimit, for: .stopLimit(errand))
            }
            emit(.stopCollecting(errand))
        }
        work = stopped
    }

    mutating func workTimedOut() {
        work?.limit = nil
        stopWork(.timedOut)
    }
}
