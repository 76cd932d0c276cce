import CodeScanner
import CodeScannerIO
import Foundation

/// Measures the scanner against its time budgets. Exits with status 1 when a budget is exceeded or a frame is read
/// wrongly.
///
/// `scanner-benchmark FILE…` prints the codes in pictures. `scanner-benchmark --frame FILE…` prints the code found when
/// each picture is scanned once as a camera frame.
@main
enum Benchmark {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case nil: try measure()
        case "--frame": arguments.dropFirst().forEach(look)
        default: arguments.forEach(report)
        }
    }

    /// The time budget of a frame on one core in milliseconds (code specification §10.6).
    private static func budget(width: Int, hasCode: Bool) -> Double {
        width > 640 ? (hasCode ? 10 : 5) : 4
    }

    private static func measure() throws {
        let code = try KikCodes.encode([1, 142, 0x40, 0x4B, 0x4C, 0, 0, 0, 0, 0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 7])
        print("frame                          circular ms  budget      QR ms")
        var failures = 0
        let scanner = FrameScanner()
        for (width, height) in [(640, 480), (1280, 720), (1920, 1080)] {
            for room in Frame.Room.allCases {
                for hasCode in [true, false] {
                    var frame = Frame(width: width, height: height, room: room)
                    if hasCode { try frame.draw(code: code, diameter: height * 45 / 100) }
                    let image = try frame.image()
                    let found = scanner.scan(image, quality: .best) != nil
                    let time = Stopwatch.milliseconds { _ = scanner.scan(image, quality: .best) }
                    let timeQR = Stopwatch.milliseconds { _ = QRCodes.scan(image, effort: .frame) }
                    let limit = budget(width: width, hasCode: hasCode)
                    if time > limit || found != hasCode { failures += 1 }
                    let name =
                        "\(width)x\(height) \(room.rawValue) \(hasCode ? "code" : "none")\(found == hasCode ? "" : " WRONG")"
                    print(
                        padded(name, 30, left: false), padded(rounded(time), 11), padded(rounded(limit), 7),
                        padded(rounded(timeQR), 10), time > limit ? "over" : "")
                }
            }
        }
        guard failures == 0 else {
            print("\(failures) frames are over their budgets or read wrongly.")
            exit(1)
        }
        print("All frames are within their budgets.")
    }

    private static func look(_ path: String) {
        guard let image = try? ImageFile.luma(path: path) else { return print("\(path): not a picture") }
        let payload = KikCodes.scan(image, quality: .best)?.payload
        print("\(path): \(payload.map { "\($0)" } ?? "none")")
    }

    private static func report(_ path: String) {
        do {
            let image = try ImageFile.luma(path: path)
            if let text = QRCodes.scan(image)?.text { return print("\(path): QR \(text)") }
            let payload = CodeExtractor(timeLimit: .seconds(1)).payload(in: image)
            print("\(path): circular \(payload.map { "\($0)" } ?? "none")")
        } catch {
            print("\(path): \(error)")
        }
    }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = true) -> String {
        let space = String(repeating: " ", count: max(width - text.count, 0))
        return left ? space + text : text + space
    }
}
