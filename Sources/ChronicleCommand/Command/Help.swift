import ChronicleBench

/// The texts of `help` and `--help`.
enum Help {
    static let general = """
        usage: chronicle <command> [options]

          copy      replicate a store into any other, and follow it
          drain     bring what is saved to a server, a file or another store
          history   list what was saved and who reads it, and delete what is not kept any longer
          schema    print what a store keeps
          explain   tell how a store answers a query, and which index would mend it
          demo      run the same work over real flights on every store, and compare the answers
          bench     run the same work on every store and on the raw engines, and compare the times and counts
          watch     show the live results and history of a running program's store
          contract  list what every store promises, and put a store to it
          help      print this; `chronicle help <command>` tells a command's options
        """

    static let demo = """
        usage: chronicle demo [--store URL] [--flights FILE] [--directory DIR]

        Imports the flights of New York in 2013 under the eyes of an observer, edits them as two authors, deletes, fetches,
        reopens the store and reads its history; drains all of it to a second store in a process that is killed on the way;
        prints what was found and one digest of every result for each store.

          --store URL       run on one store, which stays: memory:, sqlite:///path or lmdb:///path
          --flights FILE    take the flights from a CSV file with the columns of the shipped one
          --directory DIR   make the stores in DIR and leave them there; otherwise they go when the demo ends

        Exit: 0 when the stores agree, 1 when they differ, 2 when the input or a place is of no use.
        """

    static let watch = """
        usage: chronicle watch --store URL [MODEL] [options]

        Opens a running program's store for reading only and shows its rows, updated in place at each commit of any process;
        into a pipe or file, a line for each row that came (+), changed (~) or left (-). Ctrl-C ends it. Without a model it shows
        how many rows there are of each. The store must have been opened for writing by this version once, as it then
        describes its models.

          --store URL      sqlite:///path or lmdb:///path
          --sort A,-B      order by columns, with - in reverse
          --where TEXT     only rows for which this holds: COLUMN =, !=, <, <=, >, >= or contains VALUE, joined by and;
                           text with blanks in quotes, no value is null
          --limit N        show at most so many rows (20)
          --history        show the transactions that are committed from now on
          --author NAME    of history, only this author's
          --json           lines of JSON

        Exit: 0 when ended; 2 when the input or a place is of no use.
        """

    static let bench = """
        usage: chronicle bench [options]

        Runs the same work over real flights on every store and, in turns with it, on the raw engine by hand in C, with the
        same layout and the same promises of a commit. Every result is checked. Prints medians, spreads, the ratio to the raw
        engine and store against store. Docs/Benchmark.md tells what each workload does.

          --rows N         how many flights (\(BenchArguments.usualRows))
          --rounds N       how many times everything is timed (\(BenchArguments.usualRounds)); once more, everything is counted
          --batch N        flights in one save of the batches (1000)
          --singles N      flights that are saved one by one (2000)
          --only A,B       only these workloads: \(workloads)
          --stores A,B     only stores and engines whose name contains one of these, such as sqlite, lmdb, memory or raw
          --in DIR         where the stores are made while it runs (the temporary folder)
          --flights FILE   take the flights from a CSV file with the columns of the shipped one
          --counts         also print what was counted: transactions, statements, fsync calls, bytes written, allocations
          --json FILE      also write the report as JSON
          --html FILE      also write the report as a page with charts
          --compare FILE   say what got slower or larger than in an older JSON report, beyond noise
          --drain          instead: what a drain costs by itself, at work and idle, and copies beside the target's own bulk insert
          --micro          instead: single operations, such as property reads, memory of a fetch, opening a large store
          --observers      instead: how soon observers have what is saved, and what they cost; with --rows, over so many rows

        Exit: 0 when done; 1 when a store gave a wrong answer, or with --compare when something got slower or larger beyond
        noise; 2 when the input or a place is of no use, or the reports cannot be compared.
        """

    private static var workloads: String {
        var lines = [""]
        for workload in BenchWorkload.allCases.map(\.rawValue) {
            if lines[lines.count - 1].count + workload.count > 70 { lines.append("") }
            lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? workload : ", \(workload)"
        }
        return lines.joined(separator: ",\n                           ")
    }
}
