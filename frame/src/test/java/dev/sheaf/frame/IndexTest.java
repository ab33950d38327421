package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.frame.DataFrameTest.labels;
import static dev.sheaf.frame.DataFrameTest.names;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.index.MultiIndex;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.index.TypedIndex;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IndexTest {
    private static DataFrame places() {
        return DataFrame.of(
                "country", new String[] {"at", "de", "at", "de"},
                "city", new String[] {"Wien", "Köln", "Graz", "Bonn"},
                "people", new int[] {2000, 1000, 300, 330});
    }

    @Test
    void columnsBecomeTheIndexAndColumnsAgain() {
        DataFrame frame = places().setIndex("city");

        assertThat(frame.index()).isInstanceOf(TypedIndex.class);
        assertThat(names(frame)).containsExactly("country", "people");
        assertThat(frame.loc("Graz").get("people").toList()).containsExactly(300);
        assertThat(frame.filter(col("city").eq("Köln")).get("people").toList()).containsExactly(1000);
        assertThat(names(frame.resetIndex())).containsExactly("city", "country", "people");
        assertThat(frame.resetIndex().index()).isEqualTo(RangeIndex.of(4));
        assertThat(names(places().head(2).resetIndex())).containsExactly("index", "country", "city", "people");
        assertThat(frame.dropIndex().index()).isEqualTo(RangeIndex.of(4));
        assertThat(labels(frame.locBetween("C", "L"))).containsExactly("Köln", "Graz");
        assertThatThrownBy(() -> frame.loc("Rom")).hasMessage("no row is labelled Rom");
    }

    @Test
    void severalColumnsMakeTuples() {
        DataFrame frame = places().setIndex("country", "city");

        assertThat(frame.index()).isInstanceOf(MultiIndex.class);
        assertThat(frame.index().label(1)).isEqualTo(List.of("de", "Köln"));
        assertThat(frame.loc("at").get("people").toList()).containsExactly(2000, 300);
        assertThat(frame.loc("de", "Bonn").get("people").toList()).containsExactly(330);
        assertThat(frame.sortIndex().get("people").toList()).containsExactly(300, 2000, 330, 1000);
        assertThat(names(frame.resetIndex())).containsExactly("country", "city", "people");
        assertThat(((MultiIndex) frame.index()).level(0).label(3)).isEqualTo("de");
        assertThat(frame.get("people").plus(frame.get("people")).toList()).containsExactly(4000, 2000, 600, 660);
        assertThat(frame.get("people").plus(frame.sortIndex().get("people")).toList())
                .containsExactly(600, 4000, 660, 2000);
        assertThatThrownBy(() -> frame.loc("at", "Graz", 1)).hasMessage("3 labels for an index of 2 levels");
    }

    @Test
    void datesAreFoundByTheBeginningOfTheirText() {
        DataFrame frame = DataFrame.of(
                        "day",
                        new LocalDate[] {
                            LocalDate.of(2024, 2, 28),
                            LocalDate.of(2024, 3, 1),
                            LocalDate.of(2024, 3, 31),
                            LocalDate.of(2025, 1, 1)
                        },
                        "v",
                        new int[] {1, 2, 3, 4})
                .setIndex("day");

        assertThat(frame.index().isOfMoments()).isTrue();
        assertThat(frame.loc("2024").get("v").toList()).containsExactly(1, 2, 3);
        assertThat(frame.loc("2024-03").get("v").toList()).containsExactly(2, 3);
        assertThat(frame.loc("2024-03-31").get("v").toList()).containsExactly(3);
        assertThat(frame.loc(LocalDate.of(2025, 1, 1)).get("v").toList()).containsExactly(4);
        assertThat(frame.locBetween("2024-03", "2025").get("v").toList()).containsExactly(2, 3, 4);
        assertThatThrownBy(() -> frame.loc("March")).hasMessageContaining("no part of a moment");
    }

    @Test
    void momentsAreFoundToTheSecond() {
        DataFrame frame = DataFrame.of(
                        "at",
                        new LocalDateTime[] {
                            LocalDateTime.parse("2024-03-01T10:00:00"), LocalDateTime.parse("2024-03-01T10:00:00.5")
                        },
                        "v",
                        new int[] {1, 2})
                .setIndex("at");

        assertThat(frame.loc("2024-03-01 10:00:00").get("v").toList()).containsExactly(1, 2);
        assertThat(frame.loc("2024-03-01").rowCount()).isEqualTo(2);
    }

    @Test
    void rangesFindLabelsByArithmetic() {
        RangeIndex range = new RangeIndex("", 10, -3, 4);

        assertThat(LongStream.range(0, 4).mapToObj(range::label)).containsExactly(10L, 7L, 4L, 1L);
        assertThat(range.rowOf(4)).hasValue(2);
        assertThat(range.rowOf(5)).isEmpty();
        assertThat(range.rowOf(-2)).isEmpty();
        assertThat(range.slice(1, 2)).isEqualTo(new RangeIndex("", 7, -3, 2));
        assertThat(range.isSame(new RangeIndex("x", 10, -3, 4))).isTrue();
        assertThat(range.isSame(RangeIndex.of(4))).isFalse();
        assertThatThrownBy(() -> range.label(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void operationsOnRangesMakeNoColumnOfLabels() {
        try (MemoryPool pool = MemoryPool.withLimit(64 << 20)) {
            FrameOptions options = FrameOptions.DEFAULT.withQueries(
                    () -> QueryContext.builder().pool(pool).threads(2).build());
            DataFrame frame = DataFrame.of("v", new long[2_000_000]).with(options);
            long before = pool.peakBytes();
            DataFrame found = frame.filter(col("v").eq(1));

            assertThat(found.rowCount()).isZero();
            assertThat(frame.get("v").plus(frame.get("v")).index()).isEqualTo(RangeIndex.of(2_000_000));
            assertThat(frame.loc(1_999_999).rowCount()).isEqualTo(1);
            // The sum takes 16 MB; labels as a column would take as much again, twice.
            assertThat(pool.peakBytes() - before).isLessThan(40 << 20);
        }
    }

    @Test
    void numbersThatAreNoLabelsOfARangeAreNotFound() {
        DataFrame frame = DataFrame.of("v", new int[] {10, 20, 30});

        assertThat(frame.loc(1.0).get("v").ints()).containsExactly(20);
        for (Number label :
                new Number[] {1.5, -0.5, 1e300, Double.NaN, BigInteger.TWO.pow(64), new BigDecimal("0.1")}) {
            assertThatThrownBy(() -> frame.loc(label)).hasMessage("no row is labelled " + label);
        }
    }

    @Test
    void nullFindsTheRowsWithoutALabel() {
        DataFrame sums = DataFrame.of("k", new String[] {"a", null, null}, "v", new int[] {1, 2, 3})
                .groupBy("k")
                .keepNulls()
                .sum();

        assertThat(sums.loc((Object) null).get("v").longs()).containsExactly(5);
        assertThat(sums.get("v").loc((Object) null).longs()).containsExactly(5);
        assertThatThrownBy(() -> sums.dropIndex().loc((Object) null)).hasMessage("no row is labelled null");
    }

    @Test
    void anIndexSaysWhatItIs() {
        DataFrame frame = DataFrame.of("a", new int[] {1}, "b", new String[] {"x"}, "d", List.of(LocalDate.EPOCH));

        assertThat(frame.setIndex("a").index()).hasToString("TypedIndex[a] of [int32], 1 row");
        assertThat(frame.setIndex("d").index()).hasToString("TypedIndex[d] of [date], 1 row");
        assertThat(frame.setIndex("a", "b").index()).hasToString("MultiIndex[a, b] of [int32, string], 1 row");
        assertThatThrownBy(() -> frame.setIndex(new String[0])).hasMessage("an index has at least one level");
    }
}
