/// The two forms of the API: v1 with form encoding and ids in the path, and v2 with JSON in both directions.
enum APIGeneration {
    case v1
    case v2

    init(path: String) { self = path.hasPrefix("/v2/") ? .v2 : .v1 }

    /// Reads the parameters of a request for an operation.
    func parameters(of request: APIRequest, for operation: Operation) throws(APIFailure) -> FormNode {
        switch self {
        case .v1 where operation.takesFile:
            let contentType = request.headers["content-type"] ?? ""
            guard MultipartForm.isMeant(by: contentType) else { throw Self.partsNeeded }
            return try FormNode.reading(
                query: request.query, MultipartForm(request.body, contentType: contentType))
        case .v1:
            guard request.body.isEmpty || !request.isJSON else { throw Self.formNeeded }
            return try FormNode.reading(query: request.query, body: request.body)
        case .v2:
            guard request.method == "POST" else {
                return try FormNode.reading(query: Self.withBrackets(request.query, operation.parameters), body: [])
            }
            guard request.body.isEmpty || request.isJSON else { throw Self.jsonNeeded }
            return try FormNode.reading(json: request.body, by: operation.parameters)
        }
    }

    /// Adds brackets to a list that comes as its bare name, once for each element, as some clients send it.
    private static func withBrackets(_ query: String, _ members: ParameterSpec.Members) -> String {
        let parts = query.split(separator: "&", omittingEmptySubsequences: true).map { part in
            let name = String(part.prefix { $0 != "=" })
            guard case .list? = members[name]?.shape else { return String(part) }
            return name + "[]" + part.dropFirst(name.count)
        }
        return parts.joined(separator: "&")
    }

    private static let formNeeded = APIFailure.invalid(
        "Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any "
            + "questions, we can help at https://support.stripe.com/.")

    private static let partsNeeded = APIFailure.invalid(
        "Invalid request (check that your POST content type is multipart/form-data).")

    private static let jsonNeeded = APIFailure.invalid(
        "The content type of requests to API v2 must be application/json.", code: "unsupported_content_type")

    static let versionNeeded = APIFailure.invalid(
        "Requests to API v2 must name a version of the API in the header Stripe-Version.", code: "version_missing")
}
