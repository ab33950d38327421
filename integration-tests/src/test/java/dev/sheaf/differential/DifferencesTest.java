package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Field;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.ReferencePage;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the queries of the table of docs/reference/sql/differences.md: each gives on each side what is said
/// there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DifferencesTest {
    private static final int FEWEST = 30;

    private final MemoryPool pool = MemoryPool.create();
    private final DuckDb duck = new DuckDb();

    /// A line of the table; each side is `` `value` TYPE ``, `` named `column` `` or `an error`.
    record Difference(String query, String inDuckDb, String inSheaf) {
        /// What one side is said to give, without the marks of Markdown.
        private static Difference of(String line) {
            List<String> cells = ReferencePage.cells(line);
            return new Difference(cells.get(0), cells.get(1), cells.get(2));
        }

        @Override
        public String toString() {
            return query;
        }
    }

    static List<Difference> differences() throws IOException {
        return ReferencePage.lines("sql/differences.md").stream()
                .filter(line -> line.startsWith("| `SELECT"))
                .map(Difference::of)
                .toList();
    }

    @BeforeAll
    void useItsOwnSettings() throws SQLException {
        duck.execute("RESET error_on_division_by_zero");
    }

    @AfterAll
    void giveBack() {
        duck.close();
        PoolCheck.assertEmpty(pool);
        pool.close();
    }

    @Test
    void thePageHasATableOfThem() throws IOException {
        assertThat(differences()).hasSizeGreaterThan(FEWEST);
    }

    @ParameterizedTest
    @MethodSource("differences")
    void bothSidesGiveWhatThePageSays(Difference difference) {
        assertThat(inDuckDb(difference)).as("DuckDB").isEqualTo(difference.inDuckDb());
        assertThat(inSheaf(difference)).as("Sheaf").isEqualTo(difference.inSheaf());
        assertThat(difference.inSheaf()).isNotEqualTo(difference.inDuckDb());
    }

    private String inDuckDb(Difference difference) {
        try {
            return duck.shown(difference.query(), isNamed(difference.inDuckDb()));
        } catch (SQLException refused) {
            return "an error";
        }
    }

    private String inSheaf(Difference difference) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table result =
                LazyFrame.of(new SqlSession().plan(difference.query())).collect(context)) {
            return isNamed(difference.inSheaf()) ? named(result) : shown(result);
        } catch (IllegalArgumentException | ArithmeticException refused) {
            return "an error";
        }
    }

    private static boolean isNamed(String cell) {
        return cell.startsWith("named ");
    }

    private static String named(Table result) {
        return "named " + String.join(", ", result.schema().names());
    }

    private static String shown(Table result) {
        Field column = result.schema().fields().getFirst();
        return LongStream.range(0, result.rowCount())
                        .mapToObj(row -> String.valueOf(result.column(0).get(row)))
                        .collect(Collectors.joining("; "))
                + " " + column.type().decoded();
    }
}
