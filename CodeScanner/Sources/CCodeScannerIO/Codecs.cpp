#include "Codecs.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <dlfcn.h>

#define KIK_TEXT_OF(value) #value
#define KIK_TEXT(value) KIK_TEXT_OF(value)

// The library must have the version of the headers used at compile time.
#if defined(__APPLE__)
#define KIK_LIBRARY "libopencv_imgcodecs." KIK_TEXT(CV_VERSION_MAJOR) "0" KIK_TEXT(CV_VERSION_MINOR) ".dylib"
#elif CV_VERSION_MINOR < 10
#define KIK_LIBRARY "libopencv_imgcodecs.so." KIK_TEXT(CV_VERSION_MAJOR) "0" KIK_TEXT(CV_VERSION_MINOR)
#else
#define KIK_LIBRARY "libopencv_imgcodecs.so." KIK_TEXT(CV_VERSION_MAJOR) KIK_TEXT(CV_VERSION_MINOR)
#endif

namespace kik {
namespace {

constexpr const char *decodeSymbol = "_ZN2cv8imdecodeERKNS_11_InputArrayEi";
#if defined(_LIBCPP_VERSION)
constexpr const char *encodeSymbol =
    "_ZN2cv8imencodeERKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEERKNS_11_InputArrayE"
    "RNS0_6vectorIhNS4_IhEEEERKNSC_IiNS4_IiEEEE";
#else
constexpr const char *encodeSymbol =
    "_ZN2cv8imencodeERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNS_11_InputArrayE"
    "RSt6vectorIhSaIhEERKSB_IiSaIiEE";
#endif

void *openLibrary() {
#if defined(__APPLE__)
    // Homebrew installs outside the loader's default path.
    for (const char *folder : {"/opt/homebrew/opt/opencv/lib/", "/usr/local/opt/opencv/lib/"}) {
        std::string path = std::string(folder) + KIK_LIBRARY;
        if (void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) { return handle; }
        path = std::string(folder) + "libopencv_imgcodecs.dylib";
        if (void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) { return handle; }
    }
#endif
    return dlopen(KIK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

bool load(Codecs &codecs) {
    void *handle = openLibrary();
    if (handle == nullptr) { return false; }
    codecs.decode = reinterpret_cast<decltype(codecs.decode)>(dlsym(handle, decodeSymbol));
    codecs.encode = reinterpret_cast<decltype(codecs.encode)>(dlsym(handle, encodeSymbol));
    // Turns off OpenCV's own warnings; damaged pictures give our own errors.
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return codecs.decode != nullptr;
}

}  // namespace

const Codecs *Codecs::shared() {
    static Codecs codecs = {};
    static const bool isLoaded = load(codecs);  // thread-safe, once
    return isLoaded ? &codecs : nullptr;
}

const char *Codecs::libraryName() {
    return KIK_LIBRARY;
}

}  // namespace kik
