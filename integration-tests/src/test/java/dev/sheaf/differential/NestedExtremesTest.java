package dev.sheaf.differential;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The least and greatest lists of groups are those that DuckDB finds.
class NestedExtremesTest {
    private static final List<String> QUERIES = List.of(
            "SELECT k, min(l), max(l) FROM t GROUP BY k ORDER BY k",
            "SELECT k, arg_min(id, l), arg_max(id, l), min_by(l, id) FROM t GROUP BY k ORDER BY k",
            "SELECT min(l), max(l) FILTER (WHERE k = 1), min(w), max(w) FROM t");

    @TempDir
    private Path folder;

    @Test
    void listsHaveTheOrderThatDuckDbGivesThem() {
        RandomTable table = NestedExtremesTest::fill;
        table.givesSameRows(QUERIES, 20, folder);
    }

    /// Distinct lists, so that no row is as little or great as another.
    private static void fill(DuckDb duck, SplittableRandom random) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < 50; id++) {
            rows.add("(" + random.nextInt(4) + ", " + id + ", " + list(random, id, "%d") + ", "
                    + list(random, id, "'t%d'") + ")");
        }
        duck.execute("CREATE OR REPLACE TABLE t(k INTEGER, id INTEGER, l INTEGER[], w VARCHAR[])");
        duck.execute("INSERT INTO t VALUES " + String.join(", ", rows));
    }

    private static String list(SplittableRandom random, int id, String element) {
        if (random.nextInt(10) == 0) {
            return "NULL";
        }
        List<String> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(random.nextInt(5) == 0 ? "NULL" : element.formatted(random.nextInt(3)));
        }
        elements.add(element.formatted(100 + id));
        return "[" + String.join(", ", elements) + "]";
    }
}
