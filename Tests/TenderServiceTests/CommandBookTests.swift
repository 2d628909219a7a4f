import TenderFlow
import Testing

@testable import TenderService

/// Which command a key stands for.
@Suite struct CommandBookTests {
    private static func command(_ id: String, call: String = "refund", digest: String = "d") -> CommandBook.Command {
        CommandBook.Command(id: id, call: call, digest: digest, attempts: 0)
    }

    private static func answer(_ id: String, body: String? = "{}") -> CommandBook.Answer {
        CommandBook.Answer(id: id, status: 200, outcome: "done", body: body)
    }

    @Test func aCommandIsNewBegunAndAnswered() {
        var book = CommandBook()
        #expect(book.verdict("a", call: "refund", digest: "d") == .new)
        book.begin(Self.command("a"))
        #expect(book.verdict("a", call: "refund", digest: "d") == .begun(Self.command("a")))
        book.end(Self.answer("a"), after: 7)
        #expect(book.verdict("a", call: "refund", digest: "d") == .answered(Self.answer("a")))
    }

    @Test(arguments: [("capture", "d"), ("refund", "e")]) func aKeyStandsForOneCommand(_ call: String, _ digest: String)
    {
        var book = CommandBook()
        book.begin(Self.command("a"))
        #expect(book.verdict("a", call: call, digest: digest) == .isTaken)
        book.end(Self.answer("a"), after: 7)
        #expect(book.verdict("a", call: call, digest: digest) == .isTaken)
    }

    @Test func whatDidNothingFreesItsKey() {
        var book = CommandBook()
        book.begin(Self.command("a"))
        book.end(Self.answer("a", body: nil), after: 7)
        #expect(book.verdict("a", call: "other", digest: "e") == .new)
    }

    /// The oldest answers are put away; that their commands ended, and as which commands, stays known.
    @Test func theAnswersAreBounded() {
        var book = CommandBook()
        book.begin(Self.command("open"))
        let count = book.answerCapacity * 2
        for number in 0..<count {
            book.begin(Self.command("\(number)"))
            book.end(Self.answer("\(number)"), after: 7)
        }
        #expect(book.verdict("open", call: "refund", digest: "d") == .begun(Self.command("open")))
        #expect(book.verdict("0", call: "refund", digest: "d") == .ended(after: 7))
        #expect(book.verdict("0", call: "refund", digest: "e") == .isTaken)
        #expect(book.verdict("\(count - 1)", call: "refund", digest: "d") == .answered(Self.answer("\(count - 1)")))
    }

    /// The oldest commands that ended are forgotten at last; what has no end never is.
    @Test func theBookIsBounded() {
        var book = CommandBook()
        book.begin(Self.command("open"))
        for number in 0...CommandBook.capacity * 11 / 10 {
            book.begin(Self.command("\(number)"))
            book.end(Self.answer("\(number)"), after: 7)
        }
        #expect(book.verdict("open", call: "refund", digest: "d") == .begun(Self.command("open")))
        #expect(book.verdict("0", call: "refund", digest: "d") == .new)
        #expect(book.verdict("\(CommandBook.capacity)", call: "refund", digest: "d") != .new)
    }

    /// What has ended stays so, also when it fails as it is given again.
    @Test func whatHasEndedFreesNoKey() {
        var book = CommandBook(answerCapacity: 0)
        book.begin(Self.command("a"))
        book.end(Self.answer("a"), after: 7)
        book.end(Self.answer("a", body: nil), after: 9)
        #expect(book.verdict("a", call: "refund", digest: "d") == .ended(after: 7))
    }

    /// A key that was freed and used again is a command as any other.
    @Test func aKeyMayBeUsedAgainAfterNothingWasDone() {
        var book = CommandBook()
        book.begin(Self.command("a"))
        book.end(Self.answer("a", body: nil), after: 7)
        book.begin(Self.command("a", digest: "e"))
        book.end(Self.answer("a"), after: 7)
        #expect(book.verdict("a", call: "refund", digest: "e") == .answered(Self.answer("a")))
        #expect(book.verdict("a", call: "refund", digest: "d") == .isTaken)
    }

    @Test func theRecordsMakeTheSameBook() {
        var book = CommandBook()
        let records = [
            CommandBook.record(Self.command("a")), CommandBook.record(Self.command("b")),
            CommandBook.record(Self.answer("a", body: #"{"outcome":"done"}"#)), CommandBook.record(Self.command("c")),
            CommandBook.record(Self.answer("c", body: nil)),
        ]
        for record in records { book.apply(record, 1) }
        #expect(
            book.verdict("a", call: "refund", digest: "d") == .answered(Self.answer("a", body: #"{"outcome":"done"}"#)))
        #expect(book.verdict("b", call: "refund", digest: "d") == .begun(Self.command("b")))
        #expect(book.verdict("c", call: "refund", digest: "d") == .new)
    }

    @Test(arguments: [
        ShopRecord(kind: "service.command", version: 1, body: [0xFF]),
        ShopRecord(kind: "service.command", version: 2, body: CommandBook.record(command("a")).body),
        ShopRecord(kind: "shift.opened", version: 1, body: []),
    ]) func otherRecordsAreNobodysHere(_ record: ShopRecord) {
        var book = CommandBook()
        book.apply(record, 1)
        #expect(book.verdict("a", call: "refund", digest: "d") == .new)
    }

    @Test func frontEndsHaveKeysOfTheirOwn() {
        let key = CommandKey(journal: "j", client: "web", key: "1")
        #expect(key != CommandKey(journal: "j", client: "app", key: "1"))
        #expect(key == CommandKey(journal: "j", client: "web", key: "1"))
        #expect(key != CommandKey(journal: "other", client: "web", key: "1"))
    }

    @Test(arguments: ["", "a b", "ä", "a\n", String(repeating: "k", count: 256)]) func notEveryTextIsAKey(
        _ text: String
    ) {
        #expect(!CommandKey.isKey(text))
    }
}
