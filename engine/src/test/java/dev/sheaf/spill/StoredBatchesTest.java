package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PoolCheck.class)
class StoredBatchesTest {
    @TempDir
    Path base;

    @AfterEach
    void nothingIsLeft() {
        assertThat(base).isEmptyDirectory();
    }

    private QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).spillFolder(base).build();
    }

    private static Schema schema(SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        for (int count = random.nextInt(1, 6); count > 0; count--) {
            DataType type = tables.anyType();
            fields.add(new Field(
                    "c" + count, random.nextInt(5) == 0 ? new DataType.ListType(type) : type, random.nextInt(4) != 0));
        }
        return new Schema(fields);
    }

    @Test
    void batchesComeBackInAnyOrderAsTheyWent(MemoryPool pool) {
        RandomCases.run(100, random -> {
            Schema schema = schema(random);
            RandomTables tables = new RandomTables(random);
            List<Sample> written = new ArrayList<>();
            List<StoredBatch> stored = new ArrayList<>();
            try (StoredBatches store = new StoredBatches(schema, random.nextInt(20_000), context(pool))) {
                for (int i = random.nextInt(10); i >= 0; i--) {
                    try (Batch batch =
                            new Batch(tables.sample(schema, tables.size(100)).build(pool), i)) {
                        stored.add(store.append(batch, random.nextInt(3)));
                        written.add(Sample.of(batch.table()));
                    }
                }
                for (int i = stored.size() - 1; i >= 0; i--) {
                    try (Table table = random.nextBoolean() ? store.take(stored.get(i)) : store.read(stored.get(i))) {
                        assertThat(stored.get(i).rowCount()).isEqualTo(table.rowCount());
                        Tables.assertSame(written.get(i), Sample.of(table), Comparison.ORDERED);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1 << 20})
    void rowsWithoutColumnsAreStillRows(long keepBytes, MemoryPool pool) {
        Schema none = new Schema(List.of());
        try (StoredBatches store = new StoredBatches(none, keepBytes, context(pool));
                Batch batch = new Batch(new Table(none, List.of(), 7), 0);
                Table read = store.read(store.append(batch, 0))) {
            assertThat(read.rowCount()).isEqualTo(7);
        }
    }

    @Test
    void aSourceGivesBatchesInTheOrderOfTheirFirstRows(MemoryPool pool) {
        QueryContext context = context(pool);
        try (Table table = Tables.of("k:int64").row(1).row(2).row(3).build(pool);
                StoredBatches store = new StoredBatches(table.schema(), 100, context)) {
            for (long row : new long[] {2, 0, 1}) {
                try (Batch batch = new Batch(table.slice(row, 1), row)) {
                    store.append(batch, (int) row % 2);
                }
            }
            assertThat(rows(store.source(), context)).containsExactly(1L, 2L, 3L);
            assertThat(rows(store.source(0), context)).containsExactly(1L, 3L);
            assertThat(rows(store.source(7), context)).isEmpty();
        }
    }

    private static List<Long> rows(BatchSource source, QueryContext context) {
        List<Long> rows = new ArrayList<>();
        try (source) {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                try (Batch open = batch) {
                    rows.add(open.table().longs("k")[0]);
                }
            }
        }
        return rows;
    }

    @Test
    void batchesBeyondWhatIsKeptGoToDiskAtOnce(MemoryPool pool) {
        try (Table table = Tables.of("k:int64").row(1).build(pool);
                StoredBatches store = new StoredBatches(table.schema(), TableShape.ALIGNMENT, context(pool))) {
            StoredBatch first = append(store, table);
            StoredBatch second = append(store, table);
            assertThat(first.tier()).isEqualTo(Tier.HOST);
            assertThat(second.tier()).isEqualTo(Tier.DISK);
            store.remove(first);
            assertThat(append(store, table).tier()).isEqualTo(Tier.HOST);
        }
    }

    private static StoredBatch append(StoredBatches store, Table table) {
        try (Batch batch = new Batch(table.retain(), 0)) {
            return store.append(batch, 0);
        }
    }

    @Test
    void bytesThatChangedOrAreMissingAreFound(MemoryPool pool) throws Exception {
        try (Table table = Tables.of("k:int64", "t:string")
                        .row(1, "one")
                        .row(2, "two")
                        .build(pool);
                StoredBatches store = new StoredBatches(table.schema(), 0, context(pool))) {
            StoredBatch stored = append(store, table);
            Path file = onlyIn(onlyIn(base), "*.spill");
            if (Files.getFileStore(base).supportsFileAttributeView("posix")) {
                assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
                assertThat(Files.getPosixFilePermissions(onlyIn(base))).hasSize(3);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {77}), 3);
            }
            assertThatThrownBy(() -> store.read(stored))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("not those that were written");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(5);
            }
            assertThatThrownBy(() -> store.read(stored))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ends early");
        }
    }

    private static Path onlyIn(Path folder) throws IOException {
        return onlyIn(folder, "*");
    }

    private static Path onlyIn(Path folder, String names) throws IOException {
        try (var found = Files.newDirectoryStream(folder, names)) {
            return found.iterator().next();
        }
    }

    @Test
    void roomOnDiskIsUsedAgainAndTheFolderGoesWithTheLastBatch(MemoryPool pool) throws Exception {
        try (Table table = Tables.of("k:int64").row(1).build(pool);
                StoredBatches store = new StoredBatches(table.schema(), 0, context(pool))) {
            StoredBatch first = append(store, table);
            append(store, table);
            store.remove(first);
            append(store, table);
            assertThat(onlyIn(onlyIn(base), "*.spill")).hasSize(2 * TableShape.ALIGNMENT);
            store.batches(0).forEach(store::remove);
            nothingIsLeft();
            append(store, table);
            assertThat(onlyIn(base)).isDirectory();
        }
    }
}
