import TenderBytes
import TenderDevices
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport
import Testing

/// Which terminal is at the other end of a line.
@Suite struct ZVTIdentityTests {
    private typealias Scripted = ScriptedZVTLine

    private func receipt(of terminalID: String?, _ number: Int = 41, amount: Int64? = nil) -> ZVTAPDU {
        var status = ZVTStatus()
        status.result = .success
        status.receipt = number
        status.amount = amount
        status.terminalID = terminalID
        return ZVTAPDU(.statusInformation, status.fields(.cp437).bytes)
    }

    private func told(_ status: ZVTAPDU) -> [ZVTAPDU] { [ZVTAPDU(.accepted), status, ZVTAPDU(.completion)] }

    private let nameless = [ZVTAPDU(.accepted), ZVTAPDU(.completion)]
    private let payload = EncryptedPayload(
        scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")

    /// A till at lines that are opened one after the other.
    private func till(_ journal: any Journal, _ lines: Scripted...) -> ZVTTerminal {
        let left = Guarded(lines)
        return ZVTTerminal(
            terminalID: "52500001", configuration: ZVTConfiguration(.stream), journal: journal
        ) { () throws(TransportError) in
            let line = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let line else { throw .disconnected }
            return line
        }
    }

    private func charge(_ zvt: ZVTTerminal, _ name: String) async throws -> GatewayError? {
        let intent = try await zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("\(name)/0/create"))
        do throws(GatewayError) {
            _ = try await zvt.confirmPaymentIntent(
                PaymentIntentReference(intent), payload: payload, key: IdempotencyKey("\(name)/1/confirm"))
            return nil
        } catch {
            return error
        }
    }

    /// The plug of a serial line is put into another terminal while the sale runs.
    @Test func theStatusOfAnotherTerminalProvesNothing() async throws {
        let journal = InMemoryJournal()
        let line = Scripted([
            .registration: nameless,
            .repeatReceipt: told(receipt(of: "52500001")),
            .authorization: told(receipt(of: "99999999", 42, amount: 700)),
        ])
        #expect(try await charge(till(journal, line), "k")?.fate == .unknown)
        let records = journal.entries.compactMap { entry in
            if case .terminal(let record) = entry.event { record } else { nil }
        }
        #expect(records.count == 1, "\(records)")
        guard case .leaving? = records.first else {
            Issue.record("\(records)")
            return
        }
    }

