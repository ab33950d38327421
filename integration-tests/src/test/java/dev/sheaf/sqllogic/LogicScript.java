package dev.sheaf.sqllogic;

import dev.sheaf.sqllogic.LogicLines.Line;
import dev.sheaf.sqllogic.LogicRecord.Condition;
import dev.sheaf.sqllogic.LogicRecord.Sorting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Reads scripts of sqllogictest: `statement ok|error`, `query`, `skipif`, `onlyif`, `hash-threshold`, `halt`, and of
/// DuckDB's dialect `require`, `mode skip` and loops.
final class LogicScript {
    /// What Sheaf has of what scripts of DuckDB require.
    private static final Set<String> KNOWN =
            Set.of("parquet", "json", "skip_reload", "vector_size", "no_alternative_verify", "noforcestorage");

    private final List<Line> lines;
    private final List<LogicRecord> records = new ArrayList<>();
    private Condition condition = Condition.NONE;
    private boolean skipping;
    private int at;

    private LogicScript(List<Line> lines) {
        this.lines = lines;
    }

    /// The records of a script.
    ///
    /// @throws IllegalArgumentException if a loop has no end
    static List<LogicRecord> read(String text) {
        LogicScript script = new LogicScript(LogicLines.of(text));
        while (script.at < script.lines.size()) {
            script.next();
        }
        return script.records;
    }

    private void next() {
        Line line = lines.get(at++);
        if (line.isBlank()) {
            return;
        }
        List<String> words = line.words();
        switch (words.getFirst()) {
            case "skipif" -> condition = new Condition(with(condition.skipped(), words.get(1)), condition.only());
            case "onlyif" -> condition = new Condition(condition.skipped(), with(condition.only(), words.get(1)));
            case "statement" -> add(command(line, words));
            case "query" -> add(query(line, words));
            case "hash-threshold" -> add(new LogicRecord.HashThreshold(line.number(), Integer.parseInt(words.get(1))));
            case "halt" -> add(new LogicRecord.Halt(line.number(), condition));
            case "mode" -> mode(line, words.getLast());
            case "require" -> {
                if (!KNOWN.contains(words.get(1))) {
                    add(new LogicRecord.Unknown(line.number(), line.text()));
                }
            }
            default -> add(new LogicRecord.Unknown(line.number(), line.text()));
        }
    }

    private static Set<String> with(Set<String> names, String name) {
        Set<String> all = new HashSet<>(names);
        all.add(name.toLowerCase(Locale.ROOT));
        return all;
    }

    private void mode(Line line, String mode) {
        switch (mode) {
            case "skip" -> skipping = true;
            case "unskip" -> skipping = false;
            default -> add(new LogicRecord.Unknown(line.number(), line.text()));
        }
    }

    private void add(LogicRecord read) {
        if (!skipping) {
            records.add(read);
        }
        condition = Condition.NONE;
    }

    private LogicRecord command(Line line, List<String> words) {
        String sql = block(false);
        if (at < lines.size() && lines.get(at).text().equals("----")) {
            at++;
            block(true);
        }
        return switch (words.get(1)) {
            case "ok" -> new LogicRecord.Command(line.number(), condition, sql, false);
            case "error" -> new LogicRecord.Command(line.number(), condition, sql, true);
            default -> new LogicRecord.Unknown(line.number(), line.text());
        };
    }

    private LogicRecord query(Line line, List<String> words) {
        String sql = block(false);
        List<String> expected = new ArrayList<>();
        if (at < lines.size() && lines.get(at).text().equals("----")) {
            at++;
            while (at < lines.size() && !lines.get(at).isBlank()) {
                expected.add(lines.get(at++).text());
            }
        }
        Sorting sorting = words.size() < 3 ? Sorting.NOSORT : sorting(words.get(2));
        String label = words.size() < 4 ? "" : words.get(3);
        return new LogicRecord.Query(
                line.number(), condition, sql, words.size() < 2 ? "" : words.get(1), sorting, label, expected);
    }

    private static Sorting sorting(String word) {
        return switch (word) {
            case "rowsort", "sort" -> Sorting.ROWSORT;
            case "valuesort" -> Sorting.VALUESORT;
            default -> Sorting.NOSORT;
        };
    }

    /// The lines up to an empty one, or up to `----` unless `whole`.
    private String block(boolean whole) {
        StringBuilder text = new StringBuilder();
        while (at < lines.size()
                && !lines.get(at).isBlank()
                && (whole || !lines.get(at).text().equals("----"))) {
            text.append(lines.get(at++).text()).append('\n');
        }
        return text.toString().strip();
    }
}
