public import Chronicle
public import Foundation
public import Observation

/// The models that a fetch selects, kept current: what `fetch` would return, whenever it is looked at.
///
/// It follows unsaved changes of its context, and what other contexts and other processes save. A change of a row is worked in
/// by looking at that row alone; the results are not fetched again, except where ``refreshes`` says so.
///
/// It belongs to the isolation that made it, which must be its context's. On an actor, those who observe ``results``, and loops
/// over ``updates``, are told at the actor's next suspension, once for all that has happened until then. Without an actor, the
/// results are brought up to date when they are read.
///
/// ```swift
/// let observer = try ResultsObserver<Trip, Never>(
///     filterBy: #Predicate { !$0.isArchived }, sortBy: [SortDescriptor(\.startsAt)], modelContext: context)
/// let token = withContinuousObservation(options: [.didSet]) { _ in badge.count = observer.results.count }
/// ```
public final class ResultsObserver<Element, SectionTitle>: Observable, CustomDebugStringConvertible
where Element: PersistentModel, SectionTitle: Hashable {
    /// The context whose models the results are.
    public let modelContext: ModelContext
    /// What the results are divided by; nil for results without sections.
    public let sectionBy: PartialKeyPath<Element>?

    private let isolation: HomeIsolation
    private let title: ((Element) -> SectionTitle)?
    private var query: LiveQuery
    private var table: SectionTable<SectionTitle>?
    private var descriptor: FetchDescriptor<Element>
    private var queryError: (any Error)?
    private var passError: (any Error)?
    private let registrar = ObservationRegistrar()
    private var subscriptions: [WeakSubscription] = []
    private var ringing: (bell: LiveBell, number: Int)?
    private var earlier = Refreshes()

    private struct WeakSubscription { weak var subscription: ResultsSubscription<Element, SectionTitle>? }

    init(
        _ descriptor: FetchDescriptor<Element>, _ section: (PartialKeyPath<Element>, (Element) -> SectionTitle)?,
        _ context: ModelContext, _ isolation: (any Actor)?
    ) throws {
        modelContext = context
        self.isolation = HomeIsolation(isolation)
        self.descriptor = descriptor
        sectionBy = section?.0
        title = section?.1
        query = try context.liveQuery(descriptor, section: section?.0, isolation: isolation)
        table = title.map { title in SectionTable(FetchResultsCollection<Element>(query.results).lazy.map(title)) }
        follow(query)
        if isolation == nil, let bell = context.feed?.bell {
            let observer = WeakObserver(observer: self)
            ringing = (bell, bell.onRing { observer.invalidate() })
        }
    }

    deinit {
        if let ringing { ringing.bell.remove(ringing.number) }
        modelContext.feed?.remove(query)
    }

    // MARK: Results

    /// The models, in order. What is returned does not change; the property does.
    public var results: FetchResultsCollection<Element> {
        settle()
        registrar.access(self, keyPath: \.results)
        return FetchResultsCollection(query.results)
    }

    /// The models in sections; nil when the observer was made without `sectionBy`.
    public var sections: SectionedResults<Element, SectionTitle>? {
        settle()
        registrar.access(self, keyPath: \.sections)
        return table.map { SectionedResults(results: FetchResultsCollection(query.results), table: $0) }
    }

    /// The model at a section and a position in it; nil when there is none, or there are no sections.
    public func element(at indexPath: IndexPath) -> Element? {
        guard indexPath.count == 2, let sections, sections.indices.contains(indexPath[0]) else { return nil }
        let section = sections[indexPath[0]]
        return section.indices.contains(indexPath[1]) ? section[indexPath[1]] : nil
    }

    /// The section of a model and its position in it; nil when it is no result, or there are no sections. Logarithmic.
    public func indexPath(for element: Element) -> IndexPath? {
        settle()
        registrar.access(self, keyPath: \.sections)
        guard let table, let position = try? query.position(of: element) else { return nil }
        let section = table.section(at: position)
        return IndexPath(indexes: [section, position - table.range(of: section).lowerBound])
    }

    /// Why the results are not current; nil when they are.
    ///
    /// After a refresh that failed, the results are the last good ones, and the refresh is tried again by itself. After a filter or
    /// an order that cannot be used was set, the results go on with the former until another is set.
    public var refreshError: (any Error)? {
        settle()
        registrar.access(self, keyPath: \.refreshError)
        return queryError ?? passError
    }

    /// How the results were brought up to date so far.
    public struct Refreshes: Sendable, Hashable {
        /// Times that there was something to look at.
        public internal(set) var passes = 0
        /// Passes in which everything was fetched again: an order over related models that changed, a predicate over a many-to-many
        /// relationship, members of a to-many relationship that left somebody without this context knowing whom, unsaved changes
        /// that do not take part, more changes than looking at each is worth, or changes that are not known one by one.
        public internal(set) var refetches = 0
        /// Times that rows beyond a limit had to be read because others had left.
        public internal(set) var refills = 0
    }

    /// How the results were brought up to date so far.
    public var refreshes: Refreshes {
        var sum = earlier
        sum.passes += query.counts.passes
        sum.refetches += query.counts.refetches
        sum.refills += query.counts.refills
        return sum
    }

    /// The changes of the results from now on, for code that does not use Observation. Each call is for one loop.
    public var updates: ResultsUpdates<Element, SectionTitle> {
        settle()
        let subscription = ResultsSubscription(self, state, isolation.isNone ? modelContext.feed?.bell : nil)
        subscriptions.removeAll { $0.subscription == nil }
        subscriptions.append(WeakSubscription(subscription: subscription))
        return ResultsUpdates(subscription: subscription)
    }

    /// A readable form.
    public var debugDescription: String {
        "ResultsObserver<\(Element.self), \(SectionTitle.self)>(results: \(query.results.count)"
            + (table.map { ", sections: \($0.titles.count)" } ?? "") + ")"
    }

    // MARK: Question

    /// What is fetched, as it was given and then set.
    public var fetchDescriptor: FetchDescriptor<Element> {
        registrar.access(self, keyPath: \.fetchDescriptor)
        return descriptor
    }

    /// Which models are results. Setting it fetches at once; what goes wrong then is in ``refreshError``.
    public var filterBy: Predicate<Element>? {
        get { fetchDescriptor.predicate }
        set {
            var changed = descriptor
            changed.predicate = newValue
            ask(changed)
        }
    }

    /// The order of the results, within their sections if there are any. Setting it fetches at once; what goes wrong then is in
    /// ``refreshError``.
    public var sortBy: [SortDescriptor<Element>] {
        get { fetchDescriptor.sortBy }
        set {
            var changed = descriptor
            changed.sortBy = newValue
            ask(changed)
        }
    }

    private func ask(_ changed: FetchDescriptor<Element>) {
        settle()
        let next: LiveQuery
        do {
            next = try modelContext.liveQuery(changed, section: sectionBy, isolation: isolation.actor)
        } catch {
            return registrar.withMutation(of: self, keyPath: \.refreshError) { queryError = error }
        }
        let old = query
        earlier = refreshes
        modelContext.feed?.remove(old)
        let change = LiveChange(from: old.results, to: next.results, isUpdated: { _ in false })
        query = next
        follow(next)
        registrar.withMutation(of: self, keyPath: \.fetchDescriptor) { descriptor = changed }
        clearErrors()
        passed(change)()
    }

    // MARK: Refreshing

    /// Brings the results up to date with all that has happened until now.
    func settle() { modelContext.settle() }

    private var state: ResultsState<SectionTitle> { ResultsState(models: query.results, table: table) }

    private func follow(_ query: LiveQuery) {
        query.onPass = { [weak self] change, error in
            guard let self else { return nil }
            if let error {
                return {
                    self.registrar.withMutation(of: self, keyPath: \.refreshError) { self.passError = error }
                }
            }
            guard let change else { return self.passError == nil ? nil : { self.clearErrors() } }
            let tell = passed(change)
            return {
                self.clearErrors()
                tell()
            }
        }
    }

    private func clearErrors() {
        guard queryError != nil || passError != nil else { return }
        registrar.withMutation(of: self, keyPath: \.refreshError) { (queryError, passError) = (nil, nil) }
    }

    /// Takes in a change; what is returned tells others of it.
    private func passed(_ change: LiveChange) -> () -> Void {
        var change = change
        if let title, let table {
            let results = FetchResultsCollection<Element>(query.results)
            let count = change.inserted.count + change.moved.count
            let next: SectionTable<SectionTitle>
            if change.kept != nil || count * table.titles.count > results.count {
                next = SectionTable(results.lazy.map(title))
            } else {
                next = table.applying(change, title: { title(results[$0]) })
            }
            change.addMoves(from: table, to: next)
            self.table = next
        }
        for entry in subscriptions { entry.subscription?.add(change, state) }
        guard change.isStructural else { return {} }
        return { [self] in
            registrar.withMutation(of: self, keyPath: \.results) {
                registrar.withMutation(of: self, keyPath: \.sections) {}
            }
        }
    }

    fileprivate func invalidate() {
        registrar.withMutation(of: self, keyPath: \.results) {
            registrar.withMutation(of: self, keyPath: \.sections) {}
        }
    }
}

/// Has those who observe results look again when something has arrived and no actor brings the results up to date.
private protocol Invalidated: AnyObject { func invalidate() }
extension ResultsObserver: Invalidated {}

// Sendable: what is called on another thread touches only the registrar, which may be used from any.
private struct WeakObserver: @unchecked Sendable {
    weak var observer: (any Invalidated)?

    func invalidate() { observer?.invalidate() }
}
