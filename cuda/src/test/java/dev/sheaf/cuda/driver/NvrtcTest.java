package dev.sheaf.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sheaf.cuda.CudaException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NvrtcTest {
    private static final Nvrtc.Program PROGRAM = new Nvrtc.Program(
            "twice.cu", """
            #include "number.cuh"
            extern "C" __global__ void twice(number* values) { values[threadIdx.x] *= 2; }
            """, Map.of("number.cuh", "typedef int number;\n"), List.of("--gpu-architecture=sm_90"));

    @Test
    void aProgramGoesInWithItsHeadersAndOptions() {
        FakeNvrtc fake = new FakeNvrtc(80, 90);

        assertThat(fake.nvrtc().version()).isEqualTo("13.0");
        assertThat(fake.nvrtc().architectures()).containsExactly(80, 90);
        assertThat(fake.nvrtc().compile(PROGRAM))
                .isInstanceOfSatisfying(
                        Nvrtc.Outcome.Compiled.class,
                        compiled -> assertThat(new String(compiled.image(), StandardCharsets.UTF_8))
                                .isEqualTo("twice.cu[--gpu-architecture=sm_90]1"));
        assertThat(fake.openPrograms()).isZero();
    }

    @Test
    void aRejectedProgramComesWithTheLog() {
        FakeNvrtc fake = new FakeNvrtc(90);
        fake.failWith("twice.cu(2): error: no\n");

        assertThat(fake.nvrtc().compile(PROGRAM))
                .isEqualTo(new Nvrtc.Outcome.Rejected(6, "NVRTC_ERROR_COMPILATION", "twice.cu(2): error: no\n"));
        assertThat(fake.openPrograms()).isZero();
    }

    @Test
    void otherFailuresAreExceptions() {
        FakeNvrtc fake = new FakeNvrtc(90);
        fake.failNext("nvrtcCreateProgram", 1);

        assertThatThrownBy(() -> fake.nvrtc().compile(PROGRAM))
                .isInstanceOf(CudaException.class)
                .hasMessage("nvrtcCreateProgram failed: NVRTC_ERROR_OTHER (1).");
    }

    @Test
    void oneThatIsLoadedAheadIsNotLoadedAgain() throws InterruptedException {
        AtomicInteger loads = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        Nvrtc nvrtc = new Nvrtc(Path.of("libnvrtc.so"), () -> {
            loads.incrementAndGet();
            begun.countDown();
            return new FakeNvrtc(90).lib;
        });

        nvrtc.loadAhead();
        begun.await();

        assertThat(nvrtc.version()).isEqualTo("13.0");
        assertThat(loads).hasValue(1);
    }

    @Test
    void whoNeedsItHearsWhyItCannotBeLoaded() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Nvrtc nvrtc = new Nvrtc(Path.of("libnvrtc.so"), () -> {
            begun.countDown();
            throw new IllegalArgumentException("no library");
        });

        nvrtc.loadAhead();
        begun.await();

        assertThatThrownBy(nvrtc::version)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no library");
    }

    @Test
    void theRealCompilerCompiles() {
        Nvrtc nvrtc = ofThisMachine();

        assertThat(nvrtc.version()).matches("\\d+\\.\\d+");
        assertThat(nvrtc.architectures()).contains(90).isSorted();
        assertThat(nvrtc.compile(PROGRAM))
                .isInstanceOfSatisfying(
                        Nvrtc.Outcome.Compiled.class,
                        compiled -> assertThat(compiled.image()).startsWith(0x7f, 'E', 'L', 'F'));
    }

    @Test
    void theRealCompilerRejects() {
        Nvrtc nvrtc = ofThisMachine();
        Nvrtc.Program wrong = new Nvrtc.Program(
                "wrong.cu", "__global__ void f() { undefined; }\n", Map.of(), List.of("--gpu-architecture=sm_90"));

        assertThat(nvrtc.compile(wrong))
                .isInstanceOfSatisfying(
                        Nvrtc.Outcome.Rejected.class,
                        rejected -> assertThat(rejected.log())
                                .contains("wrong.cu(1): error: identifier \"undefined\" is undefined"));
    }

    @Test
    void theRealCompilerGivesPtxForAVirtualArchitecture() {
        Nvrtc nvrtc = ofThisMachine();
        Nvrtc.Program virtual = new Nvrtc.Program("empty.cu", "", Map.of(), List.of("--gpu-architecture=compute_90"));

        assertThat(nvrtc.compile(virtual))
                .isInstanceOfSatisfying(
                        Nvrtc.Outcome.Compiled.class,
                        compiled -> assertThat(new String(compiled.image(), StandardCharsets.US_ASCII))
                                .contains(".target sm_90"));
    }

    private static Nvrtc ofThisMachine() {
        return RealNvrtc.find().orElseGet(() -> abort("there is no NVRTC on this machine"));
    }
}
