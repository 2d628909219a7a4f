extension Resource {
    static let deliveries = Resource("tender.delivery", operations: Operation.deliveries + Operation.deliveryAttempts)
}
