enum RefundState: String, Codable { case pending, succeeded, failed }
