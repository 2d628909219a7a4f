import FoundationEssentials
import Glibc

/// The udev rules of this project, and pcscd beside it.
enum UDevChecks {
    static func all() -> [Finding] { [rules(), pcscd()] }

    private static let ruleFile = "70-tender-readers.rules"
    private static let folders = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ]

    private static func rules() -> Finding {
        let installed: String? = folders.map { $0 + "/" + ruleFile }.first { path in access(path, R_OK) == 0 }
        guard let installed else {
            return .note(
                "udev rules", "\(ruleFile) is not installed: only root may open some readers",
                mend: "sudo cp udev-rules/\(ruleFile) /etc/udev/rules.d/ && sudo udevadm control --reload && "
                    + "sudo udevadm trigger")
        }
        return .fine("udev rules", installed)
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
