/// What is wrong with the use of the library; tender.h says when.
enum Misuse: Error {
    case null, noTill, closed, forked, refused, empty, busy, noText
}
