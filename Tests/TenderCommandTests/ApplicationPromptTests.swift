import Tender
import Testing

@testable import TenderCommand

/// An application of the card that was named beforehand.
@Suite struct ApplicationPromptTests {
    private static let global = ApplicationQuestion.Application(id: "A0000000031010", name: "VISA DEBIT")
    private static let common = ApplicationQuestion.Application(id: "A0000000980840", name: "US DEBIT")

    @Test(arguments: ["2", common.id])
    func theApplicationThatIsNamedPays(_ name: String) async throws {
        let choose = try #require(ApplicationPrompt.chooser(name, Output(isJSON: true)))
        #expect(await choose(ApplicationQuestion(.choice, [Self.global, Self.common])) == Self.common)
    }

    /// A place is one in the whole list: in that of the others somebody else has it.
    @Test(arguments: [ApplicationQuestion.Kind.choice, .confirmation])
    func noOtherPaysInPlaceOfTheOneThatIsNamed(_ kind: ApplicationQuestion.Kind) async throws {
        let choose = try #require(ApplicationPrompt.chooser("1", Output(isJSON: true)))
        #expect(await choose(ApplicationQuestion(kind, [Self.common], isAgain: true)) == nil)
    }
}
