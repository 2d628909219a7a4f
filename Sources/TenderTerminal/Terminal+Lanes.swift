import TenderFlow
import TenderModel

/// Carrying out what the payment machines ask for.
extension Terminal {
    /// Hands one event to a payment's machine and carries out its actions; suspends nowhere.
    func deliver(_ event: PaymentEvent, to id: String) {
        guard let actions = lanes[id]?.machine.handle(event) else { return }
        for action in actions { perform(action, id) }
        publishPaymentStatus()
        noteRecovered(id)
        concludeForwarding(id)
        forgetIfOver(id)
    }

    private func perform(_ action: PaymentAction, _ id: String) {
        switch action {
        case .record(let serial, let entry): record(entry, serial, id)
        case .note(let entry): record(entry, nil, id)
        case .store(let serial): store(serial, id)
        case .startCollection: startCollection(id)
        case .stopCollection: stopCollection(id)
        case .dropCard: lanes[id]?.card = nil
        case .send(let serial, let request): send(request, serial, id)
        case .abandon(let serial): lanes[id]?.tasks.removeValue(forKey: serial)?.cancel()
        case .startTimer(let serial, let duration):
            lanes[id]?.tasks[serial] = timer(duration) { $0.timerFired(serial, id) }
        case .stopTimer(let serial): lanes[id]?.tasks.removeValue(forKey: serial)?.cancel()
        case .finish(let completion): finish(completion, id)
        case .notify(let notice): tell(notice, id)
        case .reportUnexpected(let event): hub.publish(.diagnostic("\(id): unexpected \(event)"))
        }
    }

    private func timerFired(_ serial: Serial, _ id: String) {
        guard lanes[id]?.tasks.removeValue(forKey: serial) != nil else { return }
        deliver(.timerFired(serial, jitter()), to: id)
    }

    // MARK: - The journal

    /// Appends after the record before it, so that the journal has the machine's order; without a serial nothing waits.
    private func record(_ entry: JournalEntry, _ serial: Serial?, _ id: String) {
        let journal = configuration.journal
        let previous = lanes[id]?.lastRecord
        let entry = entry.withReceipt(lanes[id]?.intent.card)
        openRecords += 1
        lanes[id]?.lastRecord = Task {
            defer { self.recordEnded() }
            await previous?.value
            do throws(JournalError) {
                try await Self.write(entry, to: journal)
                if let serial { self.deliver(.recorded(serial), to: id) }
            } catch {
                self.notRecorded(error, serial, id)
            }
        }
    }

    func recordEnded() {
        openRecords -= 1
        guard openRecords == 0 else { return }
        for waiter in recordWaiters { waiter.resume() }
        recordWaiters = []
    }

    func notRecorded(_ error: JournalError, _ serial: Serial?, _ id: String) {
        hub.publish(.diagnostic("\(id): not recorded: \(error.message)"))
        guard let serial else { return }
        guard error.reason != .keyTooOld else { return deliver(.keyTooOld(serial), to: id) }
        lanes[id]?.journalError = error
        deliver(.recordFailed(serial), to: id)
    }

    // MARK: - The reader

    private func startCollection(_ id: String) {
        guard let reader = link.reader, let lane = lanes[id] else {
            return deliver(.collectionFailed(.readerLost(.unknown)), to: id)
        }
        let request = CollectRequest(
            amount: lane.intent.amount,
            paymentMethodTypes: lane.intent.isOffline ? [.cardPresent] : lane.intent.paymentMethodTypes,
            customerCancellation: lane.configuration.customerCancellation,
            paymentIntent: lane.intent.isOffline ? nil : lane.intent.id
        )
        collections += 1
        let number = collections
        lanes[id]?.collection = PaymentLane.Collection(number: number, opening: link.opening)
        lanes[id]?.collection?.task = Task {
            do throws(ReaderError) {
                self.collectionEnded(.success(try await reader.collect(request)), number, id)
            } catch {
                self.collectionEnded(.failure(error), number, id)
            }
        }
    }

