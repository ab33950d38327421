package dev.sheaf.io.parquet;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.io.parquet.meta.ParquetFile;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Pages are left out when no row of theirs can pass, by the page indexes of the file.
@ExtendWith(PoolCheck.class)
class PageIndexTest {
    private static final int ROWS = 1000;

    @TempDir
    Path folder;

    /// One row group with pages of 100 rows of `i` and `d` and 200 of `n`, plain; `s` has a dictionary.
    private Path write(MemoryPool pool) {
        Path file = folder.resolve("pages.parquet");
        Tables.Rows rows = Tables.of("i:int64", "d:float64", "s:string", "n:int32");
        for (int i = 0; i < ROWS; i++) {
            rows.row(i * 10L, i % 7 == 0 ? Double.NaN : i / 4.0, "key" + i / 100, i < 500 ? null : i);
        }
        QueryContext context =
                ParquetFiles.context(pool, 1, Map.of("parquet.codec", "uncompressed", "parquet.page.bytes", "800"));
        try (Table table = rows.build(pool)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        return file;
    }

    private static List<List<@Nullable Object>> read(Path file, Expr filter, String batchRows, MemoryPool pool) {
        QueryContext context = ParquetFiles.context(pool, 1, Map.of("parquet.batch.rows", batchRows));
        Dataset dataset = ParquetFiles.open(file);
        try (Table some = ParquetFiles.read(dataset, dataset.schema().names(), filter, context);
                Table passing = RowFilter.compile(filter, dataset.schema()).apply(some, pool)) {
            return Sample.of(passing).rows();
        }
    }

    private static long given(Path file, Expr filter, MemoryPool pool) {
        return given(ParquetFiles.open(file), filter, pool);
    }

    /// As many rows as the scan leaves of an open file.
    private static long given(Dataset dataset, Expr filter, MemoryPool pool) {
        try (Table some = ParquetFiles.read(dataset, dataset.schema().names(), filter, ParquetFiles.context(pool))) {
            return some.rowCount();
        }
    }

    /// The file with a bit turned in the middle of each data page of a column but one: a page that is read fails.
    private static Path damaged(Path file, String column, int intact) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            OffsetIndex index = reader.readOffsetIndex(chunk(reader, column));
            for (int page = 0; page < index.getPageCount(); page++) {
                if (page != intact) {
                    bytes[(int) index.getOffset(page) + index.getCompressedPageSize(page) - 1] ^= 1;
                }
            }
        }
        return Files.write(file.resolveSibling("damaged.parquet"), bytes);
    }

    private static ColumnChunkMetaData chunk(ParquetFileReader reader, String column) {
        return reader.getFooter().getBlocks().getFirst().getColumns().stream()
                .filter(chunk -> chunk.getPath().toDotString().equals(column))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void pagesWithoutAWantedRowAreNotRead(MemoryPool pool) throws IOException {
        Path file = write(pool);
        Path damaged = damaged(file, "i", 4);
        Expr inPage = col("i").ge(4000L).and(col("i").lt(4500L));
        assertThat(read(damaged, inPage, "131072", pool)).hasSize(50);
        assertThat(read(damaged, inPage, "130", pool)).hasSize(50);
        assertThat(given(damaged, inPage, pool)).isLessThanOrEqualTo(100);
        assertThatThrownBy(() -> read(damaged, col("i").lt(10L), "131072", pool))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("column \"i\", page 0: the checksum");
    }

    @Test
    void otherColumnsSkipTheirPagesToo(MemoryPool pool) throws IOException {
        Path file = write(pool);
        Path damaged = damaged(file, "n", 3);
        assertThat(read(damaged, col("i").ge(7550L).and(col("i").lt(7600L)), "1000", pool))
                .hasSize(5);
    }

    @Test
    void boundsOfSeveralColumnsMeet(MemoryPool pool) {
        Path file = write(pool);
        assertThat(given(file, col("i").lt(2000L).and(col("s").eq("key5")), pool))
                .isZero();
        assertThat(given(file, col("n").isNotNull().and(col("i").lt(4000L)), pool))
                .isLessThan(200);
        assertThat(read(file, col("i").lt(100L).or(col("s").eq("key9")), "77", pool))
                .hasSize(110);
        assertThat(read(file, col("d").gt(240.0), "1000", pool)).hasSizeGreaterThan(34);
    }

    /// The index of a file that is open is as old as its footer.
    @Test
    void indexesAreReadOnce(MemoryPool pool) throws IOException {
        Path file = damaged(write(pool), "i", 4);
        Expr inPage = col("i").ge(4000L).and(col("i").lt(4500L));
        Dataset open = ParquetFiles.open(file);
        assertThat(given(open, inPage, pool)).isLessThanOrEqualTo(100);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, indexStart(file), footerStart(bytes), (byte) 0xFF);
        Files.write(file, bytes);
        assertThat(given(open, inPage, pool)).isLessThanOrEqualTo(100);
        assertThatThrownBy(() -> given(file, inPage, pool)).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void parquetJavaReadsTheIndexes(MemoryPool pool) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(write(pool)))) {
            OffsetIndex places = reader.readOffsetIndex(chunk(reader, "i"));
            ColumnIndex bounds = reader.readColumnIndex(chunk(reader, "i"));
            assertThat(places.getPageCount()).isEqualTo(10);
            assertThat(places.getFirstRowIndex(3)).isEqualTo(300);
            assertThat(bounds.getNullPages()).hasSize(10).doesNotContain(true);
            assertThat(number(bounds.getMinValues().get(3))).isEqualTo(3000);
            assertThat(number(bounds.getMaxValues().get(3))).isEqualTo(3990);
            ColumnIndex nulls = reader.readColumnIndex(chunk(reader, "n"));
            assertThat(nulls.getNullPages()).startsWith(true).endsWith(false);
            assertThat(nulls.getNullCounts().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(500);
        }
    }

    private static long number(ByteBuffer bound) {
        return bound.order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    /// Where an index is damaged so that it is still one, rows may be missing as with a damaged footer: a file of the
    /// format has no checksum of either. None is wrong, and nothing else happens.
    @Test
    void damagedIndexesAddNoRows(MemoryPool pool) throws IOException {
        Path file = write(pool);
        byte[] intact = Files.readAllBytes(file);
        int from = indexStart(file);
        int end = footerStart(intact);
        Expr filter = col("i").ge(2500L).and(col("i").lt(5200L)).and(col("n").isNull());
        HashSet<List<@Nullable Object>> right = new HashSet<>(read(file, filter, "1000", pool));
        List<Integer> sizes = new ArrayList<>();
        RandomCases.run(600, random -> sizes.add(damagedRows(intact, from, end, random, filter, right, pool)));
        assertThat(sizes).contains(right.size());
    }

    private int damagedRows(
            byte[] intact,
            int from,
            int end,
            SplittableRandom random,
            Expr filter,
            HashSet<List<@Nullable Object>> right,
            MemoryPool pool)
            throws IOException {
        Path damaged = folder.resolve("damaged.parquet");
        Files.write(damaged, new Mutation(random, from, end).overwrite(intact));
        try {
            List<List<@Nullable Object>> rows = read(damaged, filter, random.nextBoolean() ? "1000" : "130", pool);
            assertThat(right).containsAll(rows);
            return rows.size();
        } catch (CorruptFileException refused) {
            assertThat(refused).hasMessageContaining("damaged.parquet");
            return -1;
        }
    }

    private static int footerStart(byte[] file) {
        return file.length
                - 8
                - ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    }

    private static int indexStart(Path file) {
        long start = Long.MAX_VALUE;
        for (ColumnChunk chunk : Objects.requireNonNull(
                        ParquetFile.open(file).footer().getRow_groups())
                .getFirst()
                .getColumns()) {
            start = Math.min(start, chunk.getColumn_index_offset());
        }
        return (int) start;
    }
}
