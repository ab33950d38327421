package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;

import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// As [StreamingCases]: the cases that are about keys and values of some type, and about nulls.
final class StreamingKeyCases {
    private static final @Nullable Object NULL = null;
    private static final BigInteger GREATEST = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    private static final BigInteger MIDDLE = BigInteger.TWO.pow(63);

    private StreamingKeyCases() {}

    /// All of them.
    static Stream<StreamingCase> all() {
        return Stream.of(nulls(), texts(), wholeNumbers(), others(), values()).flatMap(List::stream);
    }

    private static StreamingCase texts(String name) {
        return StreamingCase.of(name, "k:string", "v:int32").compute(sum("v").as("s"));
    }

    private static StreamingCase ints(String name) {
        return StreamingCases.ints(name).compute(sum("v").as("s"));
    }

    private static List<StreamingCase> nulls() {
        return List.of(
                ints("NullKeysExcluded")
                        .batch(1, 10, NULL, 20, 3, 30)
                        .batch(1, 40, NULL, 50)
                        .gives("k:int32 s:int64", 1, 50, 3, 30),
                ints("NullKeysIncluded")
                        .batch(1, 10, NULL, 20, 3, 30)
                        .batch(1, 40, NULL, 50)
                        .withNullKeys()
                        .gives("k:int32 s:int64", 1, 50, 3, 30, NULL, 70),
                ints("AllNullKeysExcluded").batch(NULL, 10, NULL, 20).gives("k:int32 s:int64"),
                ints("PackedNullKeysExcludedFromLaterBatch")
                        .batch(1, 10, 2, 20, 3, 30)
                        .batch(1, 1, NULL, 2, 4, 4)
                        .gives("k:int32 s:int64", 1, 11, 2, 20, 3, 30, 4, 4),
                StreamingCase.of("PackedNullKeysIncludedMultiColumn", "a:int32", "b:int32", "v:int32")
                        .keys(2)
                        .batch(1, 5, 1, NULL, 5, 2, 2, NULL, 3, 2, 0, 4)
                        .batch(NULL, 5, 10, 2, NULL, 20, 1, 5, 30)
                        .withNullKeys()
                        .compute(sum("v").as("s"), max("v").as("m"))
                        .gives("a:int32 b:int32 s:int64 m:int32")
                        .row(1, 5, 31, 30)
                        .row(2, 0, 4, 4)
                        .row(2, NULL, 23, 20)
                        .row(NULL, 5, 12, 10),
                StreamingCase.of("WideKeysWithNullsIncludedTakeGenericPath", "k:uint64", "v:int32")
                        .batch(1, 1, NULL, 2, 1, 3)
                        .batch(NULL, 4, 3, 5)
                        .withNullKeys()
                        .compute(sum("v").as("s"))
                        .gives("k:uint64 s:int64", 1, 4, 3, 5, NULL, 6),
                ints("PackedMergeNullValuesOnOneSide, into the one without")
                        .batch(1, 10, 2, 20)
                        .batch(2, 15, 3, NULL, 3, NULL, 4, 40)
                        .compute(min("v").as("m"))
                        .gives("k:int32 m:int32", 1, 10, 2, 15, 3, NULL, 4, 40),
                ints("PackedMergeNullValuesOnOneSide, into the one with nulls")
                        .batch(2, 15, 3, NULL, 3, NULL, 4, 40)
                        .batch(1, 10, 2, 20)
                        .compute(min("v").as("m"))
                        .gives("k:int32 m:int32", 1, 10, 2, 15, 3, NULL, 4, 40),
                ofOneColumn(StreamingCases.ints("PackedNullValuesInLaterBatch")
                                .batch(1, 10, 2, 20, 3, 30)
                                .batch(1, NULL, 4, NULL, 4, NULL, 2, 5, 3, NULL)
                                .batch(4, NULL, 5, 50))
                        .gives("k:int32 min:int32 max:int32 s:int64 valid:int64 all:int64 m:float64 x:int64")
                        .row(1, 10, 10, 10, 1, 2, 10.0, 100)
                        .row(2, 5, 20, 25, 2, 2, 12.5, 425)
                        .row(3, 30, 30, 30, 1, 2, 30.0, 900)
                        .row(4, NULL, NULL, NULL, 0, 3, NULL, NULL)
                        .row(5, 50, 50, 50, 1, 1, 50.0, 2500));
    }

