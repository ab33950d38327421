package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PoolCheck.class)
class PinnedMemoryTest {
    private final FakeCuda fake = new FakeCuda();
    private final Driver driver = fake.start();
    private final PinnedMemory pinned = driver.device(0).pinned();

    @AfterEach
    void nothingIsLeft() {
        driver.close();
        assertThat(fake.leftovers()).isEmpty();
    }

    @Test
    void theHostReadsAndWritesIt(MemoryPool pool) {
        try (Buffer buffer = pinned.allocate(pool, 100, "staging")) {
            buffer.segment().set(ValueLayout.JAVA_LONG, 0, 42);
            assertThat(buffer.segment().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
            assertThat(buffer.owner().location()).isEqualTo(Location.PINNED);
            assertThat(pool.usedBytes(Tier.PINNED)).isEqualTo(4096);
        }
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void aReleasedSlabIsUsedAgain(MemoryPool pool) {
        long address;
        try (Buffer first = pinned.allocate(pool, 5000, "staging")) {
            address = first.address();
        }
        assertThat(pinned.cachedBytes()).isEqualTo(5120);

        try (Buffer second = pinned.allocate(pool, 5050, "staging")) {
            assertThat(second.address()).isEqualTo(address);
            assertThat(pinned.cachedBytes()).isZero();
        }
        assertThat(fake.calls("cuMemHostAlloc")).isEqualTo(1);
    }

    @Test
    void trimmingUnpinsWhatIsNotLentOut(MemoryPool pool) {
        pinned.allocate(pool, 5000, "staging").close();
        try (Buffer kept = pinned.allocate(pool, 50_000, "staging")) {
            pinned.trim();

            assertThat(pinned.cachedBytes()).isZero();
            assertThat(fake.leftovers())
                    .filteredOn(left -> left.startsWith("pinned"))
                    .hasSize(1);
            kept.segment().fill((byte) 1);
        }
    }

    @Test
    void aSegmentOfAnUnpinnedSlabCannotBeRead(MemoryPool pool) {
        MemorySegment stale;
        try (Buffer buffer = pinned.allocate(pool, 100, "staging")) {
            stale = buffer.segment();
        }
        pinned.trim();

        assertThatThrownBy(() -> stale.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRefusalOfTheOperatingSystemIsReported(MemoryPool pool) {
        fake.failNext("cuMemHostAlloc", Faults.OUT_OF_MEMORY);

        assertThatThrownBy(() -> pinned.allocate(pool, 100, "staging"))
                .isInstanceOf(CudaException.class)
                .hasMessageStartingWith("cuMemHostAlloc of 4.00 KiB for \"staging\" failed: CUDA_ERROR_OUT_OF_MEMORY");
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void memoryThatIsThereCanBePinnedForAWhile(MemoryPool pool) {
        try (Buffer buffer = pool.allocate(1000, "values");
                PinnedMemory.Registration _ = pinned.register(buffer.segment())) {
            assertThat(fake.leftovers()).anyMatch(left -> left.startsWith("pinned"));
        }
        assertThat(fake.leftovers()).noneMatch(left -> left.startsWith("pinned"));
    }

    @ParameterizedTest
    @CsvSource({"1, 4096", "4096, 4096", "4097, 5120", "5121, 6144", "8192, 8192", "8193, 10240", "1000000, 1048576"})
    void slabsComeInFourSizesToAPowerOfTwo(long bytes, long slab) {
        assertThat(PinnedMemory.slabBytes(bytes)).isEqualTo(slab);
    }
}
