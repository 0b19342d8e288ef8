@_exported public import ChronicleHistory
@_exported public import ChronicleSchema
@_exported public import ChronicleMemory
@_exported public import struct ChronicleStore.ModelConfiguration
@_exported public import struct ChronicleStore.StoreError
@_exported public import struct ChronicleStore.StoreScheme
