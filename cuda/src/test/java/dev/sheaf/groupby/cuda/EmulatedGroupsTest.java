package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.topK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups that are kept on a device, and lists there, with kernels run on the CPU.
@ExtendWith(PoolCheck.class)
class EmulatedGroupsTest {
    private Gpu gpu;

    @BeforeEach
    void open() {
        gpu = EmulatedDevice.assumed().gpu();
    }

    @Test
    void groupsAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(gpu, pool);
        RandomCases.run(200, 5, random -> cases.compare(random, 700));
    }

    @Test
    void listsAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(gpu, pool);
        RandomCases.run(200, 5, random -> cases.lists(random, 700));
    }

    @Test
    void listsOfASortAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(gpu, pool);
        RandomCases.run(400, 20, random -> cases.sortedLists(random, 700));
    }

    @Test
    void listsByValuesAreThoseOfTheCpu(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(gpu, pool);
        RandomCases.run(20, 1, cases::listsByValues);
    }

    @Test
    void listsNeedNoCompiler() {
        QueryContext context = QueryContext.create();
        Gpu shipped = EmulatedDevice.shipped(false).gpu();
        try (Table host = Table.of("k", new int[] {2, -1, 2, 2}, "v", new Integer[] {1, 2, null, 4});
                GpuTable table = shipped.load(host);
                GpuStream stream = shipped.openStream();
                GpuTable found = table.groupBy("k")
                        .aggregate(context, stream, collectList("v").as("l"));
                Table back = found.download()) {
            assertThat(back.values("k")).containsExactly(-1, 2);
            assertThat(back.values("l")).containsExactly(List.of(2), Arrays.asList(1, null, 4));
        }
        assertThat(context.decisions().getLast().choice()).contains(ListedGroups.HOW);
    }

    @Test
    void rowsInNoGroupNeedNoValueInLists() {
        try (Table host = Table.of("k", new int[] {1, 2, 1}, "l", new long[] {1, Long.MAX_VALUE, 3});
                GpuTable table = gpu.load(host);
                GpuTable found = table.groupBy("k")
                        .where(col("l").lt(100))
                        .aggregate(collectList(col("l").plus(1)).as("next"));
                Table back = found.download()) {
            assertThat(back.values("k")).containsExactly(1);
            assertThat(back.values("next")).containsExactly(List.of(2L, 4L));
        }
    }

    @Test
    void listsAndHistogramsComeInTheOrderOfGroups(MemoryPool pool) {
        GroupsCases cases = new GroupsCases(gpu, pool);
        RandomCases.run(200, 5, random -> cases.ordered(random, 700));
    }

    @Test
    void whatStaysOnTheCpuSaysWhyAndGivesTheSame(MemoryPool pool) {
        new GroupsCases(gpu, pool).ofTheCpu();
    }

    @Test
    void groupsOutliveTheirTableAndAreFoundByKey() {
        GpuGroups groups;
        try (Table host = Table.of("k", new String[] {"a", "b", null, "a"}, "v", new int[] {1, 2, 3, 4});
                GpuTable table = gpu.load(host)) {
            groups = table.groupBy("k").groups();
        }
        try (groups;
                GpuTable a = groups.get("a").orElseThrow();
                Table rows = a.download()) {
            assertThat(rows.values("v")).containsExactly(1, 4);
            assertThat(groups.indexOf((Object) null)).isEqualTo(2);
            assertThat(groups.get("c")).isEmpty();
            assertThat(groups).hasToString("3 groups of 4 rows by [k] on GPU 0");
            assertThatThrownBy(() -> groups.rows(3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> groups.values(a))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("groups of 4 rows");
        }
    }

    @Test
    void listsOfNoElementsAreNotNull(MemoryPool pool) {
        try (Table host = Table.of("k", new String[] {"a", "b", "a"}, "v", new Integer[] {1, null, 3});
                GpuTable table = gpu.load(host);
                GpuTable found = table.groupBy("k")
                        .aggregate(topK("v", 0).as("none"), topK("v", 2).as("two"));
                Table back = found.download();
                Table expected = GroupBy.on(host, "k")
                        .aggregate(topK("v", 0).as("none"), topK("v", 2).as("two"))) {
            assertThat(back.values("none")).containsExactlyInAnyOrderElementsOf(expected.values("none"));
            assertThat(back.values("two")).containsExactlyInAnyOrderElementsOf(expected.values("two"));
        }
    }

    @Test
    void rowsOfListsOfListsAreTaken(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table host = Table.of("k", new String[] {"a", "b", "a"}, "v", new int[] {1, 2, 3});
                GpuTable table = gpu.load(host);
                GpuTable lists = table.groupBy("k").aggregate(collectList("v").as("l"), count().as("c"));
                GpuGroups groups = lists.groupBy("c").groups();
                GpuTable nested = groups.lists("l");
                Table all = nested.download();
                ResidentTable first =
                        nested.run(new ResidentOperator.Limit(0, 1), context).orElseThrow();
                Table one = ((GpuTable) first).download()) {
            assertThat(one.values("l")).containsExactly(all.values("l").getFirst());
        }
    }

    @Test
    void overflowNamesTheKeysOfItsGroup() {
        try (Table host = Table.of("k", new String[] {"a", "b", "b"}, "l", new long[] {1, Long.MAX_VALUE, 3});
                GpuTable table = gpu.load(host);
                GpuGroups groups = table.groupBy("k").groups()) {
            assertThatThrownBy(() -> groups.aggregate(sum("l")))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining("k = b");
        }
    }
}
