import TenderModel

/// Updates of the reader's software, which wait for no payment and disturb none.
extension TerminalMachine {
    /// Begins a command whose turn at the reader it is; without an update there is nothing to do.
    mutating func installUpdate(_ id: CommandID) {
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        guard !isSelling else { return end(id, .refused(.busy(with: "a payment"))) }
        guard let update = link.reader?.availableUpdate else {
            publish(.updateFinished(nil, nil))
            return end(id, .updated(nil))
        }
        publish(.updateStarted(update))
        emit(.installUpdate(beginWork(id)))
    }

    /// Tells how much of the update is installed, in percent; nothing goes back.
    mutating func updateProgressed(_ errand: Errand, _ percent: Int) {
        guard let work, work.collection.errand == errand else { return }
        publish(.updateProgress(min(max(percent, 0), 100)))
    }

    /// Handles an update that is installed, also one that was to be stopped at that moment.
    mutating func updateInstalled(_ errand: Errand) {
        guard let ended = endWork(errand) else { return }
        let update = link.reader?.availableUpdate
        link.reader?.availableUpdate = nil
        if let version = update?.softwareVersion { link.reader?.softwareVersion = version }
        if let index = index(ofCommand: ended.command) {
            tell(commands[index].stoppers, .nothingToStop)
            commands[index].stoppers = []
        }
        publish(.updateFinished(update, nil))
        end(ended.command, .updated(update))
    }

    mutating func updateFailed(_ ended: ReaderWork, _ failure: CollectionFailure) {
        publish(.updateFinished(link.reader?.availableUpdate, failure))
        end(ended.command, .notCollected(failure))
    }
}
