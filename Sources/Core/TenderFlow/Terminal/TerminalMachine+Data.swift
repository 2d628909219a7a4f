import TenderModel

/// Cards that do not pay: what is read of them waits in the shell, and neither a record nor a request contains it.
extension TerminalMachine {
    /// Begins a command whose turn at the reader it is, if the reader can read this.
    mutating func startCollecting(_ configuration: CollectDataConfiguration, for id: CommandID) {
        guard link.isOpen else { return end(id, .refused(.noReader)) }
        guard link.reader?.dataTypes?.contains(configuration.type) == true else {
            return end(id, .refused(.notSupported("reads no \(configuration.type.rawValue)")))
        }
        let errand = Errand(.request(nextNumber()), nextSerial())
        var reading = DataCollection(
            command: id, collection: TerminalPayment.Collection(errand: errand, opening: link.opening))
        let limits = [self.configuration.policy.presentCard, self.configuration.policy.total]
        if let limit = limits.compactMap(\.self).min() { reading.limit = startTimer(limit, for: .dataLimit) }
        dataCollection = reading
        set(id, .collectingData)
        emit(.collectData(errand, configuration))
    }

    /// Handles a card that was read; one that comes after its command's end is dropped.
    mutating func dataCollected(_ errand: Errand) {
        guard case .request(let number) = errand.owner else { return }
        if dataCollection?.collection.errand == errand { dataCollectionEnded(.success(number)) }
        emit(.forgetRequest(number))
    }

    /// Ends the reading, with the number under which the shell has what was read.
    mutating func dataCollectionEnded(_ result: Result<Int, ReaderError>) {
        guard let reading = dataCollection else { return }
        stopTimer(reading.limit)
        stopTimer(reading.collection.stopLimit)
        dataCollection = nil
        let isReaderGone = reading.collection.opening != link.opening
        let answer: Answer =
            switch (reading.stop, result) {
            case (let stop?, _): .notCollected(stop)
            case (nil, .success(let number)): .made(request: number, nil)
            case (nil, .failure(.canceled(by: .application))) where isReaderGone: .notCollected(.readerLost(.unknown))
            case (nil, .failure(let error)): .notCollected(CollectionFailure(error))
            }
        end(reading.command, answer)
    }

    /// Stops the reading, if there is one: for this reason, or for the one that the reader gives.
    mutating func stopCollectingData(_ reason: CollectionFailure?, by askers: [CommandID] = []) {
        guard var reading = dataCollection else { return }
        reading.stop = reading.stop ?? reason
        if let index = index(ofCommand: reading.command) { commands[index].stoppers += askers }
        if reading.collection.stopLimit == nil {
            let errand = reading.collection.errand
            reading.collection.stopLimit = startTimer(configuration.readerStopLimit, for: .stopLimit(errand))
            emit(.stopCollecting(errand))
        }
        dataCollection = reading
    }

    mutating func dataTimedOut() {
        dataCollection?.limit = nil
        stopCollectingData(.timedOut)
    }
}
