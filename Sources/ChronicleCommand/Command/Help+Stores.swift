/// The texts of the commands that work on stores by URL.
extension Help {
    static let copy = """
        usage: chronicle copy SOURCE TARGET [options]

        Replicates a store into another one of any kind, rows, links and keys, without the models. The target is made with the
        schema of the source when it does not exist. The first run copies the rows as they are, also while others write; each
        further run brings what was saved since. It may be interrupted or killed at any point and goes on where it was.

        SOURCE and TARGET are URLs: sqlite:///path, lmdb:///path. Nobody else should write to the target.

          --follow         go on with every save, also of other processes, until Ctrl-C
          --verify         compare all rows of both stores at the end
          --batch-size N   transactions that are brought in one save (2000)
          --json           tell in lines of JSON how far it has come

        Exit: 0 when the target has everything; 1 when something was not taken or the copy could not be finished; 2 when a
        store is of no use, such as a target with rows of another origin; 130 or 143 after SIGINT or SIGTERM.
        """

    static let drain = """
        usage: chronicle drain --store URL --to DESTINATION [options]

        Brings what is saved in a store to a remote side: every change in the order of the saves, each once in effect, through
        crashes and refusals. Docs/Drain.md tells what is sent and what the receiver has to do.

          --store URL        the store: sqlite:///path or lmdb:///path
          --to DESTINATION   http(s)://…, to which JSON lines are posted; file:PATH, to which they are appended; or the URL of a
                             store
          --consumer NAME    the name under which the store remembers the position (drain)
          --authors A,B      only transactions of these authors; `-` is nobody
          --models A,B       only these models
          --batch-size N     transactions in one batch (200)
          --header 'N: V'    a header for the server, such as Authorization; @FILE reads it from a file
          --compress         send the server bodies as gzip, which it must understand; one that answers 415 gets them as they are
          --no-compress      send bodies as they are (usual)
          --follow           go on with every save, also of other processes, until Ctrl-C; waits out failures
          --parked list      list the operations that were refused for good, and those that wait behind them
          --parked retry     send them again first
          --parked drop      give them up first
          --operations A,B   only these parked operations
          --json             tell in lines of JSON how far it has come

        Exit: 0 when everything was taken; 1 when something is parked or could not be brought; 2 when the store or the
        destination is of no use; 130 or 143 after SIGINT or SIGTERM.
        """

    static let history = """
        usage: chronicle history --store URL [options]

        Lists what was saved: transactions with their changes, oldest first.

          --after TOKEN            only what comes after a token that was printed, or after a sequence
          --limit N                at most N transactions
          --authors A,B            only transactions of these authors; `-` is nobody
          --consumers              instead: who reads the history, and how far each is behind
          --json                   print lines of JSON

        Deletes what is not kept any longer, never past the slowest consumer; without --yes it only tells what it would do.

          --purge-before X         delete what comes before a date (2026-01-31) or a sequence
          --retain X               keep an age (30d), a number of transactions (10000) or both (30d,10000)
          --expire-consumers AGE   with or without --retain: give up consumers that have not moved for so long
          --forget NAME            forget a consumer, such as that of a copy that was deleted
          --force                  with --purge-before: also what consumers have yet to read; they begin with a snapshot then
          --yes                    do it

        Exit: 0 when done; 1 when --yes is missing; 2 when the store or the input is of no use.
        """

    static let schema = """
        usage: chronicle schema --store URL [--json]

        Prints what a store keeps, as it describes itself: entities, columns, indexes and delete rules.

        Exit: 0 when done, 2 when the store is of no use.
        """
}
