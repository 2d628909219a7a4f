import Testing
import TillScreens

struct ScanDetectorTests {
    /// Types characters with a gap between them, and Enter after the last.
    private func type(_ text: String, gap: UInt64, enterAfter: UInt64? = nil) -> [ConsoleEvent] {
        var detector = ScanDetector()
        var time: UInt64 = 1000
        var output: [ConsoleEvent] = []
        for character in text {
            output += detector.elapsed(at: time)
            output += detector.handle(.character(character), at: time)
            time += gap
        }
        time += (enterAfter ?? gap) - gap
        output += detector.elapsed(at: time)
        return output + detector.handle(.enter, at: time)
    }

    @Test func aFastCodeWithEnterIsAScan() { #expect(type("4006381333931", gap: 8) == [.scanned("4006381333931")]) }

    @Test func aPersonIsNoScanner() {
        let expected = "4011".map { ConsoleEvent.key(.character($0), isFast: false) } + [.key(.enter, isFast: false)]
        #expect(type("4011", gap: 90) == expected)
    }

    @Test func keysHitTogetherAreNoScanButConfirmNothing() {
        let expected: [ConsoleEvent] = [
            .key(.character("1"), isFast: true), .key(.character("y"), isFast: true), .key(.enter, isFast: true),
        ]
        #expect(type("1y", gap: 5) == expected)
    }

    @Test func anEnterThatASlowScannerSendsLateIsStillFast() {
        #expect(type("4006381333931", gap: 8, enterAfter: 200).last == .key(.enter, isFast: true))
        #expect(type("4006381333931", gap: 8, enterAfter: 400).last == .key(.enter, isFast: false))
    }

    @Test func aSingleKeyIsReleasedInTime() {
        var detector = ScanDetector()
        #expect(detector.handle(.character("?"), at: 50) == [])
        #expect(detector.deadline == 50 + ScanDetector.longestGap)
        #expect(detector.elapsed(at: 79) == [])
        #expect(detector.elapsed(at: 80) == [.key(.character("?"), isFast: false)])
        #expect(detector.deadline == nil)
    }

    @Test func otherKeysAreNotHeldBackAndKeepTheirOrder() {
        var detector = ScanDetector()
        #expect(detector.handle(.escape, at: 0) == [.key(.escape, isFast: false)])
        #expect(detector.handle(.character("a"), at: 1) == [])
        let expected: [ConsoleEvent] = [.key(.character("a"), isFast: false), .key(.function(2), isFast: true)]
        #expect(detector.handle(.function(2), at: 2) == expected)
    }

    @Test func nothingIsLostOrReorderedWhateverTheClockDoes() {
        var random = RandomNumbers(seed: 3)
        var wrong: [String] = []
        var scans = 0
        for round in 0..<300 {
            var detector = ScanDetector()
            var time = UInt64.random(in: 0...(round.isMultiple(of: 7) ? .max : 1000), using: &random)
            var typed = ""
            var seen = ""
            func take(_ inputs: [ConsoleEvent]) {
                for input in inputs {
                    switch input {
                    case .key(.character(let character), _): seen.append(character)
                    case .key(.enter, _): seen.append("\n")
                    case .scanned(let code):
                        scans += 1
                        seen += code + "\n"
                    default: wrong.append("\(input)")
                    }
                }
            }
            for _ in 0..<80 {
                let step =
                    UInt64.random(in: 0...10, using: &random) < 9 ? 3 : UInt64.random(in: 0...400, using: &random)
                time = round.isMultiple(of: 5) ? time &- step : time &+ step
                if Bool.random(using: &random) { take(detector.elapsed(at: time)) }
                let isEnter = Int.random(in: 0...9, using: &random) == 0
                typed.append(isEnter ? "\n" : "7")
                take(detector.handle(isEnter ? .enter : .character("7"), at: time))
            }
            take(detector.elapsed(at: .max))
            if seen != typed { wrong.append("\(seen) for \(typed)") }
        }
        #expect(wrong.prefix(3) == [])
        #expect(scans > 100)
    }

    @Test func anEndlessStreamIsLetThrough() {
        var detector = ScanDetector()
        let count = (0..<2000).reduce(0) { sum, _ in sum + detector.handle(.character("7"), at: 5).count }
        #expect(count >= 2000 - ScanDetector.mostCharacters - 1)
    }
}
