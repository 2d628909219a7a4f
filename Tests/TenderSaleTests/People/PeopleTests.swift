import Foundation
import TenderBytes
import TenderCrypto
import TenderSale
import Testing

@Suite struct PeopleTests {
    @Test func aManagerMayEverythingAndACashierWhatTheTableSays() {
        let usual = Permissions()
        #expect(Permission.allCases.allSatisfy { usual.allows(.manager, $0) })
        let denied = Permission.allCases.filter { !usual.allows(.cashier, $0) }
        #expect(
            denied == [
                .overridePrice, .discountAboveLimit, .refund, .voidSale, .openDrawer, .payOut, .readReport,
                .acceptUnknown, .resolvePayment, .manageOffline, .manageReader, .managePeople,
            ])
        let all = Permissions(cashier: Set(Permission.allCases))
        #expect(
            Permission.allCases.filter { !all.allows(.cashier, $0) } == [
                .discountAboveLimit, .acceptUnknown, .managePeople,
            ])
    }

    @Test func aTableFromAFileGivesNobodyWhatIsAlwaysAManagers() throws {
        let json = #"{"cashier":["refund","acceptUnknown"],"discount_limit":10000}"#
        let table = try JSONDecoder().decode(Permissions.self, from: Data(json.utf8))
        #expect(table.allows(.cashier, .refund))
        #expect(!table.allows(.cashier, .acceptUnknown))
        #expect(try JSONDecoder().decode(Permissions.self, from: JSONEncoder().encode(table)) == table)
        let needed = [0, 10_000, 10_001, 100_000].map { Percentage(thousandths: $0).map(table.needed(forDiscount:)) }
        #expect(needed == [.discount, .discount, .discountAboveLimit, .discountAboveLimit])
    }

    @Test func thereAreReasonsWhereverOneIsNeeded() {
        let wrong = Permission.allCases.filter { permission in
            let choices = ReasonCode.choices(for: permission)
            // Closing a shift needs one now and then.
            let mayNeed = permission.needsReason || permission == .closeShift
            return mayNeed != (choices.last == .other) || Set(choices).count != choices.count
        }
        #expect(wrong == [])
    }

    @Test func aPINIsSomeDigitsThatNobodyTriesFirst() {
        func refusal(_ pin: String) -> PINRules.Refusal? { PINRules.refusal(of: SecretBytes(utf8: pin)) }
        #expect(["", "123", "1234567890123"].map(refusal) == [.wrongLength, .wrongLength, .wrongLength])
        #expect(["12a4", "１２", " 471", "-471"].map(refusal) == [.notDigits, .notDigits, .notDigits, .notDigits])
        #expect(["0000", "1234", "98765"].map(refusal) == [.tooSimple, .tooSimple, .tooSimple])
        #expect(["4711", "1235", "135792468013", "2468"].map(refusal) == [nil, nil, nil, nil])
    }

    @Test func aCashierTravelsWithTheHashOfThePINOnly() throws {
        let cost = try #require(Scrypt.Cost(logarithm: 4, blockSize: 1, parallelism: 1))
        let hash = try PINHash(SecretBytes(utf8: "4711"), salt: Array(1...16), cost: cost)
        let cashier = Cashier(id: "1", name: "Ann", role: .manager, pin: hash)
        let json = try JSONEncoder().encode(cashier)
        #expect(try JSONDecoder().decode(Cashier.self, from: json) == cashier)
        #expect(!String(decoding: json, as: UTF8.self).contains("4711"))
        #expect(try JSONDecoder().decode(Cashier.self, from: json).pin.matches(SecretBytes(utf8: "4711")))
    }
}

@Suite struct SignInLockTests {
    private let policy = SignInPolicy(attempts: 3, firstLock: 1_000, longestLock: 3_000)
    private var lock = SignInLock()

    @Test mutating func wrongPINsLockForLongerAndLonger() {
        var lengths: [Int64] = []
        var time: Int64 = 50
        for _ in 0..<4 {
            for _ in 0..<3 { lock.fail(at: time, policy) }
            lengths.append(lock.remaining(at: time, policy))
            let isOpenTooEarly = lock.allows(at: time + lock.remaining(at: time, policy) - 1, policy)
            time += lock.remaining(at: time, policy)
            if isOpenTooEarly || !lock.allows(at: time, policy) { lengths.append(-1) }
        }
        #expect(lengths == [1_000, 2_000, 3_000, 3_000])
    }

    @Test mutating func triesWhileLockedChangeNothingAndTheRightPINClearsAll() {
        for _ in 0..<3 { lock.fail(at: 0, policy) }
        let locked = lock
        for _ in 0..<20 { lock.fail(at: 999, policy) }
        #expect(lock == locked)
        #expect(lock.remaining(at: 999, policy) == 1)
        lock.fail(at: 1_000, policy)
        lock.fail(at: 1_001, policy)
        #expect(lock.failures == 2)
        #expect(lock.allows(at: 1_001, policy))
        lock.reset()
        #expect(lock == SignInLock())
    }

    @Test mutating func noTimeTrapsAndAClockThatBeganAnewOpensNothing() {
        for _ in 0..<3 { lock.fail(at: 500, policy) }
        #expect([0, 499, .min].map { lock.remaining(at: $0, policy) } == [1_000, 1_000, 1_000])
        #expect(lock.remaining(at: .max, policy) == 0)
        var early = SignInLock()
        for _ in 0..<3 { early.fail(at: .min, policy) }
        #expect(early.remaining(at: .max, policy) == 0)
        #expect(early.remaining(at: .min, policy) == 1_000)
        let odd = SignInPolicy(attempts: 0, firstLock: .min, longestLock: .max)
        for time in 0..<200 as Range<Int64> { lock.fail(at: time << 50, odd) }
        #expect(odd.attempts == 1)
        #expect(odd.firstLock == 1)
        #expect(lock.remaining(at: 199 << 50, odd) <= 1 << 40)
    }
}
