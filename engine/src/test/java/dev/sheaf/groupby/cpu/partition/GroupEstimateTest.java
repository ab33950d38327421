package dev.sheaf.groupby.cpu.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupEstimateTest {
    @Test
    void halfOfTheRowsNewMeansTwiceTheGroupsOfTheMiddle() {
        assertThat(GroupEstimate.of(90, 110, 0.5)).isEqualTo(200);
    }

    @Test
    void theFirstTaskExpectsWhatTheFirstRowsTell() {
        assertThat(new GroupEstimate().ofTask(300.5, 1_000)).isEqualTo(300);
    }

    @Test
    void laterTasksExpectWhatTheLargestBeforeHadAndAFewMore() {
        GroupEstimate estimate = new GroupEstimate();
        estimate.found(500);
        estimate.found(400);
        assertThat(estimate.ofTask(1, 1_000)).isBetween(501, 550);
    }

    @Test
    void noTaskExpectsMoreGroupsThanItHasRows() {
        GroupEstimate estimate = new GroupEstimate();
        assertThat(estimate.ofTask(1e12, 70)).isEqualTo(70);
        estimate.found(500);
        assertThat(estimate.ofTask(1, 70)).isEqualTo(70);
    }
}
