package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.example.Forgetful;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is logged of tables that nobody closes.
class ForgottenTablesTest {
    private static final String PLACE = "at org.example.Forgetful.";

    private final Logger logger = Logger.getLogger("dev.sheaf.memory");
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final MemoryPool pool = MemoryPool.withLimit(64 << 20);
    private final Handler collector = new Handler() {
        @Override
        public void publish(LogRecord report) {
            warnings.add(report.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(collector);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(collector);
        logger.setUseParentHandlers(true);
        pool.close();
    }

    @Test
    void aLostTableIsOneWarningThatNamesWhoMadeIt() throws InterruptedException {
        Forgetful.loseTables(3, pool);
        collectUntil(() -> warnings.size() >= 3);
        assertThat(warnings)
                .hasSize(3)
                .allMatch(warning -> warning.startsWith("a table of 10 rows and the columns k, v, w was never closed"))
                .allMatch(warning -> warning.contains(PLACE + "table(Forgetful.java:"));
        assertThat(pool.usedBytes()).isZero();
    }

    @Test
    void manyLostTablesAreTwentyWarningsAndTheirNumber() throws InterruptedException {
        Forgetful.loseTables(2_000, pool);
        collectUntil(() -> pool.usedBytes() == 0 && told() == 2_000);
        assertThat(warnings.stream().filter(warning -> warning.contains(PLACE))).hasSize(20);
        assertThat(warnings).hasSizeLessThan(40);
    }

    /// As many tables as the warnings tell of; totals are told again when they have doubled.
    private long told() {
        long named =
                warnings.stream().filter(warning -> warning.contains(PLACE)).count();
        long others = warnings.stream()
                .filter(warning -> warning.startsWith("and "))
                .mapToLong(warning -> Long.parseLong(warning.split(" ")[1].replace(",", "")))
                .max()
                .orElse(0);
        return named + others;
    }

    @Test
    void aLostSliceNamesWhoMadeTheSlice() throws InterruptedException {
        Forgetful.loseSlice(pool);
        collectUntil(() -> !warnings.isEmpty());
        assertThat(warnings)
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .startsWith("a table of 3 rows and the columns k, v, w was never closed")
                        .contains(PLACE + "loseSlice("));
    }

    @Test
    void aLostBufferNamesWhoAskedForIt() throws InterruptedException {
        Forgetful.loseBuffer(pool);
        collectUntil(() -> !warnings.isEmpty());
        assertThat(warnings)
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .contains("\"a user's buffer\" were never closed")
                        .contains(PLACE + "loseBuffer("));
    }

    private static void collectUntil(BooleanSupplier reached) throws InterruptedException {
        for (int i = 0; i < 200 && !reached.getAsBoolean(); i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertThat(reached.getAsBoolean()).isTrue();
    }
}
