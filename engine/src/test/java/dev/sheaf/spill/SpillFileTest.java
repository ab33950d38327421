package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.CorruptFileException;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PoolCheck.class)
class SpillFileTest {
    @TempDir
    Path base;

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
    void tablesComeBackInAnyOrderAsTheyWent(MemoryPool pool) {
        try (SpillFolder folder = SpillFolder.create(base);
                SpillFile file = folder.newFile()) {
            List<Sample> written = new ArrayList<>();
            List<SpillFile.Chunk> chunks = new ArrayList<>();
            RandomCases.run(200, random -> {
                RandomTables tables = new RandomTables(random);
                Sample sample = tables.sample(schema(random), tables.size(100));
                try (Table table = sample.build(pool)) {
                    chunks.add(file.write(table, pool));
                    written.add(Sample.of(table));
                }
            });
            for (int i = chunks.size() - 1; i >= 0; i--) {
                try (Table table = file.read(chunks.get(i), written.get(i).schema(), pool)) {
                    assertThat(chunks.get(i).rows()).isEqualTo(table.rowCount());
                    Tables.assertSame(written.get(i), Sample.of(table), dev.sheaf.testing.Comparison.ORDERED);
                }
            }
        }
    }

    @Test
    void bytesThatChangedOrAreMissingAreFound(MemoryPool pool) throws Exception {
        try (SpillFolder folder = SpillFolder.create(base);
                SpillFile file = folder.newFile();
                Table table = Tables.of("k:int64", "t:string")
                        .row(1, "one")
                        .row(2, "two")
                        .build(pool)) {
            SpillFile.Chunk chunk = file.write(table, pool);
            Path path = folder.path().resolve("0.spill");
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {77}), 3);
            }
            assertThatThrownBy(() -> file.read(chunk, table.schema(), pool))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("not those that were written");
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(5);
            }
            assertThatThrownBy(() -> file.read(chunk, table.schema(), pool))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ends early");
        }
    }

    @Test
    void filesAreTheOwnersAloneAndGoWithTheFolder(MemoryPool pool) throws Exception {
        try (SpillFolder folder = SpillFolder.create(base);
                SpillFile file = folder.newFile();
                Table table = Tables.of("k:int64").row(1).build(pool)) {
            assertThat(file.write(table, pool).byteSize()).isEqualTo(TableShape.ALIGNMENT);
            if (Files.getFileStore(base).supportsFileAttributeView("posix")) {
                assertThat(Files.getPosixFilePermissions(folder.path())).hasSize(3);
                assertThat(Files.getPosixFilePermissions(folder.path().resolve("0.spill")))
                        .hasSize(2);
            }
        }
        try (Stream<Path> left = Files.list(base)) {
            assertThat(left).isEmpty();
        }
    }
}