    private func collectionEnded(_ result: Result<CollectedCard, ReaderError>, _ number: Int, _ id: String) {
        guard let collection = lanes[id]?.collection, collection.number == number else { return }
        collection.stopLimit?.cancel()
        lanes[id]?.collection = nil
        let isReaderGone = collection.opening != link.opening
        switch result {
        case .success(let card) where offlineRefusal(of: card, id) != nil:
            let refusal = offlineRefusal(of: card, id)
            deliver(.collectionFailed(.refused(refusal?.description ?? "")), to: id)
        case .success(let card):
            lanes[id]?.card = card
            hub.publish(.cardCollected(card.card, intentID: id))
            deliver(.cardCollected, to: id)
        case .failure(.canceled(.application)) where isReaderGone:
            deliver(.collectionFailed(.readerLost(.unknown)), to: id)
        case .failure(let error):
            deliver(.collectionFailed(CollectionFailure(error)), to: id)
        }
    }

    /// Stops the reader; one that does not become idle in time is given up, so that the cancel has an answer.
    private func stopCollection(_ id: String) {
        guard let collection = lanes[id]?.collection, collection.stopLimit == nil else { return }
        collection.task?.cancel()
        lanes[id]?.collection?.stopLimit = timer(configuration.readerStopLimit) { terminal in
            terminal.giveReaderUp(collection.number, id)
        }
    }

    private func giveReaderUp(_ number: Int, _ id: String) {
        guard let collection = lanes[id]?.collection, collection.number == number else { return }
        hub.publish(.diagnostic("\(id): the reader did not stop in time and was given up"))
        collectionEnded(.failure(.communication("the reader did not stop in time")), number, id)
        if collection.opening == link.opening { readerIsGone(.linkLost) }
    }

    // MARK: - The gateway

    private func send(_ request: PaymentRequest, _ serial: Serial, _ id: String) {
        guard let lane = lanes[id] else { return }
        let call = GatewayCall(request: request, intent: lane.intent, card: lane.card)
        let gateway = configuration.gateway
        lanes[id]?.tasks[serial] = Task {
            let answer = await call.perform(on: gateway)
            self.answered(answer, serial, id)
        }
    }

    private func answered(_ answer: GatewayCall.Answer, _ serial: Serial, _ id: String) {
        lanes[id]?.tasks.removeValue(forKey: serial)
        noteNetwork(answer.reply)
        if let intent = answer.intent, lanes[id]?.machine.recognizes(IntentFacts(intent), in: serial) == true {
            lanes[id]?.update(intent)
        }
        if serial == lanes[id]?.machine.exchange { lanes[id]?.lastError = answer.error }
        deliver(.answered(serial, answer.reply, jitter()), to: id)
    }

    // MARK: - Answers

    private func finish(_ completion: PaymentCompletion, _ id: String) {
        guard let lane = lanes[id] else { return }
        if lane.forwarding != nil {
            if case .confirmed(let conclusion) = completion { lanes[id]?.conclusion = conclusion }
            return
        }
        let answer = PaymentAnswer(completion, lane)
        if case .storedOffline = completion { beginForwarding(lane.stored) }
        if case .cancelAnswered(let result) = completion {
            lanes[id]?.cancelWaiters = []
            for waiter in lane.cancelWaiters { waiter.resume(returning: answer.cancelResult(result)) }
            return
        }
        if case .collected = completion, lane.confirmsAtOnce {
            lanes[id]?.confirmsAtOnce = false
            return deliver(.confirmRequested, to: id)
        }
        lanes[id]?.waiter = nil
        lane.waiter?.resume(returning: answer)
    }

    private func tell(_ notice: PaymentNotice, _ id: String) {
        switch notice {
        case .sendingAgain(let send): hub.publish(.sendingAgain(intentID: id, send: send))
        case .asking(let ask): hub.publish(.asking(intentID: id, ask: ask))
        case .collectionExpired: hub.publish(.collectionExpired(intentID: id))
        case .reversed: hub.publish(.reversed(intentID: id))
        case .resolved(let conclusion):
            guard let lane = lanes[id] else { return }
            guard lane.forwarding == nil else {
                lanes[id]?.conclusion = conclusion
                return
            }
            let answer = PaymentAnswer(.confirmed(conclusion), lane)
            guard let outcome = answer.outcome(conclusion) else { return }
            hub.publish(.outcomeResolved(outcome, intentID: id))
        }
    }
}
