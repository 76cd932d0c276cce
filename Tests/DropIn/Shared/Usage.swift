import Foundation
import SwiftProtobuf

/// Typical uses of generated messages. Prints the results line by line.
enum Usage {
    static func run() throws {
        try construction()
        try oneofs()
        try binary()
        try comparing()
        try unknownFields()
        try enumerations()
        try wellKnownTypes()
        try json()
        try generics()
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    private static func sample() -> Shop_V1_Order {
        Shop_V1_Order.with {
            $0.id = "o-1"
            $0.receipt = Data([1, 2, 255])
            $0.items = [
                .with {
                    $0.name = "cup"
                    $0.count = 2
                },
                Shop_V1_Order.Item.with { $0.price = 350 },
            ]
            $0.totals["eur"] = 700
            $0.note = ""
            $0.status = .paid
            $0.customer.name = "Zoë"
            $0.customer.userID = "u"
            $0.transfer = .with { $0.iban = "X1" }
            $0.placedAt = Google_Protobuf_Timestamp(seconds: 1_777_636_800, nanos: 5000)
            $0.delivery = Google_Protobuf_Duration(seconds: 3600, nanos: 0)
            $0.labels = ["tags": Google_Protobuf_Value(listValue: ["a", nil, true, 2])]
            $0.coupon = Google_Protobuf_StringValue("SPRING")
            $0.changed = Google_Protobuf_FieldMask(protoPaths: ["items", "customer.user_id"])
            $0.attachments = [Data("x".utf8), Data()]
            $0.pages = [7: Data([7])]
            $0.offsets = [0, -1, 1]
            $0.weight = 1.25
            $0.volume = .infinity
            $0.history = [.unknown, .sent, .UNRECOGNIZED(9)]
            $0.imageURL = "https://example.com/a"
            $0.previous.id = "o-0"
            $0.class = true
        }
    }

    private static func construction() throws {
        var order = Shop_V1_Order()
        print("empty", order.id.isEmpty, order.receipt.count, order.items.count, order.hasNote, order.hasCustomer)
        order.customer.name = "Ada"
        print("set by writing", order.hasCustomer, order.customer.name)
        let copy = order
        order.clearCustomer()
        print("cleared", order.hasCustomer, copy.hasCustomer)
        order.note = ""
        print("present default", order.hasNote)
        order.clearNote()
        print("absent", order.hasNote, order.note)
        order.receipt.append(contentsOf: [1, 2, 3])
        order.receipt += Data([4])
        print("bytes", order.receipt.count, order.receipt.first ?? 0, order.receipt.base64EncodedString())
        order.previous.previous.id = "deep"
        print("recursive", order.previous.previous.id, order.previous.hasPrevious, order.hasPrevious)
        print("initialized", order.isInitialized, Shop_V1_Order.Item().isInitialized)
    }

    private static func oneofs() throws {
        var order = Shop_V1_Order()
        print("no arm", order.payment == nil)
        order.card = "1234"
        order.coins = 5
        switch order.payment {
        case .card(let card): print("card", card)
        case .cashCode(let code): print("code", code)
        case .transfer(let transfer): print("transfer", transfer)
        case .coins(let coins): print("coins", coins)
        case .none: print("none")
        }
        print("other arms read as defaults", order.card.isEmpty, order.cashCode.isEmpty)
        order.payment = .cashCode(Data([9]))
        if case .cashCode(let code)? = order.payment { print("code", code.count) }
        order.transfer.amount = 7
        print("merged by writing", order.transfer.amount)
        order.payment = nil
        print("unset", try order.serializedBytes() as [UInt8])
    }

    private static func binary() throws {
        let order = sample()
        let data: Data = try order.serializedBytes()
        let bytes: [UInt8] = try order.serializedBytes()
        print("binary", hex(bytes), data.elementsEqual(bytes), try order.serializedData().count)
        let parsed = try Shop_V1_Order(serializedBytes: data)
        print("parsed", parsed == order, try Shop_V1_Order(serializedData: data) == order)
        var merged = Shop_V1_Order.with {
            $0.id = "first"
            $0.offsets = [5]
        }
        try merged.merge(serializedBytes: bytes)
        print("merged", merged.id, merged.offsets)
        do {
            _ = try Shop_V1_Order(serializedBytes: [0x0a, 0x05] as [UInt8])
            print("accepted")
        } catch {
            print("refused")
        }
    }

    private static func comparing() throws {
        let order = sample()
        var other = order
        print("equal", order == other, order.hashValue == other.hashValue, Set([order, other]).count)
        other.items[0].count += 1
        print("different", order == other, Set([order, other]).count)
    }

    private static func unknownFields() throws {
        var order = Shop_V1_Order()
        order.id = "o"
        order.weight = 2
        let old = try Shop_V1_OldOrder(serializedBytes: order.serializedBytes() as [UInt8])
        print("unknown", hex(old.unknownFields.data), old.id)
        var changed = old
        changed.id = "p"
        let back = try Shop_V1_Order(serializedBytes: changed.serializedBytes() as [UInt8])
        print("kept", back.id, back.weight, changed == old)
    }

    private static func enumerations() throws {
        print(Shop_V1_Order.Status.allCases.map(\.rawValue), Shop_V1_Order.Status().rawValue)
        print(Shop_V1_Order.Status(rawValue: 2) == .sent, Shop_V1_Order.Status(rawValue: 9)?.rawValue ?? -1)
        switch sample().status {
        case .unknown, .sent: print("no")
        case .paid: print("paid")
        case .UNRECOGNIZED(let number): print(number)
        }
    }

    private static func wellKnownTypes() throws {
        let customer = Shop_V1_Customer.with { $0.name = "Ada" }
        let package = try Google_Protobuf_Any(message: customer)
        print("package", package.typeURL, hex(package.value), package.isA(Shop_V1_Customer.self))
        print("opened", try Shop_V1_Customer(unpackingAny: package).name)
        print("other type", (try? Shop_V1_Transfer(unpackingAny: package)) == nil)
        let type = Google_Protobuf_Type.with {
            $0.name = "shop.v1.Order"
            $0.fields = [Google_Protobuf_Field.with { $0.kind = .typeSint32 }]
            $0.options = [Google_Protobuf_Option.with { $0.value = package }]
            $0.sourceContext.fileName = "shop.proto"
            $0.syntax = .proto3
        }
        print("type", hex(try type.serializedBytes() as [UInt8]), type.fields[0].cardinality == .unknown)
        let api = Google_Protobuf_Api.with {
            $0.methods = [Google_Protobuf_Method.with { $0.requestTypeURL = "x/shop.v1.Order" }]
            $0.mixins = [Google_Protobuf_Mixin.with { $0.root = "acls" }]
        }
        print("api", hex(try api.serializedBytes() as [UInt8]), api.hasSourceContext)
        var list = Google_Protobuf_ListValue(values: [1, "two"])
        list[0] = nil
        print("list", try list.jsonString(), list.values.count)
        let object: Google_Protobuf_Struct = ["a": 1]
        print("object", object["a"]?.numberValue ?? 0, object["b"] == nil, object.fields.count)
        print("empty", try Google_Protobuf_Empty().serializedBytes() as [UInt8])
        print("wrapper", Google_Protobuf_Int64Value(5).value, (7 as Google_Protobuf_UInt32Value).value)
        let span: Google_Protobuf_Duration = -1.25
        let time = Google_Protobuf_Timestamp(nanos: 5)
        let results = [-span, span + span, Google_Protobuf_Duration(nanos: 7) - span, time - (time + span)]
        print("spans", results.map { "\($0.seconds) \($0.nanos)" })
        print("points", [time + span, span + time, time - span].map { "\($0.seconds) \($0.nanos)" })
        print("prefix", defaultAnyTypeURLPrefix)
    }

    private static func json() throws {
        let order = sample()
        let text = try order.jsonString()
        print("json", text)
        print("parsed", try Shop_V1_Order(jsonString: text) == order)
        var options = JSONEncodingOptions()
        options.preserveProtoFieldNames = true
        options.alwaysPrintEnumsAsInts = true
        options.alwaysPrintInt64sAsNumbers = true
        options.useDeterministicOrdering = true
        print("options", try order.jsonString(options: options))
        let bytes: [UInt8] = try order.jsonUTF8Bytes()
        print("bytes", try Shop_V1_Order(jsonUTF8Bytes: bytes) == order)
        let data: Data = try order.jsonUTF8Data()
        print("data", try Shop_V1_Order(jsonUTF8Data: data) == order)
        var decoding = JSONDecodingOptions()
        decoding.ignoreUnknownFields = true
        print("ignored", try Shop_V1_Customer(jsonString: #"{"name":"a","x":[1]}"#, options: decoding).name)
        print("refused", (try? Shop_V1_Customer(jsonString: #"{"name":"a","x":[1]}"#)) == nil)
        let customers = [Shop_V1_Customer.with { $0.name = "a" }, Shop_V1_Customer()]
        let list = try Shop_V1_Customer.jsonString(from: customers)
        print("array", list, try Shop_V1_Customer.array(fromJSONString: list) == customers)
        let listBytes: [UInt8] = try Shop_V1_Customer.jsonUTF8Bytes(from: customers)
        print("array", try Shop_V1_Customer.array(fromJSONUTF8Bytes: listBytes).count)
        print("text", Shop_V1_Order.Item.with { $0.name = "a\"b" }.textFormatString())
    }

    private static func generics() throws {
        func roundTrip<M: Message>(_ message: M) throws -> M {
            try M(serializedBytes: message.serializedBytes() as [UInt8])
        }
        print("generic", try roundTrip(sample()) == sample(), Shop_V1_Order.protoMessageName)
        let messages: [any Message] = [Shop_V1_Customer(), Shop_V1_Transfer()]
        for message in messages { print(type(of: message).protoMessageName, messages[0].isEqualTo(message: message)) }
    }
}
