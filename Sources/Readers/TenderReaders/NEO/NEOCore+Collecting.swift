import TenderFlow
import TenderModel

extension NEOCore {
    static let transactionCommand: UInt8 = 0x02
    private static let activation: UInt8 = 0x40

    mutating func collect(_ id: CollectionID, _ transaction: NEOTransaction) {
        guard phase == .idle else { return answer(id, .failure(.busy)) }
        activate(Collection(id: id, transaction: transaction))
    }

    private mutating func activate(_ collection: Collection) {
        let transaction = collection.transaction
        guard let data = transaction.activation(seconds: secondsForCard, ways: collection.ways) else {
            let reason = "the reader cannot take \(transaction.request.amount)"
            return finish(collection, .failure(.refused(reason)))
        }
        phase = .active(collection)
        emit(.inputOptions(collection.ways.options))
        let patience = Duration.seconds(Int64(secondsForCard)) + Self.grace
        send(NEOFrame(Self.transactionCommand, Self.activation, data), patience: patience)
    }

    mutating func stop(_ id: CollectionID) {
        switch phase {
        case .active(let collection) where collection.id == id: beginStop(collection, .requested)
        case .stopping(let collection, _) where collection.id == id: phase = .stopping(collection, .requested)
        case .settling(let collection, _) where collection.id == id: phase = .settling(collection, .requested)
        default: break
        }
    }

    mutating func beginStop(_ collection: Collection, _ stop: Stop) {
        endExchange()
        phase = .stopping(collection, stop)
        send(.cancel)
    }

    mutating func takeActive(_ frame: NEOFrame, _ collection: Collection) {
        guard frame.command == Self.transactionCommand else { return }
        switch frame.status {
        case .userInterfaceEvent: show(frame.data)
        case .badChecksum: sendAgainAfterBadChecksum()
        case .timedOut: finish(collection, .failure(.timedOut))
        case .failed: takeFailure(NEOFailure(frame.data), collection)
        case let status where status.isCard:
            do throws(NEOResult.Fault) {
                finish(collection, check(try card(frame, collection), collection))
            } catch {
                // The result of an earlier transaction; this one's own follows.
                if error != .otherAmount { finish(collection, .failure(error.error)) }
            }
        default: finish(collection, .failure(.refused(frame.status.description)))
        }
    }

    private func card(_ frame: NEOFrame, _ collection: Collection) throws(NEOResult.Fault) -> CollectedCard {
        try NEOResult(frame.data, for: collection.transaction).card()
    }

    /// Refuses a kind of card that may not pay.
    private mutating func check(
        _ card: CollectedCard, _ collection: Collection
    ) -> Result<CollectedCard, ReaderError> {
        let type: PaymentMethodType = card.card.brand == .interac ? .interacPresent : .cardPresent
        guard collection.transaction.request.paymentMethodTypes.contains(type) else {
            emit(.displayMessage(.tryAnotherCard))
            return .failure(.cardNotRead(.notSupported))
        }
        return .success(card)
    }

    private mutating func takeFailure(_ failure: NEOFailure?, _ collection: Collection) {
        guard let failure else {
            return finish(collection, .failure(.refused(NEOStatus.failed.description)))
        }
        switch failure.remedy {
        case .again(let message): tryAgain(collection, message, lastError: .refused(failure.description))
        case .anotherWay:
            let ways = collection.ways.subtracting(.tap)
            guard ways != collection.ways else {
                return finish(collection, .failure(.refused(failure.description)))
            }
            emit(.displayMessage(.insertOrSwipeCard))
            var collection = collection
            collection.ways = ways
            reactivate(collection)
        case .giveUp(let error): finish(collection, .failure(error))
        }
    }

    private mutating func tryAgain(
        _ collection: Collection, _ message: ReaderDisplayMessage, lastError: ReaderError
    ) {
        var collection = collection
        collection.failures += 1
        guard collection.failures < Self.tries else { return finish(collection, .failure(lastError)) }
        emit(.displayMessage(message))
        reactivate(collection)
    }

    private mutating func reactivate(_ collection: Collection) {
        endExchange()
        var collection = collection
        collection.isAnswered = false
        activate(collection)
    }

    mutating func takeStopping(_ frame: NEOFrame, _ collection: Collection, _ stop: Stop) {
        switch frame.command {
        case Self.transactionCommand:
            phase = .stopping(noting(frame, collection), stop)
        case NEOFrame.cancel.command:
            guard frame.status != .badChecksum else { return sendAgain() }
            guard frame.status != .userInterfaceEvent else { return }
            endExchange()
            guard !collection.isAnswered else { return conclude(collection, stop) }
            phase = .settling(collection, stop)
            answerTimer = startTimer(Self.settlingTime)
        default: break
        }
    }

    mutating func takeSettling(_ frame: NEOFrame, _ collection: Collection, _ stop: Stop) {
        guard frame.command == Self.transactionCommand else { return }
        let collection = noting(frame, collection)
        phase = .settling(collection, stop)
        if collection.isAnswered { conclude(collection, stop) }
    }

    /// Keeps a result that came while the transaction was being canceled: the card was read at that moment.
    private func noting(_ frame: NEOFrame, _ collection: Collection) -> Collection {
        var collection = collection
        switch frame.status {
        case .userInterfaceEvent, .badChecksum: break
        case let status where status.isCard:
            do throws(NEOResult.Fault) {
                collection.card = try card(frame, collection)
                collection.isAnswered = true
            } catch {
                collection.isAnswered = error != .otherAmount
            }
        default: collection.isAnswered = true
        }
        return collection
    }

    /// Ends a canceled transaction, after which the reader is idle.
    mutating func conclude(_ collection: Collection, _ stop: Stop) {
        endExchange()
        if let card = collection.card { return finish(collection, check(card, collection)) }
        switch stop {
        case .requested: finish(collection, .failure(.canceled(by: .application)))
        case .silence: finish(collection, .failure(.timedOut))
        case .damage:
            let error = ReaderError.communication("the reader's answers arrive damaged")
            tryAgain(collection, .retryCard, lastError: error)
        }
    }

    mutating func finish(_ collection: Collection, _ result: Result<CollectedCard, ReaderError>) {
        endExchange()
        phase = .idle
        emit(.inputOptions([]))
        answer(collection.id, result)
    }

    private mutating func show(_ data: [UInt8]) {
        for event in NEOScreenEvent.list(data) {
            if let message = event.message { emit(.displayMessage(message)) }
        }
    }

    mutating func emit(_ event: ReaderEvent) { actions.append(.output(.event(event))) }

    mutating func answer(_ id: CollectionID, _ result: Result<CollectedCard, ReaderError>) {
        actions.append(.output(.answer(id, result)))
    }
}
