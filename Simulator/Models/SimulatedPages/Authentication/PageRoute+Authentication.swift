import SimulatedPayments

extension PageRoute {
    private static let path = "/authenticate/:id"

    /// The pages where customers prove their identity to their simulated bank.
    static let authentication = [
        PageRoute("GET", path) { (visit, payments) throws(PageRefusal) in
            try AuthenticationPage(visit, &payments).response
        },
        PageRoute("POST", path) { (visit, payments) throws(PageRefusal) in
            var page = try AuthenticationPage(visit, &payments)
            try page.answer(visit.field("outcome") ?? "", &payments)
            return page.answered
        },
    ]
}
