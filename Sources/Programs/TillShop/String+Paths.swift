extension String {
    /// The sentence without its paths, which mean nothing to cashiers.
    var withoutPaths: String { split(separator: " ").filter { !$0.hasPrefix("/") }.joined(separator: " ") }
}
