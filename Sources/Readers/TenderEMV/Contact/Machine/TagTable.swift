/// Values by tag, in one flat list: a transaction has a few dozen, which are sooner found than hashed.
package struct TagTable<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    private var tags: [TLV.Tag] = []
    private var values: [Value] = []

    /// Creates a list; of values with the same tag the last one counts.
    package init(dictionaryLiteral elements: (TLV.Tag, Value)...) {
        for (tag, value) in elements { self[tag] = value }
    }

    /// A list of other values.
    init(_ elements: [TLV.Tag: Value]) {
        for (tag, value) in elements {
            tags.append(tag)
            values.append(value)
        }
    }

    var count: Int { tags.count }

    /// Adds what is not there yet, and leaves what is.
    mutating func fill(from other: TagTable) {
        for (tag, value) in zip(other.tags, other.values) where self[tag] == nil { self[tag] = value }
    }

    /// The value of a tag; `nil` is never kept.
    package subscript(tag: TLV.Tag) -> Value? {
        get { tags.firstIndex(of: tag).map { values[$0] } }
        set {
            switch (tags.firstIndex(of: tag), newValue) {
            case (let place?, let value?): values[place] = value
            case (nil, let value?):
                tags.append(tag)
                values.append(value)
            case (let place?, nil):
                tags.remove(at: place)
                values.remove(at: place)
            case (nil, nil): break
            }
        }
    }
}
