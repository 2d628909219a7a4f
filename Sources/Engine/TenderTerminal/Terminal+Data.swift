import TenderFlow
public import TenderModel

/// Reading cards that do not pay.
extension Terminal {
    /// Reads a gift or loyalty card's stripe, or a contactless card's UID; nothing is sent or recorded.
    ///
    /// It has its turn at the reader as a payment has, and ends by the policy's time limit for presenting a card.
    ///
    /// - Parameters:
    ///   - configuration: What is read.
    ///   - busy: What to do while another command has the reader.
    ///   - cancelable: A handle that can stop it from elsewhere.
    /// - Throws: `TenderError`: canceled, no reader, busy, the card could not be read, `.declinedByReader` for a payment
    ///   card's stripe, `.featureNotAvailableWithConnectedReader`, `.collectDataApplicationError` if the reader fails.
    ///
    /// Canceling the task stops the reader; the call then throws `canceled` once the reader is idle.
    public func collectData(
        _ configuration: CollectDataConfiguration, busy: BusyPolicy = .reject, cancelable: Cancelable? = nil
    ) async throws -> CollectedData {
        let reply = await run(.collectData(configuration, busy), CommandCall(), cancelable)
        cancelable?.end(nil)
        if case .notCollected(let failure) = reply.answer { throw TenderError(ofData: failure) }
        return try reply.made(.collect)
    }

    func collectData(_ configuration: CollectDataConfiguration, _ errand: Errand) {
        let reader = openReader
        collections[errand] = Task { @concurrent in
            let result = await Self.collectData(configuration, reader)
            await self.collected(result, errand)
        }
    }

    private static func collectData(
        _ configuration: CollectDataConfiguration, _ reader: (any CardReader)?
    ) async -> Result<CollectedData, ReaderError> {
        guard let reader = reader as? any DataReader else { return .failure(.disconnected(.unknown)) }
        do throws(ReaderError) {
            return .success(try await reader.collectData(configuration))
        } catch {
            return .failure(error)
        }
    }

    private func collected(_ result: Result<CollectedData, ReaderError>, _ errand: Errand) {
        collections[errand] = nil
        switch result {
        case .success(let data):
            if case .request(let number) = errand.owner { objects[number] = data }
            handle(.dataCollected(errand))
        case .failure(let error): handle(.notCollected(errand, error))
        }
    }
}
