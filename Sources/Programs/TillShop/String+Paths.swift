extension String {
    /// The sentence without the paths in it, which mean nothing to cashiers.
    var withoutPaths: String { split(separator: " ").filter { !$0.hasPrefix("/") }.joined(separator: " ") }
}
