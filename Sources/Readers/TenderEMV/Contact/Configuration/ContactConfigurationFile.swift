import FoundationEssentials

/// The file of a configuration as it is written: JSON, with bytes as hexadecimal text.
struct ContactConfigurationFile: Codable {
    struct Terminal: Codable {
        var type: String
        var capabilities: String
        var additionalCapabilities: String
        var country: String
        var codeTables: [UInt8]?
        var canAsk: Bool?
        var usesDirectory: Bool?
        var looksUpAccounts: Bool?
        var approvesOffline: Bool?
        var quickChip: Bool?
        var combinedMode: Int?
        var pinSeconds: Int?
        var elements: [String: String]?
    }

    struct Selection: Codable {
        var threshold: UInt64
        var target: Int
        var maximum: Int
    }

    struct Codes: Codable {
        var denial: String
        var online: String
        var `default`: String
    }

    struct Application: Codable {
        var aid: String
        var partial: Bool?
        var version: String
        var floorLimit: UInt32
        var randomSelection: Selection?
        var actionCodes: Codes?
        var defaultDdol: String?
        var defaultTdol: String?
        var elements: [String: String]?
    }

    struct Contactless: Codable {
        var aid: String
        var kernel: UInt8
        var qualifiers: String
        var transactionLimit: UInt64?
        var deviceTransactionLimit: UInt64?
        var floorLimit: UInt64?
        var verificationLimit: UInt64?
        var zeroAmount: Bool?
        var statusCheck: Bool?
        var actionCodes: Codes?
    }

    struct Key: Codable, Hashable {
        var rid: String
        var index: String
        var modulus: String
        var exponent: String
        var checksum: String
        var expires: String?
    }

    struct Revoked: Codable, Hashable {
        var rid: String
        var index: String
        var serial: String
    }

    var terminal: Terminal
    var applications: [Application]
    var keys: [Key]?
    var revoked: [Revoked]?
    var contactless: [Contactless]?

    static func parse(_ bytes: [UInt8]) throws(ContactConfigurationError) -> ContactConfigurationFile {
        try parse(bytes, as: Self.self)
    }

    static func parse<File: Decodable>(_ bytes: [UInt8], as: File.Type) throws(ContactConfigurationError) -> File {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(File.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw ContactConfigurationError(error.place, "the value is missing, or of another type")
        } catch {
            throw ContactConfigurationError("file", "it is no JSON")
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        switch self {
        case .keyNotFound(let key, let context): Self.place(context.codingPath + [key])
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.place(context.codingPath)
        @unknown default: "file"
        }
    }

    /// The path as it is in the file: `applications[0].floor_limit`.
    private static func place(_ path: [any CodingKey]) -> String {
        let text = path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            let name = key.stringValue.reduce("") { $0 + ($1.isUppercase ? "_\($1.lowercased())" : "\($1)") }
            return text.isEmpty ? name : "\(text).\(name)"
        }
        return text.isEmpty ? "file" : text
    }
}
