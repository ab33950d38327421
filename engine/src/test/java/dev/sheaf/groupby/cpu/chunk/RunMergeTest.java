package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RunMergeTest {
    @Test
    void membersOfEachGroupComeInTheOrderOfTheirOrdinals(MemoryPool pool) {
        RandomCases.run(200, random -> {
            int count = random.nextInt(60);
            int groups = 1 + random.nextInt(4);
            int stretch = 1 + random.nextInt(20);
            try (Buffer ids = pool.allocate(4L * count, "test");
                    Buffer ordinals = pool.allocate(8L * count, "test")) {
                fill(random, count, groups, stretch, ids, ordinals);
                try (GroupedOrder order = GroupedOrder.of(ids.segment(), count, groups, pool)) {
                    RunMerge.sort(order, ordinals.segment(), pool);
                    assertThat(members(order, count)).isEqualTo(expected(ids, ordinals, count));
                }
            }
        });
    }

    /// Ordinals that rise for stretches of members.
    private static void fill(SplittableRandom random, int count, int groups, int stretch, Buffer ids, Buffer ordinals) {
        long ordinal = 0;
        for (int i = 0; i < count; i++) {
            ordinal = i % stretch == 0 ? random.nextInt(100) * 1000L : ordinal + 1;
            ids.segment().setAtIndex(ValueLayout.JAVA_INT, i, random.nextInt(groups));
            ordinals.segment().setAtIndex(ValueLayout.JAVA_LONG, i, ordinal);
        }
    }

    private static List<Integer> members(GroupedOrder order, int count) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(order.members().segment().getAtIndex(ValueLayout.JAVA_INT, i));
        }
        return members;
    }

    private static List<Integer> expected(Buffer ids, Buffer ordinals, int count) {
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(i);
        }
        members.sort(Comparator.comparingInt((Integer i) -> ids.segment().getAtIndex(ValueLayout.JAVA_INT, i))
                .thenComparingLong(i -> ordinals.segment().getAtIndex(ValueLayout.JAVA_LONG, i)));
        return members;
    }
}
