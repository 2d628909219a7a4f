import Tender
import TenderTestSupport
import Testing
import TillScreens

@testable import TillShop

/// The desk between a reader's question about applications and the screen.
struct ApplicationDeskTests {
    private static let first = question("VISA DEBIT")
    private static let second = question("US DEBIT")

    private static func question(_ name: String) -> ApplicationQuestion {
        ApplicationQuestion(.choice, [.init(id: "A0000000031010", name: name)])
    }

    /// The questions that the screen was told, `nil` for the end of one.
    private static func shown(_ events: AsyncStream<TillEvent>, _ count: Int) async -> [ApplicationQuestion?] {
        var shown: [ApplicationQuestion?] = []
        for await event in events {
            if case .news(.application(let question)) = event { shown.append(question) }
            if shown.count == count { break }
        }
        return shown
    }

    @Test func theAnswerEndsTheQuestion() async {
        let (line, events) = TillLine.make()
        let desk = ApplicationDesk(line)
        let asking = Task { await desk.ask(Self.first) }
        #expect(await Self.shown(events, 1) == [Self.first])
        await desk.answer(Self.first.applications[0], to: Self.first)
        #expect(await asking.value == Self.first.applications[0])
        #expect(await Self.shown(events, 1) == [nil])
    }

    @Test func aQuestionThatIsWithdrawnLeavesTheScreen() async {
        let (line, events) = TillLine.make()
        let desk = ApplicationDesk(line)
        let asking = Task { await desk.ask(Self.first) }
        #expect(await Self.shown(events, 1) == [Self.first])
        asking.cancel()
        #expect(await asking.value == nil)
        #expect(await Self.shown(events, 1) == [nil])
    }

    /// The answer was on its way when the card was taken out and another one asked about.
    @Test func anAnswerToAnEarlierQuestionIsDroppedAndTheNewerOneStays() async {
        let (line, events) = TillLine.make()
        let desk = ApplicationDesk(line)
        let old = Task { await desk.ask(Self.first) }
        #expect(await Self.shown(events, 1) == [Self.first])
        let new = Task { await desk.ask(Self.second) }
        #expect(await Self.shown(events, 1) == [Self.second])
        old.cancel()
        #expect(await old.value == nil)
        await desk.answer(Self.first.applications[0], to: Self.first)
        await desk.answer(Self.second.applications[0], to: Self.second)
        #expect(await new.value == Self.second.applications[0])
        #expect(await Self.shown(events, 1) == [nil])
    }
}
