import Glibc
import TenderReaders

/// How a file of udev rules stands on this machine, beside what it should say.
public enum InstalledRules: Hashable, Sendable {
    /// It is nowhere.
    case missing
    /// It says what it should; comments do not count.
    case current(path: String)
    /// It says something else.
    ///
    /// - Parameters:
    ///   - path: the file that udev takes.
    ///   - missing: how many rules it lacks.
    ///   - foreign: how many rules it has beside what it should say.
    case different(path: String, missing: Int, foreign: Int)

    /// Where udev looks; a file hides those of the same name in later folders.
    public static let folders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    /// Looks for a file; one that cannot be read says nothing.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - text: what it should say, such as `UDevRules.text`.
    ///   - folders: where to look, in this order.
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
