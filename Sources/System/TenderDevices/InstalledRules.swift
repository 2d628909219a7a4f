import Glibc
import TenderReaders

/// The state of an installed file of udev rules, compared with its expected contents.
public enum InstalledRules: Hashable, Sendable {
    /// The file is nowhere.
    case missing
    /// The file has the expected contents, apart from comments.
    case current(path: String)
    /// The file has different contents.
    ///
    /// - Parameters:
    ///   - path: The file that udev uses.
    ///   - missing: The number of expected rules that it lacks.
    ///   - foreign: The number of rules that it has in addition.
    case different(path: String, missing: Int, foreign: Int)

    /// The folders that udev searches; a file hides those of the same name in later folders.
    public static let folders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    /// Looks for a file; one that cannot be read counts as empty.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - text: Its expected contents, such as `UDevRules.text`.
    ///   - folders: The folders to search, in this order.
    public static func look(
        for name: String, expecting text: String, in folders: [String] = InstalledRules.folders
    ) -> InstalledRules {
        guard let path = folders.map({ $0 + "/" + name }).first(where: { access($0, F_OK) == 0 }) else {
            return .missing
        }
        let (wanted, installed) = (rules(text), rules(SmallFile.text(path) ?? ""))
        let (missing, foreign) = (wanted.subtracting(installed).count, installed.subtracting(wanted).count)
        return missing + foreign == 0
            ? .current(path: path) : .different(path: path, missing: missing, foreign: foreign)
    }

    private static func rules(_ text: String) -> Set<String> {
        let lines = text.split(separator: "\n").map { line in
            String(line.drop { $0 == " " || $0 == "\t" })
        }
        return Set(lines.filter { !$0.isEmpty && !$0.hasPrefix("#") })
    }
}
