#include <google/protobuf/unknown_field_set.h>

#include <limits>
#include <random>

#include "Reference.hpp"

using namespace google::protobuf;

namespace {

/// How deep random messages nest; recursive types end here.
constexpr int max_depth = 6;

class Filler {
  public:
    explicit Filler(uint64_t seed) : generator(seed) {}

    void fill(Message &message, int depth) {
        const auto *type = message.GetDescriptor();
        for (int i = 0; i < type->field_count(); i++) {
            const auto *field = type->field(i);
            if (below(3) == 0) continue;
            if (field->is_map()) {
                fill_map(message, *field, depth);
            } else if (field->is_repeated()) {
                for (uint64_t count = below(4); count > 0; count--) set(message, *field, true, depth);
            } else {
                set(message, *field, false, depth);
            }
        }
        if (below(8) == 0) add_unknown(message);
    }

  private:
    std::mt19937_64 generator;

    uint64_t below(uint64_t limit) { return generator() % limit; }

    template <typename Integer>
    Integer integer() {
        using Limits = std::numeric_limits<Integer>;
        switch (below(6)) {
            case 0: return 0;
            case 1: return 1;
            case 2: return Limits::max();
            case 3: return Limits::min();
            case 4: return static_cast<Integer>(below(300));
            default: return static_cast<Integer>(generator());
        }
    }

    template <typename Real>
    Real real() {
        switch (below(7)) {
            case 0: return 0;
            case 1: return -static_cast<Real>(0);
            case 2: return std::numeric_limits<Real>::infinity();
            case 3: return std::numeric_limits<Real>::quiet_NaN();
            case 4: return std::numeric_limits<Real>::denorm_min();
            default: return static_cast<Real>(static_cast<int64_t>(generator())) / static_cast<Real>(1000);
        }
    }

    std::string bytes() {
        std::string result(below(4) == 0 ? below(200) : below(34), '\0');
        for (auto &byte : result) byte = static_cast<char>(below(256));
        return result;
    }

    std::string text() {
        static const char *pieces[] = {"a", "Zoë", "🐙", "é", "\x01", "日本", " ", "quark", "ß"};
        std::string result;
        for (uint64_t count = below(6); count > 0; count--) result += pieces[below(9)];
        return result;
    }

    int enum_number(const EnumDescriptor &type) {
        if (below(5) == 0) return static_cast<int>(integer<int32_t>());
        return type.value(static_cast<int>(below(static_cast<uint64_t>(type.value_count()))))->number();
    }

    void set(Message &message, const FieldDescriptor &field, bool add, int depth) {
        const auto *reflection = message.GetReflection();
        switch (field.cpp_type()) {
#define SCALAR(NAME, METHOD, VALUE)                                      \
    case FieldDescriptor::CPPTYPE_##NAME:                                \
        if (add) reflection->Add##METHOD(&message, &field, VALUE);       \
        else reflection->Set##METHOD(&message, &field, VALUE);           \
        break;
            SCALAR(INT32, Int32, integer<int32_t>())
            SCALAR(INT64, Int64, integer<int64_t>())
            SCALAR(UINT32, UInt32, integer<uint32_t>())
            SCALAR(UINT64, UInt64, integer<uint64_t>())
            SCALAR(DOUBLE, Double, real<double>())
            SCALAR(FLOAT, Float, real<float>())
            SCALAR(BOOL, Bool, below(2) == 1)
            SCALAR(ENUM, EnumValue, enum_number(*field.enum_type()))
            SCALAR(STRING, String, field.type() == FieldDescriptor::TYPE_BYTES ? bytes() : text())
#undef SCALAR
            case FieldDescriptor::CPPTYPE_MESSAGE: {
                if (depth >= max_depth) break;
                auto *inner = add ? reflection->AddMessage(&message, &field) : reflection->MutableMessage(&message, &field);
                fill(*inner, depth + 1);
                break;
            }
        }
    }

    void fill_map(Message &message, const FieldDescriptor &field, int depth) {
        const auto *entry = field.message_type();
        for (uint64_t count = below(5), i = 0; i < count; i++) {
            auto *added = message.GetReflection()->AddMessage(&message, &field);
            // Distinct keys, since a repeated one would be lost when the map is read.
            const auto *key = entry->map_key();
            if (key->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
                added->GetReflection()->SetString(added, key, text() + std::string(1, static_cast<char>('a' + i)));
            } else {
                set(*added, *key, false, depth);
            }
            set(*added, *entry->map_value(), false, depth);
        }
    }

    void add_unknown(Message &message) {
        auto *unknown = message.GetReflection()->MutableUnknownFields(&message);
        const int number = 19'000 + static_cast<int>(below(900));
        switch (below(5)) {
            case 0: unknown->AddVarint(number + 1000, generator()); break;
            case 1: unknown->AddFixed32(number + 1000, static_cast<uint32_t>(generator())); break;
            case 2: unknown->AddFixed64(number + 1000, generator()); break;
            case 3: unknown->AddLengthDelimited(number + 1000, bytes()); break;
            default: unknown->AddGroup(number + 1000)->AddVarint(1, generator()); break;
        }
    }
};

}  // namespace

void reference::fill_random(Message &message, uint64_t seed) {
    Filler(seed).fill(message, 0);
}
