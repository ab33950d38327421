package dev.sheaf.groupby.cuda.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstPlanTest {
    @Test
    void aFirstQueryWaitsForKernelsWhereGroupsAreMany() {
        assertThat(FirstPlan.isWorthCompiling(1_000_000, true)).isFalse();
        assertThat(FirstPlan.isWorthCompiling(42_000_000, true)).isTrue();
        assertThat(FirstPlan.isWorthCompiling(5_000_000, false)).isFalse();
        assertThat(FirstPlan.isWorthCompiling(100_000_000, false)).isTrue();
    }
}
