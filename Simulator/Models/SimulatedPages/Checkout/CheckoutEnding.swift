import SimulatedPayments

/// The page for a customer who has nothing more to fill in.
struct CheckoutEnding {
    private let checkout: CheckoutPage

    init(_ checkout: CheckoutPage) { self.checkout = checkout }

    private var isFramed: Bool { checkout.place == .embedded }

    /// The page after everything was done.
    var page: Page {
        let (title, text) = (checkout.say[words.title], checkout.say[words.text])
        let amount: HTML? = checkout.isSetup ? nil : "<p class=\"amount\">\(checkout.total)</p>\n"
        let content: HTML = """
            <h1>\(title)</h1>
            <section class="card" aria-label="\(checkout.say[.payment])">
            <p class="quiet">\(checkout.merchant)</p>
            \(amount)<p role="status">\(text)</p>
            \(message)</section>
            \(onward)
            """
        return Page(
            title: title, content: content, language: checkout.language, scripts: ["checkout.js"], mayBeFramed: isFramed
        )
    }

    private var words: (title: PageText, text: PageText) {
        switch (checkout.session["payment_status"]?.text, checkout.data["intent_status"]?.text) {
        case ("no_payment_required", _): (.thankYou, .methodSaved)
        case ("paid", _): (.thankYou, .paid)
        case (_, "requires_capture"): (.thankYou, .amountReserved)
        case (_, "processing"): (.thankYou, .paymentOnItsWay)
        default: (.paymentFailed, .notPaid)
        }
    }

    /// The shop's own message.
    private var message: HTML? {
        checkout.data["after_completion"]?["hosted_confirmation"]?["custom_message"]?.text.map { "<p>\($0)</p>\n" }
    }

    private var onward: HTML? {
        // A page that links to itself at once would do so forever.
        guard checkout.session["redirect_on_completion"] != "never", let address = checkout.destination,
            address.path != checkout.path
        else { return nil }
        return link(to: address, checkout.say[.continueToShop], isSoon: !isFramed)
    }

    /// - Parameter isSoon: Whether a script follows it at once.
    private func link(to address: WebAddress, _ text: String, isSoon: Bool = false) -> HTML {
        let target: HTML? = isFramed ? " target=\"_top\"" : nil
        let mark: HTML? = isSoon ? " data-continue" : nil
        return "<a class=\"button wide\" href=\"\(address.text)\"\(target)\(mark)>\(text)</a>\n"
    }

    /// Returns the page that leads out of a frame to the bank, which refuses to be framed.
    func leaving(to address: WebAddress) -> Page {
        let title = checkout.say[.oneMoreStep]
        return Page(
            title: title,
            content: """
                <h1>\(title)</h1>
                <p>\(checkout.say[.bankAsks])</p>
                \(link(to: address, checkout.say[.continueToBank]))
                """, language: checkout.language, mayBeFramed: isFramed)
    }

    /// The page when the time is up, or the shop has ended it.
    var expired: Page {
        let title = checkout.say[.checkoutOver]
        let back = checkout.session["cancel_url"]?.text.flatMap { WebAddress($0) }
        let link: HTML? = back.map {
            "<a class=\"button wide\" href=\"\($0.text)\">\(checkout.say[.backToShop])</a>\n"
        }
        return Page(
            title: title,
            content: """
                <h1>\(title)</h1>
                <p>\(checkout.say[.notPaidInTime])</p>
                \(link)
                """, status: 410, language: checkout.language, mayBeFramed: isFramed)
    }
}
