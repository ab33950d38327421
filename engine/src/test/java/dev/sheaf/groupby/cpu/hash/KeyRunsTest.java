package dev.sheaf.groupby.cpu.hash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyRunsTest {

    @Test
    void theFirstKeysOfRunsAreMovedTogether() {
        long[] words = {7, 7, 7, 8, 8, 7, 7, 7, 7};
        KeyRuns runs = new KeyRuns(3);
        assertThat(runs.fold(words, 1, 9)).isEqualTo(3);
        assertThat(words).startsWith(7, 8, 7);
        int[] ids = {4, 5, 4, 0, 0, 0, 0, 0, 0};
        runs.spread(ids);
        assertThat(ids).containsExactly(4, 4, 4, 5, 5, 4, 4, 4, 4);
        assertThat(runs.rowsFolded()).isEqualTo(6);
    }

    @Test
    void runsOfWideKeysAreEqualInAllWords() {
        long[] words = {1, 2, 1, 2, 1, 3, 1, 3, 2, 3};
        KeyRuns runs = new KeyRuns(1);
        assertThat(runs.fold(words, 2, 5)).isEqualTo(3);
        assertThat(words).startsWith(1, 2, 1, 3, 2, 3);
        int[] ids = {0, 1, 2, 9, 9};
        runs.spread(ids);
        assertThat(ids).containsExactly(0, 0, 1, 1, 2);
    }

    @Test
    void shortRunsStayAsTheyAre() {
        long[] words = {1, 1, 2, 2, 3, 3};
        assertThat(new KeyRuns(3).fold(words, 1, 6)).isNegative();
        assertThat(words).containsExactly(1, 1, 2, 2, 3, 3);
        assertThat(new KeyRuns(0).fold(words, 1, 6)).isNegative();
        assertThat(new KeyRuns(1).fold(words, 1, 0)).isNegative();
    }
}
