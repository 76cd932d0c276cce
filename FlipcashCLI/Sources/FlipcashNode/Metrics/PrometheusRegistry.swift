import CoreMetrics
import Synchronization

/// Keeps metrics in memory and writes them in Prometheus's text format, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
///
/// A metric without a known shape gets no help text, and a histogram of it the bounds for durations. A name that is used
/// for two kinds of metrics keeps the first kind; the second one is not kept.
final class PrometheusRegistry: MetricsFactory {
    private enum Cell: Sendable {
        case counter(CounterCell)
        case gauge(GaugeCell)
        case histogram(HistogramCell)

        var object: AnyObject {
            switch self {
            case .counter(let cell): cell
            case .gauge(let cell): cell
            case .histogram(let cell): cell
            }
        }
    }

    private struct Family: Sendable {
        let kind: MetricShape.Kind
        let help: String?
        /// The cells by their labels in text form.
        var cells: [String: Cell] = [:]
    }

    private let shapes: [String: MetricShape]
    private let families = Mutex<[String: Family]>([:])

    /// - Parameter shapes: kinds and help texts by name.
    init(shapes: [String: MetricShape] = [:]) { self.shapes = shapes }

    /// All metrics in text form, ordered by name and labels.
    var text: String {
        var page = PrometheusText()
        for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where !family.cells.isEmpty {
            page.begin(name, kind: family.kind.name, help: family.help)
            for (labels, cell) in family.cells.sorted(by: { $0.key < $1.key }) {
                switch cell {
                case .counter(let cell): page.add(name, labels, cell.value)
                case .gauge(let cell): page.add(name, labels, cell.value)
                case .histogram(let cell): page.add(name, labels, cell.reading)
                }
            }
        }
        return page.content
    }

    // MARK: Making metrics

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        counter(label, dimensions) ?? CounterCell()
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let kept: (any RecorderHandler)? = aggregate ? histogram(label, dimensions) : gauge(label, dimensions)
        return kept ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> CounterCell? {
        guard case .counter(let cell) = cell(label, dimensions, .counter, make: { _ in .counter(CounterCell()) })
        else { return nil }
        return cell
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeCell? {
        guard case .gauge(let cell) = cell(label, dimensions, .gauge, make: { _ in .gauge(GaugeCell()) })
        else { return nil }
        return cell
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramCell? {
        let found = cell(label, dimensions, .histogram(bounds: MetricShape.seconds)) { kind in
            guard case .histogram(let bounds) = kind else { return .histogram(HistogramCell(bounds: [])) }
            return .histogram(HistogramCell(bounds: bounds))
        }
        guard case .histogram(let cell) = found else { return nil }
        return cell
    }

    /// The cell of a name with its labels, made if it is missing; nil if the name has another kind.
    private func cell(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricShape.Kind,
        make: (MetricShape.Kind) -> Cell
    ) -> Cell? {
        let name = PrometheusText.name(label)
        let labels = PrometheusText.labels(dimensions)
        let shape = shapes[label]
        return families.withLock { families in
            let known = families[name] ?? Family(kind: shape?.kind ?? kind, help: shape?.help)
            guard known.kind.name == kind.name else { return nil }
            var family = known
            let cell = family.cells[labels] ?? make(family.kind)
            family.cells[labels] = cell
            families[name] = family
            return cell
        }
    }

    // MARK: Removing metrics

    func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            for (name, family) in families {
                families[name]?.cells = family.cells.filter { $0.value.object !== handler }
            }
        }
    }
}
