/// The addresses that a person goes to from a link of an account.
struct LinkAddresses {
    var refresh: String?
    var `return`: String?
}