    private static StreamingCase ofOneColumn(StreamingCase cases) {
        return cases.compute(
                min("v").as("min"),
                max("v").as("max"),
                sum("v").as("s"),
                count("v").as("valid"),
                count().as("all"),
                mean("v").as("m"),
                sumOfSquares("v").as("x"));
    }

    private static List<StreamingCase> texts() {
        String[] names = {"alpha", "beta", "gamma", "delta"};
        StreamingCase many = texts("StringKeyManySmallBatches");
        for (int b = 0; b < 8; b++) {
            many.batch(names[b % 4], b * 10, names[(b + 1) % 4], b * 10 + 1);
        }
        return List.of(
                texts("StringKeySumTwoBatches")
                        .batch("a", 10, "b", 20, "c", 30, "a", 40)
                        .batch("b", 5, "c", 15, "a", 25, "d", 35)
                        .gives("k:string s:int64", "a", 75, "b", 25, "c", 45, "d", 35),
                texts("StringKeyNonAsciiUtf8")
                        .batch("αλφα", 10, "βητα", 20, "γαμμα", 30, "αλφα", 40)
                        .batch("βητα", 5, "δελτα", 15, "αλφα", 25, "🙂", 35)
                        .gives("k:string s:int64", "αλφα", 75, "βητα", 25, "γαμμα", 30, "δελτα", 15)
                        .row("🙂", 35),
                StreamingCase.of("StringKeyMinMaxTwoBatches", "k:string", "v:float64")
                        .batch("cat", 5.0, "dog", 2.0, "cat", 8.0)
                        .batch("cat", 3.0, "dog", 9.0, "bird", 1.0)
                        .compute(min("v").as("min"), max("v").as("max"))
                        .gives("k:string min:float64 max:float64")
                        .row("bird", 1.0, 1.0)
                        .row("cat", 3.0, 8.0)
                        .row("dog", 2.0, 9.0),
                many.gives("k:string s:int64", "alpha", 142, "beta", 102, "delta", 182, "gamma", 142),
                texts("StringKeyDisjointBatches")
                        .batch("x", 10, "y", 20)
                        .batch("z", 30, "w", 40)
                        .batch("x", 50, "w", 60)
                        .gives("k:string s:int64", "w", 100, "x", 60, "y", 20, "z", 30),
                texts("StringKeyNullKeysExcluded")
                        .batch("a", 10, NULL, 20, "c", 30)
                        .batch("a", 40, NULL, 50)
                        .gives("k:string s:int64", "a", 50, "c", 30),
                texts("StringKeyMerge")
                        .batch("a", 10, "b", 20)
                        .batch("b", 30, "c", 40)
                        .gives("k:string s:int64", "a", 10, "b", 50, "c", 40),
                ofOneColumn(texts("StringKeyManyAggregationsOnOneColumn")
                                .batch("a", 10, "b", NULL, "c", 30)
                                .batch("a", NULL, "d", NULL, "d", NULL, "b", 5, "c", NULL))
                        .gives("k:string min:int32 max:int32 s:int64 valid:int64 all:int64 m:float64 x:int64")
                        .row("a", 10, 10, 10, 1, 2, 10.0, 100)
                        .row("b", 5, 5, 5, 1, 2, 5.0, 25)
                        .row("c", 30, 30, 30, 1, 2, 30.0, 900)
                        .row("d", NULL, NULL, NULL, 0, 2, NULL, NULL));
    }

