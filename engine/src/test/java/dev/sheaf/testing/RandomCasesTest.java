package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RandomCasesTest {

    @Test
    void aPartOfManyCasesIsRunAndAllOfFew() {
        assertThat(RandomCases.scaled(4000, 0.05)).isEqualTo(200);
        assertThat(RandomCases.scaled(100, 0.05)).isEqualTo(20);
        assertThat(RandomCases.scaled(7, 0.05)).isEqualTo(7);
        assertThat(RandomCases.scaled(4000, 1)).isEqualTo(4000);
    }

    @Test
    void seedsComeFromTheCommit() {
        assertThat(RandomCases.baseOf("00000000000002a00000000000000000000000ff"))
                .isEqualTo(42);
        assertThat(RandomCases.baseOf("no commit")).isEqualTo(0x5EAF);
    }

    @Test
    void aFailureNamesItsSeed() {
        assertThatThrownBy(() -> RandomCases.run(1, random -> {
                    throw new IllegalStateException("broken");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("failed for -Dsheaf\\.seed=-?\\d+: broken");
    }
}
