extension SimulatedCCID {
    /// Returns the device, configuration and string descriptors of a model.
    static func descriptors(of model: SimulatedCCIDModel) -> USBDescriptorSet {
        func two(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
        func four(_ value: UInt32) -> [UInt8] {
            two(UInt16(truncatingIfNeeded: value)) + two(UInt16(truncatingIfNeeded: value >> 16))
        }
        let device =
            [18, 1, 0, 2, 0, 0, 0, 64] + two(model.vendorID) + two(model.productID)
            + two(model.deviceVersion) + [1, 2, 3, 1] as [UInt8]
        let protocols: UInt32 =
            switch model.kind {
            case .short, .extended: 3
            case .t0: 1
            case .t1: 2
            }
        var functional: [UInt8] = [54, 0x21, 0x10, 0x01, UInt8(clamping: model.slotCount - 1), 7]
        functional += four(protocols) + four(4000) + four(4000) + [0] + four(10_752) + four(model.maximumDataRate) + [0]
        functional += four(model.maximumFieldSize) + four(0) + four(0) + four(model.allFeatures)
        functional += four(model.maximumMessage) + [0, 0] + two(0) + [model.customer == nil ? 0 : 3, model.busySlots]
        var endpoints: [UInt8] = model.hasInterrupt ? [7, 5, 0x83, 3, 8, 0, 16] : []
        endpoints += [7, 5, 0x01, 2, 64, 0, 0, 7, 5, 0x82, 2, 64, 0, 0]
        let interface: [UInt8] = [9, 4, 0, 0, model.hasInterrupt ? 3 : 2, model.interfaceClass, 0, 0, 0]
        let body = interface + functional + endpoints
        let configuration = [9, 2] + two(UInt16(clamping: 9 + body.count)) + [1, 1, 0, 0xA0, 50] + body
        let strings = ["Tender (simulated)", "Simulated \(model.kind.rawValue)", "SIM-CCID-1"]
        return USBDescriptorSet(device: device, configuration: configuration, strings: strings)
    }
}
