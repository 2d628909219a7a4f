import SimulatedDevices
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderTerminal
import Testing

/// A terminal that tells of a success which is not so, for every command that moves money.
@Suite struct ZVTLieTests {
    private typealias Lie = SimulatedZVTTerminal.Lie

    @Test(arguments: TerminalCommand.Kind.allCases)
    func whatTheTerminalDidNotDoIsUnknownAndNothingFollows(_ kind: TerminalCommand.Kind) async throws {
        var wrong: [String] = []
        for lie in Lie.Kind.allCases {
            let given = try await ZVTCommand(kind)
            let before = given.shop.host.entries
            given.shop.host.change { $0.add(Lie(lie)) }
            let word = await given.give()
            if word != "unknown" { wrong.append("\(lie.rawValue): \(word)") }
            if given.shop.host.entries != before { wrong.append("\(lie.rawValue): it was done") }
            if let next = try? await given.shop.sell(try await given.shop.intent(500)).word {
                wrong.append("\(lie.rawValue): and the next sale is \(next)")
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: TerminalCommand.Kind.allCases)
    func whatItDidAndToldWronglyIsFoundOut(_ kind: TerminalCommand.Kind) async throws {
        var wrong: [String] = []
        for lie in Lie.Kind.allCases {
            let given = try await ZVTCommand(kind)
            let before = given.shop.host.change { $0.taken.count }
            given.shop.host.change { $0.add(Lie(lie, isCarriedOut: true)) }
            let word = await given.give()
            if word != "done" { wrong.append("\(lie.rawValue): \(word)") }
            let taken = given.shop.host.change { $0.taken.count } - before
            if taken != 1 { wrong.append("\(lie.rawValue): \(taken) commands") }
            let next = try await given.shop.sell(try await given.shop.intent(500)).word
            if next != "approved" { wrong.append("\(lie.rawValue): the next sale is \(next)") }
        }
        #expect(wrong == [])
    }

    /// Found by an attack from outside: a hold that was given up, and whose completion was lost, blocked the terminal for ever.
    @Test(arguments: TerminalCommand.Kind.allCases, [1, 2])
    func whoseEndIsLostIsFoundOutAndBlocksNothing(_ kind: TerminalCommand.Kind, _ place: Int) async throws {
        let given = try await ZVTCommand(kind)
        let before = given.shop.host.change { $0.taken.count }
        given.shop.host.change { $0.add(DeviceFault(.loseCompletion, at: place)) }
        #expect(await given.give() == "done")
        #expect(given.shop.host.change { $0.taken.count } == before + 1)
        #expect(try await given.shop.sell(try await given.shop.intent(500)).word == "approved")
    }

    /// What a lie leaves open is a person's, and the next command is proved by the terminal's own newest receipt again.
    @Test func afterAPersonsWordTheTerminalIsBelievedByItsReceipts() async throws {
        var wrong: [String] = []
        for lie in Lie.Kind.allCases {
            let given = try await ZVTCommand(.sale)
            given.shop.host.change { $0.add(Lie(lie)) }
            _ = await given.give()
            try await given.shop.zvt.decide(given.about.id, isExecuted: false, by: "Ada")
            let word = try await given.shop.terminal.resolvePaymentIntent(given.about).word
            let next = try await given.shop.sell(try await given.shop.intent(500)).word
            if [word, next] != ["declined", "approved"] { wrong.append("\(lie.rawValue): \(word), \(next)") }
            if given.shop.host.moved != 500 { wrong.append("\(lie.rawValue): \(given.shop.host.moved) moved") }
        }
        #expect(wrong == [])
    }
}
