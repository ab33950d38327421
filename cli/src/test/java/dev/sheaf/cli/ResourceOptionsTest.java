package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceOptionsTest {
    private static final long MIB = 1L << 20;

    @Test
    void aHeapBeyond96MebibytesIsTakenFromTheLimit() {
        assertThat(ResourceOptions.poolBytes(16 * MIB)).isEqualTo(16 * MIB);
        assertThat(ResourceOptions.poolBytes(768 * MIB)).isEqualTo(768 * MIB);
        assertThat(ResourceOptions.poolBytes(8192 * MIB)).isEqualTo((8192 - 1024 + 96) * MIB);
    }

    @Test
    void theEnvironmentMayNameALimit() {
        assertThat(ResourceOptions.limitOf(Map.of("SHEAF_MEMORY_LIMIT", "64MiB")))
                .hasValue(64 * MIB);
        assertThat(ResourceOptions.limitOf(Map.of("SHEAF_MEMORY_LIMIT", ""))).isEmpty();
        assertThat(ResourceOptions.limitOf(Map.of())).isEmpty();
        assertThatThrownBy(() -> ResourceOptions.limitOf(Map.of("SHEAF_MEMORY_LIMIT", "much")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("SHEAF_MEMORY_LIMIT: \"much\" is not a size");
    }
}
