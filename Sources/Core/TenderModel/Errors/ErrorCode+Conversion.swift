extension ErrorCode {
    /// Names why no conversion is asked for.
    public init(_ error: CurrencyConversionError) {
        self =
            switch error {
            case .notInspected: .requestDynamicCurrencyConversionRequiresUpdatePaymentIntent
            case .surcharge: .surchargeUnavailableWithDynamicCurrencyConversion
            case .notAvailable: .dynamicCurrencyConversionNotAvailable
            }
    }
}
