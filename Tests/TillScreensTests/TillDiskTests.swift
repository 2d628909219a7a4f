import TenderModel
import TenderSale
import Testing
import TillScreens

/// A full disk is told in one sentence: what was done, what was not, and how to go on.
@Suite struct TillDiskTests {
    /// What is told when a step cannot be booked, with the ticket after it.
    private func refused(_ language: TillLanguage) throws -> (told: String?, ticket: Ticket?, before: Ticket?) {
        var rig = try TillShop.opened(language)
        rig.line("100")
        var till = rig.till
        let before = till.register.ticket
        for action in till.handle(.input(.key(.function(3), isFast: false)), at: rig.time) {
            guard case .shop(.record(let event)) = action else { continue }
            _ = till.handle(.register(.diskFull(eventID: event.id)), at: rig.time)
        }
        return (till.console.message?.text, till.register.ticket, before)
    }

    @Test("What was not booked is not on the ticket, and can be done again", arguments: TillLanguage.allCases)
    func booking(language: TillLanguage) throws {
        let (told, ticket, before) = try refused(language)
        let word = [.english: "disk is full", .german: "Platte ist voll", .french: "disque est plein"][language]
        #expect(told?.contains(word ?? "?") == true && told?.contains("/") == false)
        #expect(ticket == before && ticket?.legs.isEmpty == true)
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
        #expect(told[0].contains("the ticket is as shown") && told[1].contains("its receipt was not kept"))
        #expect(told.allSatisfy { $0.hasPrefix("The disk is full") && $0.contains("then go on") })
    }
}
