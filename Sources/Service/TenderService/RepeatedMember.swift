import FoundationEssentials

/// The search for a member that an object has twice, at any depth of a JSON text.
///
/// The text is known to be JSON; in any other it finds something or nothing, and ends.
struct RepeatedMember {
    private enum Level {
        /// An object, the names of its members so far, and the member that is read; `nil` before its name.
        case object(names: Set<String>, current: String?)
        case list(index: Int)
    }

    private let json: [UInt8]
    private var position = 0
    private var levels: [Level] = []

    private init(_ json: [UInt8]) { self.json = json }

    /// Returns the first member that is there twice, by its place, such as `items[0].amount`; `nil` if none is.
    static func first(in json: [UInt8]) -> String? {
        var search = RepeatedMember(json)
        return search.run()
    }

    private mutating func run() -> String? {
        while position < json.count {
            switch json[position] {
            case UInt8(ascii: "\""):
                guard note(text()) else { return place }
            case UInt8(ascii: "{"): levels.append(.object(names: [], current: nil))
            case UInt8(ascii: "["): levels.append(.list(index: 0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ","): goOn()
            default: break
            }
            position += 1
        }
        return nil
    }

    /// Goes on after a comma.
    private mutating func goOn() {
        switch levels.popLast() {
        case .list(let index)?: levels.append(.list(index: index + 1))
        case .object(let names, _)?: levels.append(.object(names: names, current: nil))
        case nil: break
        }
    }

    /// Returns the text that begins here with its quotation marks, and goes to its end.
    private mutating func text() -> ArraySlice<UInt8> {
        let start = position
        position += 1
        while position < json.count, json[position] != UInt8(ascii: "\"") {
            position += json[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return json[start..<min(position + 1, json.count)]
    }

    /// Notes a text if it is the name of a member; returns whether it may be here.
    private mutating func note(_ text: ArraySlice<UInt8>) -> Bool {
        guard case .object(var names, nil)? = levels.last else { return true }
        levels.removeLast()
        // What is escaped may be written in many ways.
        let name =
            text.contains(UInt8(ascii: "\\"))
            ? (try? JSONDecoder().decode(String.self, from: Data(text))) ?? ""
            : String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        let isFirst = names.insert(name).inserted
        levels.append(.object(names: names, current: name))
        return isFirst
    }

    /// Where the search is.
    private var place: String {
        levels.reduce("") { place, level in
            switch level {
            case .object(_, let current): place + (place.isEmpty ? "" : ".") + (current ?? "").shown
            case .list(let index): place + "[\(index)]"
            }
        }
    }
}
