/// One operation of the API: its path, who may call it, its parameters, its effect.
///
/// Each resource declares its own in its file; `all` is the API.
final class Operation: Sendable {
    enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

    /// The callers besides the holder of a secret key.
    struct Access: OptionSet, Sendable {
        let rawValue: Int

        /// A publishable key.
        static let publishable = Access(rawValue: 1)
        /// An ephemeral key, for its customer.
        static let ephemeral = Access(rawValue: 2)
    }

    /// The result of an answer, for `expand[]`.
    enum Result: Sendable {
        case one(String)
        case list(String)

        var object: String {
            switch self {
            case .one(let object), .list(let object): object
            }
        }
    }

    /// The effect of a resource's operation.
    typealias Handler = @Sendable (inout ResourceContext, Call) throws(APIFailure) -> APIObject
    /// The effect of any operation, also of one on the gateway itself.
    typealias GatewayHandler = @Sendable (inout SimulatedPayments, Call) throws(APIFailure) -> APIObject

    let endpoint: Endpoint
    let method: Method
    let path: String
    /// The parts of the path between its slashes.
    let segments: [Substring]
    let generation: APIGeneration
    let access: Access
    let result: Result
    let parameters: ParameterSpec.Members
    /// Whether the answer contains a secret that is shown once, so that it must not be stored.
    let showsSecret: Bool
    /// Whether one of the parameters is a file, so that they come in a multipart form.
    let takesFile: Bool
    /// The names of the required parameters, in order.
    let required: [String]
    let run: GatewayHandler

    /// Whether an idempotency key applies.
    var takesKey: Bool { method == .post || (generation == .v2 && method == .delete) }

    /// Declares a resource's operation.
    ///
    /// - Parameters:
    ///   - name: The name in fault specifications.
    ///   - path: The path; a segment that begins with a colon is an id.
    ///   - result: The `object` of the answer.
    ///   - parameters: The parameters; in v1, `expand[]` comes in addition.
    ///   - showsSecret: Whether the answer contains a secret that is shown once.
    convenience init(
        _ name: String, _ method: Method, _ path: String, for access: Access = [], _ result: Result,
        _ parameters: ParameterSpec.Members = [:], showsSecret: Bool = false, _ run: @escaping Handler
    ) {
        self.init(
            Endpoint(named: name), method, path, access, result, parameters, showsSecret: showsSecret,
            run: { (gateway, call) throws(APIFailure) in try run(&gateway.context, call) })
    }

    /// Declares an operation on the gateway itself, such as on its faults and its log.
    static func ofGateway(
        _ name: String, _ method: Method, _ path: String, _ result: Result, _ parameters: ParameterSpec.Members = [:],
        _ run: @escaping GatewayHandler
    ) -> Operation {
        Operation(Endpoint(named: name), method, path, [], result, parameters, showsSecret: false, run: run)
    }

    private init(
        _ endpoint: Endpoint, _ method: Method, _ path: String, _ access: Access, _ result: Result,
        _ parameters: ParameterSpec.Members, showsSecret: Bool, run: @escaping GatewayHandler
    ) {
        self.endpoint = endpoint
        self.method = method
        self.path = path
        segments = path.split(separator: "/")
        self.access = access
        self.result = result
        generation = APIGeneration(path: path)
        self.parameters = generation == .v1 ? parameters.with(["expand": .list(.text)]) : parameters
        self.showsSecret = showsSecret
        takesFile = parameters.values.contains(where: \.isFile)
        required = parameters.filter(\.value.isRequired).keys.sorted()
        self.run = run
    }
}

extension Operation {
    static let all: [Operation] = Resource.all.flatMap(\.operations) + searches + emptyLists

    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.endpoint.rawValue, $0) })
}
