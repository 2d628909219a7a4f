package import CommandLineOptions
package import Tender

/// A file with the rules and keys for chips.
package enum ContactFile {
    private static let byteLimit = 1_048_576

    /// Reads a configuration.
    package static func read(_ path: String) throws(CommandLineError) -> ContactConfiguration {
        let bytes = try InputFile.read(path, limit: byteLimit)
        guard bytes.count <= byteLimit else { throw CommandLineError("\(path) has more than \(byteLimit) bytes") }
        do throws(ContactConfigurationError) {
            return try ContactConfiguration(parsing: bytes)
        } catch {
            throw CommandLineError("\(path): \(error)")
        }
    }
}
