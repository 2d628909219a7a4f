import CommandLineOptions
import FoundationEssentials
import Tender
import TenderFiles
import TenderUplink

/// The copy of the journal at head office, as the note of its uplink tells.
enum ChainChecks {
    static func all(_ arguments: Arguments) async throws -> [Finding] {
        guard let path = arguments[DoctorCommand.journal],
            let file = SmallFile(UplinkNote.path(journal: path), limit: UplinkNote.maximumBytes + 1),
            let head = try? await JournalTail(path: path).end()
        else { return [] }
        let time = Int64(Date.now.timeIntervalSince1970 * 1000)
        return [finding(UplinkLight(UplinkNote(file.bytes), noted: file.changed, head: head, at: time))]
    }

    private static func finding(_ light: UplinkLight) -> Finding {
        guard let problem = light.problem else {
            return light.waiting == 0
                ? .fine("chain", "head office has everything") : .fine("chain", waiting(light) ?? "")
        }
        let parts = [words(problem, light), waiting(light)].compactMap { $0 }
        return .wrong("chain", parts.joined(separator: "; "), mend: mend(problem))
    }

    private static func waiting(_ light: UplinkLight) -> String? {
        guard light.waiting > 0 else { return nil }
        return "\(light.waiting) waiting" + (light.since.map { " since \(date($0))" } ?? "")
    }

    private static func words(_ problem: UplinkLight.Problem, _ light: UplinkLight) -> String {
        switch problem {
        case .silent: "not heard of the uplink since \(date(light.noted))"
        case .damaged: "the note of the uplink cannot be read"
        case .behind: "the journal lacks records that head office has"
        default: (light.reason ?? problem.rawValue).withoutControls
        }
    }

    private static func mend(_ problem: UplinkLight.Problem) -> String {
        switch problem {
        case .disconnected: "look at the network and the file that names the server; sales go on"
        case .refused: "have head office enroll it again: tender chain enroll"
        case .notEnrolled: "have head office enroll it: tender uplink head, tender chain enroll"
        case .blocked: "nothing new is sold here: call head office"
        case .behind: "nothing new is sold here: tender chain restore"
        case .unreadable: "see tender journal verify; nothing is copied"
        case .unusable: "see tender chain status at head office; nothing is copied"
        case .silent, .damaged: "start tender uplink; sales go on"
        }
    }

    private static func date(_ milliseconds: Int64) -> String {
        "\(Date(timeIntervalSince1970: Double(milliseconds / 1000)))"
    }
}