    /// After a sale that was stopped the receipt number is asked for again, and another terminal answers.
    @Test func theReceiptNumberIsNotTakenFromAnotherTerminal() async throws {
        let line = Scripted(
            [
                .registration: nameless,
                .repeatReceipt: told(receipt(of: "52500001")),
                .authorization: [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [0x6C])],
            ], then: [.repeatReceipt: told(receipt(of: "99999999"))])
        let zvt = till(InMemoryJournal(), line)
        #expect(try await charge(zvt, "first")?.code == .declinedByIssuer)
        #expect(try await charge(zvt, "second")?.fate == .notSent)
        #expect(line.taken == [.registration, .repeatReceipt, .authorization, .repeatReceipt])
    }

    /// A lost completion is not proved by a terminal that does not say who it is.
    @Test(arguments: [nil, "99999999", "52500001"])
    func onlyTheTerminalItselfProvesALostCompletion(_ name: String?) async throws {
        let first = Scripted([
            .registration: nameless,
            .repeatReceipt: told(receipt(of: "52500001")),
            .authorization: [ZVTAPDU(.accepted), ZVTAPDU(ZVTControl(classByte: 0x99, instruction: 0x99))],
        ])
        let second = Scripted([
            .registration: nameless, .repeatReceipt: told(receipt(of: name, 42, amount: 700)),
        ])
        let zvt = till(InMemoryJournal(), first, second)
        let error = try await charge(zvt, "k")
        #expect(error?.fate == .unknown)
        let again = try await charge(zvt, "k")
        #expect(again?.fate == (name == "52500001" ? nil : .unknown))
    }

    @Test(.timeLimit(.minutes(1)))
    func aTerminalThatFallsSilentWhileItIsAskedWhoItIsIsGivenUpInTime() async throws {
        let silences: [[ZVTControl: [ZVTAPDU]]] = [
            [.registration: [ZVTAPDU(.accepted)]],
            [.registration: nameless, .repeatReceipt: [ZVTAPDU(.accepted)]],
        ]
        for answers in silences {
            let clock = TestClock()
            let id = await clock.running(noLongerThan: .seconds(60)) {
                try? await ZVTTerminal.identify(ZVTConfiguration(.stream), clock: clock) {
                    () throws(TransportError) in Scripted(answers)
                }
            }
            #expect(id == nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aTerminalThatFallsSilentWhileItIsConnectedIsGivenUpInTime() async throws {
        let clock = TestClock()
        let line = Scripted([.registration: nameless, .repeatReceipt: [ZVTAPDU(.accepted)]])
        let zvt = ZVTTerminal(
            terminalID: "52500001", configuration: ZVTConfiguration(.stream), journal: InMemoryJournal(), clock: clock
        ) { () throws(TransportError) in line }
        let error = try await clock.running(noLongerThan: .seconds(60)) { try await charge(zvt, "k") }
        #expect(error?.fate == .notSent)
    }

    /// The registration's answer may leave the id out: the receipt number must not be taken from another terminal.
    @Test func theReceiptOfAnotherTerminalIsRefused() async throws {
        let line = Scripted([
            .registration: [ZVTAPDU(.accepted), ZVTAPDU(.completion)],
            .repeatReceipt: [ZVTAPDU(.accepted), receipt(of: "99999999"), ZVTAPDU(.completion)],
            .authorization: [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [0x6C])],
        ])
        let zvt = till(InMemoryJournal(), line)
        #expect(try await charge(zvt, "k")?.fate == .notSent)
        #expect(line.taken == [.registration, .repeatReceipt])
    }

    @Test(.timeLimit(.minutes(1)))
    func whoDoesNotSayItsIdOrRefusesIsToldApart() async {
        let clock = TestClock()
        func message(_ answers: [ZVTControl: [ZVTAPDU]]) async -> String? {
            do throws(GatewayError) {
                return try await ZVTTerminal.identify(ZVTConfiguration(.stream), clock: clock) {
                    () throws(TransportError) in Scripted(answers)
                }
            } catch {
                return error.message
            }
        }
        // Time passes only where nobody answers.
        let silence = await clock.running(noLongerThan: .seconds(60)) { await message([:]) }
        #expect(silence?.hasSuffix("it does not answer") == true)
        #expect(
            await message([.registration: [ZVTAPDU(ZVTControl(classByte: 0x84, instruction: 0x83))]])?
                .contains("refuses the registration: not possible") == true)
        let unknown = await message([.registration: nameless, .repeatReceipt: nameless, .statusEnquiry: nameless])
        #expect(unknown?.contains("does not report its id") == true)
        #expect(unknown?.contains("one payment") == true)
        #expect(
            await message([.registration: nameless, .repeatReceipt: told(receipt(of: "52500001"))]) == "52500001")
    }

    /// A terminal fresh from the box has no receipt yet.
    @Test func aTerminalWithoutAReceiptTellsItsIdWithItsStatus() async throws {
        let refusals = [
            [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [ZVTResult.notPossible.code])],
            [ZVTAPDU(ZVTControl(classByte: ZVTControl.refusalClass, instruction: 0x83))], nameless,
        ]
        let status = [ZVTAPDU(.accepted), ZVTAPDU(.completion, [0x29, 0x52, 0x50, 0x00, 0x01, 0x27, 0x00])]
        var ids: [String] = []
        for refusal in refusals {
            let line = Scripted([.registration: nameless, .repeatReceipt: refusal, .statusEnquiry: status])
            ids.append(
                try await ZVTTerminal.identify(ZVTConfiguration(.stream)) { () throws(TransportError) in line })
        }
        #expect(ids == ["52500001", "52500001", "52500001"])
    }
}
