package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A row group is passed over when no entry of a dictionary with all values of a column passes, and only then.
@ExtendWith(PoolCheck.class)
class WholeDictionaryTest {
    private static final int GROUP_ROWS = 128;
    private static final int GROUPS = 4;

    @TempDir
    Path folder;

    private Path write(Tables.Rows rows, MemoryPool pool) {
        Path file = folder.resolve("coded.parquet");
        Map<String, String> settings = Map.of("parquet.rowGroup.rows", Integer.toString(GROUP_ROWS));
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), ParquetFiles.context(pool, 1, settings), table);
        }
        return file;
    }

    /// Row groups with the same bounds, of which the last one alone has odd numbers between.
    private Path evenNumbers(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "s:string", "r:int64");
        for (int row = 0; row < GROUPS * GROUP_ROWS; row++) {
            int even = row % 6 * 2;
            int k = row / GROUP_ROWS == GROUPS - 1 && even > 0 && even < 10 ? even + 1 : even;
            rows.row(k, "text " + (char) ('a' + k), (long) row);
        }
        return write(rows, pool);
    }

    private static long count(Path file, Expr filter, MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file);
        try (Table some = ParquetFiles.read(dataset, dataset.schema().names(), filter, ParquetFiles.context(pool));
                Table passing = RowFilter.compile(filter, dataset.schema()).apply(some, pool)) {
            return passing.rowCount();
        }
    }

    /// The file with the first data page of each column destroyed in all row groups but the last.
    private static Path damaged(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            List<BlockMetaData> groups = reader.getFooter().getBlocks();
            assertThat(groups).hasSize(GROUPS);
            for (BlockMetaData group : groups.subList(0, GROUPS - 1)) {
                group.getColumns().forEach(chunk -> bytes[(int) chunk.getFirstDataPageOffset()] = -1);
            }
        }
        return Files.write(file.resolveSibling("damaged.parquet"), bytes);
    }

    @Test
    void noPageIsReadWhereNoEntryPasses(MemoryPool pool) throws IOException {
        Path damaged = damaged(evenNumbers(pool));
        Expr odd = col("k").mod(lit(2)).eq(lit(1));
        assertThat(count(damaged, col("k").eq(5), pool)).isPositive();
        assertThat(count(damaged, odd, pool)).isPositive();
        assertThat(count(damaged, col("s").eq("text f"), pool)).isPositive();
        assertThat(count(damaged, col("k").ge(0).and(col("s").eq("text f")), pool))
                .isPositive();
        assertThat(count(damaged, odd.and(col("s").gt("text")), pool)).isPositive();
        assertThatThrownBy(() -> count(damaged, col("k").eq(4), pool)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> count(damaged, odd.or(col("s").eq("text a")), pool))
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void rowsLeftAreThoseOfAScanOfAllRows(MemoryPool pool) {
        RandomCases.run(20, random -> {
            Dataset dataset = ParquetFiles.open(write(rows(random), pool));
            Expr condition = condition(random);
            for (int part = random.nextInt(3); part > 0; part--) {
                condition = condition.and(condition(random));
            }
            List<String> columns = dataset.schema().names();
            RowFilter filter = RowFilter.compile(condition, dataset.schema());
            Map<String, String> settings = Map.of("parquet.batch.rows", random.nextBoolean() ? "50" : "1000");
            try (Table all = ParquetFiles.read(dataset, columns, ParquetFiles.context(pool));
                    Table expected = filter.apply(all, pool);
                    Table some =
                            ParquetFiles.read(dataset, columns, condition, ParquetFiles.context(pool, 2, settings));
                    Table actual = filter.apply(some, pool)) {
                Tables.assertSame(Sample.of(expected), Sample.of(actual), Comparison.ORDERED);
            }
        });
    }

    /// Columns with few values a row group, other ones in each, nulls in some.
    private static Tables.Rows rows(SplittableRandom random) {
        Tables.Rows rows = Tables.of("k:int32", "s:string", "d:decimal(9,2)", "r:int64");
        int values = random.nextInt(1, 20);
        for (int group = 0; group < GROUPS; group++) {
            int first = random.nextInt(30);
            int nullsIn = random.nextBoolean() ? 5 : Integer.MAX_VALUE;
            for (int row = 0; row < GROUP_ROWS; row++) {
                int k = first + random.nextInt(values);
                boolean isNull = random.nextInt(nullsIn) == 0;
                rows.row(
                        isNull ? null : k,
                        isNull ? null : "text " + k % 10,
                        isNull ? null : BigDecimal.valueOf(10 + k, 2),
                        (long) row);
            }
        }
        return rows;
    }

    private static Expr condition(SplittableRandom random) {
        int value = random.nextInt(50);
        return switch (random.nextInt(7)) {
            case 0 -> col("k").eq(value);
            case 1 -> col("k").mod(lit(11)).eq(lit(value % 11));
            case 2 -> col("s").eq("text " + value);
            case 3 -> col("k").isNull();
            case 4 -> call(Function.IS_NOT_FALSE, col("k").lt(value));
            case 5 -> col("d").gt(lit(BigDecimal.valueOf(10 + value, 2)));
            default -> col("r").lt((long) value);
        };
    }
}
