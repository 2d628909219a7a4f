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
}
