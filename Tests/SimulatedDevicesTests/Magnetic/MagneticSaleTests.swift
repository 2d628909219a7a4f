import SimulatedCard
import SimulatedDevices
import TenderBytes
import TenderFlow
import TenderModel
import TenderReaders
import Testing

private typealias MagneticLine = VirtualLine<MagneticCore, SimulatedMagnetic>

extension SimulatedMagnetic.Form {
    fileprivate var device: MagneticDevice {
        switch self {
        case .sureSwipe, .magneSafe: .magTek
        case .idTech: .idTech
        case .secureMag: .secureMag
        }
    }

    fileprivate var isClear: Bool { self == .sureSwipe || self == .idTech }
}

@Suite struct MagneticSaleTests {
    private static let request = CollectRequest(amount: Amount(minorUnits: 777, currency: .usd))
    private let sealer = SimulatedCardSealer(device: 5, counter: 1)

    private func line(
        _ form: SimulatedMagnetic.Form, card: SimulatedCard = .visa, _ faults: [DeviceFault] = []
    ) -> MagneticLine {
        let options = SimulatedMagnetic.Options(form: form, card: card, faults: faults)
        return MagneticLine(MagneticCore(form.device), SimulatedMagnetic(options))
    }

    /// Collects, and gives up after some seconds: the customer swipes again and again.
    private func collect(
        _ line: MagneticLine, _ id: UInt64 = 1, _ request: CollectRequest = request, isSealed: Bool = true
    ) -> Result<CollectedCard, ReaderError>? {
        collect(line, id, request, with: isSealed ? sealer.nextSeal() : nil)
    }

    private func collect(
        _ line: MagneticLine, _ id: UInt64 = 1, _ request: CollectRequest = request, with seal: (any CardSeal)?
    ) -> Result<CollectedCard, ReaderError>? {
        line.add(.host(.command(.collect(id, request, seal: seal))))
        let limit = line.now + .seconds(20)
        while line.step(until: limit) {
            for case .answer(id, let answer) in line.outputs { return answer }
        }
        return nil
    }

