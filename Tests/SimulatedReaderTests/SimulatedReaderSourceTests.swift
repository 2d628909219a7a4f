import SimulatedCard
import SimulatedReader
import TenderBytes
import TenderFlow
import TenderModel
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SimulatedReaderSourceTests {
    private let clock = TestClock()
    private let token = ConnectionToken(secret: SecretBytes(utf8: "pst_test"))

    private func failure(_ body: () async throws(ReaderError) -> any CardReader) async -> ReaderError? {
        do throws(ReaderError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func readersAreListedUntilTheConsumerStops() async throws {
        let source = SimulatedReaderSource([.default, .noCard], clock: clock)
        for try await readers in source.discover(.simulated) {
            #expect(readers.map(\.serialNumber) == ["SIM-0001", "SIM-0002"])
            #expect(readers.allSatisfy { $0.simulated && $0.model == "SimulatedReader" })
            break
        }
        let waiting = Task {
            var count = 0
            for try await _ in source.discover(.simulated) { count += 1 }
            return count
        }
        waiting.cancel()
        #expect(try await waiting.value <= 1)
    }

    @Test func aSourceThatIsGivenUpEndsItsDiscoveries() async throws {
        let stream = SimulatedReaderSource(clock: clock).discover(.simulated)
        var count = 0
        for try await _ in stream { count += 1 }
        #expect(count == 1)
    }

    @Test func anotherMethodFindsNothing() async throws {
        let source = SimulatedReaderSource(clock: clock)
        for try await readers in source.discover(.usb) {
            #expect(readers == [])
            break
        }
    }

    @Test func aPersonActsAtTheReaderWhileItWaits() async throws {
        let source = SimulatedReaderSource([.noCard], clock: ContinuousClock())
        #expect(!source.play(.present(.visa, .tap, readable: true)))
        let reader = try await source.connect(source.readers[0], token: token)
        let collecting = Task {
            try await reader.collect(CollectRequest(amount: Amount(minorUnits: 500, currency: .eur)))
        }
        for await event in reader.events {
            guard case .inputOptions(let options) = event else { continue }
            guard !options.isEmpty else { break }
            #expect(source.play(.present(.visa, .tap, readable: true)))
        }
        #expect(try await collecting.value.card.last4 == "4242")
        await reader.disconnect()
    }

    @Test func aReaderWithoutItsPlugIsLostAndFoundAgain() async throws {
        let source = SimulatedReaderSource([.noCard], clock: clock)
        let known = source.readers[0]
        let reader = try await source.connect(known, token: token)
        var lists = source.discover(.simulated).makeAsyncIterator()
        var others = source.discover(.usb).makeAsyncIterator()
        #expect(try await lists.next()?.count == 1)
        #expect(try await others.next()?.isEmpty == true)
        source.setPluggedIn(false)
        #expect(try await lists.next()?.isEmpty == true)
        var last: ReaderEvent?
        for await event in reader.events { last = event }
        #expect(last == .disconnected(.usbDisconnected))
        let refusal = await failure { () throws(ReaderError) in try await source.connect(known, token: token) }
        #expect(refusal == .communication("SIM-0001 is not plugged in"))
        source.setPluggedIn(true)
        #expect(try await lists.next()?.count == 1)
        let second = try await source.connect(known, token: token)
        #expect(second.reader == known)
        await second.disconnect()
    }

    @Test func aReaderIsUsedByOneHostAtATime() async throws {
        let source = SimulatedReaderSource(clock: clock)
        let reader = source.readers[0]
        let first = try await source.connect(reader, token: token)
        #expect(await failure { () throws(ReaderError) in try await source.connect(reader, token: token) } == .busy)
        await first.disconnect()
        let second = try await source.connect(reader, token: token)
        #expect(second.reader == reader)
    }

    @Test func aReaderThatNobodyHoldsIsFree() async throws {
        let source = SimulatedReaderSource(clock: clock)
        _ = try await source.connect(source.readers[0], token: token)
        _ = try await source.connect(source.readers[0], token: token)
    }

    @Test func connectingFailsAndTakesTimeAsScripted() async throws {
        let script = ReaderScript(connections: [
            .init(failure: "no power"), .init(delay: .seconds(5)), .init(delay: .seconds(5)),
        ])
        let source = SimulatedReaderSource([script], clock: clock)
        let reader = source.readers[0]
        let first = await failure { () throws(ReaderError) in try await source.connect(reader, token: token) }
        #expect(first == .communication("no power"))
        let second = Task { await failure { () throws(ReaderError) in try await source.connect(reader, token: token) } }
        await clock.waitForSleepers(1)
        second.cancel()
        #expect(await second.value == .canceled(by: .application))
        _ = try await clock.running { try await source.connect(reader, token: token) }
        #expect(clock.now.sinceStart == .seconds(5))
        var stranger = reader
        stranger.id = "SIM-9999"
        let third = await failure { () throws(ReaderError) in try await source.connect(stranger, token: token) }
        #expect(third == .communication("no simulated reader is called 'SIM-9999'"))
    }

    @Test func aReconnectedReaderGoesOnWithItsScriptAndItsCounter() async throws {
        let script = ReaderScript(collections: [
            [.tap(.visa), .disconnect(.usbDisconnected)], [.disconnect(.linkLost)], [.tap(.visa)],
        ])
        let source = SimulatedReaderSource([script, script], clock: clock, firstCounter: 7)
        var serials: [String] = []
        for reader in source.readers {
            for collection in 0..<3 {
                let connected = try await source.connect(reader, token: token)
                do throws(ReaderError) {
                    serials.append(try await collect(connected).payload.keySerial)
                    if collection == 0 { await clock.running { for await _ in connected.events {} } }
                } catch {
                    #expect(error == .disconnected(.linkLost))
                }
                await connected.disconnect()
            }
        }
        #expect(
            serials == [
                "000000010000000000000007", "000000010000000000000008", "000000020000000000000007",
                "000000020000000000000008",
            ])
    }

    private func collect(_ reader: any CardReader) async throws(ReaderError) -> CollectedCard {
        let result: Result<CollectedCard, ReaderError> = await clock.running {
            do throws(ReaderError) {
                return .success(try await reader.collect(.tenEuros))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
