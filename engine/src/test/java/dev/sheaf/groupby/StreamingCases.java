package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.variance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The cases of libcudf's streaming group-by that are data in and data out, one by one and by its names.
///
/// Values are those of its suite; where it compares with its own group-by, results are worked out by hand. Our
/// rules differ in types: counts are int64, sums of float32 are float64, and -0.0 as a key comes out as 0.0.
final class StreamingCases {
    private static final @Nullable Object NULL = null;

    private StreamingCases() {}

    /// All of them.
    static Stream<StreamingCase> all() {
        return Stream.of(aggregations(), batches(), typed()).flatMap(List::stream);
    }

    static StreamingCase ints(String name) {
        return StreamingCase.of(name, "k:int32", "v:int32");
    }

    static StreamingCase doubles(String name) {
        return StreamingCase.of(name, "k:int32", "v:float64");
    }

    private static List<StreamingCase> aggregations() {
        return List.of(
                ints("SumTwoBatches")
                        .batch(1, 10, 2, 20, 3, 30, 1, 40)
                        .batch(2, 5, 3, 15, 1, 25, 4, 35)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 75, 2, 25, 3, 45, 4, 35),
                doubles("MinMaxTwoBatches")
                        .batch(1, 5.0, 2, 2.0, 1, 8.0)
                        .batch(1, 3.0, 2, 9.0, 3, 1.0)
                        .compute(min("v").as("min"), max("v").as("max"))
                        .gives("k:int32 min:float64 max:float64", 1, 3.0, 8.0, 2, 2.0, 9.0, 3, 1.0, 1.0),
                ints("CountValidTwoBatches")
                        .batch(1, 10, 2, NULL, 1, 30, 2, 40)
                        .batch(1, NULL, 2, 60)
                        .compute(count("v").as("n"))
                        .gives("k:int32 n:int64", 1, 2, 2, 2),
                ints("CountAllTwoBatches")
                        .batch(1, 10, 2, NULL, 1, 30)
                        .batch(2, NULL, 1, 50)
                        .compute(count().as("all"), count("v").as("valid"))
                        .gives("k:int32 all:int64 valid:int64", 1, 3, 3, 2, 2, 0),
                doubles("MeanTwoBatches")
                        .batch(1, 10.0, 2, 20.0, 1, 30.0)
                        .batch(1, 50.0, 2, 40.0)
                        .compute(mean("v").as("m"))
                        .gives("k:int32 m:float64", 1, 30.0, 2, 30.0),
                ints("ProductTwoBatches")
                        .batch(1, 3, 2, 5)
                        .batch(1, 4, 2, 2)
                        .compute(product("v").as("p"))
                        .gives("k:int32 p:int64", 1, 12, 2, 10),
                ints("MaxMinOnIntegers")
                        .batch(1, 0, 2, 1)
                        .batch(1, 1, 2, 1)
                        .compute(max("v").as("max"), min("v").as("min"))
                        .gives("k:int32 max:int32 min:int32", 1, 1, 0, 2, 1, 1),
                spread("VarianceBasic")
                        .compute(variance("v").as("x"))
                        .gives("k:int32 x:float64", 1, 9.0, 2, 131.0 / 12, 3, 31.0 / 3),
                spread("MergeVarianceTwoBatches")
                        .compute(variance("v").as("x"))
                        .gives("k:int32 x:float64", 1, 9.0, 2, 131.0 / 12, 3, 31.0 / 3),
                spread("StdBasic")
                        .compute(std("v").as("x"))
                        .gives("k:int32 x:float64", 1, 3.0, 2, Math.sqrt(131.0 / 12), 3, Math.sqrt(31.0 / 3)),
                doubles("SumOfSquaresBasic")
                        .batch(1, 3.0, 2, 4.0, 1, 5.0)
                        .batch(2, 6.0, 1, 7.0)
                        .compute(sumOfSquares("v").as("x"))
                        .gives("k:int32 x:float64", 1, 83.0, 2, 52.0),
                doubles("M2Basic")
                        .batch(1, 1.0, 2, 2.0, 1, 3.0, 2, 4.0)
                        .batch(1, 5.0, 2, 6.0)
                        .compute(m2("v").as("x"))
                        .gives("k:int32 x:float64", 1, 8.0, 2, 8.0),
                doubles("StdWithNullValues")
                        .batch(1, 1.0, 2, 2.0, 1, NULL, 2, 4.0)
                        .batch(1, 5.0, 2, NULL, 1, 7.0)
                        .compute(std("v").as("x"))
                        .gives("k:int32 x:float64", 1, Math.sqrt(28.0 / 3), 2, Math.sqrt(2)),
                // There only an error: its state does not hold lists.
                ints("UnsupportedAggThrows")
                        .batch(1, 10, 2, 20)
                        .batch(1, 30)
                        .compute(collectList("v").as("l"))
                        .gives("k:int32 l:list<int32>", 1, List.of(10, 30), 2, List.of(20)));
    }

    private static StreamingCase spread(String name) {
        return doubles(name)
                .batch(1, 0.0, 2, 1.0, 3, 2.0, 1, 3.0, 2, 4.0)
                .batch(2, 5.0, 1, 6.0, 3, 7.0, 3, 8.0, 2, 9.0);
    }

    private static List<StreamingCase> batches() {
        StreamingCase single = ints("SingleRowBatches");
        for (int i = 0; i < 10; i++) {
            single.batch(i % 3, i * 10);
        }
        StreamingCase many = ints("ManySmallBatches");
        for (int b = 0; b < 10; b++) {
            int v = b * 10;
            many.batch(b % 8, v, (b + 1) % 8, v + 1, (b + 2) % 8, v + 2, (b + 3) % 8, v + 3);
        }
        return List.of(
                ints("MergeTwoObjects")
                        .batch(1, 10, 2, 20, 1, 30)
                        .batch(2, 40, 3, 50)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 40, 2, 60, 3, 50),
                ints("EmptyBatch")
                        .batch()
                        .batch(1, 10, 2, 20)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 10, 2, 20),
                ints("SingleBatch")
                        .batch(1, 10, 2, 20, 1, 30, 3, 40, 2, 50)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 40, 2, 70, 3, 40),
                ints("NewKeysInLaterBatches")
                        .batch(1, 10, 2, 20)
                        .batch(3, 30, 4, 40)
                        .batch(1, 50, 4, 60)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 60, 2, 20, 3, 30, 4, 100),
                ints("FinalizeDoesNotModifyState")
                        .batch(1, 10, 2, 20)
                        .batch(1, 30)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 40, 2, 20),
                ints("DisjointKeysAcrossBatches")
                        .batch(1, 10, 2, 20)
                        .batch(3, 30, 4, 40)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 10, 2, 20, 3, 30, 4, 40),
                ints("AllDuplicateKeysAcrossBatches")
                        .batch(1, 10, 2, 20)
                        .batch(1, 30, 2, 40)
                        .batch(1, 50, 2, 60)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 90, 2, 120),
                single.compute(sum("v").as("s")).gives("k:int32 s:int64", 0, 180, 1, 120, 2, 150),
                ints("InternalDuplicatesDoNotCorruptStaging")
                        .batch(1, 10, 1, 10, 2, 20, 3, 30)
                        .batch(4, 40, 5, 50)
                        .compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 1, 20, 2, 20, 3, 30, 4, 40, 5, 50),
                many.compute(sum("v").as("s"))
                        .gives("k:int32 s:int64", 0, 266, 1, 317, 2, 279, 3, 241)
                        .row(4, 199)
                        .row(5, 146)
                        .row(6, 186)
                        .row(7, 226),
                doubles("SumAndMeanOnSameColumn")
                        .batch(1, 10.0, 2, 20.0, 1, 30.0)
                        .batch(2, 40.0, 1, 50.0)
                        .compute(sum("v").as("s"), mean("v").as("m"))
                        .gives("k:int32 s:float64 m:float64", 1, 90.0, 30.0, 2, 60.0, 30.0),
                doubles("MergeMeanTwoBatches")
                        .batch(1, 10.0, 2, 20.0, 1, 30.0)
                        .batch(2, 40.0, 1, 50.0, 3, 60.0)
                        .compute(mean("v").as("m"))
                        .gives("k:int32 m:float64", 1, 30.0, 2, 30.0, 3, 60.0),
                ints("MergeCountTwoBatches")
                        .batch(1, 10, 2, 20, 1, 30, 1, 40)
                        .batch(2, 50, 1, 60, 2, 70)
                        .compute(count("v").as("n"))
                        .gives("k:int32 n:int64", 1, 4, 2, 3),
                StreamingCase.of("MultipleRequestsOnDifferentColumns", "k:int32", "a:int32", "b:float64")
                        .batch(1, 10, 1.0, 2, 20, 2.0, 1, 30, 3.0)
                        .batch(2, 40, 4.0, 1, 50, 5.0)
                        .compute(sum("a").as("s"), min("b").as("m"))
                        .gives("k:int32 s:int64 m:float64", 1, 90, 1.0, 2, 60, 2.0));
    }

    /// SUM and MIN of each type that they are tested with.
    private static List<StreamingCase> typed() {
        List<StreamingCase> cases = new ArrayList<>();
        for (String type : List.of("int8", "int16", "int32", "int64")) {
            cases.add(sums(type).gives("k:int32 s:int64", 1, 19, 2, 39, 3, 47));
            cases.add(mins(type).gives("k:int32 m:" + type, 1, 3, 2, 2));
        }
        for (String type : List.of("float32", "float64")) {
            cases.add(sums(type).gives("k:int32 s:float64", 1, 19.0, 2, 39.0, 3, 47.0));
            cases.add(mins(type).gives("k:int32 m:" + type, 1, number(type, 3), 2, number(type, 2)));
        }
        for (String type : List.of("duration[s]", "duration[ms]", "duration[us]", "duration[ns]")) {
            cases.add(sums(type)
                    .gives("k:int32 s:" + type, 1, number(type, 19), 2, number(type, 39), 3, number(type, 47)));
            cases.add(mins(type).gives("k:int32 m:" + type, 1, number(type, 3), 2, number(type, 2)));
        }
        return cases;
    }

    private static Object number(String type, int value) {
        return switch (type) {
            case "float32" -> (Object) (float) value;
            case "float64" -> (Object) (double) value;
            case "duration[s]" -> Duration.ofSeconds(value);
            case "duration[ms]" -> Duration.ofMillis(value);
            case "duration[us]" -> Duration.ofNanos(value * 1_000L);
            case "duration[ns]" -> Duration.ofNanos(value);
            default -> value;
        };
    }

    private static StreamingCase sums(String type) {
        StreamingCase sums = StreamingCase.of("Sum TwoBatches of " + type, "k:int32", "v:" + type);
        int[] keys = {1, 2, 3, 1, 2, 2, 1, 3, 3, 2};
        Object[] first = new Object[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            first[2 * i] = keys[i];
            first[2 * i + 1] = number(type, i);
        }
        return sums.batch(first)
                .batch(1, number(type, 10), 2, number(type, 20), 3, number(type, 30))
                .compute(sum("v").as("s"));
    }

    private static StreamingCase mins(String type) {
        return StreamingCase.of("Min TwoBatches of " + type, "k:int32", "v:" + type)
                .batch(1, number(type, 5), 2, number(type, 2), 1, number(type, 8))
                .batch(1, number(type, 3), 2, number(type, 9))
                .compute(min("v").as("m"));
    }
}
