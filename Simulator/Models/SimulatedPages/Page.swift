import SimulatedPayments

/// A page as a person sees it, with what the browser may do on it.
struct Page: Sendable {
    enum Width: String {
        /// One column, in a comfortable reading width.
        case column = "narrow"
        /// Two columns where there is room for them.
        case columns = "split"
        /// The full width, as tables need it.
        case screen = "wide"
    }

    /// The title of the window.
    var title: String
    /// The content of `main`; it begins with an `h1`.
    var content: HTML
    var status = 200
    /// The content above `main`, such as a menu.
    var header: HTML?
    var width = Width.column
    var language = PageLanguage.english
    /// The scripts that it runs, by the names of their assets.
    var scripts: [String] = []
    /// The address that it leads to by itself, at once.
    var next: WebAddress?
    /// Whether a page of another origin may frame it.
    var mayBeFramed = false

    /// Returns the answer, with the policy that keeps out everything external.
    func response() -> APIResponse {
        var response = APIResponse(status: status, contentType: "text/html; charset=utf-8", body: Array(html.utf8))
        response.add("Content-Security-Policy", policy)
        if let next { response.add("Refresh", "0; url=" + next.text) }
        if !mayBeFramed { response.add("X-Frame-Options", "DENY") }
        response.protect()
        return response
    }

    private var html: String {
        let scripts = self.scripts.map { "<script src=\"/assets/\($0)\" defer></script>\n" as HTML }
        let html: HTML = """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <link rel="icon" href="/assets/icon.svg">
            <link rel="stylesheet" href="/assets/pages.css">
            \(scripts)</head>
            <body class="\(width.rawValue)">
            <a class="skip" href="#main">\(words[.skipToContent])</a>
            \(header)
            <main id="main" tabindex="-1">
            \(content)
            </main>
            <footer><p><strong>\(words[.simulated])</strong> \(words[.noMoneyMoves])</p></footer>
            </body>
            </html>

            """
        return html.source
    }

    private var words: PageWords { PageWords(language: language) }

    private var policy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            + "form-action 'self'; frame-src 'self'; base-uri 'none'"
            + (mayBeFramed ? "" : "; frame-ancestors 'none'")
    }
}

extension Page {
    /// Returns a page that leads on from a submitted form.
    ///
    /// Not a redirect: a browser applies the policy for forms to redirects, including each that the other site adds.
    static func onward(to address: WebAddress) -> Page {
        let title = "One moment"
        return Page(
            title: title,
            content: "<h1>\(title)</h1>\n<p><a class=\"button wide\" href=\"\(address.text)\">Continue</a></p>",
            next: address)
    }
}

extension APIResponse {
    /// Adds the headers of every answer outside the API.
    mutating func protect() {
        add("X-Content-Type-Options", "nosniff")
        // Not 'no-referrer': a browser then hides from us that a form is our own.
        add("Referrer-Policy", "same-origin")
        add("Cache-Control", "no-store")
    }
}
