package dev.sheaf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomCasesTest {

    @Test
    void aPartOfManyCasesIsRunAndAllOfFew() {
        assertThat(RandomCases.scaled(4000, 20, 4000, 0.05)).isEqualTo(200);
        assertThat(RandomCases.scaled(100, 20, 100, 0.05)).isEqualTo(20);
        assertThat(RandomCases.scaled(7, 20, 7, 0.05)).isEqualTo(7);
        assertThat(RandomCases.scaled(7, 5, 7, 0.05)).isEqualTo(5);
        assertThat(RandomCases.scaled(150, 5, 150, 0.05)).isEqualTo(8);
        assertThat(RandomCases.scaled(4000, 20, 4000, 1)).isEqualTo(4000);
    }

    @Test
    void ofSlowCasesABuildRunsFewerStill() {
        assertThat(RandomCases.scaled(10_000, 20, 25, 0.05)).isEqualTo(25);
        assertThat(RandomCases.scaled(100, 20, 25, 0.05)).isEqualTo(20);
        assertThat(RandomCases.scaled(10_000, 20, 25, 1)).isEqualTo(10_000);
    }

    @Test
    void eachCallOfATestHasSeedsOfItsOwn() {
        long[] first = IntStream.range(0, 100)
                .mapToLong(call -> RandomCases.seeds(call).nextLong())
                .distinct()
                .toArray();
        assertThat(first).hasSize(100);
        assertThat(RandomCases.seeds(7).nextLong()).isEqualTo(first[7]);
    }

    @Test
    void seedsComeFromTheCommit() {
        assertThat(RandomCases.baseOf("00000000000002a00000000000000000000000ff"))
                .isEqualTo(42);
        assertThat(RandomCases.baseOf("no commit")).isEqualTo(0x5EAF);
    }

    @Test
    void aFailureSaysHowToRunItsCaseAlone() {
        assertThatThrownBy(() -> RandomCases.runOne(CurrentTest.get(), 42, random -> {
                    throw new IllegalStateException("broken");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("failed for -Dsheaf.seed=42 (./sheaf soak"
                        + " 'RandomCasesTest#aFailureSaysHowToRunItsCaseAlone' --case 42): broken");
    }
}
