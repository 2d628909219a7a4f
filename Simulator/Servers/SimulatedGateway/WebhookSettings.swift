public import SimulatedPayments

extension SimulatedGateway {
    /// The delivery of events to webhook endpoints.
    public struct Webhooks: Hashable, Sendable {
        /// The number and times of retries.
        public var schedule: WebhookSchedule
        /// The time that an endpoint has to answer.
        public var timeout: Duration
        /// Whether events are sent to other machines than this one; a simulator should not talk to strangers.
        public var reachesOtherMachines: Bool

        /// Creates the settings; by default delivery is to this machine only.
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
