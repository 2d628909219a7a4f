extension USBInterface {
    /// Whether it belongs to a chip card reader: by its class, or as a known model of class FF that has the functional
    /// descriptor.
    public var isChipCardReader: Bool {
        if interfaceClass == 0x0B { return true }
        let isKnown = CCIDQuirk.of(vendorID: vendorID, productID: productID)?.hasVendorClass ?? false
        return interfaceClass == 0xFF && isKnown && CCIDDescriptor(in: extra) != nil
    }

    /// Whether it sends HID reports.
    var isHID: Bool { interfaceClass == 0x03 }
}
