public import FlipcashCore

/// A calendar file, such as one with the deadlines and contributions of goals (goals specification §15, RFC 5545).
public struct CalendarFile: Sendable {
    /// One event.
    public struct Event: Hashable, Sendable {
        /// The id, which never changes for the same event.
        public let uid: String
        /// The properties between the first and the last line, without stamp and sequence.
        let lines: [String]
        /// Whether the event is called off.
        public let isCancelled: Bool

        /// The text by which a change is noticed.
        public var content: String { lines.joined(separator: "\n") + (isCancelled ? "\nCANCELLED" : "") }
    }

    /// The events with their sequence numbers.
    private let events: [(event: Event, sequence: Int)]
    private let stamp: Instant
    private let product: String

    /// Creates a file made at `stamp`.
    ///
    /// - Parameters:
    ///   - sequence: the number of changes of an event, by its uid; 0 for a new one.
    ///   - product: the name of what makes the file.
    public init(
        events: [Event], sequence: [String: Int], stamp: Instant, product: String = "Savings goals"
    ) {
        self.product = product
        self.events = events.map { ($0, sequence[$0.uid] ?? 0) }
        self.stamp = stamp
    }

    /// The file, with the line ends that the format requires.
    public var text: String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Flipcash//\(product)//EN", "METHOD:PUBLISH"]
        var lines = head
        for (event, sequence) in events {
            lines.append("BEGIN:VEVENT")
            lines += CalendarLine("UID", text: event.uid).lines
            lines += ["DTSTAMP:\(Self.text(stamp))", "SEQUENCE:\(sequence)"]
            if event.isCancelled { lines.append("STATUS:CANCELLED") }
            lines += event.lines
            lines.append("END:VEVENT")
        }
        lines.append("END:VCALENDAR")
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// The time in UTC, as the format writes it.
    static func text(_ instant: Instant) -> String {
        TimestampText.text(instant).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }
}

extension CalendarFile.Event {
    /// An event of an earlier file, called off.
    ///
    /// - Parameter content: its ``content`` in that file, where it was not called off.
    init(cancelling uid: String, content: String) {
        self.init(uid: uid, lines: content.split(separator: "\n").map(String.init), isCancelled: true)
    }

    /// Whether `uid` is that of an event of `goal`.
    static func isUID(_ uid: String, of goal: GoalID) -> Bool {
        uid == "goal-deadline-\(goal)@flipcash" || uid.hasPrefix("goal-contribution-\(goal)-")
    }

    /// The day of a goal's deadline, with alarms at nine on that day and three days earlier.
    public static func deadline(of goal: Goal) -> CalendarFile.Event {
        var lines = [
            "DTSTART;VALUE=DATE:\(goal.deadline.compactText)",
            "DTEND;VALUE=DATE:\(goal.deadline.adding(days: 1).compactText)",
        ]
        lines += CalendarLine("SUMMARY", text: "Goal: \(goal.name)").lines
        lines += CalendarLine("DESCRIPTION", text: "Target: \(goal.target)").lines
        for trigger in ["PT9H", "-P2DT15H"] {
            lines += ["BEGIN:VALARM", "ACTION:DISPLAY"] + CalendarLine("DESCRIPTION", text: goal.name).lines
            lines += ["TRIGGER:\(trigger)", "END:VALARM"]
        }
        return CalendarFile.Event(
            uid: "goal-deadline-\(goal.id)@flipcash", lines: lines, isCancelled: goal.lifecycle.isHidden)
    }

    /// A quarter of an hour every week, beginning at `first`, with an alarm.
    ///
    /// - Parameter details: the text of the event, with line breaks.
    public static func weekly(uid: String, summary: String, details: String, first: Instant) -> CalendarFile.Event {
        var lines = [
            "DTSTART:\(CalendarFile.text(first))",
            "DTEND:\(CalendarFile.text(first.advanced(by: .seconds(900))))", "RRULE:FREQ=WEEKLY",
        ]
        lines += CalendarLine("SUMMARY", text: summary).lines + CalendarLine("DESCRIPTION", text: details).lines
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY"] + CalendarLine("DESCRIPTION", text: summary).lines
        lines += ["TRIGGER:PT0S", "END:VALARM"]
        return CalendarFile.Event(uid: uid, lines: lines, isCancelled: false)
    }

    /// A quarter of an hour for each reminder of `goal` in `schedule`.
    public static func contributions(to goal: Goal, _ schedule: ReminderSchedule) -> [CalendarFile.Event] {
        zip(schedule.dates, schedule.times).map { date, time in
            let end = time.advanced(by: .seconds(900))
            let lines = ["DTSTART:\(CalendarFile.text(time))", "DTEND:\(CalendarFile.text(end))"]
            return CalendarFile.Event(
                uid: "goal-contribution-\(goal.id)-\(date.compactText)@flipcash",
                lines: lines + CalendarLine("SUMMARY", text: "Save for \(goal.name)").lines,
                isCancelled: goal.lifecycle.isHidden)
        }
    }
}
