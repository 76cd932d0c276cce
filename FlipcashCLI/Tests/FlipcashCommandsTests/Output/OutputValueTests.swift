import Testing

@testable import FlipcashCommands

@Suite struct OutputValueTests {
    @Test("Fields keep their order, absent ones are left out, and text is escaped")
    func text_object_isCompactJSON() {
        var object = OutputObject(schema: "test")
        object["b"] = .string("a\"\\\n\u{1}é\u{2028}")
        object["a"] = .array([.integer(-1), .boolean(true), .quarks(.max)])
        object["gone"] = nil
        #expect(
            object.text
                == #"{"schema":"flipcash.test/1","b":"a\"\\\n\u0001é\u2028","a":[-1,true,"18446744073709551615"]}"#)
    }

    @Test("Setting a field again keeps its position, setting nil removes it")
    func subscript_set_replacesInPlace() {
        var object = OutputObject()
        object["x"] = .integer(1)
        object["y"] = .integer(2)
        object["x"] = .integer(3)
        #expect(object.text == #"{"x":3,"y":2}"#)
        object["x"] = nil
        #expect(object.text == #"{"y":2}"#)
    }

    @Test("The indented form has two spaces per level")
    func indentedText_nested_isIndented() {
        let value = OutputValue.fields(["a": .array([.integer(1), .array([])]), "b": .object(OutputObject())])
        #expect(
            value.indentedText == """
                {
                  "a": [
                    1,
                    []
                  ],
                  "b": {}
                }
                """)
    }
}
