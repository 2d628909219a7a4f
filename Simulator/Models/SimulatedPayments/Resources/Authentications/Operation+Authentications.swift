extension Operation {
    static let authentications: [Operation] = [
        Operation(
            "authenticate", .post, "/v1/_tender/authenticate", for: .publishable, .one(Resource.anything),
            ["client_secret": .text, "intent": .text.required, "outcome": .choice("succeed", "fail").required]
        ) { (it, call) throws(APIFailure) in try it.authenticate(call) },
        Operation(
            "tender.authentications.retrieve", .get, "/v1/_tender/authentications/:id", .one(Resource.anything)
        ) { (it, call) throws(APIFailure) in .json(it.json(authentication: try it.findAuthentication(call))) },
        Operation(
            "tender.authentications.answer", .post, "/v1/_tender/authentications/:id", .one(Resource.anything),
            ["outcome": .choice(AuthenticationOutcome.self).required]
        ) { (it, call) throws(APIFailure) in try it.answerAuthentication(call) },
    ]
}

/// The act of a customer on the page that they were sent to.
enum AuthenticationOutcome: String, CaseIterable {
    case succeed, fail, cancel
}
