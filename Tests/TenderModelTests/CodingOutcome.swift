import Foundation

/// What reading an object and writing it again came to.
enum CodingOutcome {
    /// The object as it was written, with sorted keys.
    case written(Data)
    /// It is not what it should be.
    case refused(DecodingError)
    /// Any other error.
    case failed(String)

    /// The object, or the error.
    var text: String {
        switch self {
        case .written(let json): String(decoding: json, as: UTF8.self)
        case .refused(let error): error.summary + " at '\(error.path.joined(separator: "."))'"
        case .failed(let error): error
        }
    }

    /// What is different from an undamaged object: `=` for nothing, the members, or the error and where else it is.
    func change(from whole: CodingOutcome, at path: [String]) -> String {
        switch (self, whole) {
        case (.written(let json), .written(let before)): Self.members(of: json, unlike: before)
        case (.refused(let error), _): error.path == path ? error.summary : text
        default: text
        }
    }

    private static func members(of json: Data, unlike before: Data) -> String {
        guard json != before else { return "=" }
        let (new, old) = (members(json), members(before))
        let changed = Set(new.keys).union(old.keys).sorted().filter { new[$0] != old[$0] }
        return changed.map { name in new[name].map { "\(name): \($0)" } ?? "no \(name)" }.joined(separator: ", ")
    }

    private static func members(_ json: Data) -> [String: String] {
        let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
        return (object ?? [:]).compactMapValues { value in
            let text = try? JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
            return text.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension DecodingError {
    fileprivate var path: [String] {
        switch self {
        case .keyNotFound(let key, let context): Self.path(context.codingPath + [key])
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            Self.path(context.codingPath)
        @unknown default: []
        }
    }

    private static func path(_ keys: [any CodingKey]) -> [String] {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }

    fileprivate var summary: String {
        switch self {
        case .keyNotFound: "missing"
        case .typeMismatch: "type"
        case .valueNotFound: "null"
        case .dataCorrupted(let context): "corrupt: \(context.debugDescription)"
        @unknown default: "\(self)"
        }
    }
}
