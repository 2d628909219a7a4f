import Tender
import TenderSale
@testable import TillShop
import Testing

struct StationLanguageTests {
    @Test func customersAreSpokenToInTheTillsLanguage() async throws {
        let folder = TestFolder()
        var plan = ShopPlan(
            state: StateFolder(folder.path), people: [], float: try CashDrawer.demoFloat(.eur))
        plan.language = .german
        let station = try await Station.open(plan)
        #expect(await station.terminal.customerLanguage == .german)
        await station.close()
    }
}
