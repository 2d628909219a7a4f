import CommandLineOptions
import Glibc
import Tender
import TenderHTTP
import TenderServiceServer

/// The local service: its folder, the tokens of its front ends, and whether it answers.
enum LocalServiceChecks {
    static func all(_ arguments: Arguments) async throws -> [Finding] {
        let folder = try ServiceFolder.path(arguments)
        let place = arguments.isGiven(ServiceFolder.option) ? " --folder \(folder)" : ""
        var status = stat()
        guard stat(folder, &status) == 0 else { return [missing(folder, errno, place)] }
        let found =
            status.st_uid == geteuid() ? tokens(folder, place) : ofAnotherUser(folder, userName(status.st_uid))
        return [found, await answer(arguments)]
    }

    private static func missing(_ folder: String, _ code: Int32, _ place: String) -> Finding {
        guard code == ENOENT else {
            return .note(
                "service", "not looked at: \(folder): \(String(cString: strerror(code)))",
                mend: "run this as the service's user: sudo -u USER tender doctor --folder \(folder)")
        }
        return .note(
            "service", "not used: \(folder) is not there", mend: "tender serve\(place) runs it; see docs/service.md")
    }

    private static func ofAnotherUser(_ folder: String, _ user: String) -> Finding {
        .note(
            "tokens", "not looked at: \(folder) belongs to \(user)",
            mend: "sudo -u \(user) tender doctor --folder \(folder)")
    }

    private static func userName(_ user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "#\(user)"
    }

    private static func tokens(_ folder: String, _ place: String) -> Finding {
        do throws(ServiceFailure) {
            let frontEnds = try TokenFile(path: ServiceFolder.tokens(folder)).read()
            let names = frontEnds.map(\.name).joined(separator: ", ")
            return frontEnds.isEmpty
                ? .note("tokens", "no front end has one", mend: "tender serve token add NAME\(place)")
                : .fine("tokens", "\(names) may ask the service")
        } catch {
            return .wrong("tokens", error.description, mend: "without it no front end is known")
        }
    }

    private static func answer(_ arguments: Arguments) async -> Finding {
        let url = "http://127.0.0.1:\(arguments[ServeCommand.port])"
        do throws(HTTPError) {
            let answer = try await HTTPClient().send(HTTPRequest(.get, url: url + "/health", timeout: .seconds(5)))
            guard answer.status == 200, answer.body == ServicePage.healthy else {
                return .wrong("service", "something else answers at \(url)", mend: "give the service another --port")
            }
            return .fine("service", "answers at \(url)")
        } catch {
            return .note("service", "does not answer at \(url)", mend: "start it, or name its port with --port")
        }
    }
}
