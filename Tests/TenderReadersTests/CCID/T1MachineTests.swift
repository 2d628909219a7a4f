import TenderBytes
import TenderEMV
import TenderReaders
import TenderTestSupport
import Testing

/// The block protocol through the driver: what the card sends, and what it must get.
@Suite struct T1MachineTests {
    /// A driver with a card in T=1 whose blocks may have 32 bytes.
    private struct Link {
        var reader: CCIDTestReader
        var id = 0

        init(_ atr: [UInt8] = [0x3B, 0x80, 0x01, 0x81]) throws {
            reader = try CCIDTestReader(ccidInterface(features: 0x1_0448, protocols: 2))
            reader.start()
            let id = reader.powerOn(atr)
            guard case .success? = reader.answers[id] else { throw CCIDError.noCard }
        }

        mutating func transmit(_ data: [UInt8]) throws {
            let command = try #require(CommandAPDU(cla: 0, ins: 0xEE, p1: 0, p2: 0, data: data))
            id = reader.ask(.transmit(command))
        }

        /// The block that the card gets, without its check byte and field.
        mutating func sent() -> String {
            let message = reader.next()
            message0 = message
            return Hex.encode(message.dropFirst(11).prefix(1))
                + (message.count > 7 && message[7] > 0 ? "+\(message[7])" : "")
        }

        var message0: [UInt8] = []

        mutating func card(_ control: UInt8, _ field: [UInt8] = [], isBroken: Bool = false) {
            let block = [0, control, UInt8(field.count)] + field
            reader.answer(message0, block + [block.reduce(0, ^) ^ (isBroken ? 0x55 : 0)])
        }

        mutating func mute(_ error: UInt8) { reader.answer(message0, status: 0x40, error: error) }

        var result: Result<CCIDReply, CCIDError>? { reader.answers[id] }
        var isDone: Bool { if case .success(.answer)? = result { true } else { false } }
    }

    private let ok: [UInt8] = [0x90, 0x00]

    /// Plays what the card does and compares what it gets: control bytes, and `+n` for bBWI.
    private func play(
        _ data: [UInt8], _ card: [(UInt8, [UInt8], Bool)], expecting expected: [String]
    ) throws -> Link {
        var link = try Link()
        try link.transmit(data)
        var got: [String] = [link.sent()]
        for (control, field, isBroken) in card {
            link.card(control, field, isBroken: isBroken)
            if link.result == nil { got.append(link.sent()) }
        }
        #expect(got == expected)
        return link
    }

    private let long = [UInt8](repeating: 7, count: 50)

