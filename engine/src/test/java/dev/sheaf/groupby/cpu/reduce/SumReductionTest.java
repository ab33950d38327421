package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.Means;
import dev.sheaf.groupby.cpu.finish.SumResults;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SumReductionTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final long MIN = Long.MIN_VALUE;

    private static ReductionRun sums(DataType type, MemoryPool pool) {
        return new ReductionRun(new SumLongReduction(SumLongReduction.Width.of(type), pool), 1, pool);
    }

    private static Finalizer sum(DataType type, DataType result) {
        return SumResults.of(type, new Field("s", result), Overflow.ERROR);
    }

    @Test
    void overflowThatCancelsOutIsNotOverflow(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:int64")
                .row(0, MAX)
                .row(0, MAX)
                .row(1, MIN)
                .row(1, MIN)
                .row(0, -MAX)
                .row(1, MAX)
                .row(1, MAX);
        assertThat(sums(DataType.INT64, pool).add(rows, 2).finish(sum(DataType.INT64, DataType.INT64), 2))
                .containsExactly(MAX, -2L);
    }

    @Test
    void overflowThatStaysIsAnErrorThatNamesTheGroup(MemoryPool pool) {
        ReductionRun run = sums(DataType.INT64, pool)
                .add(Tables.of("g:int32", "v:int64").row(0, 1).row(1, MIN).row(1, -1), 2);
        assertThatThrownBy(() -> run.finish(sum(DataType.INT64, DataType.INT64), 2))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("s of group 1");
    }

    @Test
    void largeNumbersOfTheOnlyGroupAreAddedByHalves(MemoryPool pool) {
        assertThat(sums(DataType.INT64, pool)
                        .add(
                                Tables.of("g:int32", "v:int64")
                                        .row(0, MIN)
                                        .row(-1, MAX)
                                        .row(0, -1)
                                        .row(0, -7)
                                        .row(0, null)
                                        .row(0, MAX)
                                        .row(0, MAX)
                                        .row(0, MAX)
                                        .row(0, 5)
                                        .row(0, MIN)
                                        .row(0, -1L << 32)
                                        .row(0, 1L << 31),
                                1)
                        .finish(sum(DataType.INT64, DataType.INT64), 1))
                .containsExactly(MAX - 5 - (1L << 31));
    }

    @Test
    void wrapsOfTwoTablesCancelOut(MemoryPool pool) {
        ReductionRun up = sums(DataType.INT64, pool)
                .add(Tables.of("g:int32", "v:int64").row(0, MAX).row(0, 2), 1);
        ReductionRun down = sums(DataType.INT64, pool)
                .add(Tables.of("g:int32", "v:int64").row(0, MIN).row(0, -5), 1);
        up.merge(down, new int[] {0}, 1);
        down.reduction().close();
        assertThat(up.finish(sum(DataType.INT64, DataType.INT64), 1)).containsExactly(-4L);
    }

    @Test
    void unsignedSumsReachTwoToTheSixtyFour(MemoryPool pool) {
        BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
        Tables.Rows rows = Tables.of("g:int32", "v:uint64")
                .row(0, most)
                .row(0, 0)
                .row(1, BigInteger.TWO.pow(63))
                .row(1, 5);
        assertThat(sums(DataType.UINT64, pool).add(rows, 2).finish(sum(DataType.UINT64, DataType.UINT64), 2))
                .containsExactly(most, BigInteger.TWO.pow(63).add(BigInteger.valueOf(5)));
        ReductionRun over = sums(DataType.UINT64, pool)
                .add(Tables.of("g:int32", "v:uint64").row(0, most).row(0, 1), 1);
        assertThatThrownBy(() -> over.finish(sum(DataType.UINT64, DataType.UINT64), 1))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void sumsOf32BitNumbersThatComeFromElsewhereCountAsTheirRows(MemoryPool pool) {
        checkMerged(MAX - 10, Tables.of("g:int32", "v:int32").row(0, 5).row(0, 6), pool);
        checkMerged(MIN + 10, Tables.of("g:int32", "v:int32").row(0, -5).row(0, -6), pool);
    }

    private static void checkMerged(long sum, Tables.Rows more, MemoryPool pool) {
        ReductionRun merged = sums(DataType.INT32, pool);
        ReductionRun other =
                sums(DataType.INT64, pool).add(Tables.of("g:int32", "v:int64").row(0, sum), 1);
        merged.merge(other, new int[] {0}, 1);
        other.reduction().close();
        assertThatThrownBy(() -> merged.add(more, 1)).isInstanceOf(ArithmeticException.class);
        merged.reduction().close();
    }

    @Test
    void aGroupWithoutAValidValueHasNoSum(MemoryPool pool) {
        Tables.Rows rows = Tables.of("g:int32", "v:int32")
                .row(0, 1)
                .row(0, 2)
                .row(1, 4)
                .row(2, null)
                .row(1, null)
                .row(3, 8)
                .row(-1, 16)
                .row(4, null);
        assertThat(sums(DataType.INT32, pool).add(rows, 5).finish(sum(DataType.INT32, DataType.INT64), 5))
                .containsExactly(3L, 4L, null, 8L, null);
    }

    @Test
    void decimalsOfThirtyEightDigitsMayPass128BitsOnTheWay(MemoryPool pool) {
        DataType type = DataType.decimal(38, 0);
        BigDecimal large = new BigDecimal("9".repeat(38));
        Tables.Rows rows = Tables.of("g:int32", "v:decimal(38, 0)")
                .row(0, large)
                .row(0, large)
                .row(0, large)
                .row(0, large.negate())
                .row(0, large.negate())
                .row(1, large.negate())
                .row(1, large.negate())
                .row(1, large.negate())
                .row(1, large)
                .row(1, large);
        ReductionRun run = new ReductionRun(new SumWideReduction(type, pool), 1, pool).add(rows, 2);
        assertThat(run.finish(sum(type, type), 2)).containsExactly(large, large.negate());
        ReductionRun over = new ReductionRun(new SumWideReduction(type, pool), 1, pool)
                .add(Tables.of("g:int32", "v:decimal(38, 0)").row(0, large).row(0, BigDecimal.ONE), 1);
        assertThatThrownBy(() -> over.finish(sum(type, type), 1)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void meansComeFromTheExactSum(MemoryPool pool) {
        ReductionRun sums = sums(DataType.INT64, pool)
                .add(Tables.of("g:int32", "v:int64").row(0, MAX).row(0, MAX).row(0, MAX), 1);
        List<@Nullable Object> mean = sums.finish(
                (states, groups) -> {
                    try (var three = new CountRun(pool).of(3)) {
                        return Means.of(DataType.INT64, DataType.FLOAT64)
                                .finish(List.of(states.get(0), states.get(1), three), groups);
                    }
                },
                1);
        assertThat(mean).containsExactly((double) MAX);
    }

    /// A column of one count.
    private record CountRun(MemoryPool pool) {
        dev.sheaf.column.Column of(long count) {
            try (var builder = new dev.sheaf.column.ColumnBuilder(DataType.INT64, pool)) {
                builder.appendLong(count);
                return builder.build();
            }
        }
    }
}
