/// The reason that a file with a secret is not read.
package enum PrivateFileError: Error, Hashable, Sendable {
    /// The system refused it.
    case unreadable(FileFailure)
    /// Others may read or change it.
    case exposed
    /// Its owner is another user.
    case ofAnotherUser
    /// It is larger than such a file can be.
    case tooLarge
}
