import TenderModel

/// Cards that do not pay: what is read of them waits in the shell, and neither a record nor a request contains it.
extension TerminalMachine {
    /// Whether a card that does not pay is waited for.
    var isCollectingData: Bool {
        if case .collectData? = work.flatMap({ running($0.command)?.command }) { true } else { false }
    }

    /// Begins a command whose turn at the reader it is, if the reader can read this.
    mutating func startCollecting(_ configuration: CollectDataConfiguration, for id: CommandID) {
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        guard link.reader?.dataTypes?.contains(configuration.type) == true else {
            return end(id, .refused(.notSupported("reads no \(configuration.type.rawValue)")))
        }
        let limits = [self.configuration.policy.presentCard, self.configuration.policy.total]
        emit(.collectData(beginWork(id, limit: limits.compactMap(\.self).min()), configuration))
    }

    /// Handles a card that was read; one that comes after its command's end is dropped.
    mutating func dataCollected(_ errand: Errand) {
        guard case .request(let number) = errand.owner else { return }
        if let work = endWork(errand) {
            end(work.command, work.stop.map { .notCollected($0) } ?? .made(request: number, nil))
        }
        emit(.forgetRequest(number))
    }
}
