package dev.sheaf.cuda.driver;

import static dev.sheaf.cuda.driver.Faults.OUT_OF_MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class DeviceMemoryTest {
    private final FakeCuda fake = new FakeCuda(1 << 20);
    private final Driver driver = fake.start();
    private final Device device = driver.device(0);
    private Stream stream;

    @BeforeEach
    void open() {
        stream = Stream.open(device);
    }

    @AfterEach
    void nothingIsLeft() {
        stream.close();
        driver.close();
        assertThat(fake.leftovers()).isEmpty();
    }

    @Test
    void aBufferIsAccountedOnTheDevice(MemoryPool pool) {
        try (Buffer buffer = allocate(pool, 1000)) {
            assertThat(buffer.byteSize()).isEqualTo(1000);
            assertThat(buffer.owner().location()).isEqualTo(new Location.Device(0));
            assertThat(pool.usedBytes(Tier.DEVICE)).isEqualTo(1024);
            assertThat(device.memory().usedBytes()).isEqualTo(1024);
            assertThatThrownBy(buffer::segment)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the host cannot read them");
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(device.memory().usedBytes()).isZero();
    }

    @Test
    void anEmptyBufferHasAnAddress(MemoryPool pool) {
        try (Buffer buffer = allocate(pool, 0)) {
            assertThat(buffer.byteSize()).isZero();
            assertThat(buffer.address()).isNotZero();
        }
    }

    @Test
    void zeroedMemoryIsZeroAgainAfterItWasUsed(MemoryPool pool) {
        long first = useZeroed(pool);
        long second = useZeroed(pool);

        assertThat(second).isNotEqualTo(first);
        assertThat(List.of(useZeroed(pool), useZeroed(pool))).containsExactlyInAnyOrder(first, second);
        assertThat(device.memory().usedBytes()).isZero();
    }

    /// The address of a piece that was zero, and is not any more.
    private long useZeroed(MemoryPool pool) {
        try (Buffer buffer = zeroed(pool)) {
            assertThat(contents(buffer)).containsOnly(0);
            device.run(() -> stream.fill(buffer, 0, 1000, (byte) 7));
            return buffer.address();
        }
    }

    @Test
    void memoryThatCannotBeClearedIsNotKept(MemoryPool pool) {
        long first = useZeroed(pool);
        fake.failNext("cuMemsetD8Async", FakeCuda.INVALID_VALUE);
        device.run(() -> device.memory().clearFreed(stream));

        assertThat(useZeroed(pool)).isNotEqualTo(first);
        assertThat(device.memory().reservedBytes()).isEqualTo(1024);
    }

    @Test
    void whatWasClearedInTimeTakesNoCallLater(MemoryPool pool) {
        zeroed(pool).close();
        assertThat(fake.calls("cuMemsetD8Async")).isOne();
        device.run(() -> device.memory().clearFreed(stream));
        assertThat(fake.calls("cuMemsetD8Async")).isEqualTo(2);

        zeroed(pool).close();

        assertThat(fake.calls("cuMemsetD8Async")).isEqualTo(2);
        assertThat(fake.calls("cuMemAllocFromPoolAsync")).isOne();
    }

    @Test
    void aPieceThatWaitsToBeClearedCountsAsFree(MemoryPool pool) {
        zeroed(pool).close();

        assertThat(device.memory().usedBytes()).isZero();
        device.memory().trim();
        assertThat(device.memory().reservedBytes()).isZero();
    }

    private Buffer zeroed(MemoryPool pool) {
        return device.call(() -> device.memory().allocateZeroed(pool, 1000, "counters", stream));
    }

    private byte[] contents(Buffer buffer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(buffer.byteSize());
            device.run(() -> stream.download(buffer, 0, host));
            return host.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Test
    void aNegativeSizeIsRefused(MemoryPool pool) {
        assertThatThrownBy(() -> allocate(pool, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRequestThatDoesNotFitSaysHowMuchIsFree(MemoryPool pool) {
        try (Buffer first = allocate(pool, 512 << 10)) {
            assertThatThrownBy(() -> allocate(pool, 1 << 20))
                    .isInstanceOfSatisfying(
                            CudaException.class,
                            failure -> assertThat(failure.isOutOfMemory()).isTrue())
                    .hasMessage("cuMemAllocFromPoolAsync of 1.00 MiB for \"keys\" failed: CUDA_ERROR_OUT_OF_MEMORY (2),"
                            + " the meaning of 2, on GPU 0 (Fake GPU), 512 KiB of 1.00 MiB free."
                            + " Set a lower memory limit, or use the CPU.");
            assertThat(pool.usedBytes(Tier.DEVICE)).isEqualTo(first.byteSize());
        }
    }

    @Test
    void afterAFailureSmallerRequestsStillWork(MemoryPool pool) {
        assertThatThrownBy(() -> allocate(pool, 1 << 21)).isInstanceOf(CudaException.class);

        allocate(pool, 1 << 19).close();
    }

    @Test
    void whatIsCachedIsGivenBackBeforeGivingUp(MemoryPool pool) {
        fake.failNext("cuMemAllocFromPoolAsync", OUT_OF_MEMORY);

        allocate(pool, 1000).close();

        assertThat(fake.calls("cuMemPoolTrimTo")).isEqualTo(1);
    }

    @Test
    void aBufferMayBeClosedAfterItsStream(MemoryPool pool) {
        Buffer buffer = allocate(pool, 1000);
        stream.close();

        buffer.close();

        assertThat(device.memory().usedBytes()).isZero();
    }

    private Buffer allocate(MemoryPool pool, long bytes) {
        return device.call(() -> device.memory().allocate(pool, bytes, "keys", stream));
    }
}
