/// An error in the arguments or the configuration, and what to do.
package struct CommandLineError: Error, CustomStringConvertible {
    /// The sentence that people read.
    package let description: String

    /// Creates an error from the sentence that people read.
    package init(_ description: String) { self.description = description }
}
