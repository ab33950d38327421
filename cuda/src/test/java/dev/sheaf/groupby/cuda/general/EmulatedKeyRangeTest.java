package dev.sheaf.groupby.cuda.general;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Ranges found by a kernel that runs on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedKeyRangeTest {
    private final EmulatedDevice device = EmulatedDevice.assumedSmall(1 << 16);

    /// Threads look at several rows, and each finds enough in the first ones; the last row has the greatest key.
    @Test
    void aRangeOfMoreThanEnoughIsNotLookedAtToItsEnd(MemoryPool pool) {
        RandomCases.run(4, 2, random -> {
            int rows = 20_000 + random.nextInt(30_000);
            long offset = random.nextLong(-1L << 60, 1L << 60);
            long[] keys = random.longs(rows, 0, 1L << random.nextInt(30, 60))
                    .map(key -> key + offset)
                    .toArray();
            keys[rows - 1] = 1L << 62;
            compare(keys, pool);
        });
    }

    private void compare(long[] keys, MemoryPool pool) {
        LongSummaryStatistics known = LongStream.of(keys).summaryStatistics();
        long beyond = known.getMax() - known.getMin();
        device.open().device().run(() -> {
            try (Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    Table host = Table.of("k", keys);
                    DeviceColumn column = Upload.column(host.column(0), staging)) {
                DeviceRun run = new DeviceRun(device.open().kernels(), pool, stream);
                KeyRange all = KeyRange.of(run, column, -1);
                assertThat(all.most() - all.least()).isEqualTo(beyond);
                assertThat(KeyRange.of(run, column, beyond + 1)).isEqualTo(all);
                for (long enough : new long[] {1, 1000, beyond / 2}) {
                    KeyRange some = KeyRange.of(run, column, enough);
                    assertThat(some.most() - some.least()).isBetween(enough, beyond);
                    assertThat(Long.compareUnsigned(some.least(), all.least())).isNotNegative();
                }
                assertThat(KeyRange.of(run, column, 1)).isNotEqualTo(all);
            }
        });
    }
}
