import TenderAPI
import TenderFlow
import TenderModel

/// One smart reader through the payments API: commands, and queries until they are done.
struct SmartReaderLink: Sendable {
    let client: PaymentsClient
    let id: String
    let policy: InternetReaderPolicy
    let clock: any Clock<Duration>

    /// Performs the queries that the watch requests, until it ends.
    ///
    /// - Throws: `.canceled` of unknown fate if the task was canceled, and nothing else.
    func follow(
        _ watch: inout ReaderActionWatch, from first: ReaderActionWatch.Event
    ) async throws(GatewayError) -> ReaderActionWatch.Ending {
        var step = watch.handle(first)
        while true {
            if case .end(let ending) = step { return ending }
            guard !Task.isCancelled else {
                throw GatewayError(.canceled, fate: .unknown, message: "the call was canceled; the reader continues")
            }
            switch step {
            case .end: break
            case .pause(let duration):
                try? await clock.sleep(for: duration)
                step = watch.handle(.pauseOver)
            case .askReader: step = watch.handle(await reader())
            case .askIntent: step = watch.handle(await intent(watch.intentID))
            }
        }
    }

    /// Follows an action that reads a card and acts on it in one step, until it is over; withdraws it when it takes too
    /// long, and when the task is canceled.
    ///
    /// An answer may be an old one, which shows the reader before it got the command, or the end of an earlier command
    /// about the same: only several in a row show that the action has failed, or that the reader no longer has it.
    ///
    /// - Parameter isOwn: Returns whether an action is the one that is followed.
    /// - Returns: The action as it ended; `nil` if the reader no longer has it.
    /// - Throws: `GatewayError` of unknown fate.
    func follow(
        _ first: ReaderAction?, isOwn: @escaping @Sendable (ReaderAction?) -> Bool
    ) async throws(GatewayError) -> ReaderAction? {
        var (action, waited, pauses, misses, doubts) = (first, Duration.zero, 0, 0, 0)
        while true {
            if isOwn(action), action?.status != .failed {
                doubts = 0
                if action?.status == .succeeded { return action }
                guard waited <= policy.patience else { return try await withdraw(isOwn) }
            } else if doubts >= max(1, policy.maximumDoubts) {
                return isOwn(action) ? action : nil
            }
            let pause = policy.pause(after: pauses)
            (waited, pauses) = (waited + pause, pauses + 1)
            try? await clock.sleep(for: pause)
            guard !Task.isCancelled else { throw await withdrawn(action, isOwn) }
            if let reader = try? await client.retrieveReader(id) {
                (action, misses, doubts) = (reader.action, 0, doubts + 1)
            } else {
                misses += 1
                guard misses < policy.maximumMisses else {
                    throw GatewayError(
                        .requestTimedOut, fate: .unknown, message: "the gateway does not say what the reader is doing")
                }
            }
        }
    }

    /// Stops a reader that asks in vain; what it is doing at this moment is found all the same.
    private func withdraw(_ isOwn: (ReaderAction?) -> Bool) async throws(GatewayError) -> ReaderAction? {
        let answer: TerminalReader
        do throws(GatewayError) { answer = try await client.cancelAction(on: id, key: makeKey("cancel")) } catch {
            // A reader that cannot be stopped may be at the issuer with the card.
            throw GatewayError(error.code, fate: .unknown, message: error.message, apiError: error.apiError)
        }
        guard isOwn(answer.action) else { return nil }
        throw GatewayError(.requestTimedOut, fate: .unknown, message: "the reader did not stop asking for the card")
    }

    /// Stops the reader once an answer shows that it has the action, from a task that may still send requests.
    private func withdrawn(
        _ last: ReaderAction?, _ isOwn: @escaping @Sendable (ReaderAction?) -> Bool
    ) async -> GatewayError {
        await Task {
            var action = last
            for looks in 0..<max(1, policy.maximumDoubts) {
                if isOwn(action), action?.status != .failed { break }
                if looks > 0 { try? await clock.sleep(for: policy.pause(after: looks)) }
                action = try? await client.retrieveReader(id).action
            }
            guard isOwn(action), action?.status != .failed else { return }
            _ = try? await client.cancelAction(on: id, key: makeKey("cancel"))
        }.value
        return GatewayError(.canceled, fate: .unknown, message: "the call was canceled before the reader was done")
    }

    private func reader() async -> ReaderActionWatch.Event {
        do throws(GatewayError) { return .reader(try await client.retrieveReader(id)) } catch { return .readerNotTold }
    }

    private func intent(_ id: String) async -> ReaderActionWatch.Event {
        do throws(GatewayError) {
            return .intent(try await client.retrievePaymentIntent(PaymentIntentReference(id: id)))
        } catch {
            return .intentNotTold
        }
    }

    /// Returns a fresh key: these commands move no money, and are given up with the call that makes them.
    func makeKey(_ verb: String) -> IdempotencyKey {
        var random = SystemRandomNumberGenerator()
        return IdempotencyKey("\(verb)/\(id)/\(String(random.next(), radix: 36))\(String(random.next(), radix: 36))")
    }
}

extension GatewayError {
    /// The reason that the API could not give a command to a reader.
    enum ReaderTrouble: String, Sendable {
        /// It is executing another command.
        case busy = "terminal_reader_busy"
        /// It has not been heard from for minutes: it did not receive the command.
        case offline = "terminal_reader_offline"
        /// It did not acknowledge the command, which it may execute all the same.
        case timeout = "terminal_reader_timeout"
        /// It has a hardware fault; what it did before is unknown.
        case hardware = "terminal_reader_hardware_fault"
    }

    var readerTrouble: ReaderTrouble? { apiError?.code.flatMap(ReaderTrouble.init) }

    /// The same error for a command that reads a card and acts on it in one step: a busy reader did not take it; one in
    /// any other trouble may have.
    var ofCommand: GatewayError {
        var error = self
        switch readerTrouble {
        case .busy: (error.code, error.fate) = (.readerBusy, .answered(status: 400))
        case .timeout, .hardware, .offline: error.fate = .unknown
        case nil: break
        }
        return error
    }
}
