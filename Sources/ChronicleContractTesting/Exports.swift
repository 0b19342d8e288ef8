@_exported public import ChronicleContract
