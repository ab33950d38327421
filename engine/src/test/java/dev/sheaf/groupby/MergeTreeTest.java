package dev.sheaf.groupby;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.groupby.MergeTrees;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PoolCheck.class)
class MergeTreeTest {
    private static final int CASES = 150;

    @ParameterizedTest
    @EnumSource(AggregationKind.class)
    void anySplitAndAnyTreeOfMergesGivesTheResultOfAllRowsAtOnce(AggregationKind kind, MemoryPool pool) {
        MergeTrees trees = new MergeTrees(pool, UnaryOperator.identity());
        RandomCases.run(CASES, random -> trees.check(kind, random));
    }
}
