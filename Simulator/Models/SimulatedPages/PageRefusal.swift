import SimulatedPayments

/// The reason that there is no page, in words for the person who asked.
struct PageRefusal: Error, Sendable {
    var status: Int
    var title: String
    var message: String

    static let notFound = PageRefusal(
        status: 404, title: "Nothing is here", message: "This gateway has nothing at that address.")
    static let foreignForm = PageRefusal(
        status: 403, title: "The form was not sent",
        message:
            "It did not come from a page of this gateway, or the page is too old. Go back, load it again, and retry.")
    static let foreignHost = PageRefusal(
        status: 421, title: "Another address is needed",
        message: "The pages are for this machine: use the address that the gateway printed when it started.")
    static let notWritten = PageRefusal(
        status: 500, title: "The disk accepts no more data",
        message: "The gateway's file could not be written: your request may be lost. Its terminal says what to do.")
    static let unreadable = PageRefusal(
        status: 400, title: "The request cannot be read", message: "Its form or query is malformed.")

    /// The page that shows the refusal.
    var page: Page {
        Page(title: title, content: "<h1>\(title)</h1>\n<p>\(message)</p>", status: status)
    }
}
