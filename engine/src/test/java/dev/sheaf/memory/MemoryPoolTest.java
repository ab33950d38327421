package dev.sheaf.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryPoolTest {
    private final MemoryPool pool = MemoryPool.withLimit(8 << 20);

    @AfterEach
    void poolIsEmptyAgain() {
        assertThat(pool.usedBytes()).isZero();
        pool.close();
        assertThat(pool.cachedBytes()).isLessThan(1 << 20);
    }

    @Test
    void buffersAreAlignedPaddedAndDistinct() {
        List<Buffer> buffers = new ArrayList<>();
        for (long size : new long[] {0, 1, 7, 8, 56, 57, 63, 64, 65, 1000, 65_535, 65_536, 70_000, 1 << 20}) {
            Buffer buffer = pool.allocate(size, "test");
            assertThat(buffer.address() % 64).isZero();
            assertThat(buffer.byteSize()).isEqualTo(size);
            assertThat(buffer.segment().byteSize()).isGreaterThanOrEqualTo(size + Buffer.READABLE_PADDING);
            buffer.segment().fill((byte) buffers.size());
            buffers.add(buffer);
        }
        for (int i = 0; i < buffers.size(); i++) {
            MemorySegment segment = buffers.get(i).segment();
            assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) i);
            assertThat(segment.get(ValueLayout.JAVA_BYTE, segment.byteSize() - 1))
                    .isEqualTo((byte) i);
        }
        buffers.forEach(Buffer::close);
    }

    @Test
    void slabsAreReused() {
        Buffer first = pool.allocate(100_000, "test");
        long address = first.address();
        first.close();
        try (Buffer second = pool.allocate(100_000, "test")) {
            assertThat(second.address()).isEqualTo(address);
        }
    }

    @Test
    void limitNamesWhoHoldsTheMemoryAndLeavesThePoolUsable() {
        try (Buffer keys = pool.allocate(6 << 20, "group keys")) {
            assertThatThrownBy(() -> pool.allocate(4 << 20, "group states"))
                    .isInstanceOf(MemoryLimitException.class)
                    .hasMessageContaining("group states")
                    .hasMessageContaining("group keys 6.00 MiB")
                    .hasMessageContaining("of 8.00 MiB are in use");
            pool.allocate(1 << 20, "small").close();
            assertThat(keys.isOpen()).isTrue();
        }
    }

    @Test
    void cachedSlabsMakeRoomUnderTheLimit() {
        pool.allocate(5 << 20, "test").close();
        pool.allocate(6 << 20, "test").close();
        assertThat(pool.cachedBytes()).isLessThanOrEqualTo(pool.limitBytes());
    }

    @Test
    void theLastOfSeveralViewsReleasesTheOwner() {
        Buffer whole = pool.allocate(1000, "test");
        Buffer slice = whole.slice(100, 200);
        whole.close();
        whole.close();
        assertThat(slice.segment().byteSize()).isGreaterThanOrEqualTo(200);
        assertThat(pool.usedBytes()).isPositive();
        assertThatThrownBy(whole::segment).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> slice.slice(100, 101)).isInstanceOf(IndexOutOfBoundsException.class);
        slice.close();
    }

    @Test
    void adoptedMemoryIsAccountedOnItsTierAndReleasedOnce() {
        int[] released = {0};
        Buffer device = pool.adopt(new Location.Device(0), 0x1000, 512, "device table", () -> released[0]++);
        assertThat(pool.usedBytes(Tier.DEVICE)).isEqualTo(512);
        assertThat(device.address()).isEqualTo(0x1000);
        assertThatThrownBy(device::segment)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Device");
        Buffer view = device.slice(256, 256);
        device.close();
        assertThat(view.address()).isEqualTo(0x1100);
        view.close();
        assertThat(released[0]).isEqualTo(1);
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
    }

    @Test
    void aLostBufferIsReportedAndTakenOffTheAccount() throws InterruptedException {
        lose();
        for (int i = 0; i < 100 && pool.leakCount() == 0; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(pool.leakCount()).isEqualTo(1);
    }

    @Test
    void placesOfTheFirstAllocationsAreNotedAndOfSomeLaterOnes() {
        long noted = IntStream.range(0, 10_000)
                .filter(number -> AllocationSite.of(number) != null)
                .count();
        assertThat(noted).isBetween(512L, 1_000L);
        assertThat(AllocationSite.of(0)).isNotNull();
        assertThat(AllocationSite.of(511)).isNotNull();
        assertThat(AllocationSite.of(513)).isNull();
    }

    private void lose() {
        assertThat(pool.allocate(100_000, "lost on purpose").byteSize()).isEqualTo(100_000);
    }

    @Test
    void sizeClassesCoverEverySizeWithLittleWaste() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long bytes = random.nextLong(1L << random.nextInt(1, 60));
            long size = SizeClasses.sizeOf(SizeClasses.classOf(bytes));
            assertThat(size).isGreaterThanOrEqualTo(bytes);
            assertThat(size % 64).isZero();
            if (bytes > 4096) {
                assertThat(size).isLessThanOrEqualTo(bytes + bytes / 4);
            }
        }
    }

    @Test
    void sizesReadAsPeopleWriteThem() {
        assertThat(ByteSize.parse("512")).isEqualTo(512);
        assertThat(ByteSize.parse("64k")).isEqualTo(65_536);
        assertThat(ByteSize.parse("256 MB")).isEqualTo(256_000_000);
        assertThat(ByteSize.parse("1.5GiB")).isEqualTo(3L << 29);
        assertThat(ByteSize.format(3L << 29)).isEqualTo("1.50 GiB");
        assertThat(ByteSize.format(100)).isEqualTo("100 B");
        for (String bad : List.of("", "x", "-1", "0", "12 parsecs", "99999999999999999999TB")) {
            assertThatThrownBy(() -> ByteSize.parse(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
