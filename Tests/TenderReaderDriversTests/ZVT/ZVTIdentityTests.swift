import TenderBytes
import TenderDevices
import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import Testing

/// Which terminal is at the other end of a line.
@Suite struct ZVTIdentityTests {
    /// A terminal that answers each command with what was written down for it.
    private final class Scripted: StreamTransport {
        private let answers: [ZVTControl: [ZVTAPDU]]
        private let stream: AsyncStream<[UInt8]>
        private let inbox: AsyncStream<[UInt8]>.Continuation
        private let commands = Guarded<[ZVTControl]>([])

        init(_ answers: [ZVTControl: [ZVTAPDU]]) {
            self.answers = answers
            (stream, inbox) = AsyncStream.makeStream()
        }

        var taken: [ZVTControl] { commands.withLock { $0 } }

        func receive() async throws(TransportError) -> [UInt8] {
            for await bytes in stream { return bytes }
            throw .disconnected
        }

        func send(_ bytes: [UInt8]) async throws(TransportError) {
            guard let apdu = ZVTAPDU(bytes), apdu.control != .accepted else { return }
            commands.withLock { $0.append(apdu.control) }
            for answer in answers[apdu.control] ?? [] { inbox.yield(answer.bytes) }
        }

        func close() async { inbox.finish() }
    }

    private func receipt(of terminalID: String) -> ZVTAPDU {
        var status = ZVTStatus()
        status.result = .success
        status.receipt = 41
        status.terminalID = terminalID
        return ZVTAPDU(.statusInformation, status.fields(.cp437).bytes)
    }

    /// The registration's answer may leave the id out: the receipt number must not be taken from another terminal.
    @Test func theReceiptOfAnotherTerminalIsRefused() async throws {
        let line = Scripted([
            .registration: [ZVTAPDU(.accepted), ZVTAPDU(.completion)],
            .repeatReceipt: [ZVTAPDU(.accepted), receipt(of: "99999999"), ZVTAPDU(.completion)],
            .authorization: [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [0x6C])],
        ])
        let zvt = ZVTTerminal(
            terminalID: "52500001", configuration: ZVTConfiguration(.stream), journal: InMemoryJournal()
        ) { () throws(TransportError) in line }
        let intent = try await zvt.createPaymentIntent(
            PaymentIntentParameters(amount: 700, currency: .eur), key: IdempotencyKey("k/0/create"))
        let payload = EncryptedPayload(scheme: ZVTTerminal.payloadScheme, keySerial: "", ciphertext: "", tag: "")
        await #expect {
            try await zvt.confirmPaymentIntent(
                PaymentIntentReference(intent), payload: payload, key: IdempotencyKey("k/1/confirm"))
        } throws: { ($0 as? GatewayError)?.fate == .notSent }
        #expect(line.taken == [.registration, .repeatReceipt])
    }

    @Test func whoDoesNotSayItsIdOrRefusesIsToldApart() async {
        func message(_ answers: [ZVTControl: [ZVTAPDU]]) async -> String? {
            do throws(GatewayError) {
                return try await ZVTTerminal.identify(ZVTConfiguration(.stream, answer: .milliseconds(50))) {
                    () throws(TransportError) in Scripted(answers)
                }
            } catch {
                return error.message
            }
        }
        let nameless = [ZVTAPDU(.accepted), ZVTAPDU(.completion)]
        #expect(await message([:])?.hasSuffix("it does not answer") == true)
        #expect(
            await message([.registration: [ZVTAPDU(ZVTControl(classByte: 0x84, instruction: 0x83))]])?
                .contains("refuses the registration: not possible") == true)
        #expect(
            await message([.registration: nameless, .repeatReceipt: nameless])?.hasSuffix("does not tell its id")
                == true)
        let told = [ZVTAPDU(.accepted), receipt(of: "52500001"), ZVTAPDU(.completion)]
        #expect(await message([.registration: nameless, .repeatReceipt: told]) == "52500001")
    }
}
