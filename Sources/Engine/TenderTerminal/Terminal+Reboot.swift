import TenderFlow
import TenderModel

/// Restarting the reader.
extension Terminal {
    /// Restarts the reader, and returns once it has accepted that; the terminal then reconnects as after any loss.
    ///
    /// Not while a command has the reader, or a payment is under way or has a card. Events tell of the reconnection, with
    /// the reason `rebootRequested`. Canceling the task does not take it back.
    ///
    /// - Throws: `TenderError`: no reader, busy, `.featureNotAvailableWithConnectedReader`, the reader refuses or does not
    ///   answer.
    public func rebootReader() async throws {
        let reply = await run(.reboot)
        guard case .done = reply.answer else { throw TenderError(reply, .connect, nil) }
    }

    func reboot(_ errand: Errand) {
        let reader = openReader as? any RebootableReader
        Task { @concurrent in
            let error = await Self.reboot(reader)
            await self.handle(.rebooted(errand, error))
        }
    }

    private static func reboot(_ reader: (any RebootableReader)?) async -> ReaderError? {
        guard let reader else { return .disconnected(.unknown) }
        do throws(ReaderError) {
            try await reader.reboot()
            return nil
        } catch {
            return error
        }
    }
}
