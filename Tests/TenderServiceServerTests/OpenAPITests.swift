import FoundationEssentials
import TenderAPI
import TenderService
import TenderServiceServer
import Testing

/// The description of the service.
@Suite struct OpenAPITests {
    private static func document() throws -> APIValue {
        try JSONDecoder().decode(APIValue.self, from: Data(OpenAPIDocument(version: "0.1.0").json))
    }

    private static func operations(_ document: APIValue) -> [(place: String, operation: APIValue)] {
        guard case .object(let paths)? = document["paths"] else { return [] }
        return paths.flatMap { path, item in
            guard case .object(let methods) = item else { return [(String, APIValue)]() }
            return methods.map { ("\($0.key.uppercased()) \(path)", $0.value) }
        }
    }

    /// The file that is told to others is the one that `tender serve openapi` prints.
    @Test func theFileIsUpToDate() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/openapi.json")
        let file = try JSONDecoder().decode(APIValue.self, from: Data(contentsOf: path.standardized))
        #expect(try file == Self.document())
    }

    @Test func everyCallIsDescribedAndNothingElse() throws {
        let calls = ServiceCall.all.map {
            "\($0.method.rawValue) /v1/tills/{till}" + ($0.path.isEmpty ? "" : "/" + $0.path)
        }
        let others = [
            "GET /health", "GET /v1/tills", "GET /v1/tills/{till}/events", "POST /v1/tills/{till}/events/ticket",
        ]
        let described = Self.operations(try Self.document()).map(\.place)
        #expect(described.sorted() == (calls + others).sorted())
    }

    @Test func everyReferenceLeadsSomewhere() throws {
        let document = try Self.document()
        func check(_ value: APIValue) {
            switch value {
            case .object(let members):
                if let reference = members["$ref"]?.string {
                    let pieces = reference.dropFirst(2).split(separator: "/").map(String.init)
                    #expect(pieces.reduce(document as APIValue?) { $0?[$1] } != nil, "\(reference)")
                }
                for member in members.values { check(member) }
            case .array(let values): for member in values { check(member) }
            default: break
            }
        }
        check(document)
    }

    @Test func everyKeyedCallSaysSo() throws {
        for (place, operation) in Self.operations(try Self.document()) {
            guard let call = ServiceCall.named(operation["operationId"]?.string ?? "") else { continue }
            guard case .array(let parameters)? = operation["parameters"] else { continue }
            let names = parameters.compactMap { $0["$ref"]?.string }
            #expect(names.contains("#/components/parameters/key") == call.needsKey, "\(place)")
        }
    }
}
