package dev.sheaf.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Tasks;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tasks that run tasks of their own on the threads of one query.
class TasksTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void everyItemRunsOnceOnNoMoreThreadsThanThereAre(int threads) {
        Tasks tasks = Workers.tasks(context(threads));
        AtomicIntegerArray runs = new AtomicIntegerArray(20 * 30);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        tasks.forEach(
                20,
                outer -> tasks.forEach(30, inner -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    runs.incrementAndGet(outer * 30 + inner);
                    Thread.onSpinWait();
                    running.decrementAndGet();
                }));

        for (int i = 0; i < runs.length(); i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
        assertThat(most.get()).isBetween(1, threads);
    }

    @Test
    void aThreadWithoutItemsJoinsTheTasksOfAnother() {
        Tasks tasks = Workers.tasks(context(2));
        CountDownLatch both = new CountDownLatch(2);

        tasks.forEach(2, outer -> {
            if (outer == 0) {
                tasks.forEach(2, _ -> meet(both));
            }
        });

        assertThat(both.getCount()).isZero();
    }

    @Test
    void oneThreadRunsAllItself() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();

        for (int round = 0; round < 1000; round++) {
            Tasks tasks = Workers.tasks(context(1));
            tasks.forEach(3, _ -> tasks.forEach(2, _ -> threads.add(Thread.currentThread())));
        }

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    /// Workers and items have threads by the same rules as tasks.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void everyWorkerRunsOnceOnAThreadOfItsOwn(int threads) {
        CountDownLatch all = new CountDownLatch(threads);
        AtomicIntegerArray runs = new AtomicIntegerArray(threads);

        Workers.runOnAll(context(threads), worker -> {
            runs.incrementAndGet(worker);
            meet(all);
        });

        for (int worker = 0; worker < threads; worker++) {
            assertThat(runs.get(worker)).isEqualTo(1);
        }
    }

    @Test
    void itemsThatHaveNotBegunWhenOneFailsDoNot() {
        AtomicInteger begun = new AtomicInteger();

        assertThatThrownBy(() -> Workers.forEach(context(1), 100, item -> {
                    begun.incrementAndGet();
                    if (item == 3) {
                        throw new IllegalArgumentException("no");
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(begun.get()).isEqualTo(4);
    }

    private static void meet(CountDownLatch both) {
        both.countDown();
        try {
            assertThat(both.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void aFailureInsideIsThrownOutsideAndStopsTheOthers() {
        QueryContext context = context(3);
        Tasks tasks = Workers.tasks(context);
        AtomicInteger after = new AtomicInteger();

        assertThatThrownBy(() -> tasks.forEach(
                        4,
                        outer -> tasks.forEach(1000, inner -> {
                            if (outer == 0 && inner == 0) {
                                throw new IllegalArgumentException("no");
                            }
                            after.incrementAndGet();
                            context.checkCancelled();
                        })))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no");
        assertThat(after.get()).isLessThan(4000);
    }

    private static QueryContext context(int threads) {
        return QueryContext.builder().threads(threads).build();
    }
}
