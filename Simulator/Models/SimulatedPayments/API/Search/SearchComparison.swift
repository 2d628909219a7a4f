/// The comparison of a field with the value of a search clause.
enum SearchComparison: String {
    case equals = ":"
    case contains = "~"
    case isGreater = ">"
    case isAtLeast = ">="
    case isLess = "<"
    case isAtMost = "<="
}
