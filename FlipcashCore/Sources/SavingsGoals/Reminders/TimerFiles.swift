/// Files that run standing orders and reminders every morning (goals specification §15).
///
/// The orders come first. If they fail, the reminders run nevertheless.
public struct TimerFiles: Hashable, Sendable {
    private let executable: String

    /// The arguments of the commands that a timer runs.
    private static let orders = ["goals", "auto", "run", "--no-input", "-q"]
    private static let reminders = ["goals", "remind", "--due", "--notify", "--no-input", "-q"]

    /// Why a path cannot stand in a timer.
    public struct BadPath: Error, Hashable, Sendable, CustomStringConvertible {
        /// The path.
        public let path: String

        /// What is wrong, in lower case and without a full stop.
        public var description: String { "the path \"\(path)\" is not absolute or has a line break" }
    }

    /// Creates files for the program at `executable`, an absolute path.
    public init(executable: String) throws(BadPath) {
        guard executable.hasPrefix("/"),
            !executable.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw BadPath(path: executable) }
        self.executable = executable
    }

    /// The unit of systemd that runs once.
    public var systemdService: String {
        // systemd expands % and $ in a command.
        let path = executable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$")
        return """
            [Unit]
            Description=Standing orders and reminders of savings goals

            [Service]
            Type=oneshot
            ExecStart=-"\(path)" \(Self.orders.joined(separator: " "))
            ExecStart="\(path)" \(Self.reminders.joined(separator: " "))

            """
    }

    /// The unit of systemd that says when. A missed morning is caught up.
    public static let systemdTimer = """
        [Unit]
        Description=Standing orders and reminders of savings goals every morning

        [Timer]
        OnCalendar=*-*-* 09:00:00
        Persistent=true
        RandomizedDelaySec=60

        [Install]
        WantedBy=timers.target

        """

    /// The line of a crontab.
    public var cronLine: String {
        // The shell reads the path, and cron takes an unescaped percent sign as the end of the command.
        let path = ("'" + executable.replacing("'", with: "'\\''") + "'").replacing("%", with: "\\%")
        let commands = [Self.orders, Self.reminders].map { "\(path) \($0.joined(separator: " "))" }
        return "0 9 * * * " + commands.joined(separator: "; ")
    }

    /// The property list of launchd.
    public var launchdList: String {
        // launchd runs one program, so a shell runs both commands. The path is an argument and needs no quotes.
        let script = [Self.orders, Self.reminders].map { "\"$0\" \($0.joined(separator: " "))" }
            .joined(separator: "; ")
        let words = ["/bin/sh", "-c", script, executable].map { word in
            let text = word.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            return "        <string>\(text)</string>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>Label</key>
                <string>com.flipcash.goals</string>
                <key>ProgramArguments</key>
                <array>
            \(words.joined(separator: "\n"))
                </array>
                <key>StartCalendarInterval</key>
                <dict>
                    <key>Hour</key>
                    <integer>9</integer>
                    <key>Minute</key>
                    <integer>0</integer>
                </dict>
            </dict>
            </plist>

            """
    }
}
