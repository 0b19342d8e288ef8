import ChronicleContract

/// The source code of the tests of one store.
struct GeneratedSuite {
    /// The author's type.
    let name: String

    private var head: String {
        """
        // Written by the plugin ChronicleContractTests from StoreContract \(StoreContract.version).
        import ChronicleContractTesting
        import Testing


        """
    }

    /// A chapter's tests, one a clause, with the clause's identifier as the function's name.
    func tests(of chapter: ContractChapter) -> String {
        if chapter.clauses.isEmpty { return "// The chapter \(chapter.id) has no clauses yet.\n" }
        var text =
            head + "extension \(name) {\n    @Suite(\(literal("\(name): \(chapter.title)"))) struct \(chapter.id) {\n"
        for clause in chapter.clauses {
            let id = clause.id.replacing("-", with: "_")
            text += """
                        @Test(\(literal("\(clause.id): \(clause.text)")), .clause("\(clause.id)", of: \(name).store))
                        func \(id)() async { await \(name).check("\(clause.id)", secondProcess: \(name).secondProcess) }

                """
        }
        return text + "    }\n}\n"
    }

    /// The second processes: exit tests, which must be compiled with the store itself.
    var processes: String {
        head + """
            extension \(name) {
                static var secondProcess: SecondProcess {
                    SecondProcess { task, ending in
                        await ContractTesting.problem {
                            switch ending {
                            case .success:
                                await #expect(processExitsWith: .success) { [task = task as String] in
                                    try await ContractRunner.runPeer(task, on: \(name).store)
                                }
                            case .killed:
                                await #expect(processExitsWith: .signal(ContractTesting.kill)) { [task = task as String] in
                                    try await ContractRunner.runPeer(task, on: \(name).store)
                                }
                            }
                        }
                    }
                }
            }

            """
    }

    private func literal(_ text: String) -> String {
        // Sentences have no control characters but could have quotes.
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}
