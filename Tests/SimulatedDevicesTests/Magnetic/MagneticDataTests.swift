import SimulatedCard
import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaders
import Testing

/// Stripes that are read as data: a gift or loyalty card's is handed out, a payment card's never is.
@Suite struct MagneticDataTests {
    /// Swipes once, and returns the track, or the reason that there is none.
    ///
    /// - Parameter encoding: What an ID TECH reader reports in place of its own encoding of another card.
    private func read(
        _ form: SimulatedMagnetic.Form, card: SimulatedCard = .visa, other track: String? = nil,
        encoding: UInt8? = nil
    ) -> Result<CollectedData, ReaderError>? {
        let device: MagneticDevice = form == .secureMag ? .secureMag : form == .idTech ? .idTech : .magTek
        var core = MagneticCore(device)
        var swiper = SimulatedMagnetic(.init(form: form, card: card, interval: nil, otherTrack: track))
        _ = core.handle(.command(.collectData(1)))
        for case .send(var bytes) in swiper.handle(.command(.presentCard)) {
            if let encoding { bytes[6] = encoding }
            for case .output(let output) in core.handle(.received(bytes)) {
                switch output {
                case .data(1, let data): return .success(data)
                case .answer(1, .failure(let error)): return .failure(error)
                case .data, .answer, .event: break
                }
            }
        }
        return nil
    }

    @Test func noReaderHandsOutAPaymentCard() {
        let refused = ReaderError.refused("this is a payment card: its stripe is not handed out")
        var wrong: [String] = []
        for form in SimulatedMagnetic.Form.allCases {
            for card in SimulatedCard.all where read(form, card: card) != .failure(refused) {
                wrong.append("\(form) \(card)")
            }
        }
        #expect(wrong == [])
    }

    @Test func aGiftCardIsHandedOutWhereItIsShownInTheClear() {
        let track = "600649=12345"
        let read = SimulatedMagnetic.Form.allCases.map { self.read($0, other: track) }
        // MagneSafe reports each stripe encrypted, and may mask what it shows.
        #expect(read == [.success(.magstripe(track)), nil, .success(.magstripe(track)), .success(.magstripe(track))])
    }

    @Test func rawBitsAreNoTrack() {
        #expect(read(.idTech, other: "600649=12345", encoding: 4) == nil)
    }

    /// Tracks that look like a payment card's in any way, or are none.
    @Test func whatCouldBeAPaymentCardIsNotHandedOutUnderAnotherEncoding() {
        let tracks = [
            "4242424242424242=30121010000", "4242424242424242", "600649=4242424242424242", "6006491234567890123=0512",
            "4242********4242=3012", "%B4242", "", String(repeating: "1", count: 38),
            // UATP, Mir, Maestro, RuPay, Troy, and what begins with 6.
            "122000000000003", "2200120000000000", "2204100000000008", "5018000000000009", "5612000000007",
            "5893000000000009", "6759000000000000005", "630400000000", "5081200000000007", "8172000000000005",
            "9792120000000009", "6006491000000000007",
        ]
        let forms = [SimulatedMagnetic.Form.sureSwipe, .idTech, .secureMag]
        let handedOut = forms.flatMap { form in tracks.filter { (try? read(form, other: $0)?.get()) != nil } }
        #expect(handedOut == [])
        let harmless = [
            "1", "600649", "6759000000000000004", "4006381333931", "4242424242424243",
            String(repeating: "1", count: 37),
        ]
        let kept = forms.flatMap { form in harmless.filter { (try? read(form, other: $0)?.get()) == nil } }
        #expect(kept == [])
    }
}
