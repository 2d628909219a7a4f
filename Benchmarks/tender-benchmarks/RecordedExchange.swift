import TenderBytes

/// A command to a recorded card, and its answer.
struct RecordedExchange {
    let command: SecretBytes
    let answer: SecretBytes

    static func all(_ lines: [[String]]) throws -> [RecordedExchange] {
        func bytes(_ mark: String) throws -> [SecretBytes] {
            try lines.filter { $0[0] == mark }.map { SecretBytes(try EMVMaterial.bytes($0[1])) }
        }
        return try zip(bytes(">"), bytes("<")).map(RecordedExchange.init)
    }
}

extension [RecordedExchange] {
    /// The answer to a command, which is looked up by its bytes from the last one on.
    func answer(to command: SecretBytes, from place: inout Int) throws -> SecretBytes {
        while place < count {
            place += 1
            if self[place - 1].command == command { return self[place - 1].answer }
        }
        throw BenchmarkError.notApproved
    }
}
