package dev.sheaf.groupby.cuda.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class DeviceTableTest {
    private static void withStream(FakeCuda fake, Consumer<Stream> work) {
        try (Driver driver = fake.start()) {
            Device device = driver.device(0);
            device.run(() -> {
                try (Stream stream = Stream.open(device)) {
                    work.accept(stream);
                }
            });
        }
        assertThat(fake.leftovers()).isEmpty();
    }

    @Test
    void whatGoesUpComesDown(MemoryPool pool) {
        withStream(
                new FakeCuda(),
                stream -> RandomCases.run(60, random -> {
                    RandomTables tables = new RandomTables(random);
                    List<Field> fields = new ArrayList<>();
                    for (int i = 0; i < 4; i++) {
                        fields.add(new Field("c" + i, tables.scalarType()));
                    }
                    Sample sample = tables.sample(new Schema(fields), tables.size(100));
                    try (Table table = sample.build(pool);
                            Staging staging = new Staging(pool, stream);
                            DeviceTable onDevice = Upload.table(table, staging);
                            Table back = new ColumnDownload(pool, stream).download(onDevice)) {
                        assertThat(pool.usedBytes(Tier.DEVICE)).isGreaterThanOrEqualTo(onDevice.byteSize());
                        Tables.assertSame(sample, Sample.of(back), Comparison.ORDERED);
                    }
                    assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
                    assertThat(pool.usedBytes(Tier.PINNED)).isZero();
                }));
    }

    @Test
    void aSliceGoesUpWithoutTheRowsThatItHides(MemoryPool pool) {
        withStream(new FakeCuda(), stream -> {
            try (Table all = Table.of("v", new long[100_000], "t", texts());
                    Table slice = all.slice(99_000, 10);
                    Staging staging = new Staging(pool, stream);
                    DeviceTable onDevice = Upload.table(slice, staging)) {
                assertThat(onDevice.byteSize()).isLessThan(500);
            }
        });
    }

    private static String[] texts() {
        String[] texts = new String[100_000];
        java.util.Arrays.fill(texts, "text");
        return texts;
    }

    @Test
    void theHostCannotReadADeviceColumn(MemoryPool pool) {
        withStream(new FakeCuda(), stream -> {
            try (Table table = Table.of("v", new int[] {1, 2});
                    Staging staging = new Staging(pool, stream);
                    DeviceTable onDevice = Upload.table(table, staging)) {
                assertThatThrownBy(() -> onDevice.columns().getFirst().values().segment())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the host cannot read them");
            }
        });
    }

    @Test
    void anUploadThatFindsNoRoomLeavesNothingBehind(MemoryPool pool) {
        withStream(new FakeCuda(10_000), stream -> {
            try (Table table = Table.of("a", new long[1_000], "b", new long[1_000]);
                    Staging staging = new Staging(pool, stream)) {
                assertThatThrownBy(() -> Upload.table(table, staging))
                        .isInstanceOfSatisfying(
                                CudaException.class,
                                failure -> assertThat(failure.isOutOfMemory()).isTrue());
            }
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        });
    }

    @Test
    void columnsWithoutAFormOnTheDeviceAreRefused(MemoryPool pool) {
        withStream(new FakeCuda(), stream -> {
            Schema schema = Schema.of(new Field("nothing", DataType.NULL));
            try (Table table = new Table(schema, List.of(new NullColumn(3, pool)), 3);
                    Staging staging = new Staging(pool, stream)) {
                assertThatThrownBy(() -> Upload.table(table, staging))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("no column of type null");
            }
        });
    }
}
