package dev.sheaf.cuda.driver;

import static dev.sheaf.cuda.driver.Faults.ILLEGAL_ADDRESS;
import static dev.sheaf.cuda.driver.Faults.OUT_OF_MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class DeviceTest {
    /// More than an eighth of the memory of the fake device, so that it goes back to the driver at once.
    private static final long LARGER_THAN_KEPT = 1 << 28;

    private final FakeCuda fake = new FakeCuda();
    private final Driver driver = fake.start();
    private final Device device = driver.device(0);

    @AfterEach
    void nothingIsLeft() {
        driver.close();
        if (device.lost().isEmpty()) {
            assertThat(fake.leftovers()).isEmpty();
        }
    }

    @Test
    void theDriverSaysWhatItsDevicesAre() {
        DeviceInfo info = driver.devices().getFirst();

        assertThat(driver.version()).isEqualTo("13.0");
        assertThat(info.describe()).isEqualTo("Fake GPU, 1.00 GiB, compute capability 9.0");
        assertThat(info.uuid()).isEqualTo("GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
        assertThat(info.architecture()).isEqualTo(90);
        assertThat(info.multiprocessors()).isEqualTo(132);
    }

    @Test
    void aDeviceThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> driver.device(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no GPU 1; this process sees 1, counted from 0");
    }

    @Test
    void aDeviceIsOpenedOnce() {
        assertThat(driver.device(0)).isSameAs(device);
    }

    @Test
    void workRunsOnTheCallingThreadWithTheContextCurrent() {
        Thread thread = device.call(Thread::currentThread);

        assertThat(thread).isSameAs(Thread.currentThread());
        assertThat(fake.contextThreads).contains(thread);
    }

    @Test
    void callsInsideCallsKeepTheContext() {
        int before = fake.calls("cuCtxPushCurrent");
        try (Stream stream = device.call(() -> device.call(() -> Stream.open(device)))) {
            device.run(stream::synchronize);
        }

        assertThat(fake.calls("cuCtxPushCurrent") - before).isEqualTo(fake.calls("cuCtxPopCurrent") - before);
    }

    @Test
    void withoutTheContextTheDriverRefuses() {
        try (Stream stream = Stream.open(device)) {
            assertThatThrownBy(stream::synchronize)
                    .isInstanceOf(CudaException.class)
                    .hasMessage("cuStreamSynchronize failed: CUDA_ERROR_INVALID_CONTEXT (201), the meaning of 201,"
                            + " on GPU 0 (Fake GPU).");
        }
    }

    @Test
    void virtualThreadsLetAPlatformThreadWork() throws InterruptedException, ExecutionException {
        FutureTask<Thread> task = new FutureTask<>(() -> device.call(Thread::currentThread));
        Thread.ofVirtual().start(task).join();

        assertThat(task.get().isVirtual()).isFalse();
        assertThat(task.get().getName()).startsWith("sheaf-cuda-");
    }

    @Test
    void virtualThreadsGetTheExceptionOfTheWork() throws InterruptedException {
        FutureTask<Thread> task = new FutureTask<>(() -> device.call(() -> {
            throw new ArithmeticException("as thrown");
        }));
        Thread.ofVirtual().start(task).join();

        assertThatThrownBy(task::get).hasCauseInstanceOf(ArithmeticException.class);
    }

    @Test
    void anUnknownErrorIsNamedByItsNumber() {
        fake.failNext("cuStreamSynchronize", 4321);
        try (Stream stream = Stream.open(device)) {
            assertThatThrownBy(() -> device.run(stream::synchronize))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("CUDA_ERROR_4321 (4321), unknown to this driver");
        }
    }

    @Test
    void aLostDeviceRefusesWorkAndGivesItsAccountsBack(MemoryPool pool) {
        Stream stream = Stream.open(device);
        Buffer buffer = device.call(() -> device.memory().allocate(pool, 1000, "keys", stream));
        Buffer pinned = device.pinned().allocate(pool, 1000, "staging");
        fake.failNext("cuStreamSynchronize", ILLEGAL_ADDRESS);

        assertThatThrownBy(() -> device.run(stream::synchronize))
                .isInstanceOfSatisfying(
                        CudaException.class,
                        failure -> assertThat(failure.isDeviceLost()).isTrue())
                .hasMessageContaining("cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700)")
                .hasMessageContaining("what follows runs on the CPU");
        assertThatThrownBy(() -> device.run(stream::synchronize))
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("not possible any more on GPU 0 (Fake GPU), which was lost earlier:"
                        + " cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
        assertThat(driver.lostDevice()).isPresent();

        buffer.close();
        pinned.close();
        stream.close();
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
        assertThat(pool.leakCount()).isZero();
    }

    @Test
    void aLossThatShowsWhileClosingIsNotThrown(MemoryPool pool) {
        Stream stream = Stream.open(device);
        Buffer buffer = device.call(() -> device.memory().allocate(pool, LARGER_THAN_KEPT, "keys", stream));
        fake.failNext("cuMemFreeAsync", ILLEGAL_ADDRESS);

        buffer.close();
        stream.close();

        assertThat(device.lost()).isPresent();
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
    }

    @Test
    void aDriverWithoutADeviceDoesNotStart() {
        FakeCuda none = new FakeCuda();
        none.failNext("cuInit", 100);

        assertThatThrownBy(none::start)
                .isInstanceOf(CudaException.class)
                .hasMessage("cuInit failed: CUDA_ERROR_NO_DEVICE (100), the meaning of 100");
    }

    @Test
    void aDeviceThatCannotBeOpenedCanBeTriedAgain() {
        FakeCuda busy = new FakeCuda();
        Driver itsDriver = busy.start();
        busy.failNext("cuDevicePrimaryCtxRetain", OUT_OF_MEMORY);

        assertThatThrownBy(() -> itsDriver.device(0)).isInstanceOf(CudaException.class);
        assertThat(itsDriver.device(0).freeBytes()).isEqualTo(1L << 30);
    }
}
