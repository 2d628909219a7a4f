/// How a clause of a search compares a field with its value.
enum SearchComparison: String {
    case equals = ":"
    case contains = "~"
    case isGreater = ">"
    case isAtLeast = ">="
    case isLess = "<"
    case isAtMost = "<="
}
