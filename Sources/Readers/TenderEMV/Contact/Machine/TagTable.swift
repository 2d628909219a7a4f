/// Values by tag, in one flat list: a transaction has a few dozen, which are sooner found than hashed.
package struct TagTable<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    fileprivate struct Entry: Sendable {
        let tag: TLV.Tag
        var value: Value
    }

    private var entries: [Entry] = []

    /// Creates a list; of values with the same tag the last one counts.
    package init(dictionaryLiteral elements: (TLV.Tag, Value)...) {
        reserve(elements.count)
        for (tag, value) in elements { self[tag] = value }
    }

    var count: Int { entries.count }

    /// Makes room for so many values.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds what is not there yet, and leaves what is.
    mutating func fill(from elements: [TLV.Tag: Value]) {
        for (tag, value) in elements.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where place(tag) == nil {
            entries.append(Entry(tag: tag, value: value))
        }
    }

    private func place(_ tag: TLV.Tag) -> Int? { entries.firstIndex { $0.tag.rawValue == tag.rawValue } }

    /// The value of a tag; `nil` is never kept.
    package subscript(tag: TLV.Tag) -> Value? {
        get { place(tag).map { entries[$0].value } }
        set {
            switch (place(tag), newValue) {
            case (let place?, let value?): entries[place].value = value
            case (nil, let value?): entries.append(Entry(tag: tag, value: value))
            case (let place?, nil): entries.remove(at: place)
            case (nil, nil): break
            }
        }
    }
}

extension TagTable: Equatable where Value: Equatable {}
extension TagTable: Hashable where Value: Hashable {}
extension TagTable.Entry: Equatable where Value: Equatable {}
extension TagTable.Entry: Hashable where Value: Hashable {}
