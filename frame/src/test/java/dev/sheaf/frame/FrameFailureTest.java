package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Operations whose first allocation fails, then their second, until none is left to fail: what was made until then is
/// closed, by the operation or, as part of frames that nobody reaches, by the cleaner; nothing is lost.
class FrameFailureTest {
    private static final Map<String, Consumer<DataFrame>> OPERATIONS = Map.of(
            "filter", frame -> frame.filter(col("a").gt(1)),
            "mask", frame -> frame.filter(frame.get("a").slice(1, 2).gt(1)),
            "assign", frame -> frame.assign(col("a").plus(1).as("c")),
            "write",
                    frame -> {
                        DataFrame copy = frame.copy();
                        copy.set(0, "a", null);
                        copy.set(1, "t", "long enough a text");
                        copy.set(col("a").gt(1), "a", 7);
                    },
            "index", frame -> frame.setIndex("t", "a").resetIndex().take(1, 0),
            "align", frame -> frame.setIndex("t").plus(frame.setIndex("t").sortIndex()),
            "join", frame -> frame.setIndex("t").join(frame.setIndex("t").head(2), JoinKind.FULL),
            "concat",
                    frame -> DataFrame.concat(
                            frame.setIndex("t"), frame.setIndex("t").tail(1)),
            "groups", frame -> frame.groupBy("t").agg(Map.of("a", List.of("sum", "max"))),
            "text",
                    frame -> assertThat(frame.setIndex("t").describe().toString())
                            .contains("mean"));

    @ParameterizedTest
    @ValueSource(strings = {"filter", "mask", "assign", "write", "index", "align", "join", "concat", "groups", "text"})
    void nothingIsLostWhenAnAllocationFails(String name) throws InterruptedException {
        Consumer<DataFrame> operation = OPERATIONS.get(name);
        try (MemoryPool pool = MemoryPool.create()) {
            FrameOptions options = FrameOptions.DEFAULT.withQueries(
                    () -> QueryContext.builder().pool(pool).threads(1).build());
            long look = 0;
            while (!passes(operation, options, look++)) {
                assertThat(look).isLessThan(10_000);
            }
            assertThat(look).isGreaterThan(2);
            awaitEmpty(pool);
            assertThat(pool.usedBytes()).isZero();
            assertThat(pool.leakCount()).isZero();
        }
    }

    private static boolean passes(Consumer<DataFrame> operation, FrameOptions options, long failing) {
        AtomicLong looks = new AtomicLong();
        try (DataFrame shared = DataFrame.of("a", new Integer[] {3, null, 1}, "t", new String[] {"x", "z", "y"});
                DataFrame frame = shared.with(options);
                var _ = Checkpoint.watch(() -> {
                    if (looks.getAndIncrement() == failing) {
                        throw new Injected();
                    }
                })) {
            operation.accept(frame);
            return true;
        } catch (Injected injected) {
            return false;
        }
    }

    private static void awaitEmpty(MemoryPool pool) throws InterruptedException {
        for (int i = 0; i < 500 && pool.usedBytes() > 0; i++) {
            if (i % 100 == 0) {
                System.gc();
            }
            Thread.sleep(10);
        }
    }

    private static final class Injected extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
