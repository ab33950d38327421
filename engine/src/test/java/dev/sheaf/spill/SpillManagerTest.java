package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillManagerTest {
    private static final int SIZE = 100_000;

    @TempDir
    Path folder;

    private final MemoryPool pool = MemoryPool.withLimits(4 * 131_200, 3 * SIZE);

    @AfterEach
    void nothingIsLeft() {
        assertThat(pool.usedBytes()).isZero();
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.leakCount()).isZero();
        pool.close();
        assertThat(folder).isEmptyDirectory();
    }

    private SpillManager manager(SpillOptions options) {
        return SpillManager.attach(pool, options.folder(folder));
    }

    private static SpillableBuffer buffer(SpillManager manager, int value) {
        return manager.allocate(SIZE, "test", bytes -> bytes.fill((byte) value));
    }

    private static void assertHolds(SpillableBuffer buffer, int value) {
        try (Buffer pin = buffer.pin()) {
            MemorySegment bytes = pin.segment();
            for (long at : new long[] {0, SIZE / 2, SIZE - 1}) {
                assertThat(bytes.get(ValueLayout.JAVA_BYTE, at)).isEqualTo((byte) value);
            }
        }
    }

    @Test
    void theBufferUnusedLongestLeavesWhenARequestDoesNotFit() {
        SpillManager manager = manager(SpillOptions.DEFAULT);
        try (SpillableBuffer a = buffer(manager, 1);
                SpillableBuffer b = buffer(manager, 2);
                SpillableBuffer c = buffer(manager, 3)) {
            assertHolds(a, 1);
            try (Buffer _ = pool.allocate(SIZE, "one more");
                    Buffer _ = pool.allocate(SIZE, "and one")) {
                assertThat(b.tier()).isEqualTo(Tier.DISK);
                assertThat(a.tier()).isEqualTo(Tier.HOST);
                assertThat(c.tier()).isEqualTo(Tier.HOST);
            }
            assertHolds(b, 2);
            assertThat(b.tier()).isEqualTo(Tier.HOST);
        }
    }

    @Test
    void aPinHoldsABufferAndThePoolThenSaysThatItIsFull() {
        SpillManager manager = manager(SpillOptions.DEFAULT);
        try (SpillableBuffer a = buffer(manager, 1)) {
            try (Buffer pin = a.pin()) {
                assertThat(pin.isOpen()).isTrue();
                assertThatThrownBy(() -> pool.allocate(4 * SIZE, "too much").close())
                        .isInstanceOf(MemoryLimitException.class);
                assertThat(a.tier()).isEqualTo(Tier.HOST);
            }
            pool.allocate(4 * SIZE, "fits now").close();
            assertThat(a.tier()).isEqualTo(Tier.DISK);
        }
    }

    @Test
    void anExposedBufferNeverMovesAgain() {
        SpillManager manager = manager(SpillOptions.DEFAULT.statistics(SpillStatistics.Level.EXPOSURES));
        try (SpillableBuffer a = buffer(manager, 1)) {
            assertThat(manager.spill(Tier.HOST, 1)).isPositive();
            a.expose().close();
            assertThat(manager.spill(Tier.HOST, Long.MAX_VALUE)).isZero();
            assertThat(a.tier()).isEqualTo(Tier.HOST);
            assertThat(manager.statistics().exposures()).singleElement().satisfies(exposure -> {
                assertThat(exposure.bytes()).isEqualTo(SIZE);
                assertThat(exposure.place()).contains("SpillManagerTest");
            });
        }
    }

    @Test
    void aCopyOnDiskStaysGoodSoThatLeavingAgainWritesNothing() {
        SpillManager manager = manager(SpillOptions.DEFAULT);
        try (SpillableBuffer a = buffer(manager, 1)) {
            manager.spill(Tier.HOST, 1);
            assertHolds(a, 1);
            manager.spill(Tier.HOST, 1);
            assertThat(a.tier()).isEqualTo(Tier.DISK);
            assertHolds(a, 1);
        }
    }

    @Test
    void deviceBuffersGoToTheHostThenToDiskAndComeBack() {
        SpillManager manager = manager(SpillOptions.DEFAULT.statistics(SpillStatistics.Level.TRANSFERS));
        FakeDevice device = new FakeDevice();
        try (SpillableBuffer a = manager.keep(device, device.filled(pool, SIZE, (byte) 7), "test")) {
            assertThat(a.tier()).isEqualTo(Tier.DEVICE);
            manager.spill(Tier.DEVICE, 1);
            assertThat(a.tier()).isEqualTo(Tier.HOST);
            manager.spill(Tier.HOST, 1);
            assertThat(a.tier()).isEqualTo(Tier.DISK);
            try (Buffer pin = a.pin()) {
                assertThat(device.bytes(pin)).containsOnly(7);
                assertThat(manager.spill(Tier.DEVICE, 1)).as("pinned").isZero();
            }
            assertThat(manager.statistics().transfers())
                    .extracting(transfer -> transfer.from() + " to " + transfer.to() + " " + transfer.bytes())
                    .containsExactly("HOST to DISK 100000", "DEVICE to HOST 100000", "DISK to HOST 100000");
        }
        assertThat(device.bufferCount()).isZero();
    }

    @Test
    void aFullDeviceMovesItsBuffersToTheHost() {
        SpillManager manager = manager(SpillOptions.DEFAULT);
        FakeDevice device = new FakeDevice();
        SpillableBuffer[] buffers = new SpillableBuffer[7];
        for (int i = 0; i < buffers.length; i++) {
            byte value = (byte) i;
            buffers[i] = manager.keep(device, device.filled(pool, SIZE, value), "test");
        }
        assertThat(device.bufferCount()).isEqualTo(3);
        for (int i = 0; i < buffers.length; i++) {
            try (Buffer pin = buffers[i].pin()) {
                assertThat(device.bytes(pin)).containsOnly(i);
            }
            buffers[i].close();
        }
    }

    @Test
    void limitsOfTheOptionsHoldForUnpinnedBuffers() {
        SpillManager manager = manager(SpillOptions.DEFAULT.hostLimit(SIZE).deviceLimit(SIZE));
        FakeDevice device = new FakeDevice();
        try (SpillableBuffer a = buffer(manager, 1);
                SpillableBuffer b = buffer(manager, 2);
                SpillableBuffer c = manager.keep(device, device.filled(pool, SIZE, (byte) 0), "test");
                SpillableBuffer d = manager.keep(device, device.filled(pool, SIZE, (byte) 0), "test")) {
            assertThat(manager.residentBytes(Tier.HOST)).isEqualTo(SIZE);
            assertThat(manager.residentBytes(Tier.DEVICE)).isEqualTo(SIZE);
            assertThat(a.tier()).isEqualTo(Tier.DISK);
            assertThat(b.tier()).isEqualTo(Tier.DISK);
            assertThat(c.tier()).isEqualTo(Tier.HOST);
            assertThat(d.tier()).isEqualTo(Tier.DEVICE);
        }
    }

    @Test
    void offAndNotOnDemandNothingMovesByItself() {
        SpillManager manager = manager(SpillOptions.DEFAULT.onDemand(false));
        try (SpillableBuffer a = buffer(manager, 1)) {
            assertThatThrownBy(() -> pool.allocate(4 * SIZE, "too much").close())
                    .isInstanceOf(MemoryLimitException.class);
            assertThat(manager.spill(Tier.HOST, 1)).as("by hand").isPositive();
            assertThat(a.tier()).isEqualTo(Tier.DISK);
        }
        try (MemoryPool other = MemoryPool.withLimit(1 << 20)) {
            SpillManager off = SpillManager.attach(
                    other, SpillOptions.DEFAULT.enabled(false).folder(folder));
            try (SpillableBuffer b = buffer(off, 1)) {
                assertThat(off.spill(Tier.HOST, 1)).isZero();
                assertThat(b.tier()).isEqualTo(Tier.HOST);
            }
        }
    }

    @Test
    void theEnvironmentSetsOptions() {
        SpillOptions options = SpillOptions.from(Map.of(
                "SHEAF_SPILL", "off",
                "SHEAF_SPILL_ON_DEMAND", "OFF",
                "SHEAF_SPILL_DEVICE_LIMIT", "1GiB",
                "SHEAF_SPILL_HOST_LIMIT", "2MB",
                "SHEAF_SPILL_STATS", "2"));
        assertThat(options)
                .isEqualTo(SpillOptions.DEFAULT
                        .enabled(false)
                        .onDemand(false)
                        .deviceLimit(1 << 30)
                        .hostLimit(2_000_000)
                        .statistics(SpillStatistics.Level.EXPOSURES));
        assertThat(SpillOptions.from(Map.of())).isEqualTo(SpillOptions.DEFAULT);
        assertThatThrownBy(() -> SpillOptions.from(Map.of("SHEAF_SPILL", "maybe")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SHEAF_SPILL=maybe is not known; use on or off");
    }

    @Test
    void statisticsReadAsText() {
        SpillStatistics statistics = new SpillStatistics(SpillStatistics.Level.TRANSFERS);
        statistics.moved(Tier.DEVICE, Tier.HOST, 24, 3_300_000);
        assertThat(statistics.toString().lines())
                .containsExactly(
                        "Spill Statistics (level=1):",
                        " Spilling (level >= 1):",
                        "  device => host: 1 buffer, 24 B in 0.0033s");
        assertThat(new SpillStatistics(SpillStatistics.Level.OFF).toString()).contains("N/A");
    }

    @Test
    void aPoolHasOneManager() {
        SpillManager manager = manager(SpillOptions.DEFAULT);
        assertThat(SpillManager.of(pool)).isSameAs(manager);
        try (MemoryPool part = pool.share(1000, 10_000)) {
            assertThat(SpillManager.of(part)).isSameAs(manager);
        }
        assertThatThrownBy(() -> SpillManager.attach(pool, SpillOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has a spill manager");
    }

    /// Neither what was to be made nor a view of what is there stays behind.
    @Test
    void whoeverAsksWhenWhatIsBeyondALimitCannotLeaveGetsAFailureAndNothingElse() throws IOException {
        Path noFolder = Files.createFile(folder.resolve("file"));
        SpillManager manager =
                SpillManager.attach(pool, SpillOptions.DEFAULT.hostLimit(0).folder(noFolder));
        FakeDevice device = new FakeDevice();
        try (SpillableBuffer a = manager.keep(device, device.filled(pool, SIZE, (byte) 1), "test");
                SpillableBuffer b = manager.keep(device, device.filled(pool, SIZE, (byte) 2), "test")) {
            manager.spill(Tier.DEVICE, 1);
            assertThat(a.tier()).isEqualTo(Tier.HOST);
            assertThatThrownBy(b::pin).isInstanceOf(UncheckedIOException.class);
            assertThat(b.isIdle()).isTrue();
            assertThatThrownBy(() -> manager.keep(device, device.filled(pool, SIZE, (byte) 3), "test"))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(manager.residentBytes(Tier.DEVICE)).isEqualTo(SIZE);
            assertThatThrownBy(() -> buffer(manager, 4)).isInstanceOf(UncheckedIOException.class);
            assertThat(manager.residentBytes(Tier.HOST)).isEqualTo(SIZE);
        }
        Files.delete(noFolder);
    }
}
