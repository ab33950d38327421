package dev.sheaf.benchmarks.data;

import java.util.List;
import java.util.regex.Pattern;

/// A query that every engine is asked. The first `keys` columns of its answer tell the answer's rows apart; the
/// other columns are values.
public record Question(String name, String sql, int keys) {

    /// Which of these columns the query reads.
    public List<String> columns(List<String> all) {
        return all.stream()
                .filter(column -> Pattern.compile("\\b" + Pattern.quote(column) + "\\b")
                        .matcher(sql)
                        .find())
                .toList();
    }
}
