import Testing

@testable import TenderEMV

/// What the limits say before a card is there, and how qualifiers lead to a verification: over all their inputs.
@Suite struct PreprocessingTests {
    private static func combination(
        _ kernel: ContactlessKernel = .kernel3, qualifiers: TransactionQualifiers = .emv,
        transactionLimit: UInt64? = nil,
        floorLimit: UInt64? = nil, verificationLimit: UInt64? = nil, allowsZeroAmount: Bool = true,
        checksStatus: Bool = false
    ) throws -> ContactlessCombination {
        let application = try ContactSamples.configuration(ContactSamples.file(floorLimit: 700)).applications[0]
        return ContactlessCombination(
            application: application, kernel: kernel, qualifiers: qualifiers, transactionLimit: transactionLimit,
            deviceTransactionLimit: nil, floorLimit: floorLimit, verificationLimit: verificationLimit,
            allowsZeroAmount: allowsZeroAmount, checksStatus: checksStatus, actionCodes: .sensible, place: 0)
    }

    /// `-` if the amount is not allowed; otherwise what is required: `o` the issuer, `v` a verification.
    private static func words(
        _ combination: ContactlessCombination, _ amount: UInt64, reach: TerminalType.Reach = .both,
        isForced: Bool = false
    ) throws -> String {
        let transaction = try #require(
            ContactSamples.transaction(amount: amount, isForcedOnline: isForced, pad: .enciphersForIssuer))
        let preprocessing = Preprocessing(combination, transaction, reach: reach)
        guard preprocessing.isAllowed else { return "-" }
        let qualifiers = preprocessing.qualifiers
        return (qualifiers.contains(.onlineRequired) ? "o" : "")
            + (qualifiers.contains(.verificationRequired) ? "v" : "")
    }

    @Test func eachLimitCountsWhereTheBookSays() throws {
        let all = try Self.combination(transactionLimit: 500, floorLimit: 100, verificationLimit: 300)
        let amounts: [UInt64] = [0, 1, 99, 100, 101, 299, 300, 301, 499, 500, 501, 999_999_999_999]
        let expected = ["o", "", "", "", "o", "o", "ov", "ov", "ov", "-", "-", "-"]
        #expect(try amounts.map { try Self.words(all, $0) } == expected)
        // Kernel 2 compares with the limit of transactions itself.
        let second = try Self.combination(.kernel2, transactionLimit: 500, floorLimit: 100, verificationLimit: 300)
        #expect(try [499, 500, 501].map { try Self.words(second, $0) } == ["ov", "ov", "ov"])
        // Without limits of its own a combination has the floor limit of its application.
        let none = try Self.combination()
        #expect(try [699, 700, 701, 999_999_999_999].map { try Self.words(none, $0) } == ["", "", "o", "o"])
        let zero = try Self.combination(transactionLimit: 0, floorLimit: 0, verificationLimit: 0)
        #expect(try [0, 1].map { try Self.words(zero, $0) } == ["-", "-"])
    }

    /// Every combination of the flags with every amount that one of them knows.
    @Test func eachFlagCountsForItself() throws {
        var wrong: [String] = []
        for place in 0..<16 {
            let isOn = (0..<4).map { place >> $0 & 1 == 1 }
            let combination = try Self.combination(
                floorLimit: 1000, allowsZeroAmount: isOn[0], checksStatus: isOn[1])
            for amount in [0, 1, 99, 100, 101] as [UInt64] {
                let words = try Self.words(
                    combination, amount, reach: isOn[2] ? .onlineOnly : .both, isForced: isOn[3])
                let isOnline = isOn[2] || isOn[3] || amount == 0 || (isOn[1] && amount == 100)
                let expected = amount == 0 && !isOn[0] ? "-" : isOnline ? "o" : ""
                if words != expected { wrong.append("\(isOn) \(amount): \(words)") }
            }
        }
        #expect(wrong == [])
    }

    /// Whatever is configured stays; only a PIN goes where the pad cannot encipher it.
    @Test func eachQualifierOfTheReaderIsTold() throws {
        var wrong: [String] = []
        let bits = (0..<32).map { TransactionQualifiers(rawValue: 1 << UInt32($0)) }
            .filter { TransactionQualifiers.configurable.contains($0) }
        for place in 0..<(1 << bits.count) {
            let qualifiers = TransactionQualifiers(
                bits.enumerated().filter { place >> $0.offset & 1 == 1 }.map(\.element))
            for pad in [[], ContactTransaction.PINPad.enciphersForIssuer] {
                let transaction = try #require(ContactSamples.transaction(amount: 1, pad: pad))
                let told = Preprocessing(
                    try Self.combination(qualifiers: qualifiers), transaction, reach: .both
                ).qualifiers
                let expected = pad.isEmpty ? qualifiers.subtracting(.onlinePIN) : qualifiers
                if told != expected { wrong.append("\(qualifiers.bytes) \(pad.rawValue): \(told.bytes)") }
            }
        }
        #expect(bits.count == 7)
        #expect(wrong == [])
    }

    /// What follows from every pair of qualifiers, in the order in which the book looks at them.
    @Test func aVerificationIsWhatBothSidesHave() {
        var wrong: [String] = []
        var counts: [ContactlessVerification?: Int] = [:]
        for place in 0..<256 {
            let isOn = (0..<8).map { place >> $0 & 1 == 1 }
            let terminal = Self.set(isOn, Self.terminalBits, from: 0)
            let card = Self.set(isOn, Self.cardBits, from: 4)
            let method = QualifiedVerification(terminal: terminal, card: card, isDeviceProved: isOn[7]).method
            counts[method, default: 0] += 1
            let (pin, signature, device) = (isOn[4] && isOn[1], isOn[5] && isOn[2], isOn[6] && isOn[3])
            let expected: [ContactlessVerification?] =
                pin
                ? [.onlinePIN]
                : device
                    ? [isOn[7] ? .device : nil]
                    : signature
                        ? [.signature]
                        : [isOn[0] || isOn[4] || isOn[5] ? nil : ContactlessVerification.none]
            if method != expected[0] { wrong.append("\(isOn): \(String(describing: method))") }
        }
        #expect(wrong == [])
        #expect(counts.count == 5)
        let silent = (0..<8).map { (place: Int) -> ContactlessVerification? in
            let isOn = (0..<3).map { place >> $0 & 1 == 1 }
            let terminal = Self.set(isOn, Array(Self.terminalBits.prefix(3)), from: 0)
            return QualifiedVerification(terminal: terminal, card: nil, isDeviceProved: true).method
        }
        let nothing = ContactlessVerification.none
        #expect(silent == [nothing, nil, nothing, .onlinePIN, nothing, .signature, nothing, .signature])
    }

    private static let terminalBits: [TransactionQualifiers] = [
        .verificationRequired, .onlinePIN, .signature, .deviceVerification,
    ]
    private static let cardBits: [CardQualifiers] = [.onlinePIN, .signature, .deviceVerified]

    private static func set<Qualifiers: OptionSet>(
        _ isOn: [Bool], _ bits: [Qualifiers], from first: Int
    ) -> Qualifiers where Qualifiers.Element == Qualifiers {
        Qualifiers(bits.indices.filter { isOn[first + $0] }.map { bits[$0] })
    }
}
