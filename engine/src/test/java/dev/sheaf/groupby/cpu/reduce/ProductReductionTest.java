package dev.sheaf.groupby.cpu.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class ProductReductionTest {
    private static ReductionRun products(MemoryPool pool, long... factors) {
        Tables.Rows rows = Tables.of("g:int32", "v:int64");
        for (long factor : factors) {
            rows.row(0, factor);
        }
        return new ReductionRun(new ProductLongReduction(false, pool), 1, pool).add(rows, 1);
    }

    private static @Nullable Object product(MemoryPool pool, Overflow overflow, long... factors) {
        return finish(products(pool, factors), overflow);
    }

    private static @Nullable Object finish(ReductionRun run, Overflow overflow) {
        List<@Nullable Object> values =
                run.finish(Products.of(DataType.INT64, new Field("p", DataType.INT64), overflow), 1);
        return values.getFirst();
    }

    @Test
    void aZeroUndoesOverflowBeforeAndAfterIt(MemoryPool pool) {
        assertThat(product(pool, Overflow.ERROR, Long.MAX_VALUE, 9, 0)).isEqualTo(0L);
        assertThat(product(pool, Overflow.ERROR, 0, Long.MIN_VALUE, -7)).isEqualTo(0L);
    }

    @Test
    void theLeastLongFitsOnlyWithItsSign(MemoryPool pool) {
        assertThat(product(pool, Overflow.ERROR, 1L << 62, 2, -1)).isEqualTo(Long.MIN_VALUE);
        assertThat(product(pool, Overflow.ERROR, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThatThrownBy(() -> product(pool, Overflow.ERROR, Long.MIN_VALUE, -1))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void overflowDoesNotComeBackByWrapping(MemoryPool pool) {
        assertThatThrownBy(() -> product(pool, Overflow.ERROR, 1L << 32, 1L << 32))
                .isInstanceOf(ArithmeticException.class);
        assertThat(product(pool, Overflow.WRAP, 1L << 32, 1L << 32)).isEqualTo(0L);
        assertThat(product(pool, Overflow.WRAP, Long.MAX_VALUE, -3)).isEqualTo(Long.MIN_VALUE + 3);
    }

    @Test
    void partialProductsMultiply(MemoryPool pool) {
        ReductionRun left = products(pool, -6, 7);
        ReductionRun right = products(pool, 5, -1);
        left.merge(right, new int[] {0}, 1);
        right.reduction().close();
        assertThat(finish(left, Overflow.ERROR)).isEqualTo(210L);
        ReductionRun large = products(pool, Long.MAX_VALUE, 2);
        ReductionRun zero = products(pool, 0);
        large.merge(zero, new int[] {0}, 1);
        zero.reduction().close();
        assertThat(finish(large, Overflow.ERROR)).isEqualTo(0L);
    }
}
