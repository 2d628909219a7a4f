extension Operation {
    static let searches: [Operation] = [
        Operation("payment_intents.search", .get, "/v1/payment_intents/search", .list("payment_intent"), .search) {
            (it, call) throws(APIFailure) in
            try it.searchIntents(call)
        },
        Operation("charges.search", .get, "/v1/charges/search", .list("charge"), .search) {
            (it, call) throws(APIFailure) in
            try it.searchCharges(call)
        },
        Operation("customers.search", .get, "/v1/customers/search", .list("customer"), .search) {
            (it, call) throws(APIFailure) in
            try it.searchDocuments("customer", call)
        },
        Operation("products.search", .get, "/v1/products/search", .list("product"), .search) {
            (it, call) throws(APIFailure) in
            try it.searchDocuments("product", call)
        },
        Operation("prices.search", .get, "/v1/prices/search", .list("price"), .search) {
            (it, call) throws(APIFailure) in
            try it.searchDocuments("price", call)
        },
    ]
}

extension ParameterSpec.Members {
    fileprivate static let search: Self = ["limit": .integer, "page": .text, "query": .text.required]
}
