/// A kind of object: what the rest of the gateway must know of it, in one place.
///
/// Each declares itself in its folder; `all` is the list.
final class Resource: Sendable {
    /// A part of an object that is shown on demand, by the ids of the object and of the account that asks.
    typealias Part = @Sendable (ResourceContext, _ id: String, _ account: String) -> JSONValue?

    /// The kind as the API names it, such as `customer`.
    let object: String
    /// The beginning of its ids; empty if they begin with another's, or if it has none.
    let prefix: String
    /// The beginning of the ids of a second sort; empty if there is none.
    let otherPrefix: String
    /// The kinds of the objects that its fields refer to, by the path of the field: fields with an id that can be
    /// expanded, those shown only on demand, and those with an object that has such fields.
    ///
    /// Source: the API's public schemas, fields of the type 'id or object'; `ExpansionTests` walks them.
    let references: [String: String]
    /// The results for expandable fields that this gateway has nothing for.
    let nothing: [String: JSONValue]
    /// The members that are shown only on demand.
    let onDemand: [String: Part]
    /// The searchable fields; without any, it cannot be searched.
    let search: [String: SearchField]
    /// The fields of a deleted one that are still shown, besides the id.
    let keptFields: Set<String>
    /// Returns the keys that lists look a document up by, besides its account.
    let foundBy: @Sendable (Document, _ account: String) -> [String]
    /// Returns what is due for a document that replaces another.
    let due: @Sendable (Document, _ old: Document?) -> DueTask?
    /// Renders a document with what is derived from others.
    let shown: @Sendable (ResourceContext, Document) -> JSONValue
    /// Does what follows from the change of a document, once the new one is in its place; also when it comes from
    /// storage.
    let whenPut: (@Sendable (inout ResourceContext, Document) -> Void)?
    let operations: [Operation]

    init(
        _ object: String, prefix: String = "", otherPrefix: String = "", references: [String: String] = [:],
        nothing: [String: JSONValue] = [:], onDemand: [String: Part] = [:], search: [String: SearchField] = [:],
        keptFields: Set<String> = [], foundBy: @escaping @Sendable (Document, String) -> [String] = { _, _ in [] },
        due: @escaping @Sendable (Document, Document?) -> DueTask? = { _, _ in nil },
        shown: @escaping @Sendable (ResourceContext, Document) -> JSONValue = { $1.json },
        whenPut: (@Sendable (inout ResourceContext, Document) -> Void)? = nil, operations: [Operation] = []
    ) {
        self.object = object
        self.prefix = prefix
        self.otherPrefix = otherPrefix
        self.references = references
        self.nothing = nothing
        self.onDemand = onDemand
        self.search = search
        self.keptFields = keptFields
        self.foundBy = foundBy
        self.due = due
        self.shown = shown
        self.whenPut = whenPut
        self.operations = operations
    }
}

// What declarations are made of.
extension Resource {
    /// A reference to objects of more than one kind.
    static let anything = "*"

    /// The mark of a reference to a list.
    static let listMark = "list of "

    /// Returns the reference to a list inside an object.
    static func list(of object: String) -> String { listMark + object }

    /// Finds documents by the texts of members.
    static func members(_ names: String...) -> @Sendable (Document, String) -> [String] {
        { document, _ in names.compactMap { document[$0]?.text } }
    }

    /// Shows the items of a sale on demand.
    static func itemList(of object: String) -> Part {
        { it, id, account in it.document(id, object, account).map { it.itemList(of: $0) } }
    }
}

extension ResourceContext {
    /// Makes an id for a new object.
    mutating func newID(_ resource: Resource) -> String { ids.make(resource.prefix) }

    /// Makes an id for a new object of the second sort.
    mutating func newOtherID(_ resource: Resource) -> String { ids.make(resource.otherPrefix) }
}
