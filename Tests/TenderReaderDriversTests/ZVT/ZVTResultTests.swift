import TenderFlow
import TenderJournal
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTerminal
import Testing

/// What a terminal's own trouble is told as: no decline, since the card has nothing to do with it.
@Suite struct ZVTResultTests {
    /// Busy, without a network, without paper, broken, not set up.
    private static let troubles: [UInt8] = [
        0x6A, 0x6B, 0x6F, 0x77, 0x7D, 0x83, 0x85, 0x89, 0x9A, 0x9B, 0x9C, 0xA0, 0xA1, 0xA3, 0xB1, 0xB2, 0xBF, 0xC0,
        0xC1,
        0xC2, 0xC6, 0xCC, 0xDC, 0xE0, 0xE2, 0xE3, 0xE4, 0xED, 0xF0, 0xFC, 0xFE, 0xFF,
    ]
    /// The issuer's word, or the card's.
    private static let declines: [UInt8] = [
        0x01, 0x05, 0x33, 0x63, 0x64, 0x65, 0x67, 0x6C, 0x6E, 0x71, 0x78, 0x7A, 0xA5, 0xC5,
    ]

    private enum Way: CaseIterable { case aborted, refused, told }

    private static func answer(_ code: UInt8, _ way: Way) -> [ZVTAPDU] {
        switch way {
        case .aborted: [ZVTAPDU(.accepted), ZVTAPDU(.aborted, [code])]
        case .refused: [ZVTAPDU(ZVTControl(classByte: ZVTControl.refusalClass, instruction: code))]
        case .told:
            [
                ZVTAPDU(.accepted), ZVTAPDU(.statusInformation, status(ZVTResult(code), receipt: nil, amount: nil)),
                ZVTAPDU(.completion),
            ]
        }
    }

    private static func status(_ result: ZVTResult, receipt: Int?, amount: Int64?) -> [UInt8] {
        var status = ZVTStatus()
        (status.result, status.receipt, status.amount, status.terminalID) = (result, receipt, amount, "52500001")
        return status.fields(.cp437).bytes
    }

    /// A terminal whose first authorization is answered like this, and whose second is approved.
    private static func shop(_ answer: [ZVTAPDU]) async throws -> (Terminal, PaymentIntent) {
        let newest = [
            ZVTAPDU(.accepted), ZVTAPDU(.statusInformation, status(.success, receipt: 41, amount: 1)),
            ZVTAPDU(.completion),
        ]
        let paid = [
            ZVTAPDU(.accepted), ZVTAPDU(.statusInformation, status(.success, receipt: 42, amount: 1000)),
            ZVTAPDU(.completion),
        ]
        let line = ScriptedZVTLine(
            [
                .registration: [ZVTAPDU(.accepted), ZVTAPDU(.completion)], .repeatReceipt: newest,
                .authorization: answer,
            ], then: [.authorization: paid])
        let journal = InMemoryJournal()
        let zvt = ZVTTerminal(
            terminalID: "52500001", configuration: ZVTConfiguration(.stream), journal: journal
        ) { () throws(TransportError) in line }
        let source = ZVTReaderSource(zvt, at: ReaderAddress(.simulated), simulated: true)
        let terminal = Terminal(
            configuration: .init(gateway: zvt, readerSource: source, journal: journal, policy: ZVTShop.policy))
        for try await readers in source.discover(DiscoveryConfiguration(.simulated)) {
            _ = try await terminal.connect(readers[0])
            break
        }
        let intent = try await terminal.createPaymentIntent(PaymentIntentParameters(amount: 1000, currency: .eur))
        return (terminal, intent)
    }

    @Test func theTerminalsOwnTroubleIsAReadersErrorAndTheNextTryPays() async throws {
        var wrong: [String] = []
        for way in Way.allCases {
            // In place of an answer 9C means that the answer takes longer.
            for code in Self.troubles where !(way == .refused && code == 0x9C) {
                let (terminal, intent) = try await Self.shop(Self.answer(code, way))
                do {
                    let outcome = try await terminal.processPaymentIntent(intent)
                    wrong.append("\(way) \(ZVTResult(code).hex): \(outcome.word)")
                } catch let error as TenderError {
                    let isReaders = error.code == .readerBusy || error.code == .declinedByReader
                    let says = error.message.contains(ZVTResult(code).sentence)
                    if !isReaders || !says || error.advice != .collectAgain {
                        wrong.append("\(way) \(ZVTResult(code).hex): \(error)")
                    }
                }
                guard wrong.isEmpty else { continue }
                let again = try await terminal.processPaymentIntent(intent).word
                if again != "approved" { wrong.append("\(way) \(ZVTResult(code).hex): then \(again)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func whatTheIssuerOrTheCardRefusesIsADecline() async throws {
        var wrong: [String] = []
        for way in Way.allCases {
            for code in Self.declines {
                let (terminal, intent) = try await Self.shop(Self.answer(code, way))
                let word = try await terminal.processPaymentIntent(intent).word
                if word != "declined" { wrong.append("\(way) \(ZVTResult(code).hex): \(word)") }
            }
        }
        #expect(wrong == [])
    }

    /// It says that it stopped, or refuses, and that it is done: nobody knows.
    @Test(arguments: [true, false]) func whatStopsAndSaysThatItIsDoneIsUnknown(_ isAbort: Bool) async throws {
        let (terminal, intent) = try await Self.shop(Self.answer(0x00, isAbort ? .aborted : .refused))
        #expect(try await terminal.processPaymentIntent(intent).word == "unknown")
    }
}
