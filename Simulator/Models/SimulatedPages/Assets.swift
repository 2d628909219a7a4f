import SimulatedPayments

/// The style sheet and the scripts of the pages, which are built into the program.
extension PageRoute {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "pages.css": ("text/css; charset=utf-8", PackageResources.pages_css),
        "authentication.js": ("text/javascript; charset=utf-8", PackageResources.authentication_js),
        "checkout.js": ("text/javascript; charset=utf-8", PackageResources.checkout_js),
        "dashboard.js": ("text/javascript; charset=utf-8", PackageResources.dashboard_js),
        "elements.js": ("text/javascript; charset=utf-8", PackageResources.elements_js),
        "payment-element.js": ("text/javascript; charset=utf-8", PackageResources.payment_element_js),
        "icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    ]

    static let assets = [
        PageRoute("GET", "/assets/:name") { (visit, _) throws(PageRefusal) in try asset(visit.id) }
    ]

    static func asset(_ name: String) throws(PageRefusal) -> APIResponse {
        guard let file = files[name] else { throw .notFound }
        var response = APIResponse(status: 200, contentType: file.type, body: file.bytes)
        response.protect()
        return response
    }
}
