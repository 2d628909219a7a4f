import SimulatedPayments

/// The simple dashboard of sellers, who come by a login link.
extension PageRoute {
    static let seller = [
        PageRoute("GET", "/seller/s/:link") { (visit, payments) throws(PageRefusal) in
            switch payments.openLink(visit.id, now: visit.now) {
            case .session(let secret, .login): return .redirect(to: "/seller/w/" + secret)
            case .session, .unknown: throw .notFound
            case .over: throw .linkIsOver
            }
        },
        PageRoute("GET", "/seller/w/:session") { (visit, payments) throws(PageRefusal) in
            guard let visitor = payments.linkVisitor(visit.id, now: visit.now), visitor.purpose == .login else {
                throw .notFound
            }
            guard !visitor.isOver else { throw .linkIsOver }
            return try SellerPage(of: visitor, visit, &payments).response()
        },
    ]
}
