import TenderFlow
import TenderModel

/// One smart reader through the payments API: commands, and questions until they are done.
struct SmartReaderLink: Sendable {
    let client: PaymentsClient
    let id: String
    let policy: InternetReaderPolicy
    let clock: any Clock<Duration>

    /// Asks what the watch wants to know, until it has come to its end.
    ///
    /// - Throws: `.canceled` of unknown fate when the task was cancelled, and nothing else.
    func follow(
        _ watch: inout ReaderActionWatch, from first: ReaderActionWatch.Event
    ) async throws(GatewayError) -> ReaderActionWatch.Ending {
        var step = watch.handle(first)
        while true {
            if case .end(let ending) = step { return ending }
            guard !Task.isCancelled else {
                throw GatewayError(.canceled, fate: .unknown, message: "the call was cancelled; the reader goes on")
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

    /// A key that nobody used: these commands move no money, and are given up with the call that makes them.
    func makeKey(_ verb: String) -> IdempotencyKey {
        var random = SystemRandomNumberGenerator()
        return IdempotencyKey("\(verb)/\(id)/\(String(random.next(), radix: 36))\(String(random.next(), radix: 36))")
    }
}

extension GatewayError {
    /// What the API says of a reader that it could not give a command to.
    enum ReaderTrouble: String, Sendable {
        /// Another command is being carried out.
        case busy = "terminal_reader_busy"
        /// Nothing was heard of it for minutes: it got no command.
        case offline = "terminal_reader_offline"
        /// It did not acknowledge the command, which it may carry out all the same.
        case timeout = "terminal_reader_timeout"
        /// Something in it is broken; what it did before is not known.
        case hardware = "terminal_reader_hardware_fault"
    }

    var readerTrouble: ReaderTrouble? { apiError?.code.flatMap(ReaderTrouble.init) }
}
