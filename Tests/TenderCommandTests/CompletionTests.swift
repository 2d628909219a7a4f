import CommandLineOptions
import Foundation
import TenderTestSupport
@testable import TenderCommand
import Testing

/// What bash offers with the script that the program prints.
@Suite(.timeLimit(.minutes(1))) struct CompletionTests {
    private func offers(_ words: String...) async throws -> [Substring] {
        let call = #"COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); "_$1"; printf '%s\n' "${COMPREPLY[@]}""#
        let (_, output) = try await ChildProcess.run(
            ["bash", "--norc", "-c", CompletionCommand.script(.bash) + call, "bash"] + words, in: NSTemporaryDirectory()
        )
        return output.split(separator: "\n")
    }

    @Test func commandsOptionsAndValuesAreOffered() async throws {
        #expect(try await offers("tender", "journal", "") == ["verify", "show", "rebind", "archive"])
        #expect(try await offers("tender", "terminal", "reader", "r") == ["register"])
        #expect(try await offers("tender", "refund", "") == ["cancel"])
        #expect(try await offers("tender", "refund", "--am") == ["--amount"])
        #expect(try await offers("tender", "setup", "list", "--pay") == ["--payment-method"])
        #expect(try await offers("tender", "sale", "--ga") == ["--gateway"])
        #expect(try await offers("tender", "sale", "--capture", "") == ["automatic", "manual", "manual_preferred"])
        #expect(try await offers("tender", "simulate", "--faults", "h") == ["heavy"])
        #expect(try await offers("tender", "completion", "") == ["bash", "zsh", "fish"])
        #expect(try await offers("tender", "gateway", "trigger", "charge.refunde") == ["charge.refunded"])
    }
}
