import SimulatedPayments

extension PageRoute {
    /// The parts that a shop embeds in its own page: a script, and the form that the script shows in a frame.
    static let elements = [
        PageRoute("GET", "/elements.js") { (_, _) throws(PageRefusal) in try asset("elements.js") },
        PageRoute("GET", "/elements/payment") { (visit, _) throws(PageRefusal) in
            guard let origin = visit.field("origin").flatMap({ WebAddress($0) }), origin.text == origin.origin else {
                throw PageRefusal(
                    status: 400, title: "This form belongs in a page",
                    message: "A shop's page shows it with the script elements.js, which says where the page is from.")
            }
            return PaymentElementPage.page.response()
        },
    ]
}
