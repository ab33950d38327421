package dev.sheaf.groupby.cpu.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.plan.PlanBuilder;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SpillTest {
    private static final long POOL_BYTES = 64 << 20;

    private static Spill spill() {
        Schema schema = Schema.of(new Field("k", DataType.INT64), new Field("v", DataType.INT64));
        GroupByRequest request = GroupByRequest.of(schema, List.of("k"), Expressions.sum("v"));
        QueryContext context = QueryContext.builder()
                .pool(MemoryPool.withLimit(POOL_BYTES))
                .threads(2)
                .build();
        return new Spill(PlanBuilder.plan(request), CpuSettings.of(context.settings()), context);
    }

    private static Runnable until(CountDownLatch begun, CountDownLatch end, List<String> events) {
        return () -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException failure) {
                throw new AssertionError(failure);
            }
            events.add("first");
        };
    }

    /// What a second thread does while groups of a first one leave; it may wait for them.
    private interface Meanwhile {
        Thread start(Spill spill, List<String> events) throws InterruptedException;
    }

    /// The order in which both came to their end.
    private static List<String> whileGroupsLeave(Meanwhile meanwhile) throws InterruptedException {
        List<String> events = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Spill spill = spill()) {
            Thread first = Thread.ofPlatform().start(() -> spill.leave(1000, until(begun, end, events)));
            begun.await();
            Thread second = meanwhile.start(spill, events);
            end.countDown();
            first.join();
            second.join();
        }
        return events;
    }

    @Test
    void fewGroupsLeaveWhileOthersDo() throws Exception {
        List<String> events = whileGroupsLeave((spill, order) -> {
            Thread second = Thread.ofPlatform().start(() -> spill.leave(1000, () -> order.add("second")));
            second.join();
            return second;
        });
        assertThat(events).containsExactly("second", "first");
    }

    @Test
    void copiesThatDoNotFitTogetherAreMadeOneAfterTheOther() throws Exception {
        List<String> events = whileGroupsLeave((spill, order) -> {
            Thread second = Thread.ofPlatform().start(() -> spill.leave(POOL_BYTES, () -> order.add("second")));
            while (second.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            return second;
        });
        assertThat(events).containsExactly("first", "second");
    }
}
