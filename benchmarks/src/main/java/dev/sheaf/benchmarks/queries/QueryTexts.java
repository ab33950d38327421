package dev.sheaf.benchmarks.queries;

import dev.sheaf.benchmarks.data.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The texts of the queries, which Sheaf and DuckDB both take. Ties behind ORDER BY and LIMIT are decided by further
/// keys.
final class QueryTexts {
    private static final int TPCH_QUERIES = 22;

    private QueryTexts() {}

    /// TPC-H's `q01` to `q22`, with the parameters of its validation.
    static List<Question> tpch() {
        List<Question> questions = new ArrayList<>();
        for (int i = 1; i <= TPCH_QUERIES; i++) {
            String name = "q%02d".formatted(i);
            questions.add(Question.ofRows(name, text("tpch/" + name + ".sql")));
        }
        return questions;
    }

    /// ClickBench's `c01` to `c43`, in the order of its list.
    ///
    /// @see <a href="https://github.com/ClickHouse/ClickBench/blob/main/duckdb/queries.sql">queries.sql</a>
    static List<Question> clickBench() {
        List<Question> questions = new ArrayList<>();
        for (String query : text("clickbench.sql").strip().split(";\\s*")) {
            questions.add(Question.ofRows("c%02d".formatted(questions.size() + 1), query));
        }
        return questions;
    }

    private static String text(String name) {
        try (var in = QueryTexts.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
