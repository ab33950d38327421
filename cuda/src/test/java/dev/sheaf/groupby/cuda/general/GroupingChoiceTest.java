package dev.sheaf.groupby.cuda.general;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.cuda.general.GroupingChoice.Evidence;
import dev.sheaf.groupby.cuda.general.GroupingChoice.Way;
import org.junit.jupiter.api.Test;

class GroupingChoiceTest {
    private static final long CACHE = 50L << 20;

    private static Way way(boolean isInOrder, boolean isWhole, int varyingBytes, long groups) {
        return GroupingChoice.of(new Evidence(isInOrder, isWhole, 1 << 24, 8, varyingBytes, groups, CACHE))
                .way();
    }

    @Test
    void keysInOrderAreNeitherHashedNorSorted() {
        assertThat(way(true, false, 0, 0)).isEqualTo(Way.PRESORTED);
    }

    @Test
    void whatSortingWouldPassOverSeveralTimesIsHashed() {
        assertThat(way(false, true, 4, 1_000)).isEqualTo(Way.TICKET);
        assertThat(way(false, true, 8, 1 << 24)).isEqualTo(Way.TICKET);
    }

    @Test
    void stridesAreNeverSorted() {
        assertThat(way(false, false, 0, 1 << 24)).isEqualTo(Way.TICKET);
    }

    @Test
    void theReasonNamesGroupsAndBytes() {
        Evidence seen = new Evidence(false, true, 1 << 24, 8, 3, 77, CACHE);

        assertThat(GroupingChoice.of(seen).why())
                .isEqualTo("keys hashed: about 77 groups, keys that differ in 3 bytes");
    }
}
