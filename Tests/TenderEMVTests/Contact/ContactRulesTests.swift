import TenderBytes
import Testing

@testable import TenderEMV

/// The rules that set verification results: each sets its bit, and no other.
@Suite struct ContactRulesTests {
    private let day = EMVDate(bytes: [0x25, 0x01, 0x15])

    /// The bits that have a meaning, and where the book has them (EMV Book 3, annex C5).
    static let bits: [(TVR, String)] = [
        (.authenticationNotPerformed, "8000000000"), (.staticAuthenticationFailed, "4000000000"),
        (.dataMissing, "2000000000"), (.onExceptionFile, "1000000000"),
        (.dynamicAuthenticationFailed, "0800000000"), (.combinedAuthenticationFailed, "0400000000"),
        (.staticAuthenticationSelected, "0200000000"), (.versionsDiffer, "0080000000"), (.expired, "0040000000"),
        (.notYetEffective, "0020000000"), (.serviceNotAllowed, "0010000000"), (.newCard, "0008000000"),
        (.verificationFailed, "0000800000"), (.verificationUnrecognised, "0000400000"),
        (.pinTriesExceeded, "0000200000"), (.pinPadMissing, "0000100000"), (.pinNotEntered, "0000080000"),
        (.onlinePINEntered, "0000040000"), (.floorLimitExceeded, "0000008000"),
        (.lowerLimitExceeded, "0000004000"), (.upperLimitExceeded, "0000002000"),
        (.selectedAtRandom, "0000001000"), (.forcedOnline, "0000000800"), (.defaultTDOLUsed, "0000000080"),
        (.issuerAuthenticationFailed, "0000000040"), (.scriptFailedBefore, "0000000020"),
        (.scriptFailedAfter, "0000000010"),
    ]

    @Test func theBitsAreWhereTheBookHasThem() {
        #expect(Self.bits.filter { Hex.encode($0.0.bytes) != $0.1 }.map(\.1) == [])
        #expect(Self.bits.filter { TVR(bytes: Hex.decode($0.1) ?? []) != $0.0 }.map(\.1) == [])
        let status: [TSI] = [
            .dataAuthentication, .cardholderVerification, .cardRiskManagement, .issuerAuthentication,
            .terminalRiskManagement, .scripts,
        ]
        #expect(status.map { Hex.encode($0.bytes) } == ["8000", "4000", "2000", "1000", "0800", "0400"])
    }

    private func restrictions(_ today: EMVDate) -> ProcessingRestrictions {
        ProcessingRestrictions(
            cardVersion: nil, terminalVersion: [0, 0x96], usageControl: nil, issuerCountry: nil,
            terminalCountry: [8, 0x26], isCashMachine: false, kind: .goods, isForServices: false, hasCashback: false,
            effective: nil, expiry: today, today: today)
    }

