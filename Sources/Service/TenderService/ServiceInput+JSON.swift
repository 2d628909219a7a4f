import FoundationEssentials
public import TenderAPI

extension ServiceInput {
    /// Reads a JSON text as the input of a call.
    ///
    /// - Parameter json: The text in UTF-8.
    /// - Throws: `ServiceError` if it is no JSON, or names a member that an object has twice.
    public static func parse(_ json: [UInt8]) throws(ServiceError) -> APIValue {
        // The decoder would take UTF-16 and UTF-32 too, which are full of NULs.
        guard !json.contains(0), let value = try? JSONDecoder().decode(APIValue.self, from: Data(json)) else {
            throw ServiceError(status: 400, code: "invalid_json", message: "the input is no JSON")
        }
        // Of a member that is there twice the decoder keeps one value, and nobody knows which one is meant.
        if let name = RepeatedMember.first(in: json) { throw .invalid("'\(name)' is there twice", parameter: name) }
        return value
    }
}
