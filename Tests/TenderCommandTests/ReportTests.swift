import Foundation
import TenderFlow
import TenderModel
import TenderSale
import Testing

/// `tender report` on the journal of a till that is at work.
@Suite struct ReportTests {
    @Test func theFiguresOfTheOpenShiftArePrintedWhileTheTillWrites() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190)
        let (code, text) = try till.tender("report", "x")
        #expect(code == 0)
        let missing = ["Café Löwe", "X REPORT", "EUR\u{A0}11.90", "Expected cash", "EUR\u{A0}111.90"].filter {
            !text.contains($0)
        }
        #expect(missing == [], "\(text)")
        #expect(!text.contains("DUPLICATE"))
        try await till.sell(100)
        #expect(try till.tender("report", "x").output.contains("EUR\u{A0}112.90"))
    }

    @Test func aPaymentThatNobodyKnowsStandsOnTheX() async throws {
        let till = try await TillJournal()
        try await till.open()
        let key = IdempotencyKey(base: "k1", attempt: 1, verb: "confirm")
        let terms = PaymentTerms(intentID: "pi_lost", amount: TillJournal.euro(500), baseKey: "k1")
        try await till.write(
            JournalEntry(intentID: "pi_lost", attempt: 1, terms: terms, event: .attemptOpened(reader: "R", .none)))
        try await till.write(
            JournalEntry(
                intentID: "pi_lost", attempt: 1, terms: terms, event: .requestLeaving(.confirm(key), send: 1)))
        #expect(try till.tender("report", "x").output.contains("UNRESOLVED PAYMENTS\npi_lost"))
    }

    @Test func widthAndLanguageCanBeChosen() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190)
        for width in [32, 48] {
            let text = try till.tender("report", "x", "--width", "\(width)", "--locale", "de-CH").output
            #expect(text.contains("X-BERICHT"), "\(text)")
            #expect(text.contains("11.90\u{A0}EUR"), "\(text)")
            #expect(text.split(separator: "\n").map(\.count).max() == width)
        }
        #expect(try till.tender("report", "x", "--width", "40").code == 1)
        #expect(try till.tender("report", "x", "--locale", "xx").output.contains("de, en or fr"))
    }

    @Test func aZIsPrintedAsItWasAndNamesItsNumber() async throws {
        let till = try await TillJournal()
        try await till.open()
        #expect(try till.tender("report", "z").output.contains("there is no Z yet"))
        try await till.sell(1_190)
        try await till.close(counted: 11_190)
        #expect(try till.tender("report", "x").output.contains("no shift is open"))
        try await till.open(float: 11_190)
        try await till.sell(500)
        try await till.close(counted: 11_000)
        let last = try till.tender("report", "z")
        #expect(last.code == 0, "\(last.output)")
        #expect(last.output.contains("*** DUPLICATE ***"), "\(last.output)")
        #expect(last.output.contains("EUR\u{A0}-6.90"))
        let first = try till.tender("report", "z", "--number", "1")
        #expect(first.output.contains("EUR\u{A0}111.90"))
        #expect(!first.output.contains("-6.90"))
        let missing = try till.tender("report", "z", "--number", "3")
        #expect(missing.code == 1)
        #expect(missing.output.contains("there is no Z 3: the last one is Z 2"))
    }

    @Test func aZWithoutItsPaperIsMadeOfItsFiguresAndSaysSo() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.close(counted: 9_999, isKept: false)
        let (code, text) = try till.tender("report", "z")
        #expect(code == 0, "\(text)")
        #expect(text.contains("was not kept"), "\(text)")
        #expect(text.contains("EUR\u{A0}-0.01"), "\(text)")
        #expect(try till.json("report", "z")["is_stored"] as? Bool == false)
    }

    @Test func aPaperWithOtherFiguresThanTheEventIsFound() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.close(counted: 10_000, isKept: false)
        var report = try #require(till.book.closed.last)
        report.drawerOpenings = 3
        try await till.write(Receipt(report: report, context: TillJournal.context("en")).record())
        let (code, text) = try till.tender("report", "z")
        #expect(code == 7, "\(text)")
        #expect(text.contains("does not have the figures"), "\(text)")
    }

    @Test func aDayAddsUpItsShiftsAndTheOpenOne() async throws {
        let till = try await TillJournal()
        try await till.open(on: "2026-11-20")
        try await till.sell(700)
        try await till.close(counted: 10_700)
        try await till.open(float: 10_700)
        try await till.sell(1_190)
        try await till.close(counted: 11_890)
        try await till.open(float: 11_890)
        try await till.sell(300)
        let text = try till.tender("report", "day").output
        #expect(text.contains("DAY REPORT"), "\(text)")
        #expect(text.contains("EUR\u{A0}14.90"), "\(text)")
        #expect(text.contains("A SHIFT IS STILL OPEN"))
        let earlier = try till.tender("report", "day", "--date", "2026-11-20").output
        #expect(earlier.contains("EUR\u{A0}7.00"), "\(earlier)")
        #expect(!earlier.contains("STILL OPEN"), "\(earlier)")
        let wrong = try till.tender("report", "day", "--date", "2026-11-19")
        #expect(wrong.code == 1)
        #expect(wrong.output.contains("the last day with one is 2026-11-21"))
        #expect(try till.tender("report", "day", "--date", "2026-02-30").code == 1)
    }

    @Test func jsonHoldsTheFigures() async throws {
        let till = try await TillJournal()
        try await till.open()
        try await till.sell(1_190)
        let x = try till.json("report", "x")
        #expect(x["outcome"] as? String == "done")
        #expect(x["journal"] as? String == till.path)
        let cash = (x["report"] as? NSDictionary)?["expected_cash"] as? NSDictionary
        #expect(cash?["minor_units"] as? Int == 11_190)
        #expect(cash?["currency"] as? String == "eur")
        let day = try till.json("report", "day")["report"] as? NSDictionary
        #expect(day?["business_date"] as? String == TillJournal.day)
        #expect(day?["is_open"] as? Bool == true)
        let failed = try till.json("report", "z")
        #expect(failed["outcome"] as? String == "failed")
    }

    @Test func whatCannotBeReadIsToldAndNoSuccess() async throws {
        let empty = try await TillJournal()
        try await empty.write(ShopRecord(kind: "event", version: 9, body: []))
        let unread = try empty.tender("report", "x")
        #expect(unread.code == 7, "\(unread.output)")
        #expect(unread.output.contains("no shift that can be read"), "\(unread.output)")
        let till = try await TillJournal()
        try await till.open()
        try await till.write(ShopRecord(kind: "event", version: 9, body: []))
        let (code, text) = try till.tender("report", "x")
        #expect(code == 7, "\(text)")
        #expect(text.contains("record 2 of the till"), "\(text)")
        #expect(text.contains("version 9"), "\(text)")
    }

    @Test func theJournalIsFoundOrAskedFor() async throws {
        let till = try await TillJournal()
        #expect(try till.tender("report", "x").output.contains("no shift was ever opened"))
        try await till.open()
        #expect(try till.tender("report", "x", "--journal", till.path).code == 0)
        #expect(try till.tender("report", "x", "--journal", till.path + "-none").output.contains("there is no journal"))
        try Data().write(to: URL(filePath: till.path + ".other.journal"))
        let (code, text) = try till.tender("report", "x")
        #expect(code == 1, "\(text)")
        #expect(text.contains("several journals"), "\(text)")
        #expect(text.contains("give --journal FILE"), "\(text)")
    }
}