    @Test func scenariosOfTheStandard() throws {
        // A broken answer: R with the check error; the card repeats.
        #expect(try play([1], [(0x00, ok, true), (0x00, ok, false)], expecting: ["00", "81"]).isDone)
        // The card did not understand the block: it is sent again.
        #expect(try play([1], [(0x81, [], false), (0x00, ok, false)], expecting: ["00", "00"]).isDone)
        // A broken acknowledgment of the host's chain: an R asks, the card acknowledges.
        #expect(
            try play(long, [(0x90, [], true), (0x90, [], false), (0x00, ok, false)], expecting: ["20", "81", "40"])
                .isDone)
        // The card's chain, and an R of the host that did not arrive: it is sent again.
        #expect(
            try play([1], [(0x20, [5], false), (0x92, [], false), (0x40, ok, false)], expecting: ["00", "90", "90"])
                .isDone)
        // More time, three times the usual; its answer is repeated when the card missed it.
        #expect(
            try play(
                [1], [(0xC3, [3], false), (0x91, [], false), (0x00, ok, false)], expecting: ["00", "e3+3", "e3+3"]
            )
            .isDone)
        // The card has the whole command, and says so instead of answering: it does not get it again.
        #expect(try play([1], [(0x90, [], false), (0x00, ok, false)], expecting: ["00", "82"]).isDone)
        // Another field size in the middle of a chain.
        #expect(
            try play(
                long,
                [(0xC1, [10], false), (0x90, [], false), (0x80, [], false), (0x90, [], false), (0x00, ok, false)],
                expecting: ["20", "e1", "60", "20", "40"]
            ).isDone)
        // The next block has the number that the last one had not.
        var link = try play([1], [(0x00, ok, false)], expecting: ["00"])
        try link.transmit([2])
        #expect(link.sent() == "40")
        link.card(0x40, ok)
        #expect(link.isDone)
    }

    @Test func aCardThatBreaksOffEndsTheCommandAndNotTheLink() throws {
        var link = try play(long, [(0xC2, [], false), (0x90, [], false)], expecting: ["20", "e2"])
        #expect(link.result == .failure(.failed(.abortedByCard)))
        try link.transmit([1])
        #expect(link.sent() == "c0")
        link.card(0xE0)
        #expect(link.sent() == "00")
        link.card(0x00, ok)
        #expect(link.isDone)
    }

    @Test func synchronizationRepeatsOnlyWhatTheCardCannotHave() throws {
        // The first part of a chain is lost for good: the link is synchronized, and the chain sent from its start.
        let bad: (UInt8, [UInt8], Bool) = (0x90, [], true)
        var link = try play(
            long, [bad, bad, bad, bad, (0xE0, [], false), (0x90, [], false), (0x00, ok, false)],
            expecting: ["20", "81", "81", "81", "c0", "20", "40"])
        #expect(link.isDone)
        // The whole command is out: after synchronization its fate is unknown, and it is not sent again.
        link = try play(
            [1], [bad, bad, bad, bad, (0xE0, [], false)], expecting: ["00", "81", "81", "81", "c0"])
        #expect(link.result == .failure(.unknownOutcome(.protocolViolation)))
        try link.transmit([2])
        #expect(link.sent() == "00")
    }

    @Test func aDeadCardIsCalledDead() throws {
        let bad: (UInt8, [UInt8], Bool) = (0x90, [], true)
        var link = try play(
            long, [(UInt8, [UInt8], Bool)](repeating: bad, count: 7),
            expecting: ["20", "81", "81", "81", "c0", "c0", "c0"])
        #expect(link.result == .failure(.failed(.cardMute)))
        try link.transmit([1])
        #expect(link.result == .failure(.failed(.cardMute)))
        #expect(link.reader.sent.isEmpty)
    }

    @Test func parityErrorsAndSilenceAreAskedAbout() throws {
        var link = try Link()
        try link.transmit([1])
        #expect(link.sent() == "00")
        link.mute(0xFD)
        #expect(link.sent() == "81")
        link.mute(0xFE)
        #expect(link.sent() == "81")
        link.card(0x00, ok)
        #expect(link.isDone)
    }

    @Test func timeIsNotGivenForever() throws {
        var link = try Link()
        try link.transmit([1])
        var count = 0
        while link.result == nil, count < 1000 {
            _ = link.sent()
            link.card(0xC3, [1])
            count += 1
        }
        #expect(count == 251)
        #expect(link.result == .failure(.unknownOutcome(.endlessExtensions)))
    }

    @Test func blocksThatMeanNothingAreNotTaken() throws {
        let wrong: [[UInt8]] = [
            [], [0], [0, 0, 0], [0x10, 0, 2, 0x90, 0, 0x82], [0, 0, 0xFF, 0xFF], [0, 0, 3, 0x90, 0, 0x93],
            [0, 0xB0, 0, 0xB0], [0, 0x83, 0, 0x83], [0, 0x01, 2, 0x90, 0, 0x93], [0, 0x40, 2, 0x90, 0, 0xD2],
            [0, 0xC0, 0, 0xC0], [0, 0xC3, 0, 0xC3], [0, 0xC3, 1, 0, 0xC2], [0, 0xC1, 1, 0xFF, 0x3F],
            [0, 0xFF, 0, 0xFF],
        ]
        var failures: [String] = []
        for block in wrong {
            var link = try Link()
            try link.transmit([1])
            _ = link.sent()
            link.reader.answer(link.message0, block)
            if link.sent() != "82" { failures.append(Hex.encode(block)) }
        }
        #expect(failures == [])
    }

    @Test func checksOfTheStandard() {
        #expect(T1Machine.check([0x00, 0xC1, 0x01, 0xFE], usesCRC: false) == [0x3E])
        // The check value of the catalogue for this polynomial, without the final inversion.
        #expect(T1Machine.check(Array("123456789".utf8), usesCRC: true) == [0x6F, 0x91])
    }

    @Test func aLinkWithCRC() throws {
        var atr: [UInt8] = [0x3B, 0x80, 0x81, 0x41, 0x01]
        atr.append(atr.dropFirst().reduce(0, ^))
        var link = try Link(atr)
        try link.transmit([1])
        _ = link.sent()
        let block: [UInt8] = [0, 0, 2, 0x90, 0]
        link.reader.answer(link.message0, block + T1Machine.check(block, usesCRC: true))
        #expect(link.isDone)
    }
}
