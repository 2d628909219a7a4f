import TenderModel

/// Restarting the reader, which is then looked for as one that was lost.
extension TerminalMachine {
    /// A restart that the reader has not accepted yet.
    struct Rebooting: Hashable, Sendable, Codable {
        let errand: Errand
        /// The opening of the reader that it was asked of.
        let opening: Serial?
        /// The timer that gives up a reader that does not answer.
        let limit: Errand
    }

    /// Begins a command whose turn at the reader it is, unless a payment still needs the reader or has a card.
    mutating func reboot(_ id: CommandID) {
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        guard link.reader?.canReboot == true else { return end(id, .refused(.notSupported("cannot be restarted"))) }
        guard !isSelling else { return end(id, .refused(.busy(with: "a payment"))) }
        let errand = Errand(.terminal, nextSerial())
        let limit = startTimer(configuration.connectLimit, for: .rebootLimit(id))
        set(id, .rebooting(Rebooting(errand: errand, opening: link.opening, limit: limit)))
        emit(.reboot(errand))
    }

    /// Whether a payment is under way, or a card waits for its confirmation.
    var isSelling: Bool {
        payments.contains { $0.waiter != nil || $0.card != nil } || requests.contains { $0.card != nil }
    }

    /// Handles the reader's answer; one that comes after its command's end changes nothing.
    mutating func rebooted(_ errand: Errand, _ error: ReaderError?) {
        for running in commands {
            guard case .rebooting(let rebooting) = running.stage, rebooting.errand == errand else { continue }
            stopTimer(rebooting.limit)
            if error == nil, rebooting.opening == link.opening { readerIsGone(.rebootRequested) }
            return end(running.id, error.map { .readerFailed($0) } ?? .done)
        }
    }

    /// Gives up a reader that neither accepts nor refuses.
    mutating func rebootTimedOut(_ id: CommandID) {
        guard case .rebooting(let rebooting)? = running(id)?.stage else { return }
        if rebooting.opening == link.opening { readerIsGone(.linkLost) }
        end(id, .readerFailed(.communication("the reader did not answer in time")))
    }
}
