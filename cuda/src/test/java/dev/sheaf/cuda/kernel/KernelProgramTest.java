package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.driver.Nvrtc;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelProgramTest {
    private static final Specialization HASH =
            Specialization.of(KernelFile.APPEND_OFFSETS).type("Key", CudaType.U32);

    @Test
    void aProgramHasTheHeadersThatItIncludesAndTheGeneratedOne() {
        Nvrtc.Program program = KernelProgram.of(HASH, 90, List.of(80, 90));

        assertThat(program.name()).isEqualTo("append_offsets.cu");
        assertThat(program.headers()).containsOnlyKeys("rows.cuh", "types.cuh", "spec.cuh");
        assertThat(program.headers().get("spec.cuh")).contains("typedef u32 Key;");
        assertThat(program.options()).contains("--gpu-architecture=sm_90");
    }

    @Test
    void aDeviceThatIsNewerThanTheCompilerGetsPtx() {
        assertThat(KernelProgram.of(HASH, 110, List.of(80, 90, 120)).options())
                .contains("--gpu-architecture=compute_90");
    }

    @Test
    void aDeviceThatIsOlderThanTheCompilerIsRefused() {
        assertThatThrownBy(() -> KernelProgram.of(HASH, 60, List.of(80, 90)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("NVRTC compiles for architectures [80, 90], and the device has 60; install an NVRTC that"
                        + " fits the device");
    }

    @Test
    void theKeyDependsOnAllThatDecidesTheResult() {
        Nvrtc.Program program = new Nvrtc.Program("a", "b", Map.of("c", "d"), List.of("e"));
        Set<String> keys = new HashSet<>();
        keys.add(KernelProgram.key(program, "13.0"));
        keys.add(KernelProgram.key(program, "13.1"));
        keys.add(KernelProgram.key(new Nvrtc.Program("x", "b", Map.of("c", "d"), List.of("e")), "13.0"));
        keys.add(KernelProgram.key(new Nvrtc.Program("a", "x", Map.of("c", "d"), List.of("e")), "13.0"));
        keys.add(KernelProgram.key(new Nvrtc.Program("a", "b", Map.of("x", "d"), List.of("e")), "13.0"));
        keys.add(KernelProgram.key(new Nvrtc.Program("a", "b", Map.of("c", "x"), List.of("e")), "13.0"));
        keys.add(KernelProgram.key(new Nvrtc.Program("a", "b", Map.of("c", "d"), List.of("x")), "13.0"));
        keys.add(KernelProgram.key(new Nvrtc.Program("a", "b", Map.of(), List.of("e", "c", "d")), "13.0"));

        assertThat(keys).hasSize(8).allMatch(key -> key.matches("[0-9a-f]{64}"));
        assertThat(KernelProgram.key(program, "13.0")).isIn(keys);
    }

    @ParameterizedTest
    @EnumSource
    void everyKernelFileOpensWithWhatItDoes(KernelFile file) {
        KernelFile.Source source = file.source("");

        assertThat(source.text().toLowerCase(Locale.ROOT))
                .startsWith("// ")
                .contains("spec.cuh:", "global memory", "races", "extern \"c\" __global__", file.function() + "(");
        assertThat(source.headers().values()).allMatch(text -> text.startsWith("// "));
    }
}
