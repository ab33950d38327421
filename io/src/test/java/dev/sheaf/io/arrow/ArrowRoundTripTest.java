package dev.sheaf.io.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Tables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is written is read back, by us and through Arrow's own vectors.
@ExtendWith(PoolCheck.class)
class ArrowRoundTripTest {
    private static final Path NAME = Path.of("test.arrow");

    @Test
    void streamsAndFilesComeBackAsTheyWent(MemoryPool pool) {
        RandomCases.run(300, random -> {
            try (Table table = randomTable(random, pool)) {
                boolean file = random.nextBoolean();
                byte[] bytes = write(table, file, pool);
                assertThat(readAll(bytes, table.schema(), pool, table)).isTrue();
            }
        });
    }

    @Test
    void arrowsOwnVectorsReadAndRewriteWhatWeWrite(MemoryPool pool) {
        RandomCases.run(150, random -> {
            try (Table table = randomTable(random, pool)) {
                boolean file = random.nextBoolean();
                byte[] bytes = write(table, file, pool);
                byte[] rewritten = file ? rewriteFile(bytes) : rewriteStream(bytes);
                assertThat(readAll(rewritten, table.schema(), pool, table)).isTrue();
            }
        });
    }

    @Test
    void dictionariesStayDictionariesInAStream(MemoryPool pool) throws Exception {
        try (Table plain = Table.of("s", new String[] {"b", null, "a", "b"});
                Column codes = DictionaryEncoding.encode(plain.column(0), pool);
                Table table =
                        new Table(Schema.of(new Field("s", codes.type())), List.of(codes.retain()), codes.length())) {
            byte[] bytes = write(table, false, pool);
            try (ArrowReader reader = ArrowReader.of(MemorySegment.ofArray(bytes), NAME, pool);
                    Table first = reader.next();
                    Table second = reader.next()) {
                assertThat(reader.schema().field(0).type()).isEqualTo(new DataType.DictionaryType(DataType.STRING));
                assertThat(first.values("s")).containsExactly("b", null);
                assertThat(second.values("s")).containsExactly("a", "b");
            }
            assertThat(readAll(rewriteStream(bytes), plain.schema(), pool, plain))
                    .isTrue();
        }
    }

    @Test
    void damagedBytesAreRefusedOrReadAsSomeTable(MemoryPool pool) {
        RandomCases.run(5000, random -> {
            try (Table table = randomTable(random, pool)) {
                byte[] bytes = damage(write(table, random.nextBoolean(), pool), random);
                try (ArrowReader reader = ArrowReader.of(MemorySegment.ofArray(bytes), NAME, pool)) {
                    for (Table read = reader.next(); read != null; read = reader.next()) {
                        try (Table open = read) {
                            write(open, false, pool);
                        }
                    }
                } catch (CorruptFileException refused) {
                    assertThat(refused).hasMessageContaining("test.arrow");
                }
            }
            assertThat(pool.usedBytes()).isZero();
        });
    }

    @Test
    void foreignBytesAreRefusedWithAReason(MemoryPool pool) {
        for (String text : List.of("", "PAR1", "a,b\n1,2\n", "ARROW1", "ARROW1\0\0")) {
            assertThatThrownBy(() -> ArrowReader.of(
                                    MemorySegment.ofArray(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                                    NAME,
                                    pool)
                            .close())
                    .as(text)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageStartingWith("test.arrow");
        }
    }

    static Table randomTable(SplittableRandom random, MemoryPool pool) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        int columns = random.nextInt(5);
        for (int i = 0; i <= columns; i++) {
            fields.add(new Field("c" + i, tables.anyType()));
        }
        return tables.sample(new Schema(fields), tables.size(64)).build(pool);
    }

    private static byte[] damage(byte[] bytes, SplittableRandom random) {
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    /// Two batches, so that something follows the first.
    private static byte[] write(Table table, boolean file, MemoryPool pool) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var channel = Channels.newChannel(out);
        long half = table.rowCount() / 2;
        try (ArrowWriter writer = file
                        ? ArrowWriter.file(channel, table.schema(), pool)
                        : ArrowWriter.stream(channel, table.schema(), pool);
                Table first = table.slice(0, half);
                Table second = table.slice(half, table.rowCount() - half)) {
            writer.write(first);
            writer.write(second);
            writer.finish();
        }
        return out.toByteArray();
    }

    private static boolean readAll(byte[] bytes, Schema schema, MemoryPool pool, Table expected) {
        List<Table> tables = new ArrayList<>();
        try (ArrowReader reader = ArrowReader.of(MemorySegment.ofArray(bytes), NAME, pool)) {
            for (Table table = reader.next(); table != null; table = reader.next()) {
                tables.add(table);
            }
            assertThat(reader.schema().names()).isEqualTo(schema.names());
            try (Table all = Concat.tables(reader.schema(), tables, pool)) {
                Tables.assertSame(expected, all, Comparison.ORDERED);
            }
            return true;
        } finally {
            tables.forEach(Table::close);
        }
    }

    private static byte[] rewriteStream(byte[] bytes) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RootAllocator allocator = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(bytes), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            try (ArrowStreamWriter writer = new ArrowStreamWriter(root, reader, out)) {
                while (reader.loadNextBatch()) {
                    writer.writeBatch();
                }
            }
        }
        return out.toByteArray();
    }

    private static byte[] rewriteFile(byte[] bytes) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RootAllocator allocator = new RootAllocator();
                ArrowFileReader reader =
                        new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(bytes), allocator)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            try (ArrowFileWriter writer = new ArrowFileWriter(root, reader, Channels.newChannel(out))) {
                while (reader.loadNextBatch()) {
                    writer.writeBatch();
                }
            }
        }
        return out.toByteArray();
    }
}
