package dev.sheaf.benchmarks.data;

import java.util.List;
import java.util.regex.Pattern;

/// A query that every engine is asked. The first `keys` columns of its answer tell the answer's rows apart; the
/// other columns are values. If `keys` is negative, rows are compared whole, and several may be alike.
public record Question(String name, String sql, int keys) {

    /// A query whose answer has no keys: it is the same rows, however often each.
    public static Question ofRows(String name, String sql) {
        return new Question(name, sql, -1);
    }

    /// Which of these columns the query reads.
    public List<String> columns(List<String> all) {
        return all.stream()
                .filter(column -> Pattern.compile("\\b" + Pattern.quote(column) + "\\b")
                        .matcher(sql)
                        .find())
                .toList();
    }
}
