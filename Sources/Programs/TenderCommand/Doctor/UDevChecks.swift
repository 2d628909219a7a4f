import FoundationEssentials
import Tender
import TenderDevices

/// The udev rules of this project, and pcscd.
enum UDevChecks {
    static func all() -> [Finding] { [rules(), rulesWithoutPCSCD(), pcscd()].compactMap { $0 } }

    private static let subject = "udev rules"

    private static func rules() -> Finding {
        let name = UDevRules.fileName
        switch InstalledRules.look(for: name, expecting: UDevRules.text) {
        case .missing:
            return .note(subject, "\(name) is not installed: only root may open some readers", mend: install(name))
        case .current(let path): return .fine(subject, path)
        case .different(let path, let missing, let foreign): return outdated(path, missing, foreign, install(name))
        }
    }

    /// Checks the opt-in file, which need not exist.
    private static func rulesWithoutPCSCD() -> Finding? {
        let name = UDevRules.withoutPCSCDFileName
        switch InstalledRules.look(for: name, expecting: UDevRules.withoutPCSCDText) {
        case .missing: return nil
        case .current(let path): return .fine(subject, path)
        case .different(let path, let missing, let foreign): return outdated(path, missing, foreign, install(name))
        }
    }

    private static func outdated(_ path: String, _ missing: Int, _ foreign: Int, _ mend: String) -> Finding {
        .note(
            subject,
            "\(path) is not that of this version (rules missing: \(missing), others: \(foreign))", mend: mend)
    }

    private static func install(_ name: String) -> String {
        UDevRulesCommand.install(name, options: name == UDevRules.withoutPCSCDFileName ? " --without-pcscd" : "")
    }

    private static func pcscd() -> Finding {
        guard let owner = process(named: "pcscd") else { return .fine("pcscd", "is not running") }
        return .note(
            "pcscd", "is running (process \(owner)) and takes every USB chip reader that is plugged in",
            mend: "to use one here: sudo systemctl stop pcscd.socket pcscd.service (udev-rules/README.md has more)")
    }

    private static func process(named name: String) -> Int32? {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.lazy.compactMap { Int32($0) }.first { id in
            (try? String(contentsOf: URL(filePath: "/proc/\(id)/comm"), encoding: .utf8)) == name + "\n"
        }
    }
}
