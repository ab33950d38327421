package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.frame.DataFrameTest.labels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.verb.Keep;
import dev.sheaf.window.RunFunction.RankMethod;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Answers that pandas gives to the same calls.
class WindowVerbsTest {
    private static Series series() {
        return Series.of("v", new Double[] {2.0, null, 5.0, -1.0, 0.0});
    }

    private static DataFrame frame() {
        return DataFrame.of("a", new int[] {1, 2, 3, 4}, "b", new Double[] {10.0, null, 30.0, 20.0});
    }

    @Test
    void cumulativeValuesSkipNulls() {
        assertThat(series().cumSum().toList()).containsExactly(2.0, null, 7.0, 6.0, 6.0);
        assertThat(series().cumProd().toList()).containsExactly(2.0, null, 10.0, -10.0, -0.0);
        assertThat(series().cumMin().toList()).containsExactly(2.0, null, 2.0, -1.0, -1.0);
        assertThat(series().cumMax().toList()).containsExactly(2.0, null, 5.0, 5.0, 5.0);
        assertThat(frame().cumSum().get("a").toList()).containsExactly(1L, 3L, 6L, 10L);
        assertThat(frame().cumSum().get("b").toList()).containsExactly(10.0, null, 40.0, 60.0);
    }

    @Test
    void shiftsBothWays() {
        assertThat(frame().shift(1).get("a").toList()).containsExactly(null, 1, 2, 3);
        assertThat(frame().shift(-2).get("b").toList()).containsExactly(30.0, 20.0, null, null);
        assertThat(frame().shift(3, 0).get("a").toList()).containsExactly(0, 0, 0, 1);
        assertThat(frame().shift(9).get("a").toList()).containsOnlyNulls().hasSize(4);
        assertThat(frame().shift(0).get("a").toList()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void differencesAndShares() {
        Series squares = Series.of("s", new int[] {1, 1, 2, 3, 5, 8});

        assertThat(squares.diff().toList()).containsExactly(null, 0, 1, 1, 2, 3);
        assertThat(squares.diff(3).toList()).containsExactly(null, null, null, 2, 4, 6);
        assertThat(squares.diff(-1).toList()).containsExactly(0, -1, -1, -2, -3, null);
        Series prices = Series.of("p", new int[] {90, 91, 85});
        assertThat(prices.pctChange().toList()).containsExactly(null, 91.0 / 90 - 1, 85.0 / 91 - 1);
        assertThat(prices.pctChange(2).toList()).containsExactly(null, null, 85.0 / 90 - 1);
    }

    @Test
    void ranksShareTies() {
        Series legs = Series.of("legs", new Integer[] {4, 2, 4, 8, null});

        assertThat(legs.rank().toList()).containsExactly(2.5, 1.0, 2.5, 4.0, null);
        assertThat(legs.rank(RankMethod.MAX).toList()).containsExactly(3L, 1L, 3L, 4L, null);
        assertThat(legs.rank(RankMethod.MIN).toList()).containsExactly(2L, 1L, 2L, 4L, null);
        assertThat(legs.rank(RankMethod.DENSE).toList()).containsExactly(2L, 1L, 2L, 3L, null);
        assertThat(legs.rank(RankMethod.FIRST).toList()).containsExactly(2L, 1L, 3L, 4L, null);
        assertThat(legs.rank(RankMethod.MIN, true).toList()).containsExactly(2L, 4L, 2L, 1L, null);
        assertThat(legs.rankShare(RankMethod.AVERAGE, false).toList()).containsExactly(0.625, 0.25, 0.625, 1.0, null);
        assertThat(legs.rankShare(RankMethod.DENSE, false).toList())
                .containsExactly(2 / 3.0, 1 / 3.0, 2 / 3.0, 1.0, null);
    }

    @Test
    void fillsFromBeforeAndBehind() {
        Series gaps = Series.of("g", new Integer[] {null, 2, null, null, 4, null});

        assertThat(gaps.ffill().toList()).containsExactly(null, 2, 2, 2, 4, 4);
        assertThat(gaps.bfill().toList()).containsExactly(2, 2, 4, 4, 4, null);
        assertThat(gaps.ffill(1).toList()).containsExactly(null, 2, 2, null, 4, 4);
        assertThat(gaps.bfill(1).toList()).containsExactly(2, 2, null, 4, 4, null);
        Series words = Series.of("w", new String[] {"x", null, "y"});
        assertThat(words.ffill().toList()).containsExactly("x", "x", "y");
    }

    @Test
    void rollingWindowsNeedAsManyValuesAsTheyAreLong() {
        Series values = Series.of("b", new Double[] {0.0, 1.0, 2.0, null, 4.0});

        assertThat(values.rolling(2).sum().toList()).containsExactly(null, 1.0, 3.0, null, null);
        assertThat(values.rolling(2).minPeriods(1).sum().toList()).containsExactly(0.0, 1.0, 3.0, 2.0, 4.0);
        assertThat(values.rolling(3).minPeriods(1).centered().sum().toList()).containsExactly(1.0, 3.0, 3.0, 6.0, 4.0);
        assertThat(values.rolling(2).minPeriods(1).centered().sum().toList()).containsExactly(0.0, 1.0, 3.0, 2.0, 4.0);
        Series two = Series.of("s", new Double[] {2.0, 3.0, null, 10.0});
        assertThat(two.rolling(2).count().toList()).containsExactly(null, 2L, 1L, 1L);
        assertThat(two.rolling(3).count().toList()).containsExactly(null, null, 2L, 2L);
        Series four = Series.of("s", new int[] {4, 3, 5, 2, 6});
        assertThat(four.rolling(3).min().toList()).containsExactly(null, null, 3, 2, 2);
        assertThat(four.rolling(3).max().toList()).containsExactly(null, null, 5, 5, 6);
        assertThat(four.rolling(3).mean().toList()).containsExactly(null, null, 4.0, 10 / 3.0, 13 / 3.0);
        assertThat(Series.of("s", new int[] {1, 2, 3, 4}).rolling(2).std().toList())
                .containsExactly(null, Math.sqrt(0.5), Math.sqrt(0.5), Math.sqrt(0.5));
        assertThat(Series.of("s", new int[] {1, 2, 3, 4}).rolling(2).var().toList())
                .containsExactly(null, 0.5, 0.5, 0.5);
        assertThat(four.rolling(2).agg(Expressions::last).toList()).containsExactly(null, 3, 5, 2, 6);
        assertThatThrownBy(() -> four.rolling(0)).hasMessage("a window has 1 row or more, not 0");
    }

    @Test
    void expandingWindowsGrow() {
        Series values = Series.of("b", new Double[] {0.0, 1.0, 2.0, null, 4.0});

        assertThat(values.expanding().sum().toList()).containsExactly(0.0, 1.0, 3.0, 3.0, 7.0);
        assertThat(values.expanding().minPeriods(3).sum().toList()).containsExactly(null, null, 3.0, 3.0, 7.0);
        assertThat(values.expanding().mean().toList()).containsExactly(0.0, 0.5, 1.0, 1.0, 1.75);
        assertThatThrownBy(() -> values.expanding().centered()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anyWindowExpressionKeepsTheIndex() {
        DataFrame shares = frame().slice(1, 3).windows((v, rows) -> v.dividedBy(rows.whole(sum(v))));

        assertThat(shares.get("a").toList()).containsExactly(2 / 9.0, 3 / 9.0, 4 / 9.0);
        assertThat(labels(shares)).containsExactly(1L, 2L, 3L);
        assertThat(frame().windows((v, _) -> v.plus(1)).get("a").toList()).containsExactly(2, 3, 4, 5);
        assertThat(DataFrame.of("#window 0", new int[] {3, 4})
                        .cumSum()
                        .get("#window 0")
                        .toList())
                .containsExactly(3L, 7L);
        assertThat(frame().slice(0, 0).rolling(2).mean().rowCount()).isZero();
    }

    @Test
    void clipsAndMasks() {
        Series v = series();

        assertThat(v.clip(0, 3).toList()).containsExactly(2.0, null, 3.0, 0.0, 0.0);
        assertThat(v.clip(null, 1).toList()).containsExactly(1.0, null, 1.0, -1.0, 0.0);
        assertThat(v.where(x -> x.gt(0)).toList()).containsExactly(2.0, null, 5.0, null, null);
        assertThat(v.where(x -> x.gt(0), 9).toList()).containsExactly(2.0, 9.0, 5.0, 9.0, 9.0);
        assertThat(v.mask(x -> x.gt(0)).toList()).containsExactly(null, null, null, -1.0, 0.0);
        assertThat(v.mask(x -> x.gt(0), 7).toList()).containsExactly(7.0, null, 7.0, -1.0, 0.0);
        assertThat(v.replace(5.0, 6.0).toList()).containsExactly(2.0, null, 6.0, -1.0, 0.0);
        assertThat(v.between(0, 2).toList()).containsExactly(true, null, false, false, true);
        assertThat(v.abs().toList()).containsExactly(2.0, null, 5.0, 1.0, 0.0);
        assertThat(v.notNull().toList()).containsExactly(true, false, true, true, true);
        assertThat(Series.of("r", new double[] {1.25, -1.25}).round(1).toList()).containsExactly(1.3, -1.3);
        assertThat(frame().isIn(1, 20).get("b").toList()).containsExactly(false, null, false, true);
    }

    @Test
    void choosesRowsAtBothEnds() {
        Series v = Series.of("v", LongStream.range(0, 9).toArray());

        assertThat(v.head().toList()).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(v.tail().toList()).containsExactly(4L, 5L, 6L, 7L, 8L);
        assertThat(v.head(-7).toList()).containsExactly(0L, 1L);
        assertThat(v.tail(-7).toList()).containsExactly(7L, 8L);
        assertThat(v.head(-20).size()).isZero();
        assertThat(v.iloc(-3, -1).toList()).containsExactly(6L, 7L);
        assertThat(v.sample(9, 3).sortValues().toList()).isEqualTo(v.toList());
    }

    @Test
    void findsTheGreatestTheLeastAndDuplicates() {
        DataFrame animals = DataFrame.of(
                "brand", new String[] {"Yum", "Yum", "Indo", "Indo", "Indo"},
                "style", new String[] {"cup", "cup", "cup", "pack", "pack"},
                "rating", new double[] {4, 4, 3.5, 15, 5});

        assertThat(animals.duplicated().toList()).containsExactly(false, true, false, false, false);
        assertThat(animals.duplicated(Keep.LAST).toList()).containsExactly(true, false, false, false, false);
        assertThat(animals.duplicated(Keep.NONE).toList()).containsExactly(true, true, false, false, false);
        assertThat(animals.duplicated("brand").toList()).containsExactly(false, true, false, true, true);
        assertThat(labels(animals.dropDuplicates(Keep.LAST, "brand", "style"))).containsExactly(1L, 2L, 4L);
        assertThat(labels(animals.nLargest(2, "rating"))).containsExactly(3L, 4L);
        assertThat(labels(animals.nSmallest(2, "rating"))).containsExactly(2L, 0L);
        assertThat(animals.get("rating").nLargest(1).toList()).containsExactly(15.0);
        assertThat(animals.get("rating").nSmallest(3).toList()).containsExactly(3.5, 4.0, 4.0);
        assertThat(animals.get("rating").duplicated().toList()).containsExactly(false, true, false, false, false);
        assertThat(labels(animals.get("rating").dropDuplicates().toFrame())).containsExactly(0L, 2L, 3L, 4L);
    }

    @Test
    void covariancesQuantilesAndRows() {
        DataFrame dogs = DataFrame.of("dogs", new int[] {1, 0, 2, 1}, "cats", new int[] {2, 3, 0, 1});

        assertThat(dogs.cov().get("dogs").toList()).containsExactly(2 / 3.0, -1.0);
        assertThat(dogs.cov().get("cats").toList()).containsExactly(-1.0, 5 / 3.0);
        DataFrame quantiles = DataFrame.of("a", new int[] {1, 2, 3, 4}, "b", new int[] {1, 10, 100, 100})
                .quantiles(.1, .5);
        assertThat(quantiles.get("a").doubles())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(1.3, 2.5);
        assertThat(quantiles.get("b").doubles())
                .usingComparatorWithPrecision(1e-12)
                .containsExactly(3.7, 55.0);
        assertThat(labels(quantiles)).containsExactly(0.1, 0.5);
        assertThat(dogs.mapRows("sum", row -> (Integer) row.get(0) + (Integer) row.get(1))
                        .toList())
                .containsExactly(3, 3, 2, 2);
        Series a = Series.of("a", new double[] {.90010907, .13484424, .62036035});
        Series b = Series.of("b", new double[] {.12528585, .26962463, .51111198});
        assertThat(a.cov(b)).isCloseTo(-.01685762652715874, offset(1e-12));
        Series c = Series.of("c", new double[] {.2, .0, .6, .2});
        assertThat(c.corr(Series.of("d", new double[] {.3, .6, .0, .1}))).isCloseTo(-.8510644963469901, offset(1e-12));
        assertThat(c.slice(0, 1).corr(c)).isNaN();
        assertThat(a.product()).isEqualTo(.90010907 * .13484424 * .62036035);
        assertThat(Series.of("v", new int[] {1, 2, 3, 4}).var()).isEqualTo(5 / 3.0);
    }
}
