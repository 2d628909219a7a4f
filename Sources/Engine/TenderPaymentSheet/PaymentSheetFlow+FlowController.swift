public import TenderCheckout

extension PaymentSheetFlow {
    /// A payment sheet with choice and payment apart: the app shows the choice, and pays with a button of its own.
    ///
    /// `load`, `select`, `enter`, `comeBack`, `ask` and `leave` are the flow's. A decline ends `confirm` with `failed`,
    /// since no sheet is open to continue in; the customer may choose something else and confirm again.
    public struct FlowController: Sendable {
        /// The flow that the controller drives.
        public let flow: PaymentSheetFlow

        /// The chosen option; at first the newest saved payment method.
        public var paymentOption: PaymentOption? { get async { await flow.state.paymentOption } }

        /// Presents the choice and waits until it is made; closing it without one keeps the previous choice.
        public func presentPaymentOptions() async throws(PaymentSheetRefusal) -> PaymentOption? {
            try await flow.chooseOption()
        }

        /// Accepts the choice and closes the sheet of options.
        public func choose() async throws(PaymentSheetRefusal) { try await flow.closeOptions() }

        /// Closes the sheet of options and keeps the previous choice.
        public func dismiss() async throws(PaymentSheetRefusal) { try await flow.dismiss() }

        /// Pays with the chosen option, and waits for the end.
        public func confirm() async throws(PaymentSheetRefusal) -> PaymentSheetResult {
            try await flow.confirmChoice()
        }
    }
}
