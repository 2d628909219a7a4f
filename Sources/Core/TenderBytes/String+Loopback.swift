extension String {
    /// Whether the text is `localhost`, `::1` or an address in 127.0.0.0/8: a host that is this machine.
    package var isLoopbackHost: Bool {
        if lowercased() == "localhost" || self == "::1" { return true }
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8($0) != nil }
    }
}
