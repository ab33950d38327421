package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups that are kept on a device, and lists there.
@OnGpu
@ExtendWith(PoolCheck.class)
class GroupsOnGpuTest {
    @Test
    void groupsAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(Gpu.open(0), pool);
        RandomCases.run(200, random -> cases.compare(random, 5_000));
    }

    @Test
    void listsAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(Gpu.open(0), pool);
        RandomCases.run(100, random -> cases.lists(random, 5_000));
    }

    @Test
    void listsOfASortAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(Gpu.open(0), pool);
        RandomCases.run(100, random -> cases.sortedLists(random, 5_000));
        RandomCases.run(5, random -> cases.sortedLists(random, 300_000));
        RandomCases.run(5, cases::listsByValues);
    }

    @Test
    void listsAndHistogramsComeInTheOrderOfGroups(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(Gpu.open(0), pool);
        RandomCases.run(100, random -> cases.ordered(random, 5_000));
    }

    @Test
    void manyRowsAreGrouped(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(Gpu.open(0), pool);
        RandomCases.run(5, random -> cases.compare(random, 300_000));
    }
}
