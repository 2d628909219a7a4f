import TenderModel
import TenderSale
import Testing
import TillScreens

/// A full disk is told in one sentence: what was done, what was not, and how to go on.
@Suite struct TillDiskTests {
    /// A till whose next event does not find room.
    private func full(_ language: TillLanguage, _ key: Key) throws -> (till: Till, before: Ticket?) {
        var rig = try TillShop.opened(language)
        rig.line("100")
        var till = rig.till
        for action in till.handle(.input(.key(key, isFast: false)), at: rig.time) {
            guard case .shop(.record(let event)) = action else { continue }
            _ = till.handle(.register(.diskFull(eventID: event.id)), at: rig.time)
        }
        return (till, rig.till.register.ticket)
    }

    private func isTold(_ till: Till) -> Bool {
        let word = [.english: "disk is full", .german: "Platte ist voll", .french: "disque est plein"][
            till.setup.language]
        let told = till.console.message?.text ?? ""
        return told.contains(word ?? "?") && !told.contains("/")
    }

    @Test(
        "A card that could not be booked is not asked for, and the ticket is as before",
        arguments: TillLanguage.allCases)
    func notDone(language: TillLanguage) throws {
        var (till, before) = try full(language, .function(4))
        // The ticket without the payment finds no room either.
        _ = till.handle(.news(.diskFull(.ticket)), at: 0)
        let word = [.english: "was not done", .german: "geschah nicht", .french: "n'est pas faite"][language]
        let isSaid = till.console.message?.text.contains(word ?? "?") == true
        #expect(isTold(till))
        #expect(isSaid)
        #expect(till.register.ticket == before)
        #expect(till.charge == nil)
    }

    @Test("Cash stays on a ticket that could not be booked, and F2 books it", arguments: TillLanguage.allCases)
    func notBooked(language: TillLanguage) throws {
        var (till, _) = try full(language, .function(3))
        #expect(isTold(till))
        #expect(till.register.ticket?.legs.map(\.isPaid) == [true])
        let again = till.handle(.input(.key(.function(2), isFast: false)), at: 0)
        let tickets = again.filter { action in
            guard case .shop(.record(let event)) = action, case .ticketFinished = event.kind else { return false }
            return true
        }
        #expect(tickets.count == 1)
    }

    @Test("A ticket that was not saved, and a receipt that was not kept, are told apart")
    func keeping() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        var told: [String] = []
        for loss in [TillLoss.ticket, .receipt] {
            rig.send(.news(.diskFull(loss)))
            told.append(rig.message?.text ?? "")
        }
        #expect(told[0].contains("the ticket is as shown"))
        #expect(told[1].contains("its receipt was not kept"))
        #expect(told.allSatisfy { $0.hasPrefix("The disk is full") && $0.contains("then go on") })
    }
}
