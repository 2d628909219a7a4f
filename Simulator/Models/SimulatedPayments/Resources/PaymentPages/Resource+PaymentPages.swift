extension Resource {
    static let paymentPages = Resource("payment_page", operations: Operation.paymentPages)
}
