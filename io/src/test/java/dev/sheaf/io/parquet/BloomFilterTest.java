package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Row groups are left out when the Bloom filters of a file, which DuckDB writes, say that no row has a value.
@ExtendWith(PoolCheck.class)
class BloomFilterTest {
    private static final int GROUPS = 4;

    /// Values of all row groups lie in one range, and each is in one of them: i of row group `i % 4`.
    private static final String ROWS = """
            SELECT i, 'key' || i AS s, i::DOUBLE / 4 AS d, (i::FLOAT / 2) AS f, i::BIGINT * 1000003 AS l,
                (i / 100)::DECIMAL(9, 2) AS m, DATE '2020-01-01' + i AS day, TIMESTAMP '2020-01-01' + INTERVAL (i) MINUTE AS t, i::UINTEGER AS u
            FROM (SELECT ((j % 2048 % 100) * 4 + j // 2048)::INTEGER AS i FROM range(8192) r(j)) ORDER BY i % 4
            """;

    @TempDir
    Path folder;

    private Path write() {
        Path file = folder.resolve("filters.parquet");
        try (DuckDb duck = new DuckDb()) {
            duck.copy(ROWS, file, "ROW_GROUP_SIZE 2048, COMPRESSION uncompressed");
        }
        return file;
    }

    private static long count(Path file, Expr filter, MemoryPool pool) {
        Dataset dataset = ParquetFiles.open(file);
        try (Table some = ParquetFiles.read(dataset, dataset.schema().names(), filter, ParquetFiles.context(pool));
                Table passing = RowFilter.compile(filter, dataset.schema()).apply(some, pool)) {
            return passing.rowCount();
        }
    }

    /// The file with the headers of all pages destroyed but those of one row group: one that is read fails.
    private static Path damaged(Path file, int intact) throws IOException {
        return changed(file, (bytes, _) -> {}, intact);
    }

    private static Path changed(Path file, ObjLongConsumer<byte[]> filter, int intact) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            List<BlockMetaData> groups = reader.getFooter().getBlocks();
            assertThat(groups).hasSize(GROUPS);
            for (int i = 0; i < GROUPS; i++) {
                for (ColumnChunkMetaData chunk : groups.get(i).getColumns()) {
                    filter.accept(bytes, chunk.getBloomFilterOffset());
                    if (i != intact && intact >= 0) {
                        bytes[(int) chunk.getStartingPos()] = -1;
                    }
                }
            }
        }
        return Files.write(file.resolveSibling("changed.parquet"), bytes);
    }

    @Test
    void rowGroupsWithoutAValueAreNotRead(MemoryPool pool) throws IOException {
        Path file = write();
        Path damaged = damaged(file, 1);
        // one of which no filter of another row group says by chance that it may be there
        int i = 4 * 31 + 1;
        List<Expr> conditions = List.of(
                col("i").eq(i),
                col("s").eq("key" + i),
                col("d").eq(i / 4.0),
                col("f").eq(lit(i / 2f)),
                col("l").eq(i * 1000003L),
                col("m").eq(new BigDecimal(i).movePointLeft(2)),
                col("day").eq(LocalDate.of(2020, 1, 1).plusDays(i)),
                col("t").eq(LocalDateTime.of(2020, 1, 1, 0, 0).plusMinutes(i)),
                col("u").eq(i));
        for (Expr condition : conditions) {
            long rows = count(file, condition, pool);
            assertThat(rows).as(condition.toString()).isPositive();
            assertThat(count(damaged, condition, pool)).as(condition.toString()).isEqualTo(rows);
        }
    }

    @Test
    void listsAndPartsOfConditionsGoByThemToo(MemoryPool pool) throws IOException {
        Path damaged = damaged(write(), 2);
        Expr some = col("s").in("key2", "key102", "no key");
        assertThat(count(damaged, some, pool)).isPositive();
        assertThat(count(damaged, some.and(col("l").gt(0L)), pool)).isPositive();
        assertThat(count(damaged, col("i").eq(6).or(col("s").eq("key10")), pool))
                .isPositive();
        assertThat(count(damaged, col("s").eq("key101x"), pool)).isZero();
        assertThatThrownBy(() -> count(damaged, col("i").eq(5), pool)).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> count(damaged, col("i").eq(6).or(col("l").gt(0L)), pool))
                .isInstanceOf(CorruptFileException.class);
    }

    @Test
    void zerosAreLookedForInAllRows(MemoryPool pool) {
        assertThat(count(write(), col("d").eq(-0.0), pool)).isPositive();
    }

    @Test
    void filtersThatAreNoneAreLeftAside(MemoryPool pool) throws IOException {
        Path file = write();
        long rows = count(file, col("s").eq("key9"), pool);
        Path noHeader = changed(file, (bytes, at) -> bytes[(int) at] = -1, -1);
        assertThat(count(noHeader, col("s").eq("key9"), pool)).isEqualTo(rows);
        // the field of the size says more than the file has
        Path tooLong = changed(file, (bytes, at) -> bytes[(int) at + 2] = 0x7F, -1);
        assertThat(count(tooLong, col("s").eq("key9"), pool)).isEqualTo(rows);
    }
}
