import ChronicleStore

/// Decides which store keeps which model.
struct ContainerPlan {
    private(set) var infos: [ModelInfo] = []
    /// A schema a configuration, in their order.
    private(set) var schemas: [Schema] = []
    private(set) var storeOf: [String: Int] = [:]

    init(schema: Schema, types: [any PersistentModel.Type], configurations: [ModelConfiguration]) throws {
        guard Set(configurations.map(\.name)).count == configurations.count else {
            throw ChronicleError(
                .duplicateConfiguration, "Two configurations have one name: give each a name of its own")
        }
        infos = try Self.reachable(from: types)
        let fallback = configurations.firstIndex { $0.entities == nil }
        for info in infos {
            let claims = configurations.indices.filter {
                configurations[$0].entities?.contains(info.entityName) ?? false
            }
            guard claims.count < 2 else {
                throw ChronicleError(
                    .duplicateConfiguration,
                    "\(info.entityName) is claimed by the configurations "
                        + claims.map { configurations[$0].name }.joined(separator: " and ")
                        + ": name it in one of them",
                    model: info.entityName)
            }
            guard let store = claims.first ?? fallback else {
                throw ChronicleError(
                    .invalidConfiguration, "No configuration keeps \(info.entityName): name it in one of them",
                    model: info.entityName)
            }
            storeOf[info.entityName] = store
        }
        for info in infos {
            for slot in info.slots.indices {
                guard let other = info.destination(of: slot), storeOf[other.entityName] != storeOf[info.entityName]
                else {
                    continue
                }
                throw ChronicleError(
                    .invalidConfiguration,
                    "\(info.entityName).\(info.slots[slot].name) relates models in different stores: "
                        + "keep \(info.entityName) and \(other.entityName) in one", model: info.entityName,
                    property: info.slots[slot].name)
            }
        }
        if configurations.count == 1 {
            schemas = [schema]
        } else {
            for index in configurations.indices {
                schemas.append(try Schema(infos.filter { storeOf[$0.entityName] == index }.map(\.type)))
            }
        }
    }

    private static func reachable(from types: [any PersistentModel.Type]) throws -> [ModelInfo] {
        var result: [ModelInfo] = []
        func add(_ type: any PersistentModel.Type) throws {
            let info = try ModelInfo.of(type)
            guard !result.contains(where: { $0 === info }) else { return }
            result.append(info)
            for slot in info.slots {
                if case .relationship(let destination, _, _, _) = slot.declaration.kind { try add(destination) }
            }
        }
        for type in types { try add(type) }
        return result
    }
}
