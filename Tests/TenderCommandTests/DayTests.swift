import CommandLineOptions
@testable import TenderCommand
import Testing

/// The days that options name.
@Suite struct DayTests {
    private func refusal(_ text: String, _ options: [any DeclaredOption]) -> String {
        do throws(CommandLineError) {
            _ = try Arguments(["--date", text], options.filter { $0.declaration.name == "date" })
            return ""
        } catch {
            return error.description
        }
    }

    @Test func aDayHasItsSeconds() {
        #expect(Day("2026-11-20")?.seconds == 1_795_132_800...1_795_219_199)
        #expect(Day("2028-02-29")?.description == "2028-02-29")
        #expect(["", "today", "2026-02-30", "2026-2-3", "2026-11-20Z", "0000-01-01"].filter { Day($0) != nil } == [])
        #expect(Day(Day.today.description) == .today)
    }

    @Test func whatIsNoDayIsRefusedBeforeAJournalIsRead() {
        #expect(
            refusal("2026-02-30", ReportDayCommand.options)
                == "--date takes a day such as 2026-11-20, not '2026-02-30'")
        #expect(
            refusal("never", ReconcileCommand.options) == "--date takes a day such as 2026-11-20, or all, not 'never'")
        #expect(refusal("all", ReconcileCommand.options) == "")
    }
}
