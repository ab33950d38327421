package dev.sheaf.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecializationTest {
    @Test
    void theHeaderHasALineForEachDefinition() {
        Specialization specialization = Specialization.of(KernelFile.APPEND_OFFSETS)
                .type("Value", CudaType.I128)
                .flag("HAS_NULLS", true)
                .number("THREADS", 256)
                .number("MOST", 0xffffffffL)
                .number("MORE", 0x100000000L)
                .number("LESS", -1)
                .number("LEAST", Long.MIN_VALUE);

        assertThat(specialization.header()).isEqualTo("""
                        // What append_offsets.cu is compiled for.
                        #ifndef SHEAF_SPEC
                        #define SHEAF_SPEC

                        #include "types.cuh"

                        typedef i128 Value;
                        constexpr bool HAS_NULLS = true;
                        constexpr u32 THREADS = 256u;
                        constexpr u32 MOST = 4294967295u;
                        constexpr i64 MORE = 4294967296LL;
                        constexpr i64 LESS = -1LL;
                        constexpr i64 LEAST = -9223372036854775807LL - 1;

                        #endif
                        """);
    }

    @Test
    void equalDefinitionsAreOneSpecialisation() {
        assertThat(Specialization.of(KernelFile.APPEND_OFFSETS).number("HASH", 1))
                .isEqualTo(Specialization.of(KernelFile.APPEND_OFFSETS).number("HASH", 1))
                .isNotEqualTo(Specialization.of(KernelFile.APPEND_OFFSETS).number("HASH", 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "value", "A B", "A;", "A\n", "Ä", "A//", "_A"})
    void whatIsNoNameOfOursIsRefused(String name) {
        Specialization empty = Specialization.of(KernelFile.APPEND_OFFSETS);

        assertThatThrownBy(() -> empty.number(name, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + name + "\" cannot be a name in a kernel");
    }
}
