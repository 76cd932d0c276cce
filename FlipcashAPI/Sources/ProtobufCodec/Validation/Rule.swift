/// The checks that generated `validateFields()` methods call.
///
/// A failed check throws ``ValidationError`` with the field and the rule, never the value.
public enum Rule {
    @inlinable
    static func demand(
        _ holds: Bool, _ field: String, _ reason: @autoclosure () -> String
    ) throws(ValidationError) {
        guard holds else { throw ValidationError(field: field, reason: reason()) }
    }
}

// MARK: Messages

extension Rule {
    /// Checks a sub-message if it is set, and that a required one is set.
    public static func message<M: Message>(
        _ value: M?, required: Bool = false, _ field: String
    ) throws(ValidationError) {
        guard let value else { return try demand(!required, field, "value is required") }
        do throws(ValidationError) {
            try value.validateFields()
        } catch {
            throw error.nested(in: field)
        }
    }

    /// Checks a boxed sub-message if it is set, and that a required one is set.
    public static func message<M: Message>(
        _ value: Boxed<M>, required: Bool = false, _ field: String
    ) throws(ValidationError) {
        try message(value.value, required: required, field)
    }

    /// Checks every message of a list.
    public static func messages<M: Message>(_ values: [M], _ field: String) throws(ValidationError) {
        for index in values.indices {
            do throws(ValidationError) {
                try values[index].validateFields()
            } catch {
                throw error.nested(in: "\(field)[\(index)]")
            }
        }
    }

    /// Checks every message of a map. The error does not name the key.
    public static func messages<Key, M: Message>(_ values: [Key: M], _ field: String) throws(ValidationError) {
        let place = "\(field)[]"
        for value in values.values { try message(value, place) }
    }

    /// Checks that a oneof or field is set.
    public static func isSet(_ isSet: Bool, _ field: String) throws(ValidationError) {
        try demand(isSet, field, "value is required")
    }
}

// MARK: Lists, texts and bytes

extension Rule {
    /// Checks the number of items of a list or map.
    public static func items(_ count: Int, min: Int = 0, max: Int = .max, _ field: String) throws(ValidationError) {
        try demand(count >= min, field, "must have at least \(min) items")
        try demand(count <= max, field, "must have at most \(max) items")
    }

    /// Checks the number of bytes.
    public static func bytes<Bytes: Collection>(
        _ value: Bytes, min: Int = 0, max: Int = .max, _ field: String
    ) throws(ValidationError) {
        if min == max { return try demand(value.count == min, field, "must have \(min) bytes") }
        try demand(value.count >= min, field, "must have at least \(min) bytes")
        try demand(value.count <= max, field, "must have at most \(max) bytes")
    }

    /// Checks the number of Unicode code points.
    public static func characters(
        _ value: String, min: Int = 0, max: Int = .max, _ field: String
    ) throws(ValidationError) {
        let count = value.unicodeScalars.count
        if min == max { return try demand(count == min, field, "must have \(min) characters") }
        try demand(count >= min, field, "must have at least \(min) characters")
        try demand(count <= max, field, "must have at most \(max) characters")
    }

    /// Checks the number of UTF-8 bytes.
    public static func utf8(_ value: String, max: Int, _ field: String) throws(ValidationError) {
        try demand(value.utf8.count <= max, field, "must have at most \(max) bytes")
    }

    /// Checks that a text matches a pattern.
    public static func matches(_ value: String, _ pattern: TextPattern, _ field: String) throws(ValidationError) {
        try demand(pattern.matches(value), field, "must match \(pattern.source)")
    }

    /// Checks that a text is an absolute URI.
    public static func uri(_ value: String, _ field: String) throws(ValidationError) {
        try demand(AbsoluteURI.isValid(value), field, "must be an absolute URI")
    }
}

// MARK: Numbers, truth values and enums

extension Rule {
    /// Checks that a number is greater than a bound. NaN fails.
    @inlinable
    public static func number<Value: Comparable>(
        _ value: Value, greaterThan bound: Value, _ field: String
    ) throws(ValidationError) {
        try demand(value > bound, field, "must be greater than \(bound)")
    }

    /// Checks that a number is at least a bound. NaN fails.
    @inlinable
    public static func number<Value: Comparable>(
        _ value: Value, atLeast bound: Value, _ field: String
    ) throws(ValidationError) {
        try demand(value >= bound, field, "must be at least \(bound)")
    }

    /// Checks that a number is at most a bound. NaN fails.
    @inlinable
    public static func number<Value: Comparable>(
        _ value: Value, atMost bound: Value, _ field: String
    ) throws(ValidationError) {
        try demand(value <= bound, field, "must be at most \(bound)")
    }

    /// Checks that a value equals the only one allowed.
    @inlinable
    public static func constant<Value: Equatable>(
        _ value: Value, _ expected: Value, _ field: String
    ) throws(ValidationError) {
        try demand(value == expected, field, "must be \(expected)")
    }

    /// Checks that an enum has one of the allowed numbers.
    public static func isIn<Value: Enum>(_ value: Value, _ numbers: [Int], _ field: String) throws(ValidationError) {
        try demand(numbers.contains(value.rawValue), field, "must be one of \(numbers)")
    }

    /// Checks that an enum has none of the forbidden numbers.
    public static func isNotIn<Value: Enum>(
        _ value: Value, _ numbers: [Int], _ field: String
    ) throws(ValidationError) {
        try demand(!numbers.contains(value.rawValue), field, "must not be one of \(numbers)")
    }

    /// Checks that the definition has the enum's value.
    public static func isDefined<Value: Enum>(_ value: Value, _ field: String) throws(ValidationError) {
        try demand(value.isDefined, field, "must be one of the defined values")
    }
}
