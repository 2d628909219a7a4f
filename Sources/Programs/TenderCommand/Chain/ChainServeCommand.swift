import ChainServer
import CommandLineOptions
import Tender
import TenderChain
import TenderHTTPServer

/// The command that shows head office's day in a browser.
enum ChainServeCommand: Command {
    static let name = "chain serve"
    static let summary = "show the day of all shops in a browser of this machine, until it is stopped"
    private static let port = Option(
        "port", "N", "the TCP port; 0 for a free one", as: .number(in: UInt16.min...UInt16.max), default: UInt16(12114))
    private static let timeZone = Option(
        "time-zone", "ZONE", "the time zone of the hours, such as Europe/Berlin; UTC when left out", as: .text)
    static let options: [any DeclaredOption] = [port, timeZone, ChainAccess.server, Output.json]
    static let notes = """
        The page shows what tender chain project has computed: sales by shop, payments with an unknown outcome, silent lanes, sales by
        hour. It changes nothing and asks for no password: it listens on 127.0.0.1 alone, where everybody with an account on this machine
        can read it.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var url: String
        var port: UInt16
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[ChainAccess.server]
        let zone = arguments[timeZone] ?? "UTC"
        _ = try await OfficeServer.connect(path).page(day: nil, timeZone: zone)
        let listening = HTTPServer.Configuration(
            port: arguments[port], headerNames: ["host"], refusalOfBody: Array("too large".utf8))
        let server: HTTPServer
        do throws(HTTPServerError) {
            server = try HTTPServer(listening) { request, reply in
                Task { reply.send(.whole(await answer(request, path, zone))) }
            }
        } catch {
            throw CommandLineError(error.description)
        }
        let signal = InterruptSignal.awaited()
        output.object(Report(url: server.url, port: server.port))
        output.line("The day is shown at \(server.url): stop it with Ctrl-C.")
        for await _ in signal {}
        server.stop()
        return .done
    }

    private static func answer(_ request: HTTPServerRequest, _ path: String, _ zone: String) async -> HTTPServerResponse
    {
        // A page of elsewhere whose name was made to lead here has another host in its requests.
        guard request.header("host")?.split(separator: ":").first.map({ String($0).isLoopbackHost }) == true else {
            return response(421, "this page is for this machine alone")
        }
        guard request.method == "GET" || request.method == "HEAD" else { return response(405, "only GET") }
        guard request.path == "/" else { return response(404, "there is only /") }
        let day = request.query.split(separator: "&").first { $0.hasPrefix("day=") }.map { String($0.dropFirst(4)) }
        guard day == nil || day.flatMap({ Day($0) }) != nil else { return response(400, "a day is such as 2026-11-21") }
        do throws(ChainError) {
            let html = try await OfficeServer.connect(path).page(day: day, timeZone: zone).html
            return response(200, html, type: "text/html")
        } catch {
            return response(503, error.description)
        }
    }

    private static func response(_ status: Int, _ text: String, type: String = "text/plain") -> HTTPServerResponse {
        HTTPServerResponse(
            status: status,
            headers: [
                .init("Content-Type", "\(type); charset=utf-8"), .init("Cache-Control", "no-store"),
                .init(
                    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
                .init("X-Content-Type-Options", "nosniff"), .init("Referrer-Policy", "no-referrer"),
            ], body: Array(text.utf8))
    }
}
