package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SpreadReductionTest {
    private static ReductionRun moments(MemoryPool pool) {
        return new ReductionRun(new MomentsReduction(false, pool), 1, pool);
    }

    private static double only(List<@Nullable Object> values) {
        return (double) java.util.Objects.requireNonNull(values.getFirst());
    }

    @Test
    void aFarFirstValueCostsFewDigits(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:float64").row(0, 1e8);
        for (int i = 0; i < 1000; i++) {
            rows.row(0, (double) (i % 2));
        }
        double mean = (1e8 + 500) / 1001;
        double expected = (Math.pow(1e8 - mean, 2) + 500 * mean * mean + 500 * Math.pow(1 - mean, 2)) / 1000;
        assertThat(only(moments(pool).add(rows, 1).finish(Spreads.variance(1, 0), 1)))
                .isCloseTo(expected, within(expected * 1e-12));
    }

    @Test
    void mergedMomentsAreThoseOfAllRows(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(7);
        Tables.Rows all = Tables.of("g:int32", "v:float64");
        Tables.Rows left = Tables.of("g:int32", "v:float64");
        Tables.Rows right = Tables.of("g:int32", "v:float64");
        for (int i = 0; i < 300; i++) {
            double value = 1e6 + random.nextDouble();
            all.row(0, value);
            (i < 100 ? left : right).row(0, value);
        }
        double whole = only(moments(pool).add(all, 1).finish(Spreads.deviation(1, 0), 1));
        ReductionRun first = moments(pool).add(left, 1);
        ReductionRun second = moments(pool).add(right, 1);
        first.merge(second, new int[] {0}, 1);
        second.reduction().close();
        assertThat(only(first.finish(Spreads.deviation(1, 0), 1))).isCloseTo(whole, within(1e-9));
    }

    @Test
    void anEmptyStateChangesNothingInAMerge(MemoryPool pool) {
        ReductionRun full =
                moments(pool).add(Tables.of("g:int32", "v:float64").row(0, 1.0).row(0, 3.0), 1);
        ReductionRun empty = moments(pool).add(Tables.of("g:int32", "v:float64").row(0, null), 1);
        full.merge(empty, new int[] {0}, 1);
        empty.merge(full, new int[] {0}, 1);
        assertThat(only(full.finish(Spreads.variance(1, 0), 1))).isEqualTo(2.0);
        assertThat(only(empty.finish(Spreads.variance(1, 0), 1))).isEqualTo(2.0);
    }

    @Test
    void largeWholeNumbersKeepTheirLastDigits(MemoryPool pool) {
        ReductionRun whole = new ReductionRun(new MomentsReduction(true, pool), 1, pool)
                .add(
                        Tables.of("g:int32", "v:int64")
                                .row(0, Long.MAX_VALUE)
                                .row(0, Long.MAX_VALUE - 2)
                                .row(0, Long.MAX_VALUE - 4),
                        1);
        assertThat(only(whole.finish(Spreads.variance(1, 0), 1))).isEqualTo(4.0);
    }

    @Test
    void correlationOfMergedHalvesIsThatOfTheWhole(MemoryPool pool) {
        ReductionRun left = new ReductionRun(new CoMomentsReduction(pool), 2, pool)
                .add(
                        Tables.of("g:int32", "x:float64", "y:float64")
                                .row(0, 1.0, 10.0)
                                .row(0, 2.0, 8.0),
                        1);
        ReductionRun right = new ReductionRun(new CoMomentsReduction(pool), 2, pool)
                .add(
                        Tables.of("g:int32", "x:float64", "y:float64")
                                .row(0, 3.0, 6.0)
                                .row(0, 4.0, 4.0),
                        1);
        left.merge(right, new int[] {0}, 1);
        right.reduction().close();
        assertThat(only(left.finish(Spreads.correlation(), 1))).isCloseTo(-1.0, within(1e-15));
    }
}
