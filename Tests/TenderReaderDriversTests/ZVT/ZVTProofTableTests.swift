import TenderBytes
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import Testing

/// What the driver takes for proof, of what a terminal tells at once and of what it is asked later: the same.
@Suite struct ZVTProofTableTests {
    /// What the terminal tells of a command; nil where it tells nothing.
    private struct Told: Hashable {
        var before = 41
        var receipt: Int? = 42
        var amount: Int64?
        var currency: String? = "978"
        var id: String? = "52500001"
        var original: Int?
        var isAsked = false
    }

    private static let firstTrace = 100
    private static let amounts: [TerminalCommand.Kind: Int64] = [
        .sale: 1000, .hold: 1000, .capture: 800, .release: 1000, .reversal: 1000, .refund: 400,
    ]

    /// Spelled out, so that it shares nothing with the rule that it checks.
    private static func isProof(_ told: Told, of kind: TerminalCommand.Kind) -> Bool {
        let nexts = [41: 42, 9999: 1]
        let originals: [Int?] =
            switch kind {
            case .sale, .hold, .refund: [nil, 0]
            case .capture, .release, .reversal: [nil, 0, firstTrace]
            }
        return told.receipt == nexts[told.before] && told.amount == amounts[kind]
            && [nil, "978"].contains(told.currency) && [nil, "52500001"].contains(told.id)
            && originals.contains(told.original)
    }

    private static func table(_ kind: TerminalCommand.Kind) -> Set<Told> {
        var table: Set<Told> = []
        let right = Told(amount: amounts[kind])
        for isAsked in [false, true] {
            var told = right
            told.isAsked = isAsked
            for before in [41, 9999] {
                for receipt in [nil, 0, 1, 2, 40, 41, 42, 43, 99, 9998, 9999] {
                    (told.before, told.receipt) = (before, receipt)
                    table.insert(told)
                }
            }
            (told.before, told.receipt) = (right.before, right.receipt)
            for amount in [nil, right.amount, 999] {
                for currency in [nil, "978", "840"] {
                    for id in [nil, "52500001", "99999999"] {
                        for original in [nil, 0, firstTrace, 7] {
                            (told.amount, told.currency, told.id, told.original) = (amount, currency, id, original)
                            table.insert(told)
                        }
                    }
                }
            }
        }
        return table
    }

    @Test(arguments: TerminalCommand.Kind.allCases)
    func onlyTheNextReceiptThatFitsIsAnApproval(_ kind: TerminalCommand.Kind) async throws {
        var wrong: [String] = []
        let table = Self.table(kind)
        for told in table {
            let word = try await outcome(kind, told)
            let expected = Self.isProof(told, of: kind) ? "approved" : "unknown"
            if word != expected { wrong.append("\(told): \(word)") }
        }
        #expect(wrong == [])
        #expect(table.count == 258)
    }

