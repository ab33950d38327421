package dev.sheaf.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.Test;

/// A query that is read and written with all its parentheses is read as the same query again.
class RoundTripTest {
    private static final int QUERIES = 500;
    private static final int DEPTH = 3;

    private static String written(String text) {
        return SqlPrinter.of(((Statement.Rows) Parser.statement(new Source(text))).query());
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        RandomCases.run(QUERIES, random -> {
            String text = new RandomSql(random).query(DEPTH);
            String once = written(text);
            assertThat(written(once)).as(text).isEqualTo(once);
        });
    }
}
