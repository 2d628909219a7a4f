import ChipReaders
import CommandLineOptions
import Foundation
import SimulatedDevices
import Tender
@testable import TenderCommand
import TenderTestSupport
import Testing

/// What the commands for readers end with, and what they refuse.
@Suite struct ReaderCommandTests {
    /// A command that the card may have carried out is an unknown outcome; anything else is the reader's failure.
    @Test func anUnknownFateOfACommandToACardHasItsOwnCode() {
        let causes: [CCIDError.Cause] = [
            .timedOut, .endlessExtensions, .cardRemoved, .cardMute, .readerRemoved, .readerReset, .protocolViolation,
            .abortedByCard, .canceled,
        ]
        #expect(causes.filter { Failure(CCIDError.unknownOutcome($0)).exitCode != .unknown } == [])
        #expect(causes.filter { Failure(CCIDError.unknownOutcome($0)).outcome != "unknown" } == [])
        #expect(causes.filter { Failure(CCIDError.failed($0)).exitCode != .reader } == [])
        let others: [CCIDError] = [
            .noCard, .cardMute, .notPowered, .refused("x"), .unsupportedCard("x"), .busy, .canceled, .removed, .closed,
            .dead,
        ]
        #expect(others.filter { Failure($0).exitCode != .reader } == [])
    }

    @Test func aCardThatDoesNotPayIsReadWithoutAGateway() async throws {
        let (code, text) = try await ChildProcess.run(
            [TillJournal.program()]
                + "reader read simulated --type nfc_uid --present 04a1b2c3".split(separator: " ")
                .map(String.init), in: NSTemporaryDirectory())
        #expect(code == 0)
        #expect(text == "04a1b2c3\n")
    }

    @Test func aReadersErrorIsPrintedInWords() {
        let errors: [ReaderError] = [.cardNotRead(.swipe), .busy, .timedOut, .refused("not now")]
        #expect(
            errors.map { ReaderFailure.sentence($0) } == [
                "the card could not be read: swipe", "the reader is busy", "the reader's time ran out", "not now",
            ])
    }

    /// A fault that would never happen makes a test that proves nothing.
    @Test func aFaultThatAModelLacksIsRefused() {
        var wrong: [String] = []
        let known: [String: Set<DeviceFault.Kind>] = [
            "neo": [.mute, .drop, .late, .badChecksum, .unplug, .garbage],
            "magtek": [.mute, .drop, .late, .badChecksum, .unplug, .garbage],
            "zvt": [.mute, .timeExtension, .drop, .late, .unplug, .loseCompletion, .badChecksum, .garbage],
            "ccid-short": [.stall, .mute, .timeExtension, .drop, .late, .unplug, .garbage, .badChecksum],
            "ccid-extended": [.stall, .mute, .timeExtension, .drop, .late, .unplug, .garbage, .badChecksum],
            "ccid-t0": [.stall, .mute, .timeExtension, .drop, .late, .unplug, .garbage, .badChecksum],
            "ccid-t1": [.stall, .mute, .timeExtension, .drop, .late, .unplug, .garbage, .badChecksum, .waitingTime],
        ]
        for (model, kinds) in known {
            for kind in DeviceFault.Kind.allCases {
                let words = ["--model", model, "--over", "tcp", "--fault", kind.rawValue, "127.0.0.1:0"]
                let options = try? Arguments(
                    words, ReaderSimulateCommand.options, ReaderSimulateCommand.operands)
                let isTaken = options.flatMap { try? SimulatedReaderOptions($0) } != nil
                if isTaken != kinds.contains(kind) { wrong.append("\(model) \(kind.rawValue): \(isTaken)") }
            }
        }
        #expect(wrong.sorted() == [])
    }
}
