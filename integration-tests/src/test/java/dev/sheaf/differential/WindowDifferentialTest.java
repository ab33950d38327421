package dev.sheaf.differential;

import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random window queries give what DuckDB gives: 250 a build, 5,000 in full.
class WindowDifferentialTest {
    private static final int TABLES = 500;
    private static final int QUERIES_PER_TABLE = 10;
    private static final int FAILURES_SHOWN = 5;

    private final List<String> failures = new ArrayList<>();

    @Test
    void windowsMeanWhatDuckDbMeansByThem() {
        try (DuckDb duck = new DuckDb()) {
            RandomCases.run(TABLES, random -> {
                Sample rows = new WindowGenerator(random).rows();
                duck.create("t", rows);
                try (SheafSql sheaf = SheafSql.over(rows)) {
                    for (int i = 0; i < QUERIES_PER_TABLE; i++) {
                        compare(duck, sheaf, rows, random.split());
                    }
                }
                failIfAny();
            });
        }
    }

    private void compare(DuckDb duck, SheafSql sheaf, Sample rows, SplittableRandom random) {
        SqlQuery query = new WindowGenerator(random).query();
        String problem = problem(duck, sheaf, query, SheafSql.Way.random(random));
        if (problem != null) {
            failures.add(query.text() + "\n" + problem + "\nover " + rows);
        }
    }

    private static @Nullable String problem(DuckDb duck, SheafSql sheaf, SqlQuery query, SheafSql.Way way) {
        try {
            AnswerCheck.same(query, duck.query(query.text()), sheaf.query(query.text(), way));
            return null;
        } catch (AssertionError | RuntimeException difference) {
            return String.valueOf(difference);
        } catch (SQLException refused) {
            return "DuckDB fails: " + refused.getMessage();
        }
    }

    private void failIfAny() {
        List<String> found = List.copyOf(failures);
        failures.clear();
        if (!found.isEmpty()) {
            throw new AssertionError(found.size() + " differences:\n"
                    + found.stream().limit(FAILURES_SHOWN).collect(Collectors.joining("\n\n")));
        }
    }
}
