import TenderBytes
import TenderFlow
import TenderMessages
public import TenderModel

/// Discovering and opening readers.
extension Terminal {
    /// Searches for readers, and yields the available ones now and after every change.
    ///
    /// There is one discovery at a time: a second one ends the first, and so does connecting. Ending the iteration or
    /// canceling the task stops it.
    /// - Returns: A stream that keeps the newest list and throws `TenderError`: already connected, nothing found in
    ///   time, search impossible.
    public nonisolated func discoverReaders(
        _ configuration: DiscoveryConfiguration
    ) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [Reader].self, bufferingPolicy: .bufferingNewest(1)
        )
        let task = Task { await self.startDiscovery(configuration, continuation) }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Connects to a discovered reader.
    ///
    /// - Returns: The reader as it is now.
    /// - Throws: `TenderError`: already connected, no token, the reader does not open.
    ///
    /// Canceling the task gives up the opening.
    public func connect(_ reader: Reader) async throws -> Reader {
        let reply = await run(.connect(reader))
        if case .refused(let refusal) = reply.answer { throw TenderError(connecting: refusal, reply.connectError) }
        guard let connected = reply.reader else { throw TenderError.openingGivenUp }
        return connected
    }

    /// Searches for a reader and connects to it, in one call.
    ///
    /// With addresses, takes the first one whose reader is there and can be used; without, the only reader, and none
    /// where there are several. Waits for a reader that is not there yet, for as long as the configuration says; for one
    /// that is there and cannot be used, only with a time limit. It is a discovery like any other: a second one, or
    /// another connect, ends it.
    /// - Parameter configuration: Where to search, for which readers, and for how long; `nil` as time searches until
    ///   there is a reader.
    /// - Returns: The reader as it is now.
    /// - Throws: `TenderError`: already connected, nothing found in time or at all, several found, the only one cannot
    ///   be used, and what `connect` throws.
    ///
    /// Canceling the task ends the search, or gives up the opening.
    public func easyConnect(_ configuration: DiscoveryConfiguration) async throws -> Reader {
        try await connect(theReader(configuration))
    }

    /// Ends the connection, or gives up a reconnection, and returns when the reader is closed.
    ///
    /// A process that ends earlier would leave a USB reader without the kernel driver that it had before. The wait for
    /// a reader that does not close is limited to `readerStopLimit`. Canceling the task ends only the wait.
    ///
    /// - Throws: `TenderError.notConnectedToReader` if there is nothing to end.
    public func disconnect() async throws {
        guard case .refused = await run(.disconnect).answer else { return }
        throw TenderError(.notConnectedToReader, phase: .connect, message: "no reader is connected", advice: .never)
    }

    /// Shows a text on the reader, for the customer; a reader without a screen ignores it.
    ///
    /// - Throws: `TenderError.notConnectedToReader`.
    public func setReaderDisplay(_ text: String) async throws { try await show(text) }

    /// Shows the purchase on the reader; nothing is summed or checked.
    ///
    /// A reader with a single line of text shows the total.
    ///
    /// - Throws: `TenderError`: no reader is connected, or it could not be reached.
    public func setReaderDisplay(_ cart: ReaderCart) async throws {
        guard let reader = openReader else { throw TenderError.noReader(.connect) }
        do {
            try await reader.show(cart)
        } catch {
            throw TenderError(
                .readerCommunicationError, phase: .connect, message: error.sentence, advice: .sameCall)
        }
    }

    /// Clears the reader's display.
    ///
    /// - Throws: `TenderError.notConnectedToReader`.
    public func clearReaderDisplay() async throws { try await show(nil) }

    private func show(_ text: String?) async throws {
        guard let reader = openReader else { throw TenderError.noReader(.connect) }
        await reader.show(text)
    }

    // MARK: - Discovery

    private func startDiscovery(
        _ configuration: DiscoveryConfiguration, _ continuation: AsyncThrowingStream<[Reader], any Error>.Continuation
    ) async {
        // One that was canceled before it began must not end another that began after it.
        guard !Task.isCancelled else { return }
        let search = ReaderSearch(
            configuration: configuration, source: self.configuration.readerSource, clock: self.configuration.clock,
            continuation: continuation)
        let reply = await run(.discover, CommandCall(search: search))
        if case .refused(.alreadyConnected(let message)) = reply.answer {
            return continuation.finish(
                throwing: TenderError(.alreadyConnectedToReader, phase: .discover, message: message, advice: .never))
        }
        guard let task = reply.search else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Searches until there is a reader to connect to.
    private func theReader(_ configuration: DiscoveryConfiguration) async throws -> Reader {
        var choice = ReaderChoice.nothing
        do {
            search: for try await readers in discoverReaders(configuration) {
                choice = ReaderChoice(readers, configuration.addresses)
                switch choice {
                case .one(let reader): return reader
                case .nothing: continue
                case .unusable where configuration.timeout != nil: continue
                case .unusable, .several: break search
                }
            }
        } catch let error as TenderError where error.code == .discoveryTimedOut {
            throw choice.error ?? error
        }
        throw Task.isCancelled ? .searchGivenUp : choice.error ?? TenderError.nothingFound
    }

    func startSearch(_ serial: Serial, _ id: CommandID) {
        guard let search = calls[id]?.search else { return }
        searchTask = Task { @concurrent in
            await search.run()
            await self.handle(.discoveryEnded(serial))
        }
    }

    // MARK: - The reader

    func open(_ reader: Reader, _ serial: Serial) {
        let configuration = configuration
        readerTasks[serial] = Task { @concurrent in
            let result = await Self.open(reader, configuration)
            await self.opened(result, serial)
        }
    }

    private static func open(
        _ reader: Reader, _ configuration: Configuration
    ) async -> Result<any CardReader, TenderError> {
        do {
            let token = try await token(configuration)
            return .success(try await configuration.readerSource.connect(reader, token: token))
        } catch let error as ReaderError {
            return .failure(TenderError(opening: error))
        } catch {
            return .failure(TenderError(token: error))
        }
    }

    /// Requests a connection token; without an answer, and if payments are accepted offline, the reader opens without
    /// one.
    private static func token(_ configuration: Configuration) async throws(GatewayError) -> ConnectionToken {
        do {
            return try await configuration.gateway.createConnectionToken()
        } catch {
            let reply = GatewayReply(error)
            guard configuration.offline != .none, reply == .notSent || reply == .noAnswer else { throw error }
            return ConnectionToken(secret: SecretBytes(utf8: ""))
        }
    }

    private func opened(_ result: Result<any CardReader, TenderError>, _ serial: Serial) {
        readerTasks[serial] = nil
        switch result {
        case .success(let reader):
            readers[serial] = reader
            listen(to: reader, serial)
            var described = reader.reader
            described.takesKeyedCards = reader is any KeyedEntryReader ? true : nil
            described.canReboot = reader is any RebootableReader ? true : nil
            described.dataTypes = (reader as? any DataReader)?.dataTypes
            handle(.opened(serial, described))
        case .failure(let error):
            connectError = error
            handle(.openFailed(serial))
        }
    }

    private func listen(to reader: any CardReader, _ serial: Serial) {
        readerTasks[serial] = Task { [weak self] in
            for await event in reader.events { await self?.handle(.readerTold(serial, event)) }
            await self?.handle(.readerTold(serial, .disconnected(.unknown)))
        }
    }

    /// Closes a reader; one that is still opening is closed once its opening has ended.
    func close(_ serial: Serial) {
        readerTasks.removeValue(forKey: serial)?.cancel()
        guard let reader = readers.removeValue(forKey: serial) else { return }
        Task { @concurrent in
            await reader.disconnect()
            await self.handle(.closed(serial))
        }
    }

    func collect(_ request: CollectRequest, _ errand: Errand) {
        if request.paymentIntent == nil || request.paymentIntent != customer?.intentID { customer = nil }
        let reader = openReader
        collections[errand] = Task { @concurrent in
            let result = await Self.collect(request, reader)
            await self.collected(result, errand)
        }
    }

    func askConsent(_ request: ConsentRequest, _ errand: Errand) {
        let (reader, question) = (openReader, request.worded(till: configuration.customerLanguage))
        questions[errand] = Task { @concurrent in
            let answer = await reader?.askConsent(question) ?? .failed("no reader is connected")
            await self.answered(answer, errand)
        }
    }

    private func answered(_ answer: ConsentAnswer, _ errand: Errand) {
        questions[errand] = nil
        handle(.consentAnswered(errand, answer))
    }

    private static func collect(
        _ request: CollectRequest, _ reader: (any CardReader)?
    ) async -> Result<CollectedCard, ReaderError> {
        guard let reader else { return .failure(.disconnected(.unknown)) }
        do throws(ReaderError) {
            var card = try await read(request, reader)
            card.payload.allowRedisplay = request.allowRedisplay
            return .success(card)
        } catch {
            return .failure(error)
        }
    }

    private static func read(
        _ request: CollectRequest, _ reader: any CardReader
    ) async throws(ReaderError) -> CollectedCard {
        guard let moto = request.moto else { return try await reader.collect(request) }
        guard let keyed = reader as? any KeyedEntryReader else {
            throw .refused("this reader is not certified for keyed entry")
        }
        return try await keyed.collectKeyed(request, moto)
    }

    private func collected(_ result: Result<CollectedCard, ReaderError>, _ errand: Errand) {
        collections[errand] = nil
        switch result {
        case .success(let card):
            cards[errand] = card
            handle(.collected(errand, card.card, tip: card.payload.tip, awaitsIssuer: card.awaitsIssuer))
        case .failure(let error): handle(.notCollected(errand, error))
        }
    }

    func conclude(_ verdict: IssuerAnswer.Verdict, _ errand: Errand) {
        let (reader, answer) = (openReader, IssuerAnswer(verdict, data: waitingCards[errand]?.issuerData))
        collections[errand] = Task { @concurrent in
            let result = await Self.conclude(answer, reader)
            await self.concluded(result, errand)
        }
    }

    private static func conclude(
        _ answer: IssuerAnswer, _ reader: (any CardReader)?
    ) async -> Result<CardConclusion, ReaderError> {
        guard let reader else { return .failure(.disconnected(.unknown)) }
        do throws(ReaderError) {
            return .success(try await reader.conclude(answer))
        } catch {
            return .failure(error)
        }
    }

    private func concluded(_ result: Result<CardConclusion, ReaderError>, _ errand: Errand) {
        collections[errand] = nil
        switch result {
        case .success(let conclusion):
            if let receipt = conclusion.receipt, let intent = waitingCards[errand]?.intent {
                files[intent]?.intent.take(receipt)
            }
            handle(.concluded(errand, conclusion.word == .declined ? .declined : .approved))
        case .failure(let error):
            handle(.concluded(errand, error == .cardNotRead(.removed) ? .removed : .failed))
        }
    }
}
