import CommandLineOptions
import FoundationEssentials
import Tender
import TenderHTTP
import TenderServiceServer

/// The local service: its folder, the tokens of its front ends, and whether it answers.
enum LocalServiceChecks {
    static func all(_ arguments: Arguments) async throws -> [Finding] {
        let folder = try ServiceFolder.path(arguments)
        guard FileManager.default.fileExists(atPath: folder) else {
            return [
                .note("service", "not used: \(folder) is not there", mend: "tender serve runs it; see docs/service.md")
            ]
        }
        return [tokens(folder), await answer(arguments)]
    }

    private static func tokens(_ folder: String) -> Finding {
        do throws(ServiceFailure) {
            let frontEnds = try TokenFile(path: ServiceFolder.tokens(folder)).read()
            let names = frontEnds.map(\.name).joined(separator: ", ")
            return frontEnds.isEmpty
                ? .note("tokens", "no front end has one", mend: "tender serve token add NAME")
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
