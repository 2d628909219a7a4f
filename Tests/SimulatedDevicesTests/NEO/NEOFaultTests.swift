import SimulatedCard
import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaders
import TenderTestSupport
import Testing

@Suite struct NEOFaultTests {
    /// The commands before the first transaction.
    private static let openingMessages = 6

    @Test func everyFaultAtEveryMessageEndsInAnAnswer() {
        var wrong: [String] = []
        for framing in NEOLink.Framing.allCases {
            for kind in SimulatedNEO.faultKinds {
                for message in 1...Self.openingMessages + 3 {
                    let fault = DeviceFault(kind, at: message)
                    if let problem = problem(framing, fault) {
                        wrong.append("\(framing) \(kind) \(message): \(problem)")
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    /// Opens, reads a card, and says what went otherwise than it should under the fault.
    private func problem(_ framing: NEOLink.Framing, _ fault: DeviceFault) -> String? {
        let line = NEOLine(framing, CardPresentation(.visa), [fault])
        let lastsForEver = fault.kind == .mute || fault.kind == .unplug
        guard line.open() else {
            return lastsForEver && fault.message <= Self.openingMessages && line.hostHasHungUp ? nil : "not open"
        }
        for transaction in 1...3 {
            guard let answer = line.collect(UInt64(transaction)) else { return "no answer" }
            let isHit = fault.message == Self.openingMessages + transaction
            guard isHit ? isExpected(answer, fault.kind, framing, line) : isAuthentic(answer, .visa) else {
                return "\(answer) of \(transaction)"
            }
            if isHit, lastsForEver { return line.hostHasHungUp ? nil : "not plainly dead" }
        }
        return nil
    }

    /// What comes of a transaction that the fault hits.
    private func isExpected(
        _ answer: NEOAnswer, _ kind: DeviceFault.Kind, _ framing: NEOLink.Framing, _ line: NEOLine
    ) -> Bool {
        switch kind {
        case .badChecksum: isAuthentic(answer, .visa) && line.events.contains(.displayMessage(.retryCard))
        case .drop, .garbage: answer == .failure(.timedOut)
        case .mute: answer == .failure(.communication("the reader does not answer any more"))
        case .unplug: answer == .failure(.disconnected(framing == .hid ? .usbDisconnected : .linkLost))
        default: isAuthentic(answer, .visa)
        }
    }

    @Test func aSilenceThatEndsIsOvercome() {
        for message in 1...Self.openingMessages {
            let fault = DeviceFault(.mute, at: message, lasting: .milliseconds(1500))
            let line = NEOLine(.stream, CardPresentation(.visa), [fault])
            #expect(line.open())
            #expect(isAuthentic(line.collect(), .visa))
        }
    }

    /// How many events a sale has, from the request to the answer.
    private func stepsOfASale(_ framing: NEOLink.Framing) -> Int {
        let line = NEOLine(framing, CardPresentation(.visa))
        _ = line.open()
        let start = line.stepCount
        _ = line.collect()
        return line.stepCount - start
    }

    /// Runs a sale up to a moment.
    private func line(_ framing: NEOLink.Framing, stoppedAfter steps: Int) -> NEOLine {
        let line = NEOLine(framing, CardPresentation(.visa))
        _ = line.open()
        line.add(.host(.command(.collect(1, NEOLine.transaction()))))
        for _ in 0..<steps { _ = line.step() }
        return line
    }

    @Test func aCancelAtEveryMomentEndsIdle() {
        var wrong: [String] = []
        var cards = 0
        for framing in NEOLink.Framing.allCases {
            for moment in 0...stepsOfASale(framing) + 2 {
                for delay in [Duration.zero, .microseconds(500), .milliseconds(1), .milliseconds(150)] {
                    let line = line(framing, stoppedAfter: moment)
                    line.add(.host(.command(.stop(1))), after: delay)
                    let answer = line.answer(to: 1)
                    let isCanceled = answer == .failure(.canceled(by: .application))
                    if !isCanceled { cards += 1 }
                    if !isCanceled, !isAuthentic(answer, .visa) { wrong.append("\(framing) \(moment) \(delay)") }
                    if !isAuthentic(line.collect(2), .visa) { wrong.append("then \(framing) \(moment) \(delay)") }
                }
            }
        }
        #expect(wrong.isEmpty)
        #expect(cards > 4)
    }

    @Test func aCardThatIsReadInTheSameInstantIsReturned() {
        // The reader sends the card just before the cancel reaches it; the answer of the cancel overtakes nothing.
        var returned = 0
        for moment in 0...stepsOfASale(.stream) {
            let line = line(.stream, stoppedAfter: moment)
            let isSent = line.now > .milliseconds(500)
            line.add(.host(.command(.stop(1))))
            guard isSent, case .success = line.answer(to: 1) else { continue }
            returned += 1
        }
        #expect(returned > 0)
    }

    @Test func aCancelIsRepeatedUntilTheReaderAnswersOrIsGone() {
        var seen: [NEOAnswer?] = []
        let canceling = Self.openingMessages + 2
        for kind in [DeviceFault.Kind.mute, .drop, .badChecksum, .garbage, .late, .unplug] {
            let line = NEOLine(.stream, CardPresentation(.visa, .tap, after: nil), [DeviceFault(kind, at: canceling)])
            #expect(line.open())
            line.add(.host(.command(.collect(1, NEOLine.transaction()))))
            line.add(.host(.command(.stop(1))), after: .seconds(2))
            seen.append(line.answer(to: 1))
        }
        let canceled = NEOAnswer.failure(.canceled(by: .application))
        let silent = NEOAnswer.failure(.communication("the reader does not answer any more"))
        #expect(seen == [silent, canceled, canceled, canceled, canceled, .failure(.disconnected(.linkLost))])
    }

    @Test func aLossAndADisconnectAtEveryMomentAreTold() {
        var wrong: [String] = []
        for framing in NEOLink.Framing.allCases {
            let lost: DisconnectReason = framing == .hid ? .usbDisconnected : .linkLost
            let ends: [(NEOLine.Event, DisconnectReason)] = [
                (.device(.command(.unplug)), lost), (.host(.lost(.disconnected)), lost),
                (.host(.lost(.canceled)), .disconnectRequested), (.host(.command(.disconnect)), .disconnectRequested),
            ]
            for (end, reason) in ends {
                for moment in 0...stepsOfASale(framing) {
                    let line = line(framing, stoppedAfter: moment)
                    line.add(end)
                    line.run()
                    let answers = line.outputs.filter { if case .answer = $0 { true } else { false } }
                    let isTold = line.outputs.last == .event(.disconnected(reason))
                    if answers.count != 1 || !isTold || !line.hostHasHungUp { wrong.append("\(end) \(moment)") }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func aDisconnectLeavesTheReaderIdle() {
        let line = NEOLine(.stream, CardPresentation(.visa, .tap, after: nil))
        #expect(line.open())
        line.add(.host(.command(.collect(1, NEOLine.transaction()))))
        _ = line.step()
        _ = line.step()
        var sent: [[UInt8]] = []
        for action in line.host.handle(.command(.disconnect)) {
            if case .send(let bytes) = action { sent.append(bytes) }
        }
        #expect(sent == [NEOFrame(0x05, 0x01).encoded(.leastSignificantFirst)])
    }

    @Test func mutatedSplitAndLostBytesNeverTrapAndAlwaysEnd() {
        var random = SplitMix64(seed: 4711)
        var wrong: [UInt64] = []
        var sold = 0
        for round in UInt64(0)..<600 {
            let framing = random.pick(NEOLink.Framing.allCases)
            let line = NEOLine(framing, CardPresentation(.visa))
            let noise = Noise(SplitMix64(seed: round), percent: random.pick([1, 3, 10, 40]), framing)
            line.carry = { bytes, _ in noise.carry(bytes) }
            guard line.open() else { continue }
            guard let answer = line.collect(round) else {
                wrong.append(round)
                continue
            }
            if case .success = answer {
                sold += 1
                if !isAuthentic(answer, .visa) { wrong.append(round) }
            }
        }
        #expect(wrong.isEmpty)
        #expect(sold > 100)
    }
}

/// A bad line.
private final class Noise {
    private var random: SplitMix64
    private let percent: UInt64
    private let framing: NEOLink.Framing

    init(_ random: SplitMix64, percent: UInt64, _ framing: NEOLink.Framing) {
        self.random = random
        self.percent = percent
        self.framing = framing
    }

    func carry(_ bytes: [UInt8]) -> [[UInt8]] {
        var bytes = bytes
        if random.chance(percent) { bytes[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8) }
        if random.chance(percent / 2) { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
        if random.chance(percent / 2) { return [] }
        if random.chance(percent / 2) { return [bytes, bytes] }
        guard framing == .stream, random.chance(50), !bytes.isEmpty else { return [bytes] }
        let place = Int(random.next() % UInt64(bytes.count))
        return [Array(bytes[..<place]), Array(bytes[place...])]
    }
}
