public import FlipcashCore

/// A usual goal with a usual sum, in US dollars, and a usual time (goals specification §11).
public enum GoalTemplate: String, CaseIterable, Hashable, Sendable {
    /// Money for emergencies.
    case emergency
    /// A journey.
    case travel
    /// The first part of a house's price.
    case downPayment = "down-payment"
    /// Old age.
    case retirement

    /// The name of the goal.
    public var name: String {
        switch self {
        case .emergency: "Emergency"
        case .travel: "Travel"
        case .downPayment: "Down payment"
        case .retirement: "Retirement"
        }
    }

    /// The sum in US dollars.
    public var target: ExactInteger {
        switch self {
        case .emergency: 5_000
        case .travel: 8_000
        case .downPayment: 25_000
        case .retirement: 50_000
        }
    }

    /// The time in days.
    public var days: Int {
        switch self {
        case .emergency: 365
        case .travel: 545
        case .downPayment: 1_095
        case .retirement: 3_650
        }
    }
}