    private static List<StreamingCase> wholeNumbers() {
        return List.of(
                StreamingCase.of("MultiColumnKeys", "a:int32", "b:int32", "v:int32")
                        .keys(2)
                        .batch(1, 10, 100, 1, 20, 200, 2, 10, 300)
                        .batch(1, 10, 400, 2, 10, 500)
                        .compute(sum("v").as("s"))
                        .gives("a:int32 b:int32 s:int64", 1, 10, 500, 1, 20, 200, 2, 10, 800),
                StreamingCase.of("PackedMixedWidthKeys", "a:int8", "b:int16", "c:int32", "v:int32")
                        .keys(3)
                        .batch(1, -300, 7, 1, -1, 300, 7, 2, 1, -300, 7, 3, 2, 5, 100_000, 4, -1, 300, 8, 5)
                        .batch(1, -300, 7, 10, -1, 300, 8, 20, 3, 0, 0, 30)
                        .compute(sum("v").as("s"), min("v").as("min"), max("v").as("max"))
                        .gives("a:int8 b:int16 c:int32 s:int64 min:int32 max:int32")
                        .row(-1, 300, 7, 2, 2, 2)
                        .row(-1, 300, 8, 25, 5, 20)
                        .row(1, -300, 7, 14, 1, 10)
                        .row(2, 5, 100_000, 4, 4, 4)
                        .row(3, 0, 0, 30, 30, 30),
                // Keys of all ones, and the least and the greatest, are keys like any other.
                StreamingCase.of("PackedSentinelKey", "k:int64", "v:int32")
                        .batch(-1, 1, 5, 2, -1, 3, Long.MAX_VALUE, 4)
                        .batch(-1, 10, 5, 20, Long.MIN_VALUE, 30)
                        .compute(sum("v").as("s"), count("v").as("n"))
                        .gives("k:int64 s:int64 n:int64")
                        .row(Long.MIN_VALUE, 30, 1)
                        .row(-1, 14, 3)
                        .row(5, 22, 2)
                        .row(Long.MAX_VALUE, 4, 1),
                StreamingCase.of("PackedSentinelKeyUnsigned", "k:uint64", "v:float64")
                        .batch(GREATEST, 1.5, 0, 2.5, GREATEST, 3.5)
                        .batch(0, -1.0, GREATEST, -2.0, 7, 0.0)
                        .compute(
                                min("v").as("min"),
                                max("v").as("max"),
                                mean("v").as("m"))
                        .gives("k:uint64 min:float64 max:float64 m:float64")
                        .row(0, -1.0, 2.5, 0.75)
                        .row(7, 0.0, 0.0, 0.0)
                        .row(GREATEST, -2.0, 3.5, 1.0),
                StreamingCase.of("PackedSentinelKeyMerges", "k:int64", "v:int32")
                        .batch(-1, 10, 1, 20)
                        .batch(2, 30, 3, 40, 4, 50, -1, 60)
                        .batch(-1, 100, 5, 200, 1, 300)
                        .compute(sum("v").as("s"))
                        .gives("k:int64 s:int64", -1, 170, 1, 320, 2, 30, 3, 40)
                        .row(4, 50)
                        .row(5, 200));
    }

