import HTTPTestServer
import TenderHTTP

extension HTTPClient {
    /// The error of an exchange that must fail; nil when it did not.
    func error(_ request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            _ = try await send(request)
            return nil
        } catch { return error }
    }
}

extension Result {
    var httpError: HTTPError? {
        guard case .failure(let error) = self else { return nil }
        return error as? HTTPError
    }
}

extension HTTPTestServer {
    /// Returns when `count` connections have been closed.
    func waitForClosing(_ count: Int = 1) async {
        var closed = 0
        for await event in events {
            if case .closed = event { closed += 1 }
            if closed == count { return }
        }
    }
}
