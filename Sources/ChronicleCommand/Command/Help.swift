/// The texts of `help` and `--help`.
enum Help {
    static let general = """
        usage: chronicle <command> [options]

          demo      run the same work over real flights on every store, and compare the answers
          contract  list what every store promises, and put a store to it
          help      print this; `chronicle <command> --help` tells a command's options
        """

    static let demo = """
        usage: chronicle demo [--store URL] [--flights FILE] [--directory DIR]

        Imports the flights of New York in 2013, edits them as two authors, deletes, fetches, reopens the store and reads
        its history; prints what was found and one digest of every result for each store.

          --store URL       run on one store, which stays: memory:, sqlite:///path or lmdb:///path
          --flights FILE    take the flights from a CSV file with the columns of the shipped one
          --directory DIR   make the stores in DIR and leave them there; otherwise they go when the demo ends

        Exit: 0 when the stores agree, 1 when they differ, 2 when the input or a place is of no use.
        """
}
