/// The look of the page, light or dark as the reader's system is.
enum PageStyle {
    static let css = """
        :root{color-scheme:light dark;--paper:#fcfcfb;--card:#fff;--ink:#1c1d1f;--soft:#5c6066;--line:#dcdee2;
        --s0:#8b9098;--s1:#2a6fdb;--s2:#b3a68f;--s3:#d2691e;--s4:#2f8f5b;--s5:#8a4fc4;--s6:#c2367d;--s7:#0f8f9c;
        --best:#e6f2ea;--bad:#b3261e;--good:#1f7a45}
        @media (prefers-color-scheme:dark){:root{--paper:#17181a;--card:#1f2124;--ink:#e9eaec;--soft:#a2a7ae;
        --line:#373a3f;--s0:#8d929a;--s1:#6aa5f8;--s2:#a99d88;--s3:#f0924a;--s4:#5cc48c;--s5:#b78af0;--s6:#f07ab4;
        --s7:#4fc4d0;--best:#20382a;--bad:#ff8a80;--good:#6fd39a}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
        main{max-width:1180px;margin:0 auto;padding:24px 20px 60px}
        h1{font-size:26px;margin:0 0 4px}h2{font-size:20px;margin:40px 0 6px}h3{font-size:15px;margin:0 0 6px}
        p{margin:4px 0 12px;max-width:80ch}.soft,caption{color:var(--soft)}
        .warning{border-left:4px solid var(--bad);padding-left:10px}
        .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(340px,1fr));gap:14px}
        .card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}
        svg{display:block;width:100%;height:auto}svg.wide{background:var(--card);border:1px solid var(--line);
        border-radius:8px;padding:10px;min-width:680px}
        svg text{font:12px system-ui,sans-serif;fill:var(--ink)}svg .name,svg .mark{fill:var(--soft)}
        .grid path,.whisker{stroke:var(--ink);stroke-width:1;fill:none;opacity:.65}
        path.grid{stroke:var(--line);fill:none}path.one{stroke:var(--soft);stroke-width:1.5;stroke-dasharray:4 3;fill:none}
        ul.legend{list-style:none;display:flex;flex-wrap:wrap;gap:6px 18px;padding:0;margin:8px 0}
        ul.legend svg{display:inline-block;width:12px;height:12px;margin-right:6px}
        .scroll{overflow-x:auto;margin:14px 0}
        table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}
        caption{text-align:left;padding:2px 0 6px}
        th,td{padding:4px 12px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
        th:first-child{text-align:left;padding-left:0;font-weight:400}thead th{color:var(--soft);font-weight:600}
        td.best{background:var(--best)}.worse{color:var(--bad)}.better{color:var(--good)}
        summary{cursor:pointer;margin:10px 0;font-weight:600}
        """ + colors

    /// How many subjects have a colour of their own.
    static let colorCount = 8

    private static var colors: String {
        (0..<colorCount).map { "\n.s\($0){fill:var(--s\($0))}.l\($0){stroke:var(--s\($0));stroke-width:2;fill:none}" }
            .joined()
    }
}
