import Foundation
import Testing

@testable import FlipcashCore

extension MoneyVectorTests {
    var textGroups: Handlers {
        [
            "format": { vector in
                let amount = FiatAmount(value: try decimal(vector.input["value"]), currency: try currency(vector.input))
                let minimum = vector.input["minimumFractionDigits"]
                let text = amount.formatted(
                    minimumFractionDigits: minimum.isNull ? nil : try minimum.int(),
                    suffix: vector.input["suffix"].optionalString, locale: try locale(vector.input))
                #expect(text == (try vector.out["text"].string()))
            },
            "compact": { vector in
                let value = try Decimal(wireValue: try vector.input["value"].double())
                let amount = FiatAmount(value: value, currency: try currency(vector.input))
                let text = amount.formattedCompact(locale: try locale(vector.input))
                #expect(text == (try vector.out["text"].string()))
            },
        ]
    }

    var entryGroups: Handlers {
        [
            "parseAmount": { vector in
                let separator = try #require(try vector.input["separator"].string().first)
                let value = AmountValidator(separator: separator).validate(try vector.input["text"].string())
                #expect(value?.plainText == vector.out["value"].optionalString)
            },
            "keypad": { vector in
                var keypad = AmountKeypad(
                    maxIntegerDigits: try vector.input["maxIntegerDigits"].int(),
                    maxDecimalDigits: try vector.input["maxDecimalDigits"].int())
                for key in try vector.input["keys"].string() {
                    switch key {
                    case "<": keypad.press(.delete)
                    case ".": keypad.press(.separator)
                    default: keypad.press(.digit(try #require(key.wholeNumberValue)))
                    }
                }
                #expect(keypad.content == (try vector.out["content"].string()))
            },
            "withinDisplayLimit": { vector in
                let currency = try currency(vector.input)
                let maximum = FiatAmount(value: try decimal(vector.input["max"]), currency: currency)
                let value = AmountValidator().validate(try vector.input["entered"].string())
                let isWithin = try value.map { value in
                    try FiatAmount(value: value, currency: currency).isWithinDisplayLimit(maximum)
                }
                #expect((isWithin ?? false) == (try vector.out["ok"].bool()))
            },
        ]
    }

    var validatorGroups: Handlers {
        [
            "email": { vector in
                let value = EmailValidator().validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString)
            },
            "phone": { vector in
                let validator = PhoneValidator(regionCode: try vector.input["region"].string())
                let entry = validator.validate(try vector.input["text"].string())
                let expected = vector.out["result"]
                switch entry {
                case nil: #expect(expected.isNull)
                case .incomplete: #expect(expected == .string("incomplete"))
                case .invalid: #expect(expected == .string("invalid"))
                case .valid(let phone): #expect(expected["valid"] == .string(phone.e164))
                }
            },
            "length": { vector in
                let validator = LengthValidator(maxLength: try vector.input["maxLength"].int())
                let value = validator.validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString)
            },
            "displayName": { vector in
                let text = try vector.input["text"].string()
                #expect(DisplayNameValidator().validate(text) == vector.out["value"].optionalString)
                #expect(DisplayNameValidator().remaining(in: text) == (try vector.out["remaining"].int()))
            },
            "currencyName": { vector in
                let value = CurrencyNameValidator().validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString)
            },
        ]
    }

    var chartGroups: Handlers {
        [
            "resample": { vector in
                let resampled = DataPointResampler.resample(
                    try points(vector.input["points"]), target: try vector.input["target"].int())
                let expected = try points(vector.out["points"])
                #expect(resampled.count == expected.count)
                for (point, wanted) in zip(resampled, expected) {
                    #expect(abs(point.x - wanted.x) < 1e-9 && abs(point.y - wanted.y) < 1e-9)
                }
            }
        ]
    }

    private func points(_ value: VectorValue) throws -> [DataPointResampler.Point] {
        try value.array().map { pair in
            let numbers = try pair.array().map { try $0.double() }
            try #require(numbers.count == 2)
            return DataPointResampler.Point(x: numbers[0], y: numbers[1])
        }
    }
}
