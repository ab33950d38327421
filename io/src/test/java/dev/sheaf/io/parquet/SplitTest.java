package dev.sheaf.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files shared out by ranges of bytes.
@ExtendWith(PoolCheck.class)
class SplitTest {
    private static final int ROWS = 1000;

    @TempDir
    Path folder;

    private Path write(MemoryPool pool, String codec) {
        Path file = folder.resolve("numbers.parquet");
        QueryContext context =
                ParquetFiles.context(pool, 1, Map.of("parquet.rowGroup.rows", "64", "parquet.codec", codec));
        int[] values = IntStream.range(0, ROWS).toArray();
        String[] texts = IntStream.range(0, ROWS).mapToObj(i -> "k" + i % 10).toArray(String[]::new);
        try (Table table = Table.of("i", values, "s", texts)) {
            ParquetFiles.write(file, table.schema(), context, table);
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(longs = {37, 300, 1000, 4096, 1L << 40})
    void rangesThatCoverAFileHaveEachRowOnce(long rangeBytes, MemoryPool pool) throws IOException {
        Path file = write(pool, "snappy");
        List<Object> found = new ArrayList<>();
        for (long start = 0; start < Files.size(file); start += rangeBytes) {
            found.addAll(rows(file, start, start + rangeBytes, pool));
        }
        assertThat(found).isEqualTo(IntStream.range(0, ROWS).boxed().toList());
    }

    private static List<Object> rows(Path file, long start, long end, MemoryPool pool) {
        ParquetSplit split = ParquetSplit.open(file, start, end);
        try (Table rows = ParquetFiles.read(split.rows(), List.of("i"), ParquetFiles.context(pool))) {
            assertThat(split.rows().stats().rowCount()).hasValue(rows.rowCount());
            assertThat(split.isCommon("i") && split.isCommon("s")).isTrue();
            return new ArrayList<>(rows.values("i"));
        }
    }

    @Test
    void aRowGroupBelongsToTheRangeOfItsMiddle(MemoryPool pool) {
        Path file = write(pool, "uncompressed");
        int before = rows(file, 0, 2000, pool).size();
        int after = rows(file, 2000, Long.MAX_VALUE, pool).size();

        assertThat(before).isPositive().isLessThan(ROWS).isEqualTo(ROWS - after);
        assertThat(before % 64).isZero();
        assertThat(rows(file, 0, 0, pool)).isEmpty();
    }

    @Test
    void whatIsNoParquetFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("text"), "PAR1 and no more than that");
        assertThatThrownBy(() -> ParquetSplit.open(file, 0, 10)).isInstanceOf(CorruptFileException.class);
    }
}
