/// The reason that offline data authentication, or the recovery of a key, failed.
package enum AuthenticationFailure: Error, Hashable, Sendable {
    /// A data object, or the authority's key, is not there.
    case missing
    /// A signature, or what it holds, is wrong.
    case wrong
    /// The library of ciphers failed.
    case crypto
}
