package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.frame.store.Exposed;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class CopyOnWriteTest {
    private static final FrameOptions OFF = FrameOptions.DEFAULT.withCopyOnWrite(false);

    /// The walk of cuDF's library design, addresses included.
    @Test
    void threeSeriesShareUntilEachIsWritten() {
        Series s1 = Series.of("s", new long[] {1, 2, 3, 4});
        Series s2 = s1.copy();
        Series s3 = s2.copy();
        long shared = address(s1);
        assertThat(address(s2)).isEqualTo(shared);
        assertThat(address(s3)).isEqualTo(shared);

        s2.set(0, 2, 10);
        assertThat(s2.longs()).containsExactly(10, 10, 3, 4);
        assertThat(s1.longs()).containsExactly(1, 2, 3, 4);
        assertThat(s3.longs()).containsExactly(1, 2, 3, 4);
        long own2 = address(s2);
        assertThat(address(s1)).isEqualTo(shared);
        assertThat(address(s3)).isEqualTo(shared);
        assertThat(own2).isNotEqualTo(shared);

        s1.set(0, 2, 11);
        assertThat(s1.longs()).containsExactly(11, 11, 3, 4);
        assertThat(s2.longs()).containsExactly(10, 10, 3, 4);
        assertThat(s3.longs()).containsExactly(1, 2, 3, 4);
        assertThat(address(s2)).isEqualTo(own2);
        assertThat(address(s3)).isEqualTo(shared);
        assertThat(address(s1)).isNotIn(shared, own2);
    }

    @Test
    void theOnlyOwnerIsWrittenInPlace() {
        Series s = Series.of("s", new long[] {1, 2, 3, 4});
        long before = address(s);
        s.set(1, 20);
        s.set(2, null);
        s.set(2, 30);

        assertThat(address(s)).isEqualTo(before);
        assertThat(s.longs()).containsExactly(1, 20, 30, 4);
        Series copy = s.copy();
        copy.close();
        s.set(0, 10);
        assertThat(address(s)).isEqualTo(before);
    }

    @Test
    void framesSlicesAndSelectionsShareUntilWritten() {
        DataFrame frame = DataFrame.of("a", new int[] {1, 2, 3}, "b", new String[] {"x", "y", "z"});
        DataFrame tail = frame.tail(2);
        DataFrame selected = frame.select("a");
        Series a = frame.get("a");
        assertThat(address(tail.get("a"))).isEqualTo(address(a) + Integer.BYTES);
        tail.set(0, "a", 20);
        tail.set(1, "b", "zz");
        a.set(0, 10);

        assertThat(frame.get("a").ints()).containsExactly(1, 2, 3);
        assertThat(frame.get("b").strings()).containsExactly("x", "y", "z");
        assertThat(selected.get("a").ints()).containsExactly(1, 2, 3);
        assertThat(tail.get("a").ints()).containsExactly(20, 3);
        assertThat(tail.get("b").strings()).containsExactly("y", "zz");
        assertThat(a.ints()).containsExactly(10, 2, 3);
    }

    @Test
    void aTableKeepsItsValuesWhenItsFrameIsWritten(MemoryPool pool) {
        try (var table = dev.sheaf.testing.Tables.of("v: int64").row(1).row(2).build(pool);
                DataFrame frame = DataFrame.of(table, options(pool))) {
            frame.set(0, "v", 10);
            assertThat(table.longs("v")).containsExactly(1, 2);
            assertThat(frame.get(0, "v")).isEqualTo(10L);
        }
    }

    @Test
    void aLazyQueryReadsTheValuesOfItsBeginning() {
        DataFrame frame = DataFrame.of("v", new long[] {1, 2});
        LazyFrame lazy = frame.lazy();
        frame.set(0, "v", 10);

        assertThat(DataFrame.collect(lazy).get("v").longs()).containsExactly(1, 2);
    }

    @Test
    void aResultThatPassesAColumnThroughKeepsItsValues() {
        DataFrame frame = DataFrame.of("v", new long[] {1, 2});
        DataFrame all = frame.filter(col("v").gt(0));
        DataFrame more = frame.assign(col("v").plus(1).as("w"));
        frame.set(0, "v", 10);
        more.set(1, "v", 20);

        assertThat(all.get("v").longs()).containsExactly(1, 2);
        assertThat(more.get("v").longs()).containsExactly(1, 20);
        assertThat(frame.get("v").longs()).containsExactly(10, 2);
    }

    @Test
    void exposureMakesTheOnlyOwnerAndEndsSharing() {
        Series s1 = Series.of("s", new long[] {1, 2, 3, 4});
        Series s2 = s1.copy();
        long shared = address(s2);
        Series s3;
        try (Exposed exposed = s1.expose()) {
            assertThat(address(s2)).isEqualTo(shared);
            assertThat(exposed.address()).isEqualTo(address(s1)).isNotEqualTo(shared);
            s3 = s1.copy();
            Series whole = s1.filter(v -> v.gt(0));
            exposed.segment().setAtIndex(ValueLayout.JAVA_LONG, 0, 100);
            s1.set(1, 200);
            assertThat(exposed.segment().getAtIndex(ValueLayout.JAVA_LONG, 1)).isEqualTo(200);
            assertThat(address(s1)).isEqualTo(exposed.address());
            assertThat(whole.longs()).containsExactly(1, 2, 3, 4);
        }
        assertThat(s1.longs()).containsExactly(100, 200, 3, 4);
        assertThat(s2.longs()).containsExactly(1, 2, 3, 4);
        assertThat(s3.longs()).containsExactly(1, 2, 3, 4);
        assertThat(address(s1.copy())).isEqualTo(address(s1));
    }

    @Test
    void anExposureThatIsNotClosedLasts() {
        Series s = Series.of("s", new long[] {1, 2});
        Exposed forever = s.expose();

        assertThat(address(s.copy())).isNotEqualTo(forever.address());
        assertThat(forever.length()).isEqualTo(2);
        assertThatThrownBy(() -> Series.of("t", new String[] {"x"}).expose())
                .hasMessageContaining("values of string have no address");
    }

    @Test
    void withoutCopyOnWriteCopiesAndSlicesAreTheSameValues() {
        Series s1 = Series.of("s", new long[] {1, 2, 3, 4}).with(OFF);
        Series s2 = s1.copy();
        Series part = s1.slice(1, 2);
        Series deep = s1.deepCopy();
        s2.set(0, 10);
        part.set(1, null);

        assertThat(s1.toList()).containsExactly(10L, 2L, null, 4L);
        assertThat(s2.toList()).containsExactly(10L, 2L, null, 4L);
        assertThat(part.toList()).containsExactly(2L, null);
        assertThat(deep.longs()).containsExactly(1, 2, 3, 4);
        s2.close();
        assertThat(s1.get(0)).isEqualTo(10L);
    }

    @Test
    void withoutCopyOnWriteTextsAreTheSameValues() {
        DataFrame frame = DataFrame.of("t", new String[] {"a", "b", "c"}).with(OFF);
        DataFrame part = frame.tail(2);
        part.set(0, "t", "B");
        part.set(col("t").eq("c"), "t", "C");

        assertThat(frame.get("t").strings()).containsExactly("a", "B", "C");
    }

    @Test
    void aMillionSmallWritesLeaveMemoryAsItWas(MemoryPool pool) {
        try (var table = dev.sheaf.testing.Tables.of("v: int64")
                        .row(1)
                        .row(2)
                        .row(3)
                        .build(pool);
                DataFrame frame = DataFrame.of(table, options(pool))) {
            frame.set(0, "v", 0);
            long before = pool.usedBytes();
            for (int i = 0; i < 1_000_000; i++) {
                frame.set(i % 3, "v", i % 10 == 0 ? null : i);
            }
            assertThat(pool.usedBytes()).isLessThanOrEqualTo(before + 64);
            assertThat(frame.get(0, "v")).isEqualTo(999_999L);
        }
    }

    private static FrameOptions options(MemoryPool pool) {
        return FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().pool(pool).build());
    }

    static long address(Series series) {
        try (var table = series.frame().table()) {
            return ((dev.sheaf.column.FixedColumn) table.column(0)).values().address();
        }
    }

    /// A write where a condition holds makes a column by a plan, which must not take the address's bytes away.
    @Test
    void allWritesGoToTheAddressThatWasHandedOut() {
        DataFrame frame =
                DataFrame.of("v", new Integer[] {1, 2, null}).with(OFF).deepCopy();
        Series values = frame.get("v");
        try (Exposed exposed = values.expose();
                Table before = frame.toTable()) {
            frame.set(col("v").isNull().or(col("v").gt(1)), "v", 7);
            assertThat(exposed.segment().toArray(ValueLayout.JAVA_INT)).containsExactly(1, 7, 7);
            frame.slice(1, 2).set(col("v").eq(7), "v", 8);
            assertThat(exposed.segment().toArray(ValueLayout.JAVA_INT)).containsExactly(1, 8, 8);
            exposed.segment().set(ValueLayout.JAVA_INT, 0, 9);
            values.set(1, 5);

            assertThat(values.toList()).containsExactly(9, 5, 8);
            assertThat(address(values)).isEqualTo(exposed.address());
            assertThat(before.values("v")).containsExactly(1, 2, null);
        }
    }
}
