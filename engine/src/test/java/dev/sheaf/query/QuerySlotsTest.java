package dev.sheaf.query;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class QuerySlotsTest {
    private static final int QUERIES = 40;
    private static final int CASES = 25;

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    @Test
    void queriesOfAnySizeOnOnePoolAllEndAndNoneTakesMoreThanHalf() {
        RandomCases.run(CASES, 1, this::runQueries);
    }

    private void runQueries(SplittableRandom seeds) throws Exception {
        try (MemoryPool pool = MemoryPool.withLimit(256 << 20);
                ExecutorService clients = Executors.newFixedThreadPool(8)) {
            QuerySlots slots = new QuerySlots(pool, 4, 4);
            AtomicInteger most = new AtomicInteger();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < QUERIES; i++) {
                SplittableRandom random = seeds.split();
                all.add(clients.submit(() -> {
                    try (QuerySlots.Slot slot = slots.enter(LONG)) {
                        most.accumulateAndGet(slots.runningQueries(), Math::max);
                        assertThat(slot.pool().limitBytes()).isLessThanOrEqualTo(128 << 20);
                        query(slot, random);
                    }
                }));
            }
            for (Future<?> query : all) {
                query.get();
            }
            assertThat(most.get()).isLessThanOrEqualTo(4);
            assertThat(pool.usedBytes()).isZero();
            assertThat(pool.peakBytes()).isLessThanOrEqualTo(256 << 20);
        }
    }

    /// One in eight has more groups than its memory holds.
    private void query(QuerySlots.Slot slot, SplittableRandom random) {
        int rows = random.nextInt(8) == 0 ? 600_000 : random.nextInt(1, 50_000);
        int keys = random.nextBoolean() ? rows : random.nextInt(1, 1 + rows / 4);
        QueryContext context = slot.builder().spillFolder(folder).timeout(LONG).build();
        try (Table table = Table.of(
                        "k",
                        random.longs(rows, 0, keys).toArray(),
                        "v",
                        LongStream.range(0, rows).toArray());
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(context, sum("v").as("s"), count().as("n"))) {
            long counted = LongStream.of(result.longs("n")).sum();
            long summed = LongStream.of(result.longs("s")).sum();
            assertThat(counted).isEqualTo(rows);
            assertThat(summed).isEqualTo((long) rows * (rows - 1) / 2);
        }
    }

    @Test
    void queriesEnterInTheOrderInWhichTheyAsk() throws Exception {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20);
                ExecutorService clients = Executors.newFixedThreadPool(6)) {
            QuerySlots slots = new QuerySlots(pool, 1, 1);
            List<Integer> entered = Collections.synchronizedList(new ArrayList<>());
            List<Future<?>> all = new ArrayList<>();
            try (QuerySlots.Slot _ = slots.enter(LONG)) {
                for (int i = 0; i < 6; i++) {
                    int number = i;
                    all.add(clients.submit(() -> {
                        try (QuerySlots.Slot _ = slots.enter(LONG)) {
                            entered.add(number);
                        }
                    }));
                    while (slots.waitingQueries() <= i) {
                        Thread.sleep(1);
                    }
                }
            }
            for (Future<?> query : all) {
                query.get();
            }
            assertThat(entered).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void aQueryThatFindsNoPlaceInTimeSaysHowManyRun() {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            QuerySlots slots = new QuerySlots(pool, 1, 1);
            try (QuerySlots.Slot _ = slots.enter(LONG)) {
                assertThatThrownBy(() -> slots.enter(Duration.ofMillis(30)))
                        .isInstanceOf(QueryCancelledException.class)
                        .hasMessageContaining("no place within PT0.03S: 1 queries run, 1 wait");
            }
            slots.enter(Duration.ZERO).close();
        }
    }

    @Test
    void aPlaceHasHalfOfWhatIsFreeAndItsGuaranteeIsSafeFromOthers() {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            QuerySlots slots = new QuerySlots(pool, 2, 2);
            try (QuerySlots.Slot first = slots.enter(LONG);
                    QuerySlots.Slot second = slots.enter(LONG)) {
                assertThat(first.pool().limitBytes()).isEqualTo(32 << 20);
                assertThat(second.pool().limitBytes()).isEqualTo(16 << 20);
                try (var _ = first.pool().allocate(27 << 20, "most of it");
                        var _ = second.pool().allocate(13 << 20, "most of it")) {
                    assertThat(pool.usedBytes()).isEqualTo(48 << 20);
                }
            }
            assertThat(pool.usedBytes()).isZero();
        }
    }

    @Test
    void threadsAreSharedByTheQueriesThatRun() {
        try (MemoryPool pool = MemoryPool.withLimit(512 << 20)) {
            QuerySlots slots = new QuerySlots(pool, 4, 2);
            try (QuerySlots.Slot first = slots.enter(LONG)) {
                assertThat(threadsOf(first)).isBetween(1, 4);
                try (QuerySlots.Slot second = slots.enter(LONG)) {
                    assertThat(threadsOf(first)).isLessThanOrEqualTo(2);
                    assertThat(threadsOf(second)).isLessThanOrEqualTo(2);
                }
            }
        }
    }

    /// How many threads run at once, each waiting a little for the others.
    private static int threadsOf(QuerySlots.Slot slot) {
        QueryContext context = slot.builder().build();
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Workers.runOnAll(context, _ -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            sleep(20);
            now.decrementAndGet();
        });
        return most.get();
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void allWorkersRunAlsoWithoutThreadsOfTheirOwn() throws ExecutionException {
        try (MemoryPool pool = MemoryPool.withLimit(512 << 20)) {
            QuerySlots slots = new QuerySlots(pool, 2, 2);
            try (QuerySlots.Slot first = slots.enter(LONG);
                    QuerySlots.Slot _ = slots.enter(LONG)) {
                QueryContext context = first.builder().threads(8).build();
                List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
                Workers.runOnAll(context, ran::add);
                assertThat(ran)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, context.threads()).boxed().toList());
            }
        }
    }

    @Test
    void aQueryEndsWithItsTimeout() {
        AtomicLong looks = new AtomicLong();
        QueryContext context =
                QueryContext.builder().timeout(Duration.ofMillis(50)).build();
        assertThatThrownBy(() -> {
                    while (true) {
                        looks.incrementAndGet();
                        context.checkCancelled();
                    }
                })
                .isInstanceOf(QueryCancelledException.class)
                .hasMessageContaining("longer than its timeout of PT0.05S");
        assertThat(looks.get()).isPositive();
    }
}
