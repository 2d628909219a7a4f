extension ReaderError {
    /// A failure that the reader names itself.
    public enum Fault: String, Hashable, Sendable, Codable, CaseIterable {
        /// The keys that encrypt card data are not loaded.
        case missingKeys
        /// The reader names a failure that has no name here.
        case unnamed
        /// The reader did something that nobody asked for.
        case unexpected
        /// The update is not for this reader.
        case updateOfOtherReader
        /// The battery is too low for the update.
        case updateBatteryLow
        /// The update is no longer offered.
        case updateExpired
        /// The update could not be fetched from the reader's maker.
        case updateNotFetched
    }
}
