import SimulatedCard
import TenderFlow
import TenderModel

extension ReaderScriptMachine {
    /// Performs one step of the script.
    mutating func perform(_ action: ReaderStep.Action) {
        if case .disconnect(let reason) = action { return disconnect(reason) }
        guard !isMuted else { return }
        switch action {
        case .present(let card, let way, let readable):
            present(Presented(card: card, way: way, readable: readable))
        case .presentOther(let data): present(data)
        case .chooseTip(let tip): chooseTip(tip)
        case .pickTip(let number):
            if let tip = tipChoices.indices.contains(number) ? tipChoices[number] : nil {
                chooseTip(tip.amount.minorUnits)
            }
        case .presentSeveral: presentSeveral()
        case .remove: removeCard()
        case .cancelOnReader:
            if let collection, collection.request.customerCancellation {
                finish(collection, .failure(.canceled(by: .customer)))
            }
        case .timeOut:
            if case .armed(let collection) = phase { finish(collection, .failure(.timedOut)) }
        case .garble:
            if let collection { finish(collection, .failure(.communication("the answer makes no sense"))) }
        case .battery(let level): actions.append(.emit(.batteryLevel(level)))
        case .mute: mute()
        case .disconnect: break
        }
    }

    private mutating func mute() {
        isMuted = true
        cancel(\.readTimer)
        cancel(\.stopTimer)
    }

    private mutating func present(_ presented: Presented) {
        guard case .armed(let collection) = phase, stopTimer == nil,
            collection.options.contains(presented.way.option)
        else { return }
        takeCardOut()
        if presented.way == .insert {
            cardIsInSlot = true
            actions.append(.emit(.cardInserted))
        }
        phase = .reading(collection, presented)
        readTimer = startTimer(.read, script.readDuration)
    }

    private mutating func present(_ other: ReaderStep.OtherCard) {
        guard case .armed(let collection) = phase, stopTimer == nil, collection.options.contains(other.way.option)
        else { return }
        guard collection.dataType == nil else { return finish(.answerData(collection.id, other.data)) }
        actions.append(.emit(.displayMessage(.tryAnotherCard)))
        finish(collection, .failure(.cardNotRead(.notSupported)))
    }

    private mutating func chooseTip(_ tip: Int64) {
        guard case .armed(var collection) = phase, stopTimer == nil, collection.request.tipping != nil else { return }
        collection.tip = tip
        phase = .armed(collection)
    }

    private mutating func presentSeveral() {
        guard case .armed(let collection) = phase, stopTimer == nil, collection.options.contains(.tapCard) else {
            return
        }
        ask(collection, .multipleContactlessCardsDetected)
    }

    private mutating func removeCard() {
        switch phase {
        case .idle, .armed: takeCardOut()
        case .reading(let collection, let presented):
            // A stripe is read in passing: there is nothing to remove.
            if presented.way != .swipe { removeTooEarly(collection) }
        case .awaitingRemoval(let collection, let result):
            takeCardOut()
            finish(collection, result)
        case .disconnected: break
        }
    }

    private mutating func removeTooEarly(_ collection: Collection) {
        var collection = collection
        cancel(\.readTimer)
        takeCardOut()
        collection.earlyRemovals += 1
        if collection.earlyRemovals == Self.tries {
            actions.append(.emit(.displayMessage(.cardRemovedTooEarly)))
            finish(collection, .failure(.cardNotRead(.removed)))
        } else {
            ask(collection, .cardRemovedTooEarly)
        }
    }

    /// Waits for a card again, with a message for the customer.
    mutating func ask(_ collection: Collection, _ message: ReaderDisplayMessage) {
        phase = .armed(collection)
        actions.append(.emit(.displayMessage(message)))
        if stopTimer == nil { actions.append(.emit(.inputOptions(collection.options))) }
    }
}

extension ReaderStep.Way {
    fileprivate var option: ReaderInputOptions {
        switch self {
        case .insert: .insertCard
        case .tap: .tapCard
        case .swipe: .swipeCard
        }
    }
}
