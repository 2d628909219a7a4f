public import SimulatedPayments

extension SimulatedGateway {
    /// How events are delivered to webhook endpoints.
    public struct Webhooks: Hashable, Sendable {
        /// How often and when an event is sent again.
        public var schedule: WebhookSchedule
        /// How long an endpoint may take to answer.
        public var timeout: Duration
        /// Whether events are sent to other machines than this one; a simulator should not speak to strangers.
        public var reachesOtherMachines: Bool

        /// Describes the delivery; by default to this machine only.
        public init(
            schedule: WebhookSchedule = WebhookSchedule(), timeout: Duration = .seconds(10),
            reachesOtherMachines: Bool = false
        ) {
            self.schedule = schedule
            self.timeout = timeout
            self.reachesOtherMachines = reachesOtherMachines
        }
    }
}
