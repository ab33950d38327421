package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoundIdsTest {
    private static final int CHUNK = 4;

    private static MemorySegment map(int groups) {
        return Arena.ofAuto().allocate(ValueLayout.JAVA_INT, groups + 1L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 1000})
    void everyGroupIsTakenWithItsIdAndTheCountOfItsTime(int groups) {
        MemorySegment map = map(groups);
        FoundIds found = new FoundIds(map, groups, CHUNK);
        List<Integer> taken = new ArrayList<>();
        QueryContext context = QueryContext.builder().threads(2).build();
        Workers.forEach(context, 2, step -> {
            if (step == 0) {
                found.find(FoundIdsTest::find, context);
            } else {
                found.forEach((first, rows, ids, count) -> take(first, rows, ids, count, taken), context);
            }
        });
        assertThat(taken).hasSize(groups);
        for (int group = 0; group < groups; group++) {
            assertThat(taken.get(group)).isEqualTo(7 * group);
            assertThat(map.getAtIndex(ValueLayout.JAVA_INT, group + 1L)).isEqualTo(7 * group);
        }
    }

    private static int find(int first, int rows, int[] ids) {
        for (int i = 0; i < rows; i++) {
            ids[i] = 7 * (first + i);
        }
        return first + rows;
    }

    private static void take(int first, int rows, int[] ids, int count, List<Integer> taken) {
        assertThat(count).isEqualTo(first + rows);
        for (int i = 0; i < rows; i++) {
            taken.add(ids[i]);
        }
    }

    @Test
    void whoWaitsForIdsStopsWhenFindingThemFails() {
        FoundIds found = new FoundIds(map(100), 100, CHUNK);
        QueryContext context = QueryContext.builder().threads(2).build();
        assertThatThrownBy(() -> Workers.forEach(context, 2, step -> {
                    if (step == 0) {
                        found.find(FoundIdsTest::failInTheThirdChunk, context);
                    } else {
                        found.forEach((_, _, _, _) -> {}, context);
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no room");
    }

    private static int failInTheThirdChunk(int first, int rows, int[] ids) {
        if (first == 2 * CHUNK) {
            throw new IllegalStateException("no room");
        }
        return find(first, rows, ids);
    }
}
