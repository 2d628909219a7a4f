import TenderFlow

// The records of the till itself.

extension RecordWriter {
    mutating func write(_ record: ShopRecord) {
        write(record.kind)
        write(byte: record.version)
        write(record.body)
    }
}

extension RecordReader {
    mutating func shopRecord() throws(RecordError) -> ShopRecord {
        let record = ShopRecord(
            kind: try text("till record"), version: try byte(), body: try bytes("till record"))
        guard record.isWithinBounds else { throw .malformed(field: "till record") }
        return record
    }
}
