package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random programs over the store beside the same done to lists, under limits of an eighth of what they store.
class StoreProgramsTest {
    private static final int CASES = 10_000;
    private static final int CASES_OF_A_BUILD = 20;
    private static final int THREADS = 3;
    private static final int STEPS = 60;
    private static final int ROWS = 2_000;
    private static final Schema SCHEMA = Schema.of(new Field("k", DataType.INT64), new Field("t", DataType.STRING));

    @TempDir
    Path folder;

    @Test
    void programsOfSeveralThreadsLoseNothingAndHoldTheLimits() {
        RandomCases.run(CASES, CASES_OF_A_BUILD, random -> {
            long data = (long) THREADS * STEPS / 2 * ROWS * 20;
            try (MemoryPool pool = MemoryPool.withLimits(data / 8, 6 * 20_000)) {
                SpillManager.attach(pool, SpillOptions.DEFAULT.folder(folder));
                run(random, pool);
                assertThat(pool.usedBytes()).isZero();
                assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
                assertThat(pool.peakBytes()).isLessThanOrEqualTo(pool.limitBytes());
            }
            assertThat(folder).isEmptyDirectory();
        });
    }

    private void run(SplittableRandom random, MemoryPool pool) {
        QueryContext context =
                QueryContext.builder().pool(pool).spillFolder(folder).build();
        SplittableRandom[] seeds = {random.split(), random.split(), random.split()};
        try (StoredBatches store = new StoredBatches(SCHEMA, random.nextLong(1 << 20), context)) {
            QueryContext runner = QueryContext.builder().threads(THREADS).build();
            Workers.forEach(runner, THREADS, thread -> new Program(seeds[thread], store, pool, thread).run());
        }
    }

    /// What one thread does, and what it has to find.
    private static final class Program {
        private final SplittableRandom random;
        private final StoredBatches store;
        private final MemoryPool pool;
        private final int partition;
        private final FakeDevice device;
        private final Map<StoredBatch, Long> batches = new HashMap<>();
        private final Map<SpillableBuffer, Byte> buffers = new HashMap<>();
        private long nextRow;

        Program(SplittableRandom random, StoredBatches store, MemoryPool pool, int partition) {
            this.random = random;
            this.store = store;
            this.pool = pool;
            this.partition = partition;
            this.device = new FakeDevice();
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3 -> append();
                    case 4 -> read();
                    case 5 -> remove();
                    case 6 -> keepOnDevice();
                    default -> useDevice();
                }
            }
            assertThat(store.batches(partition)).hasSize(batches.size());
            batches.forEach((batch, first) -> check(batch, first, false));
            buffers.forEach(this::check);
            buffers.keySet().forEach(SpillableBuffer::close);
        }

        private void append() {
            long first = nextRow;
            nextRow += ROWS;
            long[] numbers = new long[ROWS];
            String[] texts = new String[ROWS];
            Arrays.setAll(numbers, i -> first + i);
            Arrays.setAll(texts, i -> "t" + (first + i) % 1000);
            try (Batch batch = new Batch(Table.of("k", numbers, "t", texts), first)) {
                batches.put(store.append(batch, partition), first);
            }
        }

        private void read() {
            any().ifPresent(batch -> check(batch, batches.get(batch), false));
        }

        private void remove() {
            any().ifPresent(batch -> check(batch, batches.remove(batch), true));
        }

        private java.util.Optional<StoredBatch> any() {
            List<StoredBatch> all = new ArrayList<>(batches.keySet());
            return all.isEmpty()
                    ? java.util.Optional.empty()
                    : java.util.Optional.of(all.get(random.nextInt(all.size())));
        }

        private void check(StoredBatch batch, long first, boolean take) {
            try (Table table = take ? store.take(batch) : store.read(batch)) {
                assertThat(table.rowCount()).isEqualTo(ROWS);
                for (int row : new int[] {0, ROWS / 2, ROWS - 1}) {
                    assertThat(table.column(0).get(row)).isEqualTo(first + row);
                    assertThat(table.column(1).get(row)).isEqualTo("t" + (first + row) % 1000);
                }
            }
        }

        private void keepOnDevice() {
            byte value = (byte) random.nextInt();
            SpillableBuffer buffer = random.nextBoolean()
                    ? SpillManager.of(pool)
                            .keep(device, device.filled(pool, random.nextInt(1, 20_000), value), "device")
                    : SpillManager.of(pool).allocate(random.nextInt(1, 20_000), "host", b -> b.fill(value));
            buffers.put(buffer, value);
        }

        private void useDevice() {
            buffers.entrySet().stream().findFirst().ifPresent(entry -> check(entry.getKey(), entry.getValue()));
        }

        private void check(SpillableBuffer buffer, byte value) {
            try (Buffer pin = buffer.pin()) {
                if (pin.owner().location().isHostAddressable()) {
                    long last = pin.byteSize() - 1;
                    assertThat(pin.segment().get(ValueLayout.JAVA_BYTE, last)).isEqualTo(value);
                } else {
                    assertThat(device.bytes(pin)).containsOnly(value);
                }
            }
        }
    }
}
