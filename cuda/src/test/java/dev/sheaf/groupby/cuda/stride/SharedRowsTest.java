package dev.sheaf.groupby.cuda.stride;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedRowsTest {
    private static final int ROWS = 1_000;

    @Test
    void bothEndsMeetAndEveryRowIsTakenOnce() {
        try (SharedRows rows = rows()) {
            List<CompletableFuture<BitSet>> takers = IntStream.range(0, 4)
                    .mapToObj(number -> CompletableFuture.supplyAsync(
                            () -> taken(number < 3 ? () -> rows.fromFront(3) : () -> rows.fromBack(17))))
                    .toList();
            BitSet all = new BitSet();
            int count = 0;
            for (CompletableFuture<BitSet> taker : takers) {
                BitSet own = taker.join();
                count += own.cardinality();
                all.or(own);
            }
            assertThat(count).isEqualTo(ROWS);
            assertThat(all.cardinality()).isEqualTo(ROWS);
        }
    }

    @Test
    void oneEndMayTakeAll() {
        try (SharedRows rows = rows()) {
            assertThat(taken(() -> rows.fromBack(600)).cardinality()).isEqualTo(ROWS);
            assertThat(rows.takenByBack()).isEqualTo(ROWS);
            assertThat(rows.fromFront(1)).isNull();
        }
    }

    @Test
    void whatIsLeftToTheFrontIsTakenThere() {
        try (SharedRows rows = rows()) {
            rows.fromBack(300).close();
            assertThat(taken(() -> rows.fromFront(100)).cardinality()).isEqualTo(700);

            rows.leaveToFront();

            assertThat(rows.fromBack(100)).isNull();
            BitSet rest = taken(() -> rows.fromFront(100));
            assertThat(rest.cardinality()).isEqualTo(300);
            assertThat(rest.nextSetBit(0)).isEqualTo(700);
        }
    }

    private static SharedRows rows() {
        int[] values = IntStream.range(0, ROWS).toArray();
        return new SharedRows(new Batch(Table.of("v", values), 0));
    }

    /// The rows that batches have until there are no more, by their values, which are their places.
    private static BitSet taken(Supplier<Batch> source) {
        BitSet taken = new BitSet();
        Batch batch;
        while ((batch = source.get()) != null) {
            try (Batch open = batch) {
                assertThat(open.table().values("v").getFirst()).isEqualTo((int) open.firstRow());
                open.table().values("v").forEach(value -> taken.set((Integer) value));
            }
        }
        return taken;
    }
}
