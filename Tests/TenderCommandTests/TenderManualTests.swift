@testable import TenderCommand
import Testing

@Suite struct TenderManualTests {
    @Test func everyCommandHasAPageOfItsOwn() {
        #expect(Set(TenderManual.names).count == TenderCommand.commands.count + 1)
    }

    @Test func aPageIsMadeFromTheDeclarations() {
        let page = TenderManual.text("tender-journal-verify")
        #expect(page.contains("tender\\-journal\\-verify \\- " + JournalVerifyCommand.summary))
        #expect(page.contains(".B \"\\-\\-json\""))
    }
}
