import TenderModel
import TenderSale
import Testing
import TillScreens

/// When a till takes over what head office published.
@Suite struct TillPublishedTests {
    /// The same shop, with a new article only.
    private func published(_ rig: TillRig) throws -> TillEvent {
        let old = rig.setup.register
        let catalogue = try Catalogue(
            currency: .eur, taxes: old.catalogue.taxes, departments: old.catalogue.departments,
            products: [
                Product(code: "500", name: "Lamp", department: "All", price: TillShop.euros(7000), taxClass: "A")
            ])
        let register = RegisterSetup(
            catalogue: catalogue, people: old.people, lane: old.lane, receipts: old.receipts)
        let setup = TillSetup(
            register: register, shop: rig.setup.shop, language: .english, denominations: rig.setup.denominations,
            hasCustomer: false)
        return .news(.published(PublishedSetup(version: 9, setup: setup, isNew: true)))
    }

    private func isAdopted(_ rig: TillRig) -> Bool { rig.wanted.contains(.shop(.adopt(version: 9))) }

    @Test func itIsTakenAtOnceBetweenTickets() throws {
        var rig = try TillShop.opened()
        rig.send(try published(rig))
        #expect(isAdopted(rig))
        #expect(rig.message?.text.contains("version 9") == true)
        rig.line("500")
        #expect(rig.shows("Lamp"))
        rig.key(6)
        rig.line("100")
        #expect(rig.till.register.ticket?.cart?.lines.contains { $0.name == "Book about pens" } != true)
    }

    @Test func aTicketThatIsOpenIsFinishedWithItsOwnGoods() throws {
        var rig = try TillShop.opened()
        rig.line("100")
        rig.send(try published(rig))
        rig.line("11")
        rig.key(2)
        #expect(!isAdopted(rig))
        rig.key(3)
        #expect(rig.finished.map(\.total) == [TillShop.euros(1250)])
        #expect(isAdopted(rig))
    }

    @Test func aCountAQuestionAndARunningCardAreFinishedFirst() throws {
        var rig = TillRig(try TillShop.setup())
        rig.signIn()
        rig.send(try published(rig))
        #expect(!isAdopted(rig))
        rig.line("2")
        rig.key(2)
        #expect(isAdopted(rig))
        rig = try TillShop.opened()
        rig.line("7")
        rig.send(try published(rig))
        #expect(!isAdopted(rig))
        rig.press(.escape)
        #expect(isAdopted(rig))
    }
}
