extension Operation {
    static let connectionTokens: [Operation] = [
        Operation(
            "connection-token", .post, "/v1/terminal/connection_tokens", .one("terminal.connection_token"),
            ["location": .text], showsSecret: true
        ) { (it, call) throws(APIFailure) in try it.createConnectionToken(call) }
    ]
}

extension ResourceContext {
    fileprivate mutating func createConnectionToken(_ call: Call) throws(APIFailure) -> APIObject {
        let location = try call.parameters.text("location").map { (id) throws(APIFailure) in
            try findTerminalObject("location", named: id, param: "location", call).id
        }
        var token: [String: JSONValue] = [
            "object": "terminal.connection_token", "secret": .string(ids.make("pst_test")),
        ]
        token["location"] = location.map(JSONValue.string)
        return .json(.object(token))
    }
}