    /// A terminal that tells no receipt before proves nothing afterwards: nothing is sent.
    @Test(arguments: [TerminalCommand.Kind.sale, .hold])
    func withoutAReceiptBeforeNothingIsSent(_ kind: TerminalCommand.Kind) async throws {
        let line = ScriptedZVTLine([
            .registration: Self.completed(id: "52500001"),
            .repeatReceipt: [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [ZVTResult.notPossible.code])],
            .authorization: Self.told(42, 1000), .preauthorization: Self.told(42, 1000),
        ])
        #expect(await Till(line).charge(kind == .hold ? .manual : .automatic) == "not sent")
        #expect(line.taken.allSatisfy { $0 == .registration || $0 == .repeatReceipt })
    }

    /// A terminal that never says who it is is asked for nothing.
    @Test func withoutANameNothingIsSent() async throws {
        let line = ScriptedZVTLine([
            .registration: Self.completed(id: nil), .repeatReceipt: Self.told(41, 1, id: nil),
            .statusEnquiry: Self.completed(id: nil), .authorization: Self.told(42, 1000, id: nil),
        ])
        #expect(await Till(line).charge(.automatic) == "not sent")
        #expect(line.taken == [.registration, .repeatReceipt, .statusEnquiry])
    }

    // MARK: - A command and what is told of it

    private func outcome(_ kind: TerminalCommand.Kind, _ told: Told) async throws -> String {
        let answer = Self.told(told.receipt, told.amount, told.currency, told.original, id: told.id)
        let lost = [ZVTAPDU(.accepted), ZVTAPDU(ZVTControl(classByte: 0x99, instruction: 0x99))]
        let needsPayment = kind != .sale && kind != .hold
        let newest = needsPayment ? (told.before + 9997) % 9999 + 1 : told.before
        var answers: [ZVTControl: [ZVTAPDU]] = [
            .registration: Self.completed(id: nil), .repeatReceipt: Self.told(newest, 1),
            .authorization: Self.told(told.before, 1000, nil, trace: Self.firstTrace),
            .preauthorization: Self.told(told.before, 1000, nil, trace: Self.firstTrace),
        ]
        answers[Self.control(kind)] = told.isAsked ? lost : answer
        let till = Till(
            ScriptedZVTLine(answers),
            ScriptedZVTLine([.registration: Self.completed(id: "52500001"), .repeatReceipt: answer]))
        let capture = kind == .hold || kind == .capture || kind == .release ? CaptureMethod.manual : .automatic
        guard needsPayment else {
            let word = await till.charge(capture)
            return told.isAsked ? await till.charge(capture) : word
        }
        let first = await till.charge(capture)
        guard first == "approved" else { return "first \(first)" }
        let word = await till.give(kind)
        return told.isAsked ? await till.give(kind) : word
    }

    private static func control(_ kind: TerminalCommand.Kind) -> ZVTControl {
        switch kind {
        case .sale: .authorization
        case .hold: .preauthorization
        case .capture: .bookTotal
        case .release: .preauthorizationReversal
        case .reversal: .reversal
        case .refund: .refund
        }
    }

    private static func completed(id: String?) -> [ZVTAPDU] {
        var status = ZVTStatus()
        status.terminalID = id
        return [ZVTAPDU(.accepted), ZVTAPDU(.completion, status.fields(.cp437).bytes)]
    }

    private static func told(
        _ receipt: Int?, _ amount: Int64?, _ currency: String? = "978", _ original: Int? = nil,
        id: String? = "52500001", trace: Int? = 101
    ) -> [ZVTAPDU] {
        var status = ZVTStatus()
        (status.result, status.receipt, status.amount) = (.success, receipt, amount)
        (status.currency, status.originalTrace, status.terminalID) = (currency, original, id)
        status.trace = trace
        return [
            ZVTAPDU(.accepted), ZVTAPDU(.statusInformation, status.fields(.cp437).bytes), ZVTAPDU(.completion),
        ]
    }

    /// A till at lines that are opened one after the other, with one payment.
    private struct Till {
        let zvt: ZVTTerminal

        init(_ lines: ScriptedZVTLine...) {
            let left = Guarded(lines)
            zvt = ZVTTerminal(
                terminalID: "52500001", configuration: ZVTConfiguration(.stream), journal: InMemoryJournal()
            ) { () throws(TransportError) in
                let line = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let line else { throw .disconnected }
                return line
            }
        }

        private func intent(_ capture: CaptureMethod) async throws(GatewayError) -> PaymentIntentReference {
            let parameters = PaymentIntentParameters(amount: 1000, currency: .eur, captureMethod: capture)
            return PaymentIntentReference(
                try await zvt.createPaymentIntent(parameters, key: IdempotencyKey("k/0/create")))
        }

        func charge(_ capture: CaptureMethod) async -> String {
            await word { () throws(GatewayError) in
                let payload = EncryptedPayload(
                    scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
                let paid = try await zvt.confirmPaymentIntent(
                    intent(capture), payload: payload, key: IdempotencyKey("k/1/confirm"))
                return paid.status == (capture == .manual ? .requiresCapture : .succeeded)
            }
        }

        func give(_ kind: TerminalCommand.Kind) async -> String {
            await word { () throws(GatewayError) in
                let key = IdempotencyKey("k/2/\(kind.rawValue)")
                switch kind {
                case .sale, .hold: return false
                case .capture:
                    let part = Amount(minorUnits: 800, currency: .eur)
                    return try await zvt.capturePaymentIntent(intent(.manual), amount: part, key: key).status
                        == .succeeded
                case .release:
                    return try await zvt.cancelPaymentIntent(intent(.manual), reason: nil, key: key).status
                        == .canceled
                case .reversal, .refund:
                    let part = kind == .refund ? Amount(minorUnits: 400, currency: .eur) : nil
                    let id = try await intent(.automatic).id
                    let parameters = RefundParameters(paymentIntent: id, amount: part)
                    return try await zvt.createRefund(parameters, key: key).status == .succeeded
                }
            }
        }

        private func word(_ body: () async throws(GatewayError) -> Bool) async -> String {
            do throws(GatewayError) {
                return try await body() ? "approved" : "not done"
            } catch {
                return switch error.fate {
                case .unknown: "unknown"
                case .notSent: "not sent"
                case .answered, .precluded: "refused: \(error.message)"
                }
            }
        }
    }
}
