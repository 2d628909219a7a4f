import TenderFiles

/// The reason that a key store gives no key, in a sentence that never shows one.
package struct KeyStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason.
    package enum Reason: Hashable, Sendable {
        /// Another process, or another part of this one, has the store.
        case busy
        /// Others may read the file or the folder, or it belongs to another user.
        case exposed
        /// A file of the store is not as it was written.
        case damaged
        /// The file to be loaded is not right.
        case malformed
        /// There is no such key.
        case unknownKey
        /// The key is there already.
        case alreadyLoaded
        /// The key has no transactions left.
        case exhausted
        /// The disk or the library failed.
        case failed
    }

    /// What kind of reason.
    package let reason: Reason
    /// A human-readable sentence.
    package let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    init(_ failure: FileFailure) { self.init(.failed, "the key store \(failure)") }

    init(refusing path: String, _ error: PrivateFileError) {
        switch error {
        case .exposed: self.init(.exposed, "others may read \(path): it must have mode 0600, a folder 0700")
        case .ofAnotherUser: self.init(.exposed, "\(path) belongs to another user")
        case .unreadable(let failure): self.init(.failed, "\(path) cannot be read: \(failure.words)")
        case .tooLarge: self.init(.malformed, "\(path) is larger than a file with a key can be")
        }
    }

    static func damaged(_ path: String) -> KeyStoreError {
        KeyStoreError(
            .damaged,
            """
            \(path) is damaged: it gives no key, because a serial number might be used again. Ask for a new key, then \
            move the file away
            """)
    }
}
