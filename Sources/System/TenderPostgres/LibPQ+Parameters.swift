import CLibPQ
import Glibc
import TenderBytes

/// Parameters and messages.
extension LibPQ {
    /// What libpq reads from the environment although there is no parameter that could take its place, or none for "none".
    static let ownVariables = [
        "PGSERVICE", "PGHOSTADDR", "PGPASSWORD", "PGOPTIONS", "PGREQUIREPEER", "PGDATESTYLE", "PGTZ", "PGGEQO",
    ]

    /// The parameters that this libpq knows, and the environment variables that it would take them from, for the test that
    /// none is forgotten.
    static var knownParameters: [String: String?] {
        guard let list = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(list) }
        var known: [String: String?] = [:]
        var next = list
        while let keyword = next.pointee.keyword {
            known[text(keyword)] = .some(next.pointee.envvar.map { text($0) })
            next += 1
        }
        return known
    }

    /// Removes those variables from the process's environment.
    ///
    /// Whoever reads another variable at that moment may miss it, and reads nothing that was freed: glibc only moves the
    /// entries behind it.
    static func forgetEnvironment() {
        for name in ownVariables where getenv(name) != nil { unsetenv(name) }
    }

    /// Lends libpq's parameters, which end with `nil`; the copy of the password is wiped afterwards.
    static func withParameters<Value>(
        _ configuration: PostgresConfiguration, _ address: String?,
        _ body: ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        let parameters = configuration.parameters(address: address)
        let copies = parameters.flatMap { [strdup($0.key), strdup($0.value)] }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer($0) }
        var keywords = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] }
        var values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] }
        guard let password = configuration.password else { return body(keywords + [nil], values + [nil]) }
        let terminated = SecretBytes(count: password.count + 1) { bytes in
            password.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        return terminated.withUnsafeBytes { bytes in
            "password".withCString { keyword in
                keywords.append(keyword)
                values.append(bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
                return body(keywords + [nil], values + [nil])
            }
        }
    }

    /// Finds a severity, a code and a message, as in `… failed: FATAL:  28P01: password authentication failed`.
    static func refusal(in message: String) -> (state: SQLState, message: String)? {
        let parts = message.split(separator: ":  ", maxSplits: 1)
        guard parts.count == 2, let end = parts[1].firstRange(of: ": ") else { return nil }
        let code = parts[1][..<end.lowerBound]
        guard code.utf8.count == 5, code.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) }) else {
            return nil
        }
        return (SQLState(rawValue: String(code)), String(parts[1][end.upperBound...]))
    }

    /// A text of libpq, repaired where it is not UTF-8; empty if there is none.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        pointer.map { String(cString: $0) } ?? ""
    }

    /// The first line of a text that came from outside, fit for a screen and not longer than a paragraph.
    static func line(_ pointer: UnsafePointer<CChar>?) -> String {
        let text = text(pointer)
        return String(text.prefix { !$0.isNewline }.prefix(500)).withoutControls
    }
}