    private static List<StreamingCase> others() {
        return List.of(
                // -0.0 and 0.0 are one key, which comes out as 0.0.
                StreamingCase.of("FloatKeysTakeGenericPath", "k:float64", "v:int32")
                        .batch(1.5, 1, 2.5, 2, 1.5, 3)
                        .batch(2.5, 4, -0.0, 5)
                        .compute(sum("v").as("s"))
                        .gives("k:float64 s:int64", 0.0, 5, 1.5, 4, 2.5, 6),
                StreamingCase.of("StructKeySumTwoBatches", "k:struct<a: int32, b: int32>", "v:int32")
                        .batch(pair(1, 10), 100, pair(1, 20), 200, pair(2, 10), 300)
                        .batch(pair(1, 10), 400, pair(2, 10), 500)
                        .compute(sum("v").as("s"))
                        .gives("k:struct<a:int32,b:int32> s:int64", pair(1, 10), 500, pair(1, 20), 200)
                        .row(pair(2, 10), 800),
                StreamingCase.of(
                                "PackedBoolAndTimestampKeys",
                                "a:bool",
                                "b:timestamp[ms]",
                                "v:duration[s]",
                                "w:timestamp[ns]")
                        .keys(2)
                        .batch(true, millis(1000), seconds(1), nanos(100), false, millis(2000), seconds(2), nanos(200))
                        .batch(true, millis(1000), seconds(3), nanos(50), true, millis(-5), seconds(4), nanos(-7))
                        .batch(false, millis(2000), seconds(10), nanos(-1), true, millis(1000), seconds(20), nanos(300))
                        .batch(false, millis(1000), seconds(30), nanos(0))
                        .compute(sum("v").as("s"), min("v").as("m"), max("w").as("max"), min("w").as("min"))
                        .gives("a:bool b:timestamp[ms] s:duration[s] m:duration[s] max:timestamp[ns] min:timestamp[ns]")
                        .row(false, millis(1000), seconds(30), seconds(30), nanos(0), nanos(0))
                        .row(false, millis(2000), seconds(12), seconds(2), nanos(200), nanos(-1))
                        .row(true, millis(-5), seconds(4), seconds(4), nanos(-7), nanos(-7))
                        .row(true, millis(1000), seconds(24), seconds(1), nanos(300), nanos(50)));
    }

    private static Map<String, Object> pair(int a, int b) {
        Map<String, Object> pair = new java.util.LinkedHashMap<>();
        pair.put("a", a);
        pair.put("b", b);
        return pair;
    }

    private static Duration seconds(long value) {
        return Duration.ofSeconds(value);
    }

    private static LocalDateTime millis(long value) {
        return nanos(value * 1_000_000);
    }

    private static LocalDateTime nanos(long value) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(value, 1_000_000_000L), (int) Math.floorMod(value, 1_000_000_000L), ZoneOffset.UTC);
    }

    private static List<StreamingCase> values() {
        double small = 1e-3f;
        return List.of(
                // Sums of float32 stay float64.
                StreamingCase.of("PackedFloat32Values", "k:int16", "v:float32")
                        .batch(1, 1.5f, 2, -2.25f, 1, 0f, 3, -0.5f, 2, 8f)
                        .batch(3, -1e6f, 1, 1e-3f, 2, -7f)
                        .compute(
                                sum("v").as("s"),
                                min("v").as("min"),
                                max("v").as("max"),
                                mean("v").as("m"),
                                sumOfSquares("v").as("x"))
                        .gives("k:int16 s:float64 min:float32 max:float32 m:float64 x:float64")
                        .row(1, 1.5 + small, 0f, 1.5f, (1.5 + small) / 3, 2.25 + small * small)
                        .row(2, -1.25, -7f, 8f, -1.25 / 3, 118.0625)
                        .row(3, -1000000.5, -1e6f, -0.5f, -500000.25, 1e12 + 0.25),
                StreamingCase.of("PackedUnsignedValues", "k:uint8", "v:uint64", "w:uint8")
                        .batch(1, GREATEST, 200, 2, 1, 100, 1, MIDDLE, 200, 255, 0, 255)
                        .batch(2, MIDDLE, 255, 255, GREATEST, 255)
                        .compute(min("v").as("min"), max("v").as("max"), sum("w").as("s"), max("w").as("most"))
                        .gives("k:uint8 min:uint64 max:uint64 s:int64 most:uint8")
                        .row(1, MIDDLE, GREATEST, 400, 200)
                        .row(2, 1, MIDDLE, 355, 255)
                        .row(255, 0, GREATEST, 510, 255),
                StreamingCase.of("PackedCountOnStringValues", "k:int32", "v:string")
                        .batch(1, "a", 2, NULL, 1, "c", 2, "d")
                        .batch(3, NULL, 1, "f")
                        .compute(count("v").as("valid"), count().as("all"))
                        .gives("k:int32 valid:int64 all:int64", 1, 3, 3, 2, 1, 2, 3, 0, 1));
    }
}
