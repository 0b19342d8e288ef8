import ChronicleStore
import Foundation

/// What of a history descriptor the store answers: conditions on token, author and timestamp that are joined with `&&`.
struct HistoryQuery {
    private var after: DefaultHistoryToken?
    private var bounds = HistoryRequest()
    /// Whether nothing of the predicate is left to be evaluated afterwards.
    private(set) var isComplete = true
    /// The store of the tokens, if there are any.
    private(set) var storeIdentifier: String?

    init(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        guard let predicate = descriptor.predicate else { return }
        take(predicate.expression)
    }

    func request(for store: String) throws -> HistoryRequest {
        var request = bounds
        request.after = after?.position
        return request
    }

    private mutating func take(_ expression: Any) {
        if let conjunction = expression as? any HistoryConjunction {
            for part in conjunction.parts { take(part) }
        } else if let comparison = expression as? any HistoryComparison, let fact = comparison.fact {
            apply(fact)
        } else {
            isComplete = false
        }
    }

    private mutating func apply(_ fact: HistoryFact) {
        switch fact {
        case .after(let token):
            after = after.map { max($0, token) } ?? token
            storeIdentifier = token.storeIdentifier
        case .through(let token):
            bounds.through = min(bounds.through ?? .max, token.position.sequence)
            storeIdentifier = token.storeIdentifier
        case .authors(let authors): bounds.authors = bounds.authors.map { $0.intersection(authors) } ?? authors
        case .from(let date): bounds.from = max(bounds.from ?? .distantPast, date)
        case .until(let date): bounds.until = min(bounds.until ?? .distantFuture, date)
        }
    }
}

/// A condition that the store answers.
enum HistoryFact {
    case after(DefaultHistoryToken)
    case through(DefaultHistoryToken)
    case authors(Set<String?>)
    case from(Date)
    case until(Date)
}

protocol HistoryConjunction { var parts: [Any] { get } }
extension PredicateExpressions.Conjunction: HistoryConjunction { var parts: [Any] { [lhs, rhs] } }

/// A comparison that may be a fact.
protocol HistoryComparison { var fact: HistoryFact? { get } }

extension PredicateExpressions.Comparison: HistoryComparison {
    var fact: HistoryFact? {
        guard let property = (lhs as? any HistoryProperty)?.property else { return nil }
        if property == \DefaultHistoryTransaction.token, let token = captured(rhs) as? DefaultHistoryToken {
            switch op {
            case .greaterThan: return .after(token)
            case .lessThanOrEqual: return .through(token)
            case .lessThan:
                var position = token.position
                position.sequence -= 1
                return .through(DefaultHistoryToken(position: position))
            default: return nil
            }
        }
        if property == \DefaultHistoryTransaction.timestamp, let date = captured(rhs) as? Date {
            switch op {
            case .greaterThanOrEqual: return .from(date)
            case .lessThan: return .until(date)
            default: return nil
            }
        }
        return nil
    }
}

extension PredicateExpressions.Equal: HistoryComparison {
    var fact: HistoryFact? {
        guard let property = (lhs as? any HistoryProperty)?.property, property == \DefaultHistoryTransaction.author
        else { return nil }
        if rhs is PredicateExpressions.NilLiteral<String> { return .authors([nil]) }
        guard let value = rhs as? PredicateExpressions.Value<String?> else { return nil }
        return .authors([value.value])
    }
}

extension PredicateExpressions.SequenceContains: HistoryComparison {
    var fact: HistoryFact? {
        guard let property = (element as? any HistoryProperty)?.property, property == \DefaultHistoryTransaction.author
        else { return nil }
        switch captured(sequence) {
        case let authors as [String?]: return .authors(Set(authors))
        case let authors as Set<String?>: return .authors(authors)
        default: return nil
        }
    }
}

protocol HistoryProperty { var property: AnyKeyPath? { get } }
extension PredicateExpressions.KeyPath: HistoryProperty {
    var property: AnyKeyPath? { root is PredicateExpressions.Variable<DefaultHistoryTransaction> ? keyPath : nil }
}

private protocol CapturedValue { var captured: Any { get } }
extension PredicateExpressions.Value: CapturedValue { fileprivate var captured: Any { value } }
private func captured(_ expression: Any) -> Any? { (expression as? any CapturedValue)?.captured }
