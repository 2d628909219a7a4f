import SimulatedPayments

/// The style and the scripts of the pages, which are built into the program.
extension PageRoute {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "pages.css": ("text/css; charset=utf-8", PackageResources.pages_css),
        "authentication.js": ("text/javascript; charset=utf-8", PackageResources.authentication_js),
        "checkout.js": ("text/javascript; charset=utf-8", PackageResources.checkout_js),
        "dashboard.js": ("text/javascript; charset=utf-8", PackageResources.dashboard_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    ]

    static let assets = [
        PageRoute("GET", "/assets/:name") { (visit, _) throws(PageRefusal) in
            guard let file = files[visit.id] else { throw .notFound }
            var response = APIResponse(status: 200, contentType: file.type, body: file.bytes)
            response.protect()
            return response
        }
    ]
}
