package dev.sheaf.query;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.DataTypes;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Blocks of a table are left out when no row of theirs can pass, from the second question on, and only then.
@ExtendWith(PoolCheck.class)
class TableBoundsTest {
    private static final List<Function> COMPARISONS = List.of(
            Function.EQUAL,
            Function.NOT_EQUAL,
            Function.LESS,
            Function.LESS_OR_EQUAL,
            Function.GREATER,
            Function.GREATER_OR_EQUAL);

    private static QueryContext context(MemoryPool pool, int morselRows) {
        return QueryContext.builder()
                .pool(pool)
                .settings(new Settings(Map.of("morsel.rows", "" + morselRows)))
                .build();
    }

    private static Table numbers(MemoryPool pool) {
        Tables.Rows rows = Tables.of("n:int64", "d:float64", "s:string");
        for (int row = 0; row < 8; row++) {
            rows.row(row, row == 5 ? Double.NaN : row, "a text of more than thirty-two bytes " + row);
        }
        return rows.build(pool);
    }

    private static List<Batch> pulled(Dataset dataset, Scan scan, QueryContext context) {
        List<Batch> batches = new ArrayList<>();
        try (BatchSource source = dataset.scan(scan, context)) {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                batches.add(batch);
                assertThat(source.lowestNextRow()).isGreaterThanOrEqualTo(0);
            }
        }
        return batches;
    }

    /// The first rows of the blocks, of two rows each, that a scan gives.
    private static List<Long> blocks(Dataset dataset, Scan scan, MemoryPool pool) {
        return pulled(dataset, scan, context(pool, 2)).stream()
                .map(batch -> {
                    batch.close();
                    return batch.firstRow();
                })
                .toList();
    }

    private static List<Long> blocks(Dataset dataset, Expr condition, MemoryPool pool) {
        return blocks(dataset, new Scan(List.of("n", "d", "s"), Optional.of(condition)), pool);
    }

    @Test
    void theSecondScanLeavesOut(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            assertThat(blocks(dataset, col("n").gt(4), pool)).hasSize(4);
            assertThat(blocks(dataset, col("n").gt(4), pool)).containsExactly(4L, 6L);
            assertThat(blocks(dataset, col("n").gt(7), pool)).isEmpty();
            assertThat(blocks(dataset, col("n").eq(3).or(col("n").lt(1)), pool)).containsExactly(0L, 2L);
        }
    }

    @Test
    void aNanKeepsItsBlockWhereItMayPass(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            blocks(dataset, col("d").gt(0.0), pool);
            assertThat(blocks(dataset, col("d").gt(6.5), pool)).containsExactly(4L, 6L);
            assertThat(blocks(dataset, col("d").lt(4.0), pool)).containsExactly(0L, 2L);
        }
    }

    @Test
    void longTextsAreBoundedByTheirBeginnings(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            blocks(dataset, col("s").gt("a"), pool);
            assertThat(blocks(dataset, col("s").lt("a text"), pool)).isEmpty();
            assertThat(blocks(dataset, col("s").gt("a texu"), pool)).isEmpty();
            assertThat(blocks(dataset, col("s").eq("a text of more than thirty-two bytes 3"), pool))
                    .contains(2L);
        }
    }

    @Test
    void partsBehindOneThatMayFailLeaveOutNothing(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            Expr mayFail = col("s").cast(DataType.INT64).eq(1);
            blocks(dataset, col("n").gt(6), pool);
            assertThat(blocks(dataset, mayFail.and(col("n").gt(6)), pool)).hasSize(4);
            assertThat(blocks(dataset, col("n").gt(6).and(mayFail), pool)).containsExactly(6L);
        }
    }

    @Test
    void lengthsAndArithmeticAreBounded(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            Expr isShort = call(Function.LENGTH, col("s")).lt(8);
            Expr isLarge = call(Function.INT_DIVIDE, col("n"), 3).ge(2);
            blocks(dataset, isShort.and(isLarge), pool);
            blocks(dataset, isLarge, pool);
            assertThat(blocks(dataset, isShort, pool)).isEmpty();
            assertThat(blocks(dataset, isLarge, pool)).containsExactly(6L);
            assertThat(blocks(dataset, col("n").times(2).plus(1).lt(4), pool)).containsExactly(0L);
        }
    }

    @Test
    void blocksWithTheFirstRowsComeFirstAndOthersNotAtAll(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            AtomicReference<Optional<Expr>> wanted = new AtomicReference<>(Optional.empty());
            Scan scan = new Scan(
                    List.of("n"),
                    Optional.empty(),
                    Optional.of(new Scan.Lead("n", SortDirection.DESCENDING, _ -> wanted.get())));
            assertThat(blocks(dataset, scan, pool)).containsExactly(0L, 2L, 4L, 6L);
            assertThat(blocks(dataset, scan, pool)).containsExactly(0L, 2L, 4L, 6L);
            wanted.set(Optional.of(col("n").ge(3)));
            assertThat(blocks(dataset, scan, pool)).containsExactly(6L, 4L, 2L);
        }
    }

    @Test
    void theRestIsGivenAtOnceWhereItLiesTogether(MemoryPool pool) {
        try (Table table = numbers(pool)) {
            Dataset dataset = new TableDataset(table);
            blocks(dataset, col("n").gt(3), pool);
            blocks(dataset, col("n").gt(3), pool);
            assertThat(rest(dataset, col("n").gt(3), pool)).isEqualTo(4);
            assertThat(rest(dataset, col("n").gt(5).or(col("n").lt(2)), pool)).isEqualTo(-1);
        }
    }

    private static long rest(Dataset dataset, Expr condition, MemoryPool pool) {
        QueryContext context = context(pool, 2);
        try (BatchSource source = dataset.scan(new Scan(List.of("n"), Optional.of(condition)), context);
                Batch rest = source.takeRest(context)) {
            return rest == null ? -1 : rest.rowCount();
        }
    }

    @Test
    void answersDoNotChange(MemoryPool pool) {
        RandomCases.run(150, random -> {
            RandomTables tables = new RandomTables(random);
            List<DataType> types = new ArrayList<>(DataTypes.scalars());
            types.add(DataType.NULL);
            List<Field> fields = new ArrayList<>();
            for (int column = 0; column < 3; column++) {
                fields.add(new Field("c" + column, types.get(random.nextInt(types.size()))));
            }
            int morselRows = random.nextInt(1, 20);
            try (Table table =
                    tables.sample(new Schema(fields), tables.size(morselRows)).build(pool)) {
                Dataset dataset = new TableDataset(table);
                for (int scan = 0; scan < 12; scan++) {
                    compare(dataset, table, condition(random, table, 2), context(pool, morselRows));
                }
            }
        });
    }

    private static void compare(Dataset dataset, Table all, Expr condition, QueryContext context) {
        RowFilter filter = RowFilter.compile(condition, all.schema());
        List<Batch> batches = pulled(dataset, new Scan(all.schema().names(), Optional.of(condition)), context);
        try (Table some = Concat.tables(
                        all.schema(), batches.stream().map(Batch::table).toList(), context.pool());
                Table expected = filter.apply(all, context.pool());
                Table actual = filter.apply(some, context.pool())) {
            Tables.assertSame(Sample.of(expected), Sample.of(actual), Comparison.ORDERED);
        } catch (AssertionError difference) {
            throw new AssertionError(condition + ": " + difference.getMessage(), difference);
        } finally {
            batches.forEach(Batch::close);
        }
    }

    private static Expr condition(SplittableRandom random, Table table, int depth) {
        String name = "c" + random.nextInt(table.columnCount());
        Optional<Expr> value = literal(random, table, name);
        return switch (random.nextInt(depth > 0 ? 10 : 7)) {
            case 0 -> col(name).isNull();
            case 1 -> col(name).isNotNull();
            case 7 -> condition(random, table, depth - 1).and(condition(random, table, depth - 1));
            case 8 -> condition(random, table, depth - 1).or(condition(random, table, depth - 1));
            case 9 -> condition(random, table, depth - 1).not();
            default ->
                value.map(literal -> call(COMPARISONS.get(random.nextInt(COMPARISONS.size())), col(name), literal))
                        .orElse(col(name).isNull());
        };
    }

    /// A value of a column; none if it has none.
    private static Optional<Expr> literal(SplittableRandom random, Table table, String name) {
        List<Object> values =
                table.values(name).stream().filter(Objects::nonNull).toList();
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(new Expr.Literal(
                        values.get(random.nextInt(values.size())),
                        table.schema().type(name)));
    }
}
