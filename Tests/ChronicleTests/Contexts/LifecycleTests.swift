import Chronicle
import ChronicleStore
import Foundation
import Testing

/// Deletion, return and the end of models and contexts.
@Suite struct LifecycleTests {
    @Test(arguments: Backend.allCases) func aNewModelCanLeaveAndComeBack(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a")
        context.insert(bed)
        context.delete(bed)
        #expect(!context.hasChanges)
        context.insert(bed)
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).count == 1)
        #expect(try context.history().count == 1)
        #expect(try context.all(Bed.self).first === bed)
    }

    @Test(arguments: Backend.allCases) func insertingTakesADeletionBack(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a")
        try context.add(bed)
        bed.moisture = 3
        context.delete(bed)
        #expect(bed.isDeleted)
        context.insert(bed)
        #expect(!bed.isDeleted)
        #expect(context.deletedModelsArray.isEmpty)
        #expect(context.changedModelsArray.count == 1)
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).map(\.moisture) == [3])
    }

    @Test(arguments: Backend.allCases) func aDeletedModelCanBeInsertedAnew(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a", moisture: 4)
        try context.add(bed)
        let old = bed.persistentModelID
        context.delete(bed)
        try context.save()
        context.insert(bed)
        #expect(!bed.isDeleted)
        try context.save()
        #expect(bed.persistentModelID != old)
        #expect(try ModelContext(context.container).all(Bed.self).map(\.moisture) == [4])
    }

    @Test(arguments: Backend.allCases) func rollbackUndoesEditsOfDeletedModels(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a", moisture: 1)
        try context.add(bed)
        context.delete(bed)
        bed.moisture = 9
        context.rollback()
        #expect(!bed.isDeleted && !bed.hasChanges && !context.hasChanges)
        #expect(bed.moisture == 1)
        bed.moisture = 2
        #expect(context.changedModelsArray.count == 1)
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).map(\.moisture) == [2])
        context.delete(bed)
        bed.note = "late"
        try context.save()
        #expect(!context.hasChanges)
        #expect(try context.all(Bed.self).isEmpty)
    }

    @Test(arguments: Backend.allCases) func modelsOutliveTheirContext(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let container = try place.open()
        var kept: [Bed] = []
        var plants: [Plant] = []
        do {
            let context = ModelContext(container)
            let (gone, stays, edited, doomed) = (Bed("gone"), Bed("stays"), Bed("edited"), Bed("doomed"))
            try context.add(gone, stays, edited, doomed)
            let plant = Plant("p", bed: stays)
            context.insert(plant)
            try context.save()
            context.delete(gone)
            try context.save()
            edited.moisture = 5
            context.delete(doomed)
            let new = Bed("new")
            context.insert(new)
            kept = [gone, stays, edited, doomed, new]
            plants = [plant]
        }
        #expect(kept.map(\.name) == ["gone", "stays", "edited", "doomed", "new"])
        for bed in kept {
            bed.moisture = 7
            bed.note = "after"
            _ = (bed.plants, bed.tags, bed.isDeleted, bed.persistentModelID, bed.hasChanges)
            #expect(bed.modelContext == nil)
        }
        #expect(plants[0].bed == nil || plants[0].bed === kept[1])
        plants[0].bed = kept[2]
        kept = []
        plants = []
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Bed>()) == 3)
    }

    @Test(arguments: Backend.allCases) func nothingStaysInMemory(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self, Owner.self)
        let container = try place.open()
        weak var weakContext: ModelContext?
        weak var weakBed: Bed?
        weak var weakPlant: Plant?
        weak var weakOwner: Owner?
        weak var weakDeleted: Owner?
        weak var weakPending: Owner?
        do {
            let context = ModelContext(container)
            let bed = Bed("a")
            bed.plants = [Plant("p")]
            context.insert(bed)
            let (owner, deleted, pending) = (Owner(), Owner(), Owner())
            owner.twin = Twin()
            deleted.twin = Twin()
            context.insert(owner)
            context.insert(deleted)
            try context.save()
            #expect(owner.twin?.owner === owner && deleted.twin?.owner === deleted)
            context.delete(deleted)
            try context.save()
            pending.twin = Twin()
            context.insert(pending)
            (weakContext, weakBed, weakPlant) = (context, bed, bed.plants.first)
            (weakOwner, weakDeleted, weakPending) = (owner, deleted, pending)
        }
        #expect(weakContext == nil)
        #expect(weakBed == nil && weakPlant == nil)
        #expect(weakOwner == nil && weakPending == nil)
        #expect(weakDeleted == nil)
    }

    @Test(arguments: Backend.allCases) func cascadesMarkHeldModels(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let bed = Bed("a")
        let plants = [Plant("p"), Plant("q")]
        bed.plants = plants
        try context.add(bed)
        plants[1].label = "edited"
        context.delete(bed)
        try context.save()
        #expect(plants.map(\.isDeleted) == [true, true])
        #expect(!context.hasChanges)
        #expect(context.changedModelsArray.isEmpty)
        #expect(try context.all(Plant.self).isEmpty)
        try context.save()
        #expect(plants[0].bed == nil)
    }

    @Test(arguments: Backend.allCases) func bulkDeletesSeeUnsavedChanges(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        let (a, b, c) = (Bed("a", moisture: 1), Bed("b", moisture: 5), Bed("c", moisture: 9))
        try context.add(a, b, c)
        a.moisture = 10
        b.moisture = 0
        let d = Bed("d", moisture: 20)
        context.insert(d)
        try context.delete(model: Bed.self, where: #Predicate { $0.moisture > 8 })
        #expect(a.isDeleted && c.isDeleted && !b.isDeleted)
        #expect(d.modelContext == nil)
        #expect(try context.all(Bed.self).map(\.name) == ["b"])
        try context.save()
        #expect(try ModelContext(context.container).all(Bed.self).map(\.moisture) == [0])
    }

    @Test(arguments: Backend.allCases) func aFailedSaveKeepsEverythingPending(_ backend: Backend) throws {
        let place = try Place(backend, Owner.self)
        let context = ModelContext(try place.open())
        let (owner, edited, gone) = (Owner(), Thing("edited"), Thing("gone"))
        owner.guarded = [Thing("guarded")]
        for thing in [edited, gone] { context.insert(thing) }
        context.insert(owner)
        try context.save()
        let new = Thing("new")
        context.insert(new)
        new.denying = owner
        owner.oneWay = [edited]
        edited.name = "later"
        context.delete(gone)
        context.delete(owner)
        for _ in 0..<2 {
            #expect { try context.save() } throws: { ($0 as? StoreError)?.code == .deleteDenied }
            #expect(context.insertedModelsArray.count == 1)
            #expect(context.changedModelsArray.count == 1)
            #expect(context.deletedModelsArray.count == 2)
        }
        #expect(try context.history().count == 1)
        context.insert(owner)
        try context.save()
        #expect(!context.hasChanges)
        let check = ModelContext(context.container)
        #expect(try check.all(Thing.self).map(\.name).sorted() == ["guarded", "later", "new"])
        #expect(try check.all(Owner.self).first?.oneWay.map(\.name) == ["later"])
    }

    @Test(arguments: Backend.allCases) func aThrowingTransactionSavesNothing(_ backend: Backend) throws {
        struct Stop: Error {}
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(Bed("a"))
                throw Stop()
            }
        }
        #expect(context.hasChanges)
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Bed>()) == 0)
        context.author = "first"
        try context.save()
        context.author = nil
        try context.add(Bed("b"))
        #expect(try context.history().map(\.author) == ["first", nil])
    }

    @Test(arguments: Backend.allCases) func aModelUnknownToTheContainerIsNotLostSilently(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        context.insert(Loner())
        #expect { try context.save() } throws: { ($0 as? ChronicleError)?.code == .unknownModel }
        context.rollback()
        try context.add(Bed("a"))
    }

    @Test(arguments: Backend.allCases) func limitsOfAnySizeAreTaken(_ backend: Backend) throws {
        let place = try Place(backend, Bed.self)
        let context = ModelContext(try place.open())
        for index in 0..<5 { context.insert(Bed("\(index)", moisture: 5 - index)) }
        try context.save()
        for pending in [false, true] {
            if pending { context.insert(Bed("5")) }
            let count = pending ? 6 : 5
            for sort in [[], [SortDescriptor(\Bed.moisture)]] {
                for (limit, offset, expected) in [
                    (Int.max, 2, count - 2), (Int.max, Int.max, 0), (3, Int.max, 0), (-1, 0, 0), (Int.min, Int.min, 0),
                    (2, -5, 2), (0, 0, 0), (Int.max, count, 0), (1, count - 1, 1),
                ] {
                    var descriptor = FetchDescriptor<Bed>(sortBy: sort)
                    descriptor.fetchLimit = limit
                    descriptor.fetchOffset = offset
                    #expect(try context.fetch(descriptor).count == expected, "\(limit) \(offset)")
                    #expect(try context.fetchCount(descriptor) == expected, "\(limit) \(offset)")
                    #expect(try context.fetchIdentifiers(descriptor).count == expected, "\(limit) \(offset)")
                    if !pending { #expect(try context.fetch(descriptor, batchSize: .max).count == expected) }
                    #expect(try context.fetch(descriptor).map(\.name).count == expected)
                }
            }
        }
        var seen = 0
        try context.enumerate(FetchDescriptor<Bed>(), batchSize: -3) { bed in
            seen += 1
            bed.moisture += 1
            if seen == 2 { context.delete(bed) }
            if seen == 3 { try context.save() }
        }
        #expect(seen == 6)
        try context.enumerate(FetchDescriptor<Bed>(), batchSize: .max) { _ in seen += 1 }
        #expect(seen == 11)
    }
}
