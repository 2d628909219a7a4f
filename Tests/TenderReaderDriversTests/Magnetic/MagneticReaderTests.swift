import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import TenderDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MagneticReaderTests {
    private static let request = CollectRequest(amount: Amount(minorUnits: 500, currency: .eur))
    private static let description = Reader(
        id: "swiper", model: "SureSwipe", serialNumber: "", discoveryMethod: .usb, simulated: true)

    private func open(
        _ form: SimulatedMagnetic.Form, _ device: MagneticDevice, other track: String? = nil,
        sealer: any CardSealer = SimulatedCardSealer(counter: 1)
    ) async -> (MagneticReader, CoreRunner<SimulatedMagnetic>) {
        let options = SimulatedMagnetic.Options(form: form, interval: nil, otherTrack: track)
        let (here, there) = PipeTransport.pair()
        // On its transport from here on: a card that is presented to a device without one is lost, and waited for in vain.
        let model = await CoreRunner(SimulatedMagnetic(options), on: there)
        return (await MagneticReader(here, device, Self.description, sealer: sealer), model)
    }

    private func collect(_ reader: MagneticReader) async -> Result<CollectedCard, ReaderError> {
        do throws(ReaderError) {
            return .success(try await reader.collect(Self.request))
        } catch {
            return .failure(error)
        }
    }

    @Test func itSellsAndEnds() async throws {
        let (reader, model) = await open(.sureSwipe, .magTek)
        #expect(reader.reader == Self.description)
        var events = reader.events.makeAsyncIterator()
        for _ in 0..<2 {
            let collecting = Task { await collect(reader) }
            #expect(await events.next() == .inputOptions(.swipeCard))
            await model.send(.presentCard)
            let read = try await collecting.value.get()
            #expect(try CardPayload.open(read.payload).number == SimulatedCard.visa.number)
            #expect(await events.next() == .inputOptions([]))
        }
        await reader.disconnect()
        #expect(await events.next() == .disconnected(.disconnectRequested))
        #expect(await events.next() == nil)
        #expect(await collect(reader) == .failure(.disconnected(.disconnectRequested)))
    }

    /// Keys that are used up are no matter of a reader that encrypts by itself.
    @Test func usedUpKeysCountForClearStripesOnly() async throws {
        struct UsedUp: CardSealer {
            static let error = ReaderError.failed(.missingKeys, "the key is used up")

            func nextSeal() throws(ReaderError) -> any CardSeal { throw Self.error }
        }
        var outcomes: [String] = []
        for (form, device) in [(SimulatedMagnetic.Form.secureMag, MagneticDevice.secureMag), (.idTech, .idTech)] {
            let (reader, model) = await open(form, device, sealer: UsedUp())
            var events = reader.events.makeAsyncIterator()
            let collecting = Task { await collect(reader) }
            #expect(await events.next() == .inputOptions(.swipeCard))
            await model.send(.presentCard)
            let outcome = await collecting.value
            outcomes.append((try? outcome.get().payload.scheme) ?? "\(outcome == .failure(UsedUp.error))")
        }
        #expect(outcomes == ["tdes-dukpt-idtech-msr", "true"])
        let (reader, _) = await open(.sureSwipe, .magTek, sealer: UsedUp())
        #expect(await collect(reader) == .failure(UsedUp.error))
    }

    @Test func aGiftCardsStripeIsHandedOutAndACancelEndsTheWait() async throws {
        let (reader, model) = await open(.idTech, .idTech, other: "600649=1")
        var events = reader.events.makeAsyncIterator()
        let configuration = CollectDataConfiguration(.magstripe)
        let reading = Task { try await reader.collectData(configuration) }
        #expect(await events.next() == .inputOptions(.swipeCard))
        await model.send(.presentCard)
        #expect(try await reading.value == .magstripe("600649=1"))
        _ = await events.next()
        let canceled = Task { try await reader.collectData(configuration) }
        _ = await events.next()
        canceled.cancel()
        await #expect(throws: ReaderError.canceled(by: .application)) { try await canceled.value }
        await #expect(throws: ReaderError.self) { try await reader.collectData(CollectDataConfiguration(.nfcUid)) }
    }

    @Test func aCancelAndALossEndTheWait() async {
        let (reader, model) = await open(.secureMag, .secureMag)
        var events = reader.events.makeAsyncIterator()
        let canceled = Task { await collect(reader) }
        _ = await events.next()
        canceled.cancel()
        #expect(await canceled.value == .failure(.canceled(by: .application)))
        let lost = Task { await collect(reader) }
        for _ in 0..<2 { _ = await events.next() }
        await model.send(.unplug)
        #expect(await lost.value == .failure(.disconnected(.linkLost)))
        #expect(await events.next() == .disconnected(.linkLost))
        #expect(await events.next() == nil)
    }
}
