package import CommandLineOptions
package import SimulatedCard

/// A file that a simulated chip card is personalised from.
package enum ChipCardFile {
    /// Reads a card.
    ///
    /// - Throws: The first line that is wrong.
    package static func read(_ path: String) throws(CommandLineError) -> ChipProfile {
        let bytes = try InputFile.read(path, limit: ChipProfile.fileByteLimit)
        do throws(ChipProfileError) {
            return try ChipProfile(file: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandLineError("\(path): \(error)")
        }
    }
}
