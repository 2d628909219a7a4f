import TenderHTTPServer
import TenderService

/// What the service shows in a browser: a page that sells, the documentation, and their parts.
///
/// Nobody needs a token to load them, and they load nothing from elsewhere.
public struct ServicePage: Sendable {
    private let type: String
    private let body: @Sendable (_ version: String) -> [UInt8]

    /// What `/health` answers.
    public static let healthy = Array(#"{"outcome":"done"}"#.utf8)

    /// Returns the page of a path; `nil` if it is none.
    static func named(_ path: String) -> ServicePage? { all[path] }

    private static let all: [String: ServicePage] = [
        "/": page("text/html; charset=utf-8", PackageResources.till_html),
        "/docs": page("text/html; charset=utf-8", PackageResources.docs_html),
        "/assets/till.js": page("text/javascript; charset=utf-8", PackageResources.till_js),
        "/assets/service.js": page("text/javascript; charset=utf-8", PackageResources.service_js),
        "/assets/docs.js": page("text/javascript; charset=utf-8", PackageResources.docs_js),
        "/assets/pages.css": page("text/css; charset=utf-8", PackageResources.pages_css),
        "/assets/icon.svg": page("image/svg+xml", PackageResources.icon_svg),
        "/openapi.json": ServicePage(type: "application/json") { OpenAPIDocument(version: $0).json },
        "/health": ServicePage(type: "application/json") { _ in healthy },
    ]

    private static func page(_ type: String, _ bytes: [UInt8]) -> ServicePage {
        ServicePage(type: type) { _ in bytes }
    }

    private init(type: String, _ body: @escaping @Sendable (_ version: String) -> [UInt8]) {
        self.type = type
        self.body = body
    }

    /// Answers a request for the page.
    func answer(_ request: HTTPServerRequest, _ version: String) throws(ServiceError) -> HTTPServerAnswer {
        guard ["GET", "HEAD"].contains(request.method) else { throw .wrongMethod(["GET", "HEAD"]) }
        return .whole(
            HTTPServerResponse(
                status: 200,
                headers: [
                    HTTPServerHeader("Content-Type", type), HTTPServerHeader("Cache-Control", "no-cache"),
                    HTTPServerHeader("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
                    HTTPServerHeader("Referrer-Policy", "no-referrer"),
                    HTTPServerHeader("X-Content-Type-Options", "nosniff"),
                ], body: body(version)))
    }
}
