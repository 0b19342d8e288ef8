import ChronicleObservers
import Foundation
import Synchronization
import Testing

@Observable final class Counter {
    var value = 0
    var other = 0
    init() {}
}

/// Observable from every isolation.
final class SharedCounter: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let stored = Mutex(0)
    var value: Int {
        get {
            registrar.access(self, keyPath: \.value)
            return stored.withLock { $0 }
        }
        set {
            registrar.withMutation(of: self, keyPath: \.value) { stored.withLock { $0 = newValue } }
        }
    }
}

@globalActor actor Desk { static let shared = Desk() }

@Suite struct ContinuousObservationTests {
    @Test @MainActor func theFirstCallIsScheduledAndFoldsWhatCameBefore() async throws {
        let counter = Counter()
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { [weak counter] event in
            #expect(event.kind == .initial)
            calls.add(counter?.value ?? -1)
        }
        #expect(calls.all.isEmpty)
        counter.value = 1
        counter.value = 2
        try await eventually("the first call") { calls.count > 0 }
        await settle()
        #expect(calls.all == [2])
        token.cancel()
    }

    @Test @MainActor func changesUpToTheNextSuspensionAreOneCall() async throws {
        let counter = Counter()
        let calls = Log<Int>()
        let kinds = Log<Bool>()
        let token = withContinuousObservation(options: [.willSet, .didSet]) { event in
            calls.add(counter.value)
            _ = counter.other
            kinds.add(event.kind == .didSet && event.matches(\Counter.value) && !event.matches(\Counter.other))
        }
        try await eventually("the first call") { calls.count == 1 }
        for number in 1...100 { counter.value = number }
        counter.other = 5
        try await eventually("the second call") { calls.count == 2 }
        await settle()
        #expect(calls.all == [0, 100])
        #expect(kinds.all == [false, true])
        token.cancel()
    }

    @Test @MainActor func nothingIsCalledAfterCancelOrRelease() async throws {
        let counter = Counter()
        let calls = Log<Int>()
        var token: ObservationTracking.Token? = withContinuousObservation(options: [.didSet]) { _ in
            calls.add(counter.value)
        }
        try await eventually("the first call") { calls.count == 1 }
        counter.value = 1
        token.take()?.cancel()
        await settle()
        #expect(calls.all == [0])
        token = withContinuousObservation(options: [.didSet]) { _ in calls.add(counter.value) }
        token = nil
        await settle()
        #expect(calls.all == [0])
        let last = withContinuousObservation(options: [.didSet]) { event in
            calls.add(counter.value)
            if event.kind == .didSet { event.cancel() }
        }
        try await eventually("the first call") { calls.count == 2 }
        counter.value = 2
        try await eventually("the second call") { calls.count == 3 }
        counter.value = 3
        await settle()
        #expect(calls.all == [0, 1, 2])
        last.cancel()
        _ = token == nil
    }

    @Test @MainActor func whatTheClosureWritesIsNoEvent() async throws {
        let counter = Counter()
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in
            counter.other += 1
            calls.add(counter.value)
        }
        try await eventually("the first call") { calls.count == 1 }
        counter.value = 1
        try await eventually("the second call") { calls.count == 2 }
        await settle()
        #expect(calls.all == [0, 1])
        #expect(counter.other == 2)
        token.cancel()
    }

    @Test @MainActor func theOwnerCanGo() async throws {
        final class Owner {
            let counter = Counter()
            var token: ObservationTracking.Token?
            @MainActor init(_ calls: Log<Int>) {
                token = withContinuousObservation(options: [.didSet]) { [weak self] _ in
                    guard let self else { return }
                    calls.add(counter.value)
                }
            }
        }
        let calls = Log<Int>()
        var owner: Owner? = Owner(calls)
        try await eventually("the first call") { calls.count == 1 }
        weak let gone = owner
        let counter = try #require(owner?.counter)
        owner = nil
        #expect(gone == nil)
        counter.value = 3
        await settle()
        #expect(calls.all == [0])
    }

    @Desk @Test func theClosureRunsOnTheIsolationItWasFormedIn() async throws {
        let counter = Counter()
        let calls = Log<Int>()
        let token = withContinuousObservation(options: [.didSet]) { _ in
            Desk.shared.assertIsolated()
            calls.add(counter.value)
        }
        try await eventually("the first call") { calls.count == 1 }
        counter.value = 4
        try await eventually("the second call") { calls.all == [0, 4] }
        token.cancel()
    }

    /// A value that is written on another thread always arrives.
    @Test(arguments: [true, false]) func noChangeOfAnotherThreadIsLost(_ isArmed: Bool) async throws {
        for _ in 0..<100 {
            let counter = SharedCounter()
            let calls = Log<Int>()
            let token = withContinuousObservation(options: [.didSet]) { _ in calls.add(counter.value) }
            if isArmed { try await eventually("the first call") { calls.count >= 1 } }
            let writer = Task.detached { for number in 1...20 { counter.value = number } }
            await writer.value
            // The very first look at a foreign object can miss a write that comes between reading and observing.
            if !isArmed { counter.value = 20 }
            try await eventually("the last value") { calls.all.last == 20 }
            token.cancel()
        }
    }

    @Test func oneShotObservationEndsAfterItsEdge() throws {
        struct Unique: ~Copyable { let value: Int }
        let counter = SharedCounter()
        let seen = Log<Int>()
        let unique = withObservationTracking(options: [.didSet]) {
            Unique(value: counter.value)
        } onChange: { event in
            #expect(event.kind == .didSet && event.matches(\SharedCounter.value))
            seen.add(counter.value)
        }
        #expect(unique.value == 0)
        counter.value = 1
        counter.value = 2
        #expect(seen.all == [1])
        withObservationTracking(options: [.willSet]) {
            _ = counter.value
        } onChange: { _ in
            seen.add(counter.value)
        }
        counter.value = 3
        #expect(seen.all == [1, 2])
        #expect(throws: DeadlinePassed.self) {
            try withObservationTracking(options: [.didSet]) {
                throw DeadlinePassed(description: "thrown on")
            } onChange: { _ in
            }
        }
    }

    /// A read that takes in what another context saved brings the closure again, for what it had read before.
    @Test(arguments: Backend.allCases) @MainActor func newsThatComeDuringACallBringAnother(_ backend: Backend)
        async throws
    {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        let context = ModelContext(container)
        let (one, two) = (Bed("one"), Bed("two"))
        try context.add(one, two)
        let other = ModelContext(container, isolation: nil)
        let theirs = try other.all(Bed.self)
        let calls = Log<[Int]>()
        let token = withContinuousObservation(options: [.didSet]) { event in
            let first = one.moisture
            if event.kind == .initial {
                for bed in theirs { bed.moisture = 7 }
                try? other.save()
            }
            calls.add([first, two.moisture])
        }
        try await eventually("the second call") { calls.all.last == [7, 7] }
        #expect(calls.all.first == [0, 7])
        token.cancel()
    }
}
