import CoreMetrics
import Testing

@testable import FlipcashNode

@Suite("Metrics as text")
struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry(shapes: [
        "calls_total": MetricShape(kind: .counter, help: "Calls,\nall \\ of them."),
        "units": MetricShape(kind: .histogram(bounds: [1, 2.5]), help: "Units."),
    ])

    @Test("Names, help, labels and values have the form that Prometheus reads")
    func text_counterAndGauge_isExact() {
        Counter(label: "calls_total", dimensions: [("code", "OK"), ("a", "1")], factory: registry).increment(by: 3)
        Counter(label: "calls_total", dimensions: [("code", "A \"b\"\\c\nd"), ("a", "1")], factory: registry)
            .increment()
        Meter(label: "open.streams-now", factory: registry).set(-2.5)
        Gauge(label: "1size", dimensions: [("le:vel", "é")], factory: registry).record(1e20)
        #expect(
            registry.text == """
                # TYPE _1size gauge
                _1size{le_vel="é"} 1e+20
                # HELP calls_total Calls,\\nall \\\\ of them.
                # TYPE calls_total counter
                calls_total{a="1",code="A \\"b\\"\\\\c\\nd"} 1
                calls_total{a="1",code="OK"} 3
                # TYPE open_streams_now gauge
                open_streams_now -2.5

                """)
    }

    @Test("A histogram counts each value in every bucket that is large enough")
    func text_histogram_isCumulative() {
        let units = Recorder(label: "units", dimensions: [("kind", "x")], aggregate: true, factory: registry)
        for value in [0.5, 1, 2, 2.5, 3, .nan] { units.record(value) }
        #expect(
            registry.text == """
                # HELP units Units.
                # TYPE units histogram
                units_bucket{kind="x",le="1"} 2
                units_bucket{kind="x",le="2.5"} 4
                units_bucket{kind="x",le="+Inf"} 5
                units_sum{kind="x"} 9
                units_count{kind="x"} 5

                """)
    }

    @Test("A timer without a known shape is a histogram in seconds")
    func text_timer_isInSeconds() {
        let timer = CoreMetrics.Timer(label: "wait", factory: registry)
        timer.recordNanoseconds(2_000_000)
        timer.recordSeconds(20)
        let lines = registry.text.split(separator: "\n")
        #expect(lines.contains("wait_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("wait_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("wait_bucket{le=\"10\"} 1"))
        #expect(lines.contains("wait_bucket{le=\"+Inf\"} 2"))
        #expect(lines.contains("wait_sum 20.002"))
    }

    @Test("The same name and labels are one value, in any order of the labels; a counter never falls")
    func counter_sameLabels_isShared() {
        let first = Counter(label: "calls_total", dimensions: [("a", "1"), ("b", "2")], factory: registry)
        let second = Counter(label: "calls_total", dimensions: [("b", "2"), ("a", "1")], factory: registry)
        first.increment(by: 2)
        second.increment()
        second.increment(by: -5)
        FloatingPointCounter(label: "seconds_total", factory: registry).increment(by: 0.5)
        #expect(registry.text.contains("calls_total{a=\"1\",b=\"2\"} 3\n"))
        #expect(registry.text.contains("\nseconds_total 0.5\n"))
        first.reset()
        #expect(registry.text.contains("calls_total{a=\"1\",b=\"2\"} 0\n"))
    }

    @Test("A name that is in use for another kind keeps its kind; a destroyed metric is gone")
    func registry_conflictAndDestroy_keepsPageValid() {
        let counter = Counter(label: "calls_total", factory: registry)
        counter.increment()
        Meter(label: "calls_total", factory: registry).set(7)
        CoreMetrics.Timer(label: "calls_total", factory: registry).recordSeconds(1)
        #expect(registry.text.hasSuffix("# TYPE calls_total counter\ncalls_total 1\n"))
        counter.destroy()
        #expect(registry.text.isEmpty)
    }

    @Test(
        "Whole numbers have no fraction, and values without a number have Prometheus's words",
        arguments: [
            (0, "0"), (12, "12"), (0.1, "0.1"), (-3, "-3"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
        ] as [(Double, String)])
    func number_any_isReadable(value: Double, text: String) { #expect(PrometheusText.number(value) == text) }
}