    @Test func everyUsageControlIsJudgedByTheBitsOfTheTransaction() throws {
        var wrong = Set<String>()
        var all = restrictions(try #require(day))
        for (kind, services, domestic, abroad) in Self.usages {
            all.kind = kind
            all.isForServices = services
            all.hasCashback = kind == .cashback
            for isCashMachine in [true, false] {
                all.isCashMachine = isCashMachine
                for country in [nil, [8, 0x26], [2, 0x50]] as [[UInt8]?] {
                    all.issuerCountry = country
                    for control in UInt16.min...UInt16.max {
                        all.usageControl = control
                        let place: UInt16 = isCashMachine ? 0x0200 : 0x0100
                        let need = place | (country == nil ? 0 : country == [8, 0x26] ? domestic : abroad)
                        let expected: TVR = control & need == need ? [] : .serviceNotAllowed
                        if all.results != expected { wrong.insert("\(kind) \(services) \(isCashMachine)") }
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    /// The bits that a service needs, in the issuer's country and elsewhere (EMV Book 3, annex C2).
    private static let usages: [(ContactTransaction.Kind, Bool, UInt16, UInt16)] = [
        (.cash, false, 0x8000, 0x4000), (.goods, false, 0x2000, 0x1000), (.goods, true, 0x0800, 0x0400),
        (.cashback, false, 0x2080, 0x1040), (.cashback, true, 0x0880, 0x0440), (.refund, false, 0x2000, 0x1000),
    ]

    @Test func versionsAndDatesSetTheirBits() throws {
        let today = try #require(day)
        let days = try ["250114", "250115", "250116"].map { try #require(EMVDate(bytes: Hex.decode($0) ?? [])) }
        var wrong: [String] = []
        for version in [nil, [0, 0x96], [0, 0x97]] as [[UInt8]?] {
            for effective in [nil] + days.map(Optional.some) {
                for expiry in days {
                    var all = restrictions(today)
                    all.cardVersion = version
                    all.effective = effective
                    all.expiry = expiry
                    var expected: TVR = []
                    if version == [0, 0x97] { expected.insert(.versionsDiffer) }
                    if effective == days[2] { expected.insert(.notYetEffective) }
                    if expiry == days[0] { expected.insert(.expired) }
                    if all.results != expected { wrong.append("\(all)") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func countersSetTheLimitsThatTheyExceed() {
        let counters: [UInt16?] = [nil, 0, 1, 2, 5, 6, 10, 11, 255, 256, 300, 65_535]
        let limits: [UInt8] = [0, 1, 5, 10, 255]
        var wrong: [VelocityCheck] = []
        for counter in counters {
            for last in counters {
                for lower in limits {
                    for upper in limits {
                        let check = VelocityCheck(
                            lowerLimit: lower, upperLimit: upper, counter: counter, lastOnline: last)
                        var expected: TVR = []
                        if let counter, let last {
                            let difference = Int(counter) - Int(last)
                            if difference <= 0 || difference > Int(lower) { expected.insert(.lowerLimitExceeded) }
                            if difference <= 0 || difference > Int(upper) { expected.insert(.upperLimitExceeded) }
                        } else {
                            expected = [.dataMissing, .lowerLimitExceeded, .upperLimitExceeded]
                        }
                        if last == 0 { expected.insert(.newCard) }
                        if check.results != expected { wrong.append(check) }
                    }
                }
            }
        }
        #expect(wrong.count == 0)
    }

    @Test func everyBitOfEveryCodeDecides() {
        var wrong: [String] = []
        let reaches: [TerminalType.Reach] = [.onlineOnly, .both, .offlineOnly]
        for bit in UInt64(0)..<40 {
            let one = TVR(rawValue: 1 << bit)
            for code in 0..<4 {
                for reach in reaches {
                    let codes = ActionCodes(
                        denial: code == 0 ? one : [], online: code == 1 ? one : [], default: code == 2 ? one : [])
                    let analysis = ActionAnalysis(codes: codes, reach: reach)
                    let expected: CryptogramRequest =
                        switch (code, reach) {
                        case (0, _): .decline
                        case (_, .onlineOnly), (1, .both): .online
                        case (2, .offlineOnly): .decline
                        default: .approve
                        }
                    let calm: CryptogramRequest = reach == .onlineOnly ? .online : .approve
                    if analysis.request(one) != expected || analysis.request(TVR(rawValue: ~(1 << bit))) != calm {
                        wrong.append("\(bit) \(code) \(reach)")
                    }
                }
            }
        }
        #expect(wrong == [])
        let absent = ActionAnalysis.issuerCodes(denial: nil, online: nil, default: nil)
        #expect(
            [absent.denial, absent.online, absent.default].map { Hex.encode($0.bytes) }
                == ["0000000000", "ffffffffff", "ffffffffff"])
    }

    @Test func aLotIsDrawnMoreOftenTheLargerTheAmount() {
        let selection = RandomSelection(threshold: 500, target: 20, maximum: 60)
        let shares = [0, 499, 500, 750, 999].map { amount in
            (1...99).filter { selection.selects(amount: amount, floorLimit: 1000, lot: $0) }.count
        }
        #expect(shares == [20, 20, 20, 40, 59])
    }

    @Test func aConditionAppliesToItsTransactionsOnly() throws {
        let list = try CVMList(parsing: [0, 0, 0, 100, 0, 0, 0, 200])
        var wrong: [String] = []
        for kind in ContactTransaction.Kind.allCases {
            for isUnattended in [true, false] {
                for inCurrency in [true, false] {
                    for amount in [99, 100, 101, 199, 200, 201] as [UInt64] {
                        let condition = VerificationCondition(
                            isUnattended: isUnattended, kind: kind, amount: amount,
                            isInApplicationCurrency: inCurrency)
                        let found = (UInt8.min...UInt8.max).filter {
                            condition.applies(.init(code: 1, condition: $0), in: list, isSupported: false)
                        }
                        var expected: [UInt8] = [0]
                        if kind == .cash, isUnattended { expected.append(1) }
                        if kind == .goods || kind == .refund { expected.append(2) }
                        if kind == .cash, !isUnattended { expected.append(4) }
                        if kind == .cashback { expected.append(5) }
                        if inCurrency, amount < 100 { expected.append(6) }
                        if inCurrency, amount > 100 { expected.append(7) }
                        if inCurrency, amount < 200 { expected.append(8) }
                        if inCurrency, amount > 200 { expected.append(9) }
                        if found != expected { wrong.append("\(kind) \(isUnattended) \(inCurrency) \(amount)") }
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func aMethodNeedsWhatTheBookSays() {
        let needs: [UInt8: TerminalCapabilities] = [
            0: [], 1: .plainPIN, 2: .onlinePIN, 3: [.plainPIN, .signature], 4: .encipheredPIN,
            5: [.encipheredPIN, .signature], 0x1E: .signature, 0x1F: .noVerification,
        ]
        var wrong: [UInt8] = []
        for code in UInt8(0)...63 {
            for bits in UInt32(0)..<32 {
                let capabilities = TerminalCapabilities(rawValue: bits << 11)
                let expected = needs[code].map { capabilities.isSuperset(of: $0) }
                if VerificationMethod(code)?.isSupported(by: capabilities) != expected { wrong.append(code) }
            }
        }
        #expect(wrong == [])
    }
}
