extension Operation {
    static let paymentLinks: [Operation] = [
        Operation("payment_links.create", .post, "/v1/payment_links", .one("payment_link"), .paymentLinkCreation) {
            (it, call) throws(APIFailure) in try it.createPaymentLink(call)
        },
        Operation(
            "payment_links.list", .get, "/v1/payment_links", .list("payment_link"), .list.with(["active": .boolean])
        ) { (it, call) throws(APIFailure) in
            let isActive = call.parameters["active"]
            return try it.listDocuments(ResourceContext.linkObject, call) {
                isActive == nil || $0["active"] == isActive
            }
        },
        Operation("payment_links.retrieve", .get, "/v1/payment_links/:id", .one("payment_link")) {
            (it, call) throws(APIFailure) in .json(try it.findPaymentLink(call).json)
        },
        Operation("payment_links.update", .post, "/v1/payment_links/:id", .one("payment_link"), .paymentLinkUpdate) {
            (it, call) throws(APIFailure) in try it.updatePaymentLink(call)
        },
        Operation(
            "payment_links.line_items", .get, "/v1/payment_links/:id/line_items", .list("item"),
            .list.without("created")
        ) { (it, call) throws(APIFailure) in
            let link = try it.findPaymentLink(call)
            return try it.listItems(of: link, at: "/v1/payment_links/\(link.id)/line_items", call)
        },
    ]
}
