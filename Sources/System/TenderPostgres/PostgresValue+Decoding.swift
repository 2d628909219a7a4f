/// A column's bytes are not what its type calls for, or the type is none that can be read.
struct UnreadableValue: Error, Hashable {
    let reason: String
}

extension PostgresValue {
    /// Reads a column in binary format; whatever the bytes are, there is a value or an error.
    init(type: UInt32, bytes: [UInt8]) throws(UnreadableValue) {
        guard Self.isReadable(type) else {
            throw UnreadableValue(reason: "a column has the type \(type), which is not read: cast it in the statement")
        }
        guard let value = Self.read(type, bytes) else {
            throw UnreadableValue(reason: "a value of type \(type) is damaged")
        }
        self = value
    }

    private static func isReadable(_ type: UInt32) -> Bool {
        switch type {
        case PostgresType.bool, PostgresType.bytea, PostgresType.name, PostgresType.int8, PostgresType.int2,
            PostgresType.int4, PostgresType.text, PostgresType.unknown, PostgresType.byteaArray,
            PostgresType.textArray, PostgresType.int8Array, PostgresType.bpchar, PostgresType.varchar,
            PostgresType.timestamptz, PostgresType.void:
            true
        default: false
        }
    }

    private static func read(_ type: UInt32, _ bytes: [UInt8]) -> PostgresValue? {
        var cursor = BinaryCursor(bytes)
        switch type {
        case PostgresType.bool: return cursor.last(UInt8.self).flatMap { $0 < 2 ? .bool($0 == 1) : nil }
        case PostgresType.int8: return cursor.last(Int64.self).map { .integer($0) }
        case PostgresType.int4: return cursor.last(Int32.self).map { .integer(Int64($0)) }
        case PostgresType.int2: return cursor.last(Int16.self).map { .integer(Int64($0)) }
        case PostgresType.timestamptz: return cursor.last(Int64.self).map { .timestamp($0) }
        case PostgresType.bytea: return .bytes(bytes)
        case PostgresType.int8Array: return array(of: PostgresType.int8, &cursor, int8).map { .integers($0) }
        case PostgresType.textArray: return array(of: PostgresType.text, &cursor, text).map { .texts($0) }
        case PostgresType.byteaArray: return array(of: PostgresType.bytea, &cursor) { $0 }.map { .byteStrings($0) }
        case PostgresType.void: return bytes.isEmpty ? .null : nil
        default: return text(bytes).map { .text($0) }
        }
    }

    private static func int8(_ bytes: [UInt8]) -> Int64? {
        var cursor = BinaryCursor(bytes)
        return cursor.last(Int64.self)
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func array<Element>(
        of type: UInt32, _ cursor: inout BinaryCursor, _ read: ([UInt8]) -> Element?
    ) -> [Element?]? {
        guard let dimensions = cursor.take(Int32.self), cursor.take(Int32.self) != nil,
            cursor.take(UInt32.self) == type
        else { return nil }
        if dimensions == 0 { return cursor.remaining == 0 ? [] : nil }
        guard dimensions == 1, let count = cursor.take(Int32.self), cursor.take(Int32.self) != nil, count >= 0
        else { return nil }
        // Nothing is reserved for what is only announced.
        var elements: [Element?] = []
        for _ in 0..<count {
            guard let length = cursor.take(Int32.self) else { return nil }
            if length == -1 {
                elements.append(nil)
            } else {
                guard let bytes = cursor.take(Int(length)), let element = read(bytes) else { return nil }
                elements.append(element)
            }
        }
        return cursor.remaining == 0 ? elements : nil
    }
}
