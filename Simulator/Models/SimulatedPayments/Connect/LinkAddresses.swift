/// Where a person goes from a link of an account.
struct LinkAddresses {
    var refresh: String?
    var `return`: String?
}
