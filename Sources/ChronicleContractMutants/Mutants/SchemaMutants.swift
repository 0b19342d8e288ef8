import ChronicleSchema
import ChronicleStore

/// Faults with schemas that differ from the one a file was made for.
let schemaMutants: [ContractMutant] = [
    ContractMutant("M021", "Columns are told by their place and not by their name.", .matchesByPlace),
    ContractMutant("M022", "A column whose type has changed is taken as it is.", .acceptsOtherTypes),
    ContractMutant("M023", "A renamed column is taken for a new one.", .ignoresOldNames),
    ContractMutant("M024", "A new unique index is not checked over the stored rows.", .skipsUniqueCheck),
    ContractMutant("M025", "Opening without an entity forgets its rows.", .forgetsMissing),
    ContractMutant("M026", "A new column that is not optional is taken although there are rows.", .acceptsRequired),
    ContractMutant("M027", "Opening for a schema that has grown forgets the history.", .growthForgetsHistory),
    ContractMutant(
        "M028", "Opening for a schema that has grown gives the store another identifier.", .growthNewIdentity),
    ContractMutant("M029", "A schema that has grown is refused although schemaGrowth is declared.", on: .fixed) {
        faults in
        faults.capabilities = { $0.schemaGrowth = true }
    },
    ContractMutant("M030", "A schema that has grown is taken although schemaGrowth is not declared.") { faults in
        faults.capabilities = { $0.schemaGrowth = false }
    },
    ContractMutant("M031", "A new optional column of old rows is not null.", .growthFills),
    ContractMutant("M032", "A new entity takes the place of the first one.", .growthReplaces),
    ContractMutant("M033", "A schema that does not fit is refused with an error of another kind.") { faults in
        faults.error = { error, call in
            error.isStore(.schemaMismatch) ? StoreError(.corrupt, "The rows cannot be read.") : error
        }
    },
    ContractMutant("M034", "A store at a new place holds a row.", .seedsRow),
    ContractMutant("M035", "An open store shows its schema without the last entity.", .hidesEntity),
    ContractMutant("M036", "A fetch ends early, without an error, when its store is closed.", .endsAtClose),
    ContractMutant("M037", "Attributes beyond the 64th are lost.") { faults in
        faults.delivered = { values, _, _ in for index in values.indices.dropFirst(64) { values[index] = .null } }
    },
    ContractMutant("M038", "Rows of an entity without attributes are not kept.") { faults in
        faults.save = { request, state in request.inserts.removeAll { state.schema.entities[$0.entity].columns.isEmpty }
        }
    },
    ContractMutant(
        "M039", "Rows that were stored before an attribute was declared have null for its default.",
        .growthForgetsDefault),
]
