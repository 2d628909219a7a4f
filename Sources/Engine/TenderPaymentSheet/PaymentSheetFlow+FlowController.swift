public import TenderCheckout

extension PaymentSheetFlow {
    /// A payment sheet whose choice and payment are apart: the app shows the choice, and pays with a button of its own.
    ///
    /// `load`, `select`, `enter`, `comeBack`, `ask` and `leave` are the flow's. A decline ends `confirm` with `failed`,
    /// since no sheet is open to go on in; the customer may choose something else and confirm again.
    public struct FlowController: Sendable {
        /// The flow that it drives.
        public let flow: PaymentSheetFlow

        /// What is chosen; the newest saved payment method at first.
        public var paymentOption: PaymentOption? { get async { await flow.state.paymentOption } }

        /// Shows the choice, and waits until it is made; closed without one, what was chosen before stays.
        public func presentPaymentOptions() async throws(PaymentSheetRefusal) -> PaymentOption? {
            try await flow.chooseOption()
        }

        /// Takes the choice and closes the sheet of options.
        public func choose() async throws(PaymentSheetRefusal) { try await flow.closeOptions() }

        /// Closes the sheet of options and leaves the choice as it was.
        public func dismiss() async throws(PaymentSheetRefusal) { try await flow.dismiss() }

        /// Pays with what is chosen, and waits for the end.
        public func confirm() async throws(PaymentSheetRefusal) -> PaymentSheetResult {
            try await flow.confirmChoice()
        }
    }
}
