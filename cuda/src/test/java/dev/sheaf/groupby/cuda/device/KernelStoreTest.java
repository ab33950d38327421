package dev.sheaf.groupby.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.FakeNvrtc;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.ShippedCode;
import dev.sheaf.cuda.kernel.Specialization;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelStoreTest {
    private final FakeNvrtc compiler = new FakeNvrtc(90);

    private KernelStore store(boolean hasCompiler) {
        return new KernelStore(new Kernels(
                new FakeCuda().start().device(0),
                Optional.of(compiler.nvrtc()).filter(_ -> hasCompiler),
                ShippedCode.NONE,
                CubinCache.inMemory(),
                Path.of("unused")));
    }

    private static Kernel get(KernelStore store, int number) {
        return store.get(
                number, () -> Specialization.of(KernelFile.APPEND_OFFSETS).number("HASH", number));
    }

    @Test
    void aQueryThatCanDoWithoutDoesNotWait() {
        KernelStore store = store(true);

        assertThatThrownBy(() -> get(store.ready(), 1)).isInstanceOf(KernelStore.NotReady.class);
        Kernel kernel = get(store, 1);
        assertThat(get(store.ready(), 1)).isSameAs(kernel);
    }

    @Test
    void withoutACompilerItNeverWaits() {
        assertThatThrownBy(() -> get(store(false).ready(), 1)).isInstanceOf(KernelStore.NotReady.class);
    }

    @Test
    void kernelsThatFollowEachOtherAreAllAskedFor() {
        KernelStore store = store(true);
        KernelStore query = store.ready();

        assertThatThrownBy(() -> KernelStore.prepare(() -> get(query, 1), () -> get(query, 2)))
                .isInstanceOf(KernelStore.NotReady.class);
        get(store, 1);
        get(store, 2);
        assertThat(compiler.compiledCount()).isEqualTo(2);
        KernelStore.prepare(() -> get(query, 1), () -> get(query, 2));
    }
}
