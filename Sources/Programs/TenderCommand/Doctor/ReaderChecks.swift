import Tender

/// The attached readers.
enum ReaderChecks {
    static func all() async -> [Finding] {
        do {
            let readers = try await ReaderList.now(HardwareReaderSource(), [])
            guard !readers.isEmpty else {
                return [
                    .note(
                        "readers", "none is attached",
                        mend: "plug one in, or try a simulated one: tender reader simulate --help")
                ]
            }
            return readers.map(finding)
        } catch {
            return [.note("readers", Failure(error).message, mend: "readers cannot be found by themselves: name them")]
        }
    }

    private static func finding(_ reader: Reader) -> Finding {
        let name = "\(reader.model) (\(reader.address?.description ?? reader.id))"
        guard let problem = reader.problem else { return .fine("readers", name) }
        return problem.preventsUse
            ? .wrong("readers", name, mend: problem.message) : .note("readers", name, mend: problem.message)
    }
}
