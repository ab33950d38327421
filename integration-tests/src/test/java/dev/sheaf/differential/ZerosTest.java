package dev.sheaf.differential;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// -0.0 and 0.0 are one value wherever rows are compared: in keys, sorts, ranks, frames, joins and sets, at any depth.
class ZerosTest {
    private static final List<String> VALUES = List.of("0.0", "'-0.0'", "'-0.0'", "1", "-1", "'NaN'", "NULL");

    private static final List<String> QUERIES = List.of(
            "SELECT id FROM t ORDER BY d, id",
            "SELECT id FROM t ORDER BY f DESC, id",
            "SELECT id FROM t ORDER BY l, id",
            "SELECT id FROM t ORDER BY d, f, id LIMIT 7",
            "SELECT id, rank() OVER (ORDER BY d), dense_rank() OVER (ORDER BY f DESC) FROM t ORDER BY id",
            "SELECT id, rank() OVER (ORDER BY l), cume_dist() OVER (ORDER BY d) FROM t ORDER BY id",
            "SELECT id, sum(id) OVER (ORDER BY d), count(*) OVER (ORDER BY f, d) FROM t ORDER BY id",
            "SELECT id, sum(id) OVER (ORDER BY d RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY id",
            "SELECT id, sum(id) OVER (ORDER BY d GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY id",
            "SELECT id, sum(id) OVER (PARTITION BY d, l) FROM t ORDER BY id",
            "SELECT id, row_number() OVER (PARTITION BY d, f ORDER BY id) FROM t ORDER BY id",
            "SELECT count(*), sum(id) FROM t GROUP BY d ORDER BY d",
            "SELECT count(*), sum(id) FROM t GROUP BY l, f ORDER BY 2, 1",
            "SELECT count(DISTINCT d), count(DISTINCT f) FROM t",
            "SELECT count(*) FROM (SELECT DISTINCT d, l FROM t)",
            "SELECT a.id, b.id FROM t a JOIN t b ON a.d = b.f ORDER BY 1, 2",
            "SELECT id FROM t WHERE d IN (SELECT f FROM t WHERE id < 5) ORDER BY id",
            "SELECT count(*) FROM (SELECT d FROM t EXCEPT SELECT f FROM t)",
            "SELECT count(*) FROM (SELECT d FROM t INTERSECT SELECT f FROM t WHERE id < 7)");

    @TempDir
    private Path folder;

    @Test
    void zerosOfBothSignsAreOneValue() {
        RandomTable table = ZerosTest::fill;
        table.givesSameRows(QUERIES, 20, folder);
    }

    private static void fill(DuckDb duck, SplittableRandom random) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < 20; id++) {
            rows.add("(" + id + ", CAST(" + value(random) + " AS DOUBLE), CAST(" + value(random) + " AS FLOAT), [CAST("
                    + value(random) + " AS DOUBLE)])");
        }
        duck.execute("CREATE OR REPLACE TABLE t(id BIGINT, d DOUBLE, f FLOAT, l DOUBLE[])");
        duck.execute("INSERT INTO t VALUES " + String.join(", ", rows));
    }

    private static String value(SplittableRandom random) {
        return VALUES.get(random.nextInt(VALUES.size()));
    }
}