    @Test func everyCardIsReadInEveryForm() {
        var wrong: [String] = []
        for form in SimulatedMagnetic.Form.allCases {
            for card in SimulatedCard.all {
                guard case .success(let read) = collect(line(form, card: card)) else {
                    wrong.append("\(form) \(card)")
                    continue
                }
                let isRight =
                    read.card.last4 == card.last4 && read.card.expMonth == card.expMonth
                    && read.card.expYear == card.expYear && read.card.readMethod == .magneticStripeTrack2
                // A stripe does not tell these two schemes from the network whose numbers they have.
                let isBrand = [.interac, .eftposAu].contains(card.brand) || read.card.brand == card.brand
                if !isRight || !isBrand || !pays(read.payload, form, card) { wrong.append("\(form) \(card) \(read)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    private func pays(_ payload: EncryptedPayload, _ form: SimulatedMagnetic.Form, _ card: SimulatedCard) -> Bool {
        guard form.isClear else {
            let schemes = ["tdes-dukpt-magnesafe", "tdes-dukpt-idtech-msr"]
            return schemes.contains(payload.scheme) && payload.keySerial == "514d0000000000000001"
                && payload.tag.isEmpty
                && (64...80).contains(payload.ciphertext.count)
        }
        guard let opened = try? CardPayload.open(payload) else { return false }
        return opened.number == card.number && opened.amount == Self.request.amount && opened.expYear == card.expYear
            && opened.verification == .signature
    }

    @Test func aClearStripeIsRefusedWithoutASealer() {
        let clear = ReaderError.failed(
            .missingKeys, "the reader sends the stripe in the clear, and nothing encrypts it")
        var refused: [SimulatedMagnetic.Form] = []
        for form in SimulatedMagnetic.Form.allCases where collect(line(form), isSealed: false) == .failure(clear) {
            refused.append(form)
        }
        #expect(refused == [.sureSwipe, .idTech])
    }

    @Test func aSealerThatFailsRefusesTheStripe() {
        struct Broken: CardSeal {
            func seal(track2: SecretBytes, read: ReadMethod, amount: Amount) throws -> EncryptedPayload {
                throw AmountError.overflow
            }

            func seal(objects: SecretBytes, amount: Amount) throws -> EncryptedPayload { throw AmountError.overflow }
        }
        let line = line(.sureSwipe)
        #expect(collect(line, with: Broken()) == .failure(.refused("the stripe could not be encrypted")))
    }

    @Test func nothingIsTakenThatNobodyWants() {
        let line = line(.sureSwipe)
        while line.step(until: .seconds(10)) {}
        #expect(line.outputs.isEmpty)
        let before = line.now
        guard case .success = collect(line) else {
            Issue.record("no card")
            return
        }
        #expect(line.now > before)
    }

    @Test func everyFaultIsOvercomeOrTold() {
        var wrong: [String] = []
        for form in SimulatedMagnetic.Form.allCases {
            for kind in SimulatedMagnetic.faultKinds {
                let line = line(form, [DeviceFault(kind, at: 1)])
                let answer = collect(line)
                let isRight =
                    switch kind {
                    case .unplug:
                        answer == .failure(.disconnected(form == .secureMag ? .linkLost : .usbDisconnected))
                    case .mute: answer == nil
                    default: (try? answer?.get().card.last4) == "4242"
                    }
                let isAskedAgain = line.outputs.contains(.event(.displayMessage(.retryCard)))
                if !isRight || (kind == .badChecksum && !isAskedAgain) { wrong.append("\(form) \(kind)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func threeFailedSwipesEndTheCollection() {
        var answers: [Result<CollectedCard, ReaderError>?] = []
        for form in SimulatedMagnetic.Form.allCases {
            let faults = (1...3).map { DeviceFault(.badChecksum, at: $0) }
            let line = line(form, faults)
            answers.append(collect(line))
            if case .success = collect(line, 2) { continue }
            Issue.record("not usable afterwards")
        }
        #expect(answers == Array(repeating: .failure(.cardNotRead(.swipe)), count: answers.count))
    }

    @Test func aStopEndsIdleAndASecondCollectionIsRefused() {
        let line = line(.sureSwipe)
        line.add(.host(.command(.collect(1, Self.request))))
        line.add(.host(.command(.stop(7))))
        line.add(.host(.command(.collect(2, Self.request))))
        line.add(.host(.command(.stop(1))))
        while line.step(until: .milliseconds(100)) {}
        #expect(
            line.takeOutputs() == [
                .event(.inputOptions(.swipeCard)), .answer(2, .failure(.busy)), .event(.inputOptions([])),
                .answer(1, .failure(.canceled(by: .application))),
            ])
        guard case .success = collect(line, 3) else {
            Issue.record("not usable afterwards")
            return
        }
    }

    @Test func cardsThatMayNotPayAreRefused() {
        var types = Self.request
        types.paymentMethodTypes = [.interacPresent]
        #expect(collect(line(.sureSwipe), 1, types) == .failure(.cardNotRead(.notSupported)))
        // A driver's license, in every form that tells the encoding.
        for (form, place) in [(SimulatedMagnetic.Form.sureSwipe, 6), (.magneSafe, 6), (.idTech, 6)] {
            let line = line(form)
            line.carry = { bytes, _ in
                var bytes = bytes
                bytes[place] = 1
                return [bytes]
            }
            #expect(collect(line) == .failure(.cardNotRead(.notSupported)))
        }
    }

    @Test func aMaskedTrackNeverPassesForAClearOne() {
        // The encrypting readers, as if they had sent no ciphertext.
        let line = line(.magneSafe)
        line.carry = { bytes, _ in
            var bytes = bytes
            bytes[4] = 0
            return [bytes]
        }
        #expect(collect(line) == .failure(.cardNotRead(.swipe)))
    }

    @Test func aFrameMayComeInPiecesOfAnySize() {
        for size in [1, 2, 7, 60, 63] {
            let line = line(.secureMag)
            line.carry = { bytes, _ in
                stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0...].prefix(size)) }
            }
            #expect((try? collect(line)?.get().card.last4) == "4242")
        }
    }

    @Test func aFrameMayComeInReports() {
        let options = SimulatedMagnetic.Options(form: .secureMag)
        let line = MagneticLine(MagneticCore(.idTech), SimulatedMagnetic(options))
        line.carry = { bytes, _ in
            let padded = bytes + Array(repeating: 0, count: 537 - bytes.count)
            return stride(from: 0, to: 537, by: 179).map { Array(padded[$0..<$0 + 179]) }
        }
        #expect((try? collect(line)?.get().payload.scheme) == "tdes-dukpt-idtech-msr")
    }

    @Test func aShortReportPaysWithoutShowingTheCard() throws {
        let line = line(.magneSafe)
        line.carry = { bytes, _ in [Array(bytes.prefix(505))] }
        let read = try #require(try collect(line)?.get())
        #expect(read.card == CardDetails(readMethod: .magneticStripeTrack2))
        #expect(read.payload.keySerial == "514d0000000000000001")
    }
}
