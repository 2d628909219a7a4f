/// Comparisons whose timing reveals nothing about a secret.
package enum ConstantTime {
    /// Compares in time that depends only on the lengths.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
