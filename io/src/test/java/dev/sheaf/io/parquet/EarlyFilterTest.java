package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A scan with a condition gives, once that is applied, the rows that a scan without it gives: of columns in
/// every encoding and of every type, whichever rows are left.
@ExtendWith(PoolCheck.class)
class EarlyFilterTest {
    private static final int ROWS = 5000;

    @TempDir
    Path folder;

    private DuckDb duckdb;

    @BeforeEach
    void open() {
        duckdb = new DuckDb();
    }

    @AfterEach
    void close() {
        duckdb.close();
    }

    /// A file of DuckDB with every type, and columns by which rows are chosen: `row`, `hashed` numbers of
    /// 1,000.
    private Path file(String options) {
        Path file = folder.resolve("all.parquet");
        duckdb.run(
                "COPY (SELECT *, row_number() OVER () - 1 AS row, (hash(int32, text) % 1000)::BIGINT AS hashed FROM ("
                        + DuckDb.everyType(ROWS) + ")) TO '" + file + "' (FORMAT parquet, " + options + ")");
        return file;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ROW_GROUP_SIZE 2048",
                "ROW_GROUP_SIZE 4096, PARQUET_VERSION V2",
                "ROW_GROUP_SIZE 100000, COMPRESSION zstd",
                "ROW_GROUP_SIZE 100000, COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1",
                "ROW_GROUP_SIZE 100000, PARQUET_VERSION V2, DICTIONARY_SIZE_LIMIT 1"
            })
    void rowsLeftAreThoseOfAScanOfAllRows(String options, MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file(options));
        RandomCases.run(25, random -> {
            List<String> columns = columns(dataset.schema(), random);
            QueryContext context = ParquetFiles.context(pool, random.nextInt(1, 4), batchRows(random));
            assertSameRows(dataset, columns, condition(random).and(more(columns, random)), context);
        });
    }

    private static List<String> columns(Schema schema, SplittableRandom random) {
        List<String> columns = new ArrayList<>(schema.names());
        columns.removeAll(List.of("row", "hashed"));
        Collections.shuffle(columns, new Random(random.nextLong()));
        List<String> chosen = new ArrayList<>(columns.subList(0, random.nextInt(1, 8)));
        chosen.add(random.nextInt(chosen.size() + 1), "row");
        chosen.add(random.nextInt(chosen.size() + 1), "hashed");
        return chosen;
    }

    private static Map<String, String> batchRows(SplittableRandom random) {
        String[] sizes = {"7", "64", "1000", "131072"};
        return Map.of("parquet.batch.rows", sizes[random.nextInt(sizes.length)]);
    }

    /// No row, one, some far apart, some in a row, or more than are worth choosing.
    private static Expr condition(SplittableRandom random) {
        long row = random.nextLong(ROWS);
        return switch (random.nextInt(6)) {
            case 0 -> col("hashed").lt(lit(0L)).and(col("row").ge(lit(0L)));
            case 1 -> col("row").eq(lit(row)).and(col("hashed").ge(lit(0L)));
            case 2 -> col("hashed").lt(lit((long) random.nextInt(1, 30)));
            case 3 -> col("row").between(lit(row), lit(row + random.nextInt(300)));
            case 4 -> col("row").le(lit(row)).and(col("hashed").ge(lit(950L)));
            default -> col("hashed").lt(lit(600L));
        };
    }

    /// Conditions of other columns, so that there are more steps, some of which leave nearly all rows.
    private static Expr more(List<String> columns, SplittableRandom random) {
        Expr more = lit(true);
        for (int parts = random.nextInt(4); parts > 0; parts--) {
            Expr column = col(columns.get(random.nextInt(columns.size())));
            more = more.and(random.nextBoolean() ? column.isNotNull() : column.isNull());
        }
        return more;
    }

    private static void assertSameRows(Dataset dataset, List<String> columns, Expr condition, QueryContext context) {
        RowFilter filter = RowFilter.compile(condition, dataset.schema().select(columns));
        try (Table all = ParquetFiles.read(dataset, columns, context);
                Table expected = filter.apply(all, context.pool());
                Table some = ParquetFiles.read(dataset, columns, condition, context);
                Table actual = filter.apply(some, context.pool())) {
            Tables.assertSame(Sample.of(expected), Sample.of(actual), dev.sheaf.testing.Comparison.ORDERED);
        }
    }

    @Test
    void otherColumnsOfRowsThatAreNotLeftAreNotGiven(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file("ROW_GROUP_SIZE 100000"));
        QueryContext context = ParquetFiles.context(pool);
        Expr condition = col("row").mod(lit(100L)).eq(lit(0L));
        try (Table rows = ParquetFiles.read(dataset, List.of("text", "row"), condition, context)) {
            assertThat(rows.rowCount()).isEqualTo(ROWS / 100);
        }
    }

    @Test
    void columnsOfLaterStepsAreGivenForRowsLeftBySteps(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file("ROW_GROUP_SIZE 100000"));
        QueryContext context = ParquetFiles.context(pool);
        Expr some = col("row").mod(lit(2L)).eq(lit(0L));
        Expr few = col("hashed").mod(lit(5L)).eq(lit(0L));
        List<String> columns = List.of("hashed", "row");
        RowFilter filter = RowFilter.compile(some.and(few), dataset.schema().select(columns));
        try (Table rows = ParquetFiles.read(dataset, columns, some.and(few), context);
                Table left = filter.apply(rows, pool)) {
            assertThat(rows.rowCount()).isEqualTo(left.rowCount()).isBetween(1L, ROWS / 4L);
        }
    }

    @Test
    void aConditionThatFailsIsLeftToTheCaller(MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file("ROW_GROUP_SIZE 100000"));
        QueryContext context = ParquetFiles.context(pool);
        Expr condition = col("row").plus(lit(Long.MAX_VALUE)).lt(lit(0L));
        try (Table rows = ParquetFiles.read(dataset, List.of("row", "text"), condition, context)) {
            assertThat(rows.rowCount()).isEqualTo(ROWS);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void rowsOnWhichTheConditionFailsAreGiven(long nullsOrFalseAfter, MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file("ROW_GROUP_SIZE 100000"));
        Expr fails = col("hashed").plus(lit(Long.MAX_VALUE)).lt(lit(0L));
        Expr few = col("row").mod(lit(100L)).eq(lit(0L));
        Expr condition = nullsOrFalseAfter == 1
                ? few.and(col("row").gt(lit(0L))).or(lit(null)).and(fails)
                : col("row").ge(lit(0L)).and(fails).and(few);
        List<String> columns = List.of("row", "hashed");
        RowFilter filter = RowFilter.compile(condition, dataset.schema().select(columns));
        try (Table rows = ParquetFiles.read(dataset, columns, condition, ParquetFiles.context(pool))) {
            assertThat(rows.rowCount()).isEqualTo(ROWS);
            assertThatThrownBy(() -> filter.apply(rows, pool)).isInstanceOf(ArithmeticException.class);
        }
    }
}
