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
        emit(.installUpdate(beginWork(id, update: update)))
    }

    /// Tells how much of the update is installed, in percent; nothing goes back.
    mutating func updateProgressed(_ errand: Errand, _ percent: Int) {
        guard let work, work.collection.errand == errand else { return }
        publish(.updateProgress(min(max(percent, 0), 100)))
    }

    /// Handles an update that is installed, also one that was to be stopped at that moment, or whose reader was lost.
    mutating func updateInstalled(_ errand: Errand) {
        guard let update = work?.update, let ended = endWork(errand) else { return }
        if ended.collection.opening == link.opening {
            link.reader?.availableUpdate = nil
            link.reader?.softwareVersion = update.softwareVersion
        }
        tellNotStopped(ended.command)
        publish(.updateFinished(update, nil))
        end(ended.command, .updated(update))
    }

    /// Handles an update that is not installed; it was stopped only if the reader says so.
    mutating func updateFailed(_ update: ReaderSoftwareUpdate, _ id: CommandID, _ failure: CollectionFailure) {
        if failure != .canceled(by: .application) { tellNotStopped(id) }
        publish(.updateFinished(update, failure))
        end(id, .notCollected(failure))
    }

    private mutating func tellNotStopped(_ id: CommandID) {
        guard let index = index(ofCommand: id) else { return }
        tell(commands[index].stoppers, .nothingToStop)
        commands[index].stoppers = []
    }
}
