package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class StreamTest {
    private final FakeCuda fake = new FakeCuda();
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
        assertThat(fake.leftovers())
                .filteredOn(left -> !left.startsWith("module"))
                .isEmpty();
    }

    @Test
    void bytesGoUpAndComeDown(MemoryPool pool) {
        device.run(() -> {
            try (Buffer host = pool.allocate(40, "host");
                    Buffer up = device.memory().allocate(pool, 100, "up", stream);
                    Buffer copy = device.memory().allocate(pool, 100, "copy", stream)) {
                host.segment().setString(0, "there and back");
                stream.upload(host.segment().asSlice(0, 40), up, 20);
                stream.copy(up, 20, copy, 30, 40);
                host.segment().fill((byte) 0);
                stream.download(copy, 30, host.segment().asSlice(0, 40));
                stream.synchronize();

                assertThat(host.segment().getString(0)).isEqualTo("there and back");
                assertThat(stream.isIdle()).isTrue();
            }
        });
    }

    @Test
    void fillsSetBytes(MemoryPool pool) {
        device.run(() -> {
            try (Buffer host = pool.allocate(12, "host");
                    Buffer filled = device.memory().allocate(pool, 12, "filled", stream)) {
                stream.fill(filled, 0, 12, (byte) 0);
                stream.fill(filled, 4, 4, (byte) -1);
                stream.download(filled, 0, host.segment().asSlice(0, 12));

                assertThat(host.segment().asSlice(0, 12).toArray(ValueLayout.JAVA_INT))
                        .containsExactly(0, -1, 0);
            }
        });
    }

    @Test
    void copiesOfNothingDoNothing(MemoryPool pool) {
        device.run(() -> {
            try (Buffer buffer = device.memory().allocate(pool, 0, "empty", stream)) {
                stream.upload(MemorySegment.NULL, buffer, 0);
                stream.download(buffer, 0, MemorySegment.NULL);
                stream.copy(buffer, 0, buffer, 0, 0);
                stream.fill(buffer, 0, 0, (byte) 1);
            }
        });

        assertThat(fake.calls("cuMemcpyHtoDAsync")).isZero();
    }

    @Test
    void copiesPastTheEndAreRefused(MemoryPool pool) {
        device.run(() -> {
            try (Buffer host = pool.allocate(16, "host");
                    Buffer buffer = device.memory().allocate(pool, 16, "small", stream)) {
                MemorySegment bytes = host.segment().asSlice(0, 16);
                assertThatThrownBy(() -> stream.upload(bytes, buffer, 1)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> stream.download(buffer, 1, bytes))
                        .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> stream.fill(buffer, 0, 17, (byte) 0))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
        });
    }

    @Test
    void hostBuffersAreNoDeviceBuffers(MemoryPool pool) {
        device.run(() -> {
            try (Buffer host = pool.allocate(16, "host")) {
                assertThatThrownBy(() -> stream.fill(host, 0, 16, (byte) 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("buffer \"host\" lies on Host[], not on GPU 0");
            }
        });
    }

    @Test
    void aLaunchPassesItsArgumentsByValue() {
        fake.expectParameters(3);
        device.run(() -> stream.launch(kernel(), new LaunchShape(5, 128, 1000), 1L << 40, -1, 7));

        assertThat(fake.launches())
                .containsExactly(new FakeCuda.Launched("append_offsets", 5, 128, 1000, List.of(1L << 40, -1L, 7L)));
    }

    @Test
    void aLaunchMayPassAStructure() {
        fake.expectParameters(1);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment structure = arena.allocateFrom(ValueLayout.JAVA_LONG, 3, 4);
            device.run(() -> stream.launchWith(kernel(), new LaunchShape(1, 32), structure));
            device.run(() -> stream.launch(kernel(), new LaunchShape(1, 32), 9));
        }

        assertThat(fake.launches()).extracting(FakeCuda.Launched::arguments).containsExactly(List.of(3L), List.of(9L));
    }

    @Test
    void aLaunchShapeNeedsBlocksAndThreads() {
        assertThatThrownBy(() -> new LaunchShape(0, 32))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot launch 0 blocks of 32 threads with 0 bytes");
    }

    @Test
    void aFunctionThatIsNotThereIsNamed() {
        CudaModule module = CudaModule.load(device, new byte[] {1, 2, 3});

        assertThatThrownBy(() -> module.function("reduce_colum"))
                .isInstanceOf(CudaException.class)
                .hasMessageStartingWith("cuModuleGetFunction of reduce_colum failed: CUDA_ERROR_NOT_FOUND (500)");
    }

    @Test
    void eventsOrderStreamsAndTellTime() {
        device.run(() -> {
            try (Event start = Event.timed(device);
                    Event end = Event.timed(device);
                    Stream other = Stream.open(device)) {
                stream.record(start);
                other.waitFor(start);
                other.record(end);
                end.synchronize();

                assertThat(end.millisSince(start)).isEqualTo(1.5);
            }
        });
    }

    @Test
    void aClosedStreamTakesNoWork() {
        stream.close();

        assertThatThrownBy(() -> device.run(stream::synchronize))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the stream is closed");
    }

    @Test
    void streamsAreUsedAgain() {
        stream.close();
        Stream.open(device).close();

        assertThat(fake.calls("cuStreamCreate")).isEqualTo(1);
    }

    /// A thread that asks for more while another one asks comes behind it, or its launch would be refused.
    @Test
    void sharedMemoryThatWasAllowedStaysAllowed() throws InterruptedException {
        CudaFunction kernel = device.call(this::kernel);
        List<Integer> allowed = Collections.synchronizedList(new ArrayList<>());
        Thread more = new Thread(() -> device.run(() -> kernel.allowSharedBytes(100_000)));
        fake.attributes = bytes -> {
            if (bytes == 60_000) {
                more.start();
                while (more.isAlive() && more.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
            }
            allowed.add(bytes);
        };

        device.run(() -> kernel.allowSharedBytes(60_000));
        more.join();

        assertThat(allowed).containsExactly(60_000, 100_000);
    }

    private CudaFunction kernel() {
        return CudaModule.load(device, new byte[] {1, 2, 3}).function("append_offsets");
    }
}
