import TenderFlow
public import TenderModel

/// Updating the reader's software.
extension Terminal {
    /// Installs the update that the connected reader offers (`Reader.availableUpdate`), with its progress in
    /// events.
    ///
    /// It is refused while a command has the reader, or a payment is under way or has a card. An update that the reader
    /// requires is installed when it connects.
    ///
    /// - Parameter cancelable: A handle that can stop it from elsewhere; the reader then has its old software.
    /// - Returns: The update that is installed now; `nil` if there was none.
    /// - Throws: `TenderError`: canceled, no reader, busy, the reader refuses or fails; its `errorCode` says why.
    ///
    /// Canceling the task stops the installation.
    @discardableResult
    public func installAvailableUpdate(cancelable: Cancelable? = nil) async throws -> ReaderSoftwareUpdate? {
        let reply = await run(.installUpdate, CommandCall(), cancelable)
        cancelable?.end(nil)
        switch reply.answer {
        case .updated(let update): return update
        case .notCollected(let failure): throw TenderError(ofUpdate: failure)
        default: throw TenderError(reply, .connect, nil)
        }
    }

    func installUpdate(_ errand: Errand) {
        let reader = openReader as? any UpdatableReader
        let (progress, sink) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(16))
        collections[errand] = Task { @concurrent in
            async let told: Void = self.tell(progress, errand)
            let error = await Self.installUpdate(reader) { sink.yield($0) }
            sink.finish()
            await told
            await self.installed(error, errand)
        }
    }

    private func tell(_ progress: AsyncStream<Int>, _ errand: Errand) async {
        for await percent in progress { handle(.updateProgressed(errand, percent)) }
    }

    private static func installUpdate(
        _ reader: (any UpdatableReader)?, _ progress: @escaping @Sendable (Int) -> Void
    ) async -> ReaderError? {
        guard let reader else {
            return .failed(.updateOfOtherReader, "the reader offers an update that it cannot install")
        }
        do throws(ReaderError) {
            try await reader.installUpdate(progress)
            return nil
        } catch {
            return error
        }
    }

    private func installed(_ error: ReaderError?, _ errand: Errand) {
        collections[errand] = nil
        handle(error.map { .notCollected(errand, $0) } ?? .updateInstalled(errand))
    }
}
