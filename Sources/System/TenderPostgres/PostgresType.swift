/// The object identifiers of types, which are fixed (`pg_type.dat` in PostgreSQL's sources).
enum PostgresType {
    static let bool: UInt32 = 16
    static let bytea: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let unknown: UInt32 = 705
    static let byteaArray: UInt32 = 1001
    static let textArray: UInt32 = 1009
    static let int8Array: UInt32 = 1016
    static let bpchar: UInt32 = 1042
    static let varchar: UInt32 = 1043
    static let timestamptz: UInt32 = 1184
    static let void: UInt32 = 2278
    /// As a parameter's type: the one that the statement calls for.
    static let inferred: UInt32 = 0
}
