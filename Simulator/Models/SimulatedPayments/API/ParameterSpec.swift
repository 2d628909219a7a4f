/// The specification of a parameter.
///
/// An operation declares its parameters with it; reading them refuses everything else.
struct ParameterSpec: Sendable {
    /// Boxed cases would be tagged pointers, which hide from the leak sanitizer what static values hold.
    enum Shape: Sendable {
        case text(maximum: Int)
        case email(maximum: Int)
        case currency
        case integer(minimum: Int64?, maximum: Int64?)
        /// A sum that can be charged: at least 1, at most eight digits.
        case amount
        case url
        /// The text on a statement.
        case descriptor(minimum: Int)
        case boolean
        /// A number with a fraction, kept as text.
        case decimal
        case choice([String])
        /// A time, or bounds of one: `gt`, `gte`, `lt`, `lte`.
        case times
        case hash(Members)
        /// Texts under any names.
        case texts
        /// A list, with the specification of its elements.
        case list([ParameterSpec])
        /// Anything, kept as it came.
        case any
        /// A file, in a multipart form.
        case file
    }

    typealias Members = [String: ParameterSpec]

    let shape: Shape
    var isRequired = false
    /// Whether an empty text clears it.
    var isClearable = false

    static let text = ParameterSpec(shape: .text(maximum: 5000))
    static let email = ParameterSpec(shape: .email(maximum: 800))
    static let currency = ParameterSpec(shape: .currency)
    static let integer = ParameterSpec(shape: .integer(minimum: nil, maximum: nil))
    static let positive = integer(minimum: 1)
    static let amount = ParameterSpec(shape: .amount)
    static let url = ParameterSpec(shape: .url)
    static let descriptor = ParameterSpec(shape: .descriptor(minimum: 5), isClearable: true)
    static let descriptorSuffix = ParameterSpec(shape: .descriptor(minimum: 1), isClearable: true)
    static let boolean = ParameterSpec(shape: .boolean)
    static let decimal = ParameterSpec(shape: .decimal)
    static let times = ParameterSpec(shape: .times)
    static let metadata = ParameterSpec(shape: .texts, isClearable: true)
    static let any = ParameterSpec(shape: .any, isClearable: true)
    static let file = ParameterSpec(shape: .file)

    static func text(maximum: Int) -> ParameterSpec { ParameterSpec(shape: .text(maximum: maximum)) }
    static func email(maximum: Int) -> ParameterSpec { ParameterSpec(shape: .email(maximum: maximum)) }
    static func integer(minimum: Int64, maximum: Int64? = nil) -> ParameterSpec {
        ParameterSpec(shape: .integer(minimum: minimum, maximum: maximum))
    }
    static func choice(_ names: String...) -> ParameterSpec { ParameterSpec(shape: .choice(names)) }
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> ParameterSpec {
        ParameterSpec(shape: .choice(type.allCases.map(\.rawValue)))
    }
    static func hash(_ members: Members) -> ParameterSpec { ParameterSpec(shape: .hash(members)) }
    static func list(_ element: ParameterSpec) -> ParameterSpec { ParameterSpec(shape: .list([element])) }

    var isFile: Bool { if case .file = shape { true } else { false } }

    var required: ParameterSpec {
        var spec = self
        spec.isRequired = true
        return spec
    }

    var clearable: ParameterSpec {
        var spec = self
        spec.isClearable = true
        return spec
    }
}

extension ParameterSpec.Members {
    /// Returns these and more; `more` takes precedence.
    func with(_ more: Self) -> Self { merging(more) { $1 } }

    func without(_ names: String...) -> Self { filter { !names.contains($0.key) } }

    /// The parameters of every list.
    static let list: Self = [
        "limit": .integer, "starting_after": .text, "ending_before": .text, "created": .times,
    ]

    /// A date of birth.
    static let birthday: Self = [
        "day": .integer(minimum: 1, maximum: 31), "month": .integer(minimum: 1, maximum: 12),
        "year": .integer(minimum: 1900, maximum: 9999),
    ]

    static let address: Self = [
        "line1": .text.clearable, "line2": .text.clearable, "city": .text.clearable, "state": .text.clearable,
        "postal_code": .text.clearable, "country": .text.clearable,
    ]

    static let shipping: Self = [
        "name": .text.required, "phone": .text.clearable, "address": .hash(address).required,
        "carrier": .text.clearable, "tracking_number": .text.clearable,
    ]

    static let billingDetails: Self = [
        "name": .text.clearable, "phone": .text.clearable, "email": .email.clearable,
        "address": .hash(address).clearable, "tax_id": .text.clearable,
    ]
}
