package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Row groups are left out when no row of theirs can pass, and only then.
@ExtendWith(PoolCheck.class)
class PruningTest {
    private static final List<Function> COMPARISONS = List.of(
            Function.EQUAL,
            Function.NOT_EQUAL,
            Function.LESS,
            Function.LESS_OR_EQUAL,
            Function.GREATER,
            Function.GREATER_OR_EQUAL);

    @TempDir
    Path folder;

    /// Four row groups of two rows.
    private Dataset write(MemoryPool pool, Tables.Rows rows) {
        Path file = folder.resolve("pruned.parquet");
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "2"));
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        return ParquetFiles.open(file);
    }

    private static long scanned(Dataset dataset, Expr filter, MemoryPool pool) {
        Scan scan = new Scan(dataset.schema().names(), Optional.of(filter));
        try (BatchSource source = dataset.scan(scan, ParquetFiles.context(pool))) {
            return source.stats().rowCount().orElseThrow();
        }
    }

    private Dataset numbers(MemoryPool pool) {
        return write(
                pool,
                Tables.of("i:int32", "d:float64", "s:string", "n:int32", "b:bool")
                        .row(1, 1.0, "a", null, true)
                        .row(2, 2.0, "b", null, true)
                        .row(3, 3.0, "c", 1, true)
                        .row(4, Double.NaN, "d", null, false)
                        .row(5, 5.0, "é", 2, false)
                        .row(6, 6.0, "z", 3, false)
                        .row(7, -0.0, "😀", 4, null)
                        .row(8, 0.0, "\uFFFD", 5, false));
    }

    private static List<Long> firstRows(Dataset dataset, String lead, SortDirection direction, MemoryPool pool) {
        return firstRows(dataset, new Scan.Lead(lead, direction, _ -> Optional.empty()), pool);
    }

    private static List<Long> firstRows(Dataset dataset, Scan.Lead lead, MemoryPool pool) {
        Scan scan = new Scan(dataset.schema().names(), Optional.empty(), Optional.of(lead));
        QueryContext context = ParquetFiles.context(pool);
        List<Long> firstRows = new ArrayList<>();
        try (BatchSource source = dataset.scan(scan, context)) {
            for (Batch batch = source.next(context); batch != null; batch = source.next(context)) {
                try (Batch read = batch) {
                    firstRows.add(read.firstRow());
                    assertThat(source.lowestNextRow()).isLessThanOrEqualTo(lowestMissing(firstRows));
                }
            }
        }
        return firstRows;
    }

    private static long lowestMissing(List<Long> firstRows) {
        return LongStream.of(0, 2, 4, 6)
                .filter(row -> !firstRows.contains(row))
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }

    @Test
    void rowGroupsThatMayHoldTheFirstRowsAreReadFirst(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(firstRows(dataset, "i", SortDirection.DESCENDING, pool)).containsExactly(6L, 4L, 2L, 0L);
        assertThat(firstRows(dataset, "i", SortDirection.ASCENDING, pool)).containsExactly(0L, 2L, 4L, 6L);
        assertThat(firstRows(dataset, "n", SortDirection.DESCENDING, pool)).containsExactly(6L, 4L, 2L, 0L);
        assertThat(firstRows(dataset, "n", new SortDirection(true, true), pool)).containsExactly(0L, 2L, 6L, 4L);
        assertThat(firstRows(dataset, "d", SortDirection.DESCENDING, pool)).containsExactly(2L, 4L, 0L, 6L);
        assertThat(firstRows(dataset, "s", SortDirection.DESCENDING, pool)).containsExactly(6L, 4L, 2L, 0L);
    }

    @Test
    void whatIsNoLongerWantedIsNotRead(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        AtomicInteger asked = new AtomicInteger();
        Scan.Lead lead = new Scan.Lead(
                "i",
                SortDirection.DESCENDING,
                _ -> asked.incrementAndGet() < 3 ? Optional.empty() : Optional.of(col("i").ge(6)));
        assertThat(firstRows(dataset, lead, pool)).containsExactly(6L, 4L);
    }

    @Test
    void comparisonsSkipWhatLiesOutside(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("i").lt(3), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").le(3), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("i").gt(6), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").ge(6), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("i").eq(4), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").between(4, 5), pool)).isEqualTo(4);
        assertThat(scanned(dataset, call(Function.LESS, 6, col("i")), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").in(1, 8), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("i").lt(3).or(col("i").gt(6)), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("i").lt(3).not(), pool)).isEqualTo(6);
        assertThat(scanned(dataset, col("i").eq(100), pool)).isZero();
    }

    @Test
    void numbersOfOtherTypesCompareAsFiltersDo(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("i").lt(2.5), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").gt(new BigDecimal("6.5")), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("d").lt(1), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("d").eq(0), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").eq("4"), pool)).isEqualTo(2);
    }

    @Test
    void nansAreGreaterThanEverything(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("d").gt(100.0), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("d").ge(6.0), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("d").eq(Double.NaN), pool)).isEqualTo(8);
    }

    @Test
    void stringsCompareByTheirBytes(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("s").gt("z"), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("s").ge("😀"), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("s").lt("b"), pool)).isEqualTo(2);
    }

    @Test
    void nullsAndBoolsAreKnown(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("n").isNull(), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("n").isNotNull(), pool)).isEqualTo(6);
        assertThat(scanned(dataset, col("n").ge(-100), pool)).isEqualTo(6);
        assertThat(scanned(dataset, col("b"), pool)).isEqualTo(4);
        assertThat(scanned(dataset, col("b").not(), pool)).isEqualTo(6);
        assertThat(scanned(dataset, lit(false), pool)).isZero();
    }

    @Test
    void whatIsNotUnderstoodIsRead(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, call(Function.REVERSE, col("s")).lt("a"), pool))
                .isEqualTo(8);
        assertThat(scanned(dataset, col("nothing").lt(0), pool)).isEqualTo(8);
    }

    @Test
    void boundsAreCarriedThroughExpressions(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        assertThat(scanned(dataset, col("i").plus(1).lt(4), pool)).isEqualTo(2);
        assertThat(scanned(dataset, call(Function.INT_DIVIDE, col("i"), 3).ge(2), pool))
                .isEqualTo(4);
        assertThat(scanned(dataset, call(Function.MODULO, col("i"), 3).gt(2), pool))
                .isZero();
        assertThat(scanned(dataset, col("i").lt(col("n")), pool)).isZero();
        assertThat(scanned(dataset, col("s").like("b%"), pool)).isEqualTo(2);
        assertThat(scanned(dataset, col("i").plus(col("n")).isNull(), pool)).isEqualTo(4);
    }

    @Test
    void whatMayFailInARowGroupLeavesOutNothingBehindIt(MemoryPool pool) {
        Dataset dataset = numbers(pool);
        Expr overflows = col("i").plus(Integer.MAX_VALUE - 2).ne(0);
        assertThat(scanned(dataset, overflows.and(col("i").gt(100)), pool)).isEqualTo(6);
        assertThat(scanned(dataset, col("i").gt(100).and(overflows), pool)).isZero();
    }

    @Test
    void anotherFilesStatisticsPruneToo(MemoryPool pool) {
        Path file = folder.resolve("duckdb.parquet");
        try (DuckDb duckDb = new DuckDb()) {
            duckDb.copy("""
                    SELECT i, DATE '2024-01-01' + i::INTEGER AS d, TIMESTAMP '2024-01-01' + INTERVAL (i) DAY AS t,
                        (i - 5000)::DECIMAL(30, 2) AS m, i::UBIGINT + 9223372036854775000 AS u, 'k' || lpad(i::VARCHAR, 5, '0') AS s
                    FROM range(10240) t(i)""", file, "ROW_GROUP_SIZE 2048");
        }
        Dataset dataset = ParquetFiles.open(file);
        assertThat(scanned(dataset, col("d").lt(LocalDate.of(2024, 2, 1)), pool))
                .isEqualTo(2048);
        assertThat(scanned(dataset, col("t").lt(LocalDateTime.of(2024, 2, 1, 0, 0)), pool))
                .isEqualTo(2048);
        assertThat(scanned(dataset, col("t").lt(LocalDate.of(2024, 2, 1)), pool))
                .isEqualTo(2048);
        assertThat(scanned(dataset, col("m").lt(new BigDecimal("-4999.5")), pool))
                .isEqualTo(2048);
        assertThat(scanned(dataset, col("u").lt(Long.MAX_VALUE), pool)).isEqualTo(2048);
        assertThat(scanned(dataset, col("s").ge("k10000"), pool)).isEqualTo(2048);
    }

    @Test
    void answersDoNotChange(MemoryPool pool) {
        RandomCases.run(60, random -> {
            Path file = folder.resolve("random.parquet");
            int rows = random.nextInt(1, 60);
            Tables.Rows contents = Tables.of(
                    "i:int32", "u:uint64", "f:float32", "d:float64", "m:decimal(20, 2)", "s:string", "t:date");
            for (int row = 0; row < rows; row++) {
                contents.row(
                        value(random, "i"),
                        value(random, "u"),
                        value(random, "f"),
                        value(random, "d"),
                        value(random, "m"),
                        value(random, "s"),
                        value(random, "t"));
            }
            boolean byPage = random.nextBoolean();
            Map<String, String> settings = Map.of(
                    "parquet.rowGroup.rows", byPage ? "40" : "4",
                    "parquet.page.bytes", byPage ? "16" : "1000",
                    "parquet.batch.rows", String.valueOf(random.nextInt(1, 50)));
            QueryContext context = ParquetFiles.context(pool, 1, settings);
            try (Table table = contents.build(pool)) {
                ParquetFiles.write(file, table.schema(), context, table);
            }
            for (int i = 0; i < 20; i++) {
                compare(ParquetFiles.open(file), condition(random, 2), context);
            }
        });
    }

    private static void compare(Dataset dataset, Expr condition, QueryContext context) {
        RowFilter filter = RowFilter.compile(condition, dataset.schema());
        List<String> columns = dataset.schema().names();
        try (Table all = ParquetFiles.read(dataset, columns, context);
                Table expected = filter.apply(all, context.pool());
                Table some = ParquetFiles.read(dataset, columns, condition, context);
                Table actual = filter.apply(some, context.pool())) {
            Tables.assertSame(Sample.of(expected), Sample.of(actual), Comparison.ORDERED);
        } catch (AssertionError difference) {
            throw new AssertionError(condition + ": " + difference.getMessage(), difference);
        }
    }

    private static Expr condition(SplittableRandom random, int depth) {
        String name = List.of("i", "u", "f", "d", "m", "s", "t").get(random.nextInt(7));
        Expr column = col(name);
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> column.isNull();
            case 1 -> column.isNotNull();
            case 2 -> column.in(literal(random, name), literal(random, name));
            case 6 -> condition(random, depth - 1).and(condition(random, depth - 1));
            case 7 -> condition(random, depth - 1).or(condition(random, depth - 1));
            case 8 -> condition(random, depth - 1).not();
            default -> call(COMPARISONS.get(random.nextInt(COMPARISONS.size())), column, literal(random, name));
        };
    }

    /// A value of the column, or of another type that compares with it.
    private static Object literal(SplittableRandom random, String column) {
        Object value = value(random, column);
        boolean number = !column.equals("s") && !column.equals("t");
        if (number && random.nextInt(3) == 0) {
            value = value(random, List.of("i", "f", "d", "m").get(random.nextInt(4)));
        }
        return value == null ? literal(random, column) : value;
    }

    private static @Nullable Object value(SplittableRandom random, String column) {
        int number = random.nextInt(-10, 11);
        if (random.nextInt(6) == 0) {
            return null;
        }
        return switch (column) {
            case "i" -> number;
            case "u" -> java.math.BigInteger.valueOf(Math.abs(number));
            case "f" -> random.nextInt(10) == 0 ? Float.NaN : number / 10f;
            case "d" -> random.nextInt(10) == 0 ? Double.NaN : number == 0 ? -0.0 : number / 10.0;
            case "m" -> BigDecimal.valueOf(number * 10L, 2);
            case "s" -> number < 0 ? "é" + number : "k".repeat(number % 4) + number;
            default -> LocalDate.ofEpochDay(number);
        };
    }
}
