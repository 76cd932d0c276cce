import FlipcashCoreAPI
import ProtobufCodec
import Testing

/// Messages of the core API in a log show nothing that identifies a person or grants access.
@Suite struct SensitiveFieldTests {
    @Test("phone numbers, addresses, codes, tokens and signatures are not shown")
    func description_personalValues_redacted() {
        let messages: [any Message] = [
            Flipcash_Phone_V1_CheckVerificationCodeRequest.with {
                $0.phoneNumber.value = "hidden"
                $0.code.value = "hidden"
                $0.auth.keyPair.signature.value = Array("hidden".utf8)
            },
            Flipcash_Email_V1_CheckVerificationCodeRequest.with {
                $0.emailAddress.value = "hidden"
                $0.code.value = "hidden"
            },
            Flipcash_Push_V1_AddTokenRequest.with { $0.pushToken = "hidden" },
            Flipcash_Contact_V1_FullUploadRequest.with { $0.phones = [.with { $0.value = "hidden" }] },
            Flipcash_Iap_V1_Receipt.with { $0.value = "hidden" },
            Flipcash_Messaging_V1_TextContent.with { $0.text = "hidden" },
            Flipcash_Split_V1_Expense.with {
                $0.description_p = "hidden"
                $0.notes = "hidden"
            },
            Flipcash_Split_V1_Friend.with {
                $0.name = "hidden"
                $0.nickname = "hidden"
            },
            Flipcash_Split_V1_ClaimInvite.with { $0.token = Array("hidden".utf8) },
        ]
        for message in messages {
            for text in ["\(message)", message.debugDescription, message.textFormatString()] {
                #expect(text.contains("[REDACTED]"), "\(text)")
                #expect(!text.contains("hidden"), "\(text)")
            }
            var dumped = ""
            dump(message, to: &dumped)
            // 104 is the first of the bytes.
            #expect(dumped.contains("[REDACTED]") && !dumped.contains("hidden") && !dumped.contains("104"), "\(dumped)")
        }
    }

    @Test("fields that hold a secret or personal data are marked in the definitions")
    func schema_tellingNames_marked() {
        for type in FlipcashCoreAPIMessages.all {
            for field in type.schema.fields where ["access_token", "push_token", "client_data"].contains(field.name) {
                #expect(field.isSensitive, "\(type.protoMessageName).\(field.name)")
            }
        }
        for type in [
            Flipcash_Common_V1_Signature.self, Flipcash_Common_V1_PhoneNumber.self,
            Flipcash_Common_V1_EmailAddress.self, Flipcash_Phone_V1_VerificationCode.self,
            Flipcash_Email_V1_VerificationCode.self, Flipcash_Thirdparty_V1_Jwt.self,
        ] as [any Message.Type] {
            let open = type.schema.fields.filter { !$0.isSensitive }.map(\.name)
            #expect(open == [], "\(type.protoMessageName)")
        }
    }
}
