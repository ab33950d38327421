package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Rows that count, alone where they are few.
@ExtendWith(PoolCheck.class)
class ReductionInputTest {
    private static final int CHUNK = 8;

    /// A row that counts, as loops see it.
    private record Seen(int id, long whole, double number, long ordered) {}

    @Test
    void rowsThatCountHaveTheirValuesAlone(MemoryPool pool) {
        RandomCases.run(200, random -> {
            int share = random.nextInt(1, 12);
            Tables.Rows rows = Tables.of("g:int32", "x:int32", "y:float64", "f:bool");
            for (int row = 0; row < 3 * CHUNK; row++) {
                rows.row(
                        random.nextInt(-1, 3),
                        maybe(random, share, random.nextInt(100)),
                        random.nextInt(50) - 20.5,
                        maybe(random, share, random.nextBoolean()));
            }
            try (Table table = rows.build(pool)) {
                check(table, pool);
            }
        });
    }

    private static @Nullable Object maybe(SplittableRandom random, int share, Object value) {
        return random.nextInt(share) == 0 ? null : value;
    }

    private static void check(Table table, MemoryPool pool) {
        List<ArgumentVector> lanes = IntStream.range(1, 4)
                .mapToObj(_ -> new ArgumentVector(CHUNK, pool))
                .toList();
        ReductionInput input = new ReductionInput(lanes.subList(0, 2), lanes.subList(0, 1), lanes.get(2), CHUNK);
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).begin(table.column(i + 1));
        }
        for (int from = 0; from < table.rowCount(); from += CHUNK) {
            int start = from;
            int[] ids = IntStream.range(0, CHUNK)
                    .map(i -> (int) table.column(0).get(start + i))
                    .toArray();
            lanes.forEach(lane -> lane.chunk(start, CHUNK));
            input.load(ids, CHUNK);
            List<Seen> expected = expected(table, start);
            ReductionInput counting = input.counting();
            assertThat(seen(counting)).isEqualTo(expected);
            assertThat(counting.rows()).isEqualTo(2 * expected.size() <= CHUNK ? expected.size() : CHUNK);
            assertThat(input.counting()).isSameAs(counting);
        }
        lanes.forEach(ArgumentVector::close);
    }

    private static List<Seen> expected(Table table, int from) {
        List<Seen> expected = new ArrayList<>();
        for (int row = from; row < from + CHUNK; row++) {
            int id = (int) table.column(0).get(row);
            boolean passes = Boolean.TRUE.equals(table.column(3).get(row));
            if (id >= 0 && passes && table.column(1).get(row) instanceof Integer x) {
                double y = (double) table.column(2).get(row);
                expected.add(new Seen(id, x, y, OrderedLongs.ofDouble(y)));
            }
        }
        return expected;
    }

    private static List<Seen> seen(ReductionInput input) {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < input.rows(); i++) {
            if (input.ids()[i] >= 0) {
                ArgumentVector x = input.argument(0);
                ArgumentVector y = input.argument(1);
                seen.add(new Seen(input.ids()[i], x.longs()[i], y.doubles()[i], y.ordered()[i]));
            }
        }
        return seen;
    }
}
