import TenderFlow
import TenderModel
import Testing

/// When holds raise alarms, and when a rule finishes them.
@Suite struct HoldWatchTests {
    private static let hour: Int64 = 3600

    /// A watch with its clock.
    private struct Watched {
        var watch: HoldWatch
        var now = Stamp(unixMilliseconds: 1_800_000_000_000, upMilliseconds: 1000, boot: 1)

        init(_ policy: HoldPolicy) {
            watch = HoldWatch(policy)
            _ = watch.handle(.started)
        }

        var seconds: Int64 { now.unixMilliseconds / 1000 }

        /// Looks at the holds after a time; whatever is decided ends at once.
        mutating func look(_ holds: [Hold], after seconds: Int64 = 0, wall: Int64? = nil) -> [HoldWatch.Action] {
            now.upMilliseconds += seconds * 1000
            now.unixMilliseconds += (wall ?? seconds) * 1000
            var actions = watch.handle(.read(holds, now))
            while case .finish(let id, _)? = actions.last { actions += watch.handle(.finished(id)) }
            _ = watch.handle(.pauseEnded)
            return actions
        }

        func hold(ends seconds: Int64? = nil, age: Int64 = 0) -> Hold {
            var opened = now
            opened.unixMilliseconds -= age * 1000
            opened.upMilliseconds -= age * 1000
            return Hold(
                intentID: "pi_1", amount: Amount(minorUnits: 1000, currency: .eur), opened: opened,
                captureBefore: seconds.map { self.seconds + $0 })
        }
    }

    private static func finished(_ actions: [HoldWatch.Action]) -> [HoldRule?] {
        actions.compactMap { if case .finish(_, let rule) = $0 { .some(rule) } else { nil } }
    }

    private static func alarms(_ actions: [HoldWatch.Action]) -> [HoldAlarm.Kind] {
        actions.compactMap { if case .alarm(let alarm) = $0 { alarm.kind } else { nil } }
    }

    @Test func eachLeadTimeRaisesOneAlarmAndTheEndAnother() {
        var shop = Watched(HoldPolicy())
        let hold = shop.hold(ends: 30 * Self.hour)
        var raised: [HoldAlarm.Kind] = []
        for _ in 0..<35 { raised += Self.alarms(shop.look([hold], after: Self.hour)) }
        #expect(raised == [.endsWithin(86_400), .endsWithin(7200), .lapsed])
    }

    @Test func aLaterEndRaisesTheAlarmsAgain() {
        var shop = Watched(HoldPolicy())
        let first = Self.alarms(shop.look([shop.hold(ends: Self.hour)]))
        let extended = Self.alarms(shop.look([shop.hold(ends: 50 * Self.hour)]))
        let again = Self.alarms(shop.look([shop.hold(ends: Self.hour)]))
        #expect([first, extended, again] == [[.endsWithin(7200)], [], [.endsWithin(7200)]])
    }

    @Test func aRuleDecidesOnceTheClockIsBelieved() {
        let rule = HoldRule(.release, .olderThan(600))
        let policy = HoldPolicy(rules: [rule])
        var (shop, jumping) = (Watched(policy), Watched(policy))
        var wrong: [String] = []
        let hold = shop.hold(age: 700)
        if Self.finished(shop.look([hold])) != [] { wrong.append("at the first look") }
        if Self.finished(shop.look([hold], after: 60)) != [rule] { wrong.append("not at the second look") }
        if Self.finished(shop.look([hold], after: 60)) != [] { wrong.append("again at once") }
        if Self.finished(shop.look([hold], after: 1000)) != [rule] { wrong.append("not again later") }
        _ = jumping.look([hold])
        if Self.finished(jumping.look([hold], after: 60, wall: 90_000)) != [] { wrong.append("after a jump") }
        if Self.finished(jumping.look([hold], after: 60, wall: -90_000)) != [] { wrong.append("after a jump back") }
        #expect(wrong == [])
    }

    /// The wall clock may say anything: within one boot, the age is what has passed since then.
    @Test func aWallClockThatIsAheadMakesNoHoldOlder() {
        var shop = Watched(HoldPolicy(rules: [HoldRule(.release, .olderThan(600))]))
        let hold = shop.hold()
        _ = shop.look([hold], after: 60, wall: 50_000)
        #expect(Self.finished(shop.look([hold], after: 60)) == [])
    }

    @Test func whatARuleMayNotTouchStays() {
        let capture = HoldRule(.capture, .endsWithin(Self.hour))
        let policy = HoldPolicy(rules: [capture, HoldRule(.release, .olderThan(600))])
        let holds: [(String, (inout Hold) -> Void, [HoldRule?])] = [
            ("an old one", { _ in }, [policy.rules[1]]),
            ("one that ends", { $0.captureBefore = $0.opened.unixMilliseconds / 1000 + 2000 }, [capture]),
            ("one that nobody was told of", { $0.isUnclaimed = true }, []),
            ("one that is unknown", { $0.isUnresolved = true }, []),
            ("one that has ended", { $0.captureBefore = 1 }, [nil]),
        ]
        var wrong: [String] = []
        for (name, change, expected) in holds {
            var shop = Watched(policy)
            var hold = shop.hold(age: 700)
            change(&hold)
            // What has ended is looked up at the first look.
            let decided = Self.finished(shop.look([hold]) + shop.look([hold], after: 60))
            if decided != expected { wrong.append("\(name): \(decided)") }
        }
        #expect(wrong == [])
    }

    @Test func itSleepsUntilSomethingIsDue() {
        let policy = HoldPolicy(rules: [HoldRule(.release, .olderThan(600))], longestPause: .seconds(7200))
        let ages: [(Int64?, Int64)] = [(nil, 100), (87_000, 0), (nil, 10_000)]
        let pauses = ages.map { end, age in
            var shop = Watched(policy)
            return shop.look([shop.hold(ends: end, age: age)]).last
        }
        #expect(pauses == [.pause(.seconds(500)), .pause(.seconds(600)), .pause(.seconds(60))])
    }

    @Test func withoutAPolicyItAsksForNothing() {
        var watch = HoldWatch(.none)
        #expect(watch.handle(.started) == [])
    }
}
