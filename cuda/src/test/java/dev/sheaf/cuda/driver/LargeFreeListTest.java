package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cuda.driver.SmallFreeList.Block;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class LargeFreeListTest {
    private static final long LARGE = SmallFreeList.MAX_BYTES + DeviceMemory.ROUNDING;

    private final LargeFreeList blocks = new LargeFreeList(10 * LARGE);

    private static Block block(long address, long bytes, long stream) {
        return new Block(address, bytes, stream, false);
    }

    @Test
    void aBlockServesItsSizeOnItsStreamOnly() {
        Block kept = block(1, LARGE, 7);
        assertThat(blocks.keep(kept)).isEmpty();

        assertThat(blocks.take(2 * LARGE, 7)).isNull();
        assertThat(blocks.take(LARGE, 8)).isNull();
        assertThat(blocks.take(LARGE, 7)).isEqualTo(kept);
        assertThat(blocks.take(LARGE, 7)).isNull();
        assertThat(blocks.bytes()).isZero();
    }

    @Test
    void thoseThatWaitedLongestAreGivenBackFirst() {
        Block first = block(1, 4 * LARGE, 7);
        Block second = block(2, 4 * LARGE, 7);
        assertThat(blocks.keep(first)).isEmpty();
        assertThat(blocks.keep(second)).isEmpty();

        assertThat(blocks.keep(block(3, 3 * LARGE, 7))).containsExactly(first);
        assertThat(blocks.bytes()).isEqualTo(7 * LARGE);
    }

    @Test
    void aBlockThatIsTooLargeIsGivenBackItself() {
        Block kept = block(1, LARGE, 7);
        Block larger = block(2, 11 * LARGE, 7);
        assertThat(blocks.keep(kept)).isEmpty();

        assertThat(blocks.keep(larger)).containsExactly(kept, larger);
        assertThat(blocks.takeAll()).isEmpty();
    }

    @Test
    void noMoreThanSomeBlocksAreKept() {
        LargeFreeList many = new LargeFreeList(Long.MAX_VALUE);
        for (int i = 0; i < 64; i++) {
            assertThat(many.keep(block(i, LARGE, 7))).isEmpty();
        }
        assertThat(many.keep(block(64, LARGE, 7))).extracting(Block::address).containsExactly(0L);
        assertThat(many.takeAll()).hasSize(64);
    }

    @Test
    void aQueryThatIsAskedAgainTakesNoCallOfTheDriver(MemoryPool pool) {
        FakeCuda fake = new FakeCuda(1 << 28);
        Driver driver = fake.start();
        Device device = driver.device(0);
        try (Stream stream = Stream.open(device)) {
            allocate(device, pool, stream).close();
            allocate(device, pool, stream).close();

            assertThat(fake.calls("cuMemAllocFromPoolAsync")).isEqualTo(1);
            assertThat(fake.calls("cuMemFreeAsync")).isZero();
            assertThat(device.memory().usedBytes()).isZero();
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();

            device.memory().trim();
            assertThat(fake.calls("cuMemFreeAsync")).isEqualTo(1);
        }
        driver.close();
        assertThat(fake.leftovers()).isEmpty();
    }

    @Test
    void largeZerosAreKeptAndClearedAgain(MemoryPool pool) {
        FakeCuda fake = new FakeCuda(1 << 28);
        Driver driver = fake.start();
        Device device = driver.device(0);
        try (Stream stream = Stream.open(device)) {
            device.run(() -> {
                try (Buffer zeros = device.memory().allocateZeroed(pool, LARGE, "table", stream)) {
                    stream.fill(zeros, 0, LARGE, (byte) 1);
                }
                try (Buffer zeros = device.memory().allocateZeroed(pool, LARGE, "table", stream)) {
                    try (Arena arena = Arena.ofConfined()) {
                        MemorySegment host = arena.allocate(LARGE);
                        stream.download(zeros, 0, host);
                        stream.synchronize();
                        assertThat(host.mismatch(arena.allocate(LARGE))).isEqualTo(-1);
                    }
                }
            });

            assertThat(fake.calls("cuMemAllocFromPoolAsync")).isEqualTo(1);
            assertThat(fake.calls("cuMemFreeAsync")).isZero();
            assertThat(device.memory().usedBytes()).isZero();
        }
        driver.close();
        assertThat(fake.leftovers()).isEmpty();
    }

    private static Buffer allocate(Device device, MemoryPool pool, Stream stream) {
        return device.call(() -> device.memory().allocate(pool, LARGE, "partitioned rows", stream));
    }
}
