import CommandLineOptions
import Tender

/// The command that prints the udev rules, for a machine that has the program without its sources.
enum UDevRulesCommand: Command {
    static let name = "udev-rules"
    static let summary = "print the udev rules with which people may use the readers"
    private static let withoutPcscd = Option(
        flag: "without-pcscd", "print the opt-in rules for a machine on which pcscd shall leave the readers alone")
    static let options: [any DeclaredOption] = [withoutPcscd, Output.json]
    static let notes = """
        To install them:
          \(install(UDevRules.fileName))
        With --without-pcscd, beside those:
          \(install(UDevRules.withoutPCSCDFileName, options: " --without-pcscd"))
        With --json the object holds the name of the file and its text.
        """

    private struct Report: Encodable {
        var file: String
        var text: String
    }

    /// Returns the shell command that installs a file.
    static func install(_ file: String, options: String = "") -> String {
        "tender udev-rules\(options) | sudo tee /etc/udev/rules.d/\(file) >/dev/null && sudo udevadm control --reload "
            + "&& sudo udevadm trigger"
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let isOptIn = arguments[Self.withoutPcscd]
        let text = isOptIn ? UDevRules.withoutPCSCDText : UDevRules.text
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().forEach { output.line(String($0)) }
        output.object(Report(file: isOptIn ? UDevRules.withoutPCSCDFileName : UDevRules.fileName, text: text))
        return .done
    }
}
