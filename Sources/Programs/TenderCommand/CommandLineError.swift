/// An error in the arguments or the configuration, and what to do.
struct CommandLineError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
