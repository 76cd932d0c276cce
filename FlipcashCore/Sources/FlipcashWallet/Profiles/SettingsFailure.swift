/// Errors from reading or changing settings. All except `badNewValue` end a command with exit code 78.
public enum SettingsFailure: WalletFailure, Equatable {
    /// The base folder cannot be determined: neither `variable` nor HOME names a folder.
    case noHome(String)
    /// The profile name cannot be used in file names.
    case badProfileName(String)
    /// A settings file is not a JSON object.
    case notAnObject(path: String)
    /// A value has the wrong form.
    case badValue(key: String, path: String, expected: String)
    /// A new value has the wrong form; nothing was changed.
    case badNewValue(key: SettingsKey, value: String, expected: String)
    /// The key to set does not exist.
    case unknownKey(String)
    /// A file was written by a newer program.
    case newerFile(path: String, version: Int)
    /// A file could not be read or written.
    case file(FileFailure)

    /// Names the key or the file, and the expected form. Only a bad new value is the user's input; the others are
    /// configuration.
    public var report: FailureReport {
        switch self {
        case .noHome(let variable):
            FailureReport(.badSettings, .configuration, "Neither \(variable) nor HOME names a folder. Set HOME.")
        case .badProfileName(let name):
            FailureReport(
                .badSettings, .configuration,
                "\"\(name)\" cannot be a profile's name: use up to 64 letters, digits, '-', '_' or '.'; "
                    + "\"node\" is taken.")
        case .notAnObject(let path):
            FailureReport(.badSettings, .configuration, "\(path) is not a JSON object. Fix or remove it.")
        case .badValue(let key, let path, let expected):
            FailureReport(
                .badSettings, .configuration,
                "The setting \"\(key)\" in \(path) is not \(expected). Correct or remove it.",
                details: ["key": key])
        case .badNewValue(let key, let value, let expected):
            FailureReport(
                .badSettings, .badInput,
                "\"\(value)\" cannot be the setting \"\(key.rawValue)\": \(expected) is expected.",
                details: ["key": key.rawValue])
        case .unknownKey(let key):
            FailureReport(
                .badSettings, .configuration, "There is no setting \"\(key)\".", details: ["key": key],
                advice: .listSettings)
        case .newerFile(let path, let version):
            FailureReport(
                .badSettings, .configuration,
                "\(path) was written by a newer program (format \(version)). Update this program.")
        case .file(let failure): failure.report
        }
    }
}
