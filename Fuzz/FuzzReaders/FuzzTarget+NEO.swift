import TenderFlow
import TenderModel
import TenderReaders

// The messages of a NEO reader.
extension FuzzTarget {
    /// Parses frames in a stream cut at arbitrary points.
    @Sendable static func neoFrames(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let form = input.number()
        let order: NEOChecksum.Order = form & 1 == 0 ? .mostSignificantFirst : .leastSignificantFirst
        var parser = NEOFrameParser(order)
        var link = NEOLink(form & 2 == 0 ? .hid : .stream, receiving: order)
        while let byte = input.byte() {
            let frame = neoFrame(&input)
            let piece = byte & 1 == 0 ? frame.data : frame.encoded(order)
            let isPartial = parser.isPartial
            var found = parser.receive(piece)
            if byte & 1 != 0 && !isPartial { check(found == [.frame(frame)], "a frame that is not read back") }
            if byte & 2 != 0 {
                found += parser.endBurst()
                check(!parser.isPartial, "a burst that does not end")
            }
            check(found.count <= piece.count + 4112 / 10, "elements out of nothing")
            neoPieces(frame, order, byte, &link)
        }
    }

    private static func neoPieces(_ frame: NEOFrame, _ order: NEOChecksum.Order, _ byte: UInt8, _ link: inout NEOLink) {
        guard byte & 4 != 0 else {
            _ = link.receive(frame.data)
            return
        }
        if link.isPartial { _ = link.endBurst() }
        check(!link.isPartial, "a burst that does not end")
        let found = link.pieces(frame.encoded(order)).flatMap { link.receive($0) }
        check(found == [.frame(frame)], "a frame in pieces that is not read back")
    }

    /// Returns a frame: two codes, a count of two bytes up to the limit, and data that repeats a piece.
    private static func neoFrame(_ input: inout FuzzInput) -> NEOFrame {
        let (command, code) = (UInt8(input.number()), UInt8(input.number()))
        let times = input.number() % 16
        let piece = input.piece()
        let data = Array(repeatElement(piece, count: 1 + times).joined())
        return NEOFrame(command, code, Array(data.prefix(NEOFrame.maximumDataByteCount)))
    }

    @Sendable static func neoObjects(_ bytes: [UInt8]) {
        guard let objects = NEODataObject.list(bytes) else { return }
        check(objects.count <= bytes.count / 2, "objects out of nothing")
        check(NEODataObject.list(objects.flatMap(\.encoded)) == objects, "objects that are not read back")
    }

    /// Runs the host's end with the input's bytes, frames and time.
    @Sendable static func neo(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let form = input.number()
        let framing: NEOLink.Framing = form & 1 == 0 ? .stream : .hid
        let link = NEOLink(framing, receiving: .mostSignificantFirst)
        var game = NEOGame(framing)
        if form & 2 == 0 { game.open() }
        while let byte = input.byte() {
            switch byte & 7 {
            case 0: game.feed(.received(input.piece()))
            case 1: game.expire(input.number())
            case 2: game.collect()
            case 3: game.feed(.command(.stop(game.collections.last)))
            default:
                // The input chooses the status; the command usually fits.
                let command = byte & 8 == 0 ? game.lastCommand : UInt8(input.number())
                let frame = NEOFrame(command, UInt8(input.number()), input.piece())
                for piece in link.pieces(frame.encoded(.mostSignificantFirst)) { game.feed(.received(piece)) }
            }
        }
        game.end()
    }

    /// A NEO reader's core and its invariants.
    private struct NEOGame {
        private var core: FuzzedCore<NEOCore>
        private var parser: NEOLink
        var collections = Collections()
        var lastCommand: UInt8 = 0
        private var isReady = false
        private var isFailed = false

        init(_ framing: NEOLink.Framing) {
            core = FuzzedCore(NEOCore(framing), mostTimers: 2)
            parser = NEOLink(framing, receiving: .leastSignificantFirst)
            feed(.opened)
        }

        mutating func feed(_ input: ProtocolInput<NEOCore.Command>) {
            let (outputs, sent) = core.feed(input)
            for output in outputs { take(output) }
            for element in sent.flatMap({ parser.receive($0) }) {
                guard case .frame(let frame) = element else { continue }
                lastCommand = frame.command
            }
            check(!parser.isPartial, "half a frame was sent")
            check(collections.open == nil || !core.timers.isEmpty, "a collection for which nothing can come")
        }

        private mutating func take(_ output: NEOCore.Output) {
            switch output {
            case .ready:
                check(!isReady && !isFailed, "ready twice")
                isReady = true
            case .failed: isFailed = true
            case .event: break
            case .answer(let id, let result): collections.answered(id, result)
            }
        }

        /// Answers the queries of the opening.
        mutating func open() {
            for _ in 0..<6 where !isReady {
                let answer = NEOFrame(answering: lastCommand, .ok).encoded(.mostSignificantFirst)
                for piece in parser.pieces(answer) { feed(.received(piece)) }
            }
            check(isReady, "a reader that is not taken")
        }

        mutating func collect() {
            guard collections.open == nil, !core.isOver else { return }
            feed(
                .command(
                    .collect(collections.begin(), NEOTransaction(collection, on: NEODate(year: 26, month: 1, day: 2)))))
        }

        mutating func expire(_ choice: Int) {
            if let fired = core.expire(choice) { feed(fired) }
        }

        /// Ends the game: when nothing arrives any more, the reader is idle or gone.
        mutating func end() {
            feed(.command(.disconnect))
            for _ in 0..<40 where !core.isOver { expire(0) }
            check(core.isOver && collections.open == nil, "an end that does not come")
        }
    }
}
