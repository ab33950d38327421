package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.testing.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an aggregation gives for the rows of one group, computed exactly where the contract says so.
///
/// @param types the types of the arguments
record ReferenceAggregation(Aggregation kind, List<DataType> types, Overflow overflow) {
    private static final int MAX_DIGITS = 38;

    /// One row: its ordinal and its arguments.
    record Member(long ordinal, List<@Nullable Object> arguments) {
        @Nullable
        Object value() {
            return arguments.getFirst();
        }

        Object valid() {
            return Objects.requireNonNull(value());
        }
    }

    /// The type of the result.
    DataType type() {
        return switch (kind) {
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> DataType.INT64;
            case Aggregation.ArgMin(), Aggregation.ArgMax() -> DataType.INT64;
            case Aggregation.Sum(), Aggregation.Product() -> sumType(input());
            case Aggregation.SumOfSquares() ->
                input() instanceof DataType.DecimalType ? DataType.FLOAT64 : sumType(input());
            case Aggregation.M2(), Aggregation.ApproxQuantile _ -> DataType.FLOAT64;
            case Aggregation.ApproxNUnique _ -> DataType.INT64;
            case Aggregation.TDigest _ ->
                new DataType.StructType(List.of(
                        new Field("means", new DataType.ListType(DataType.FLOAT64)),
                        new Field("weights", new DataType.ListType(DataType.INT64)),
                        new Field("min", DataType.FLOAT64),
                        new Field("max", DataType.FLOAT64)));
            case Aggregation.Any(), Aggregation.All(), Aggregation.Bitwise _ -> input();
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.Nth _, Aggregation.Mode() -> input();
            case Aggregation.DiscreteQuantile _, Aggregation.Join _ -> input();
            case Aggregation.CollectSet _ -> new DataType.ListType(input());
            case Aggregation.Histogram _ -> new DataType.ListType(DataType.INT64);
            case Aggregation.Mean() -> input() instanceof DataType.DurationType ? input() : DataType.FLOAT64;
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.Covariance _, Aggregation.Correlation() ->
                DataType.FLOAT64;
            case Aggregation.Median(), Aggregation.Quantile _ -> DataType.FLOAT64;
            case Aggregation.MedianDeviation(), Aggregation.Skewness(), Aggregation.Kurtosis _ -> DataType.FLOAT64;
            case Aggregation.Entropy() -> DataType.FLOAT64;
            case Aggregation.ValueCounts(boolean countNull) -> ReferenceStates.counted(input(), countNull);
            case Aggregation.Merge(Aggregation of) -> ReferenceStates.type(of, input());
            case Aggregation.Spearman() -> DataType.FLOAT64;
            case Aggregation.Min(), Aggregation.Max(), Aggregation.First _, Aggregation.Last _ -> input();
            case Aggregation.TopK _, Aggregation.CollectList _ -> new DataType.ListType(input());
        };
    }

    private DataType input() {
        return types.getFirst().decoded();
    }

    private static DataType sumType(DataType type) {
        return switch (type) {
            case DataType.FloatType _ -> DataType.FLOAT64;
            case DataType.DecimalType(int _, int scale) -> DataType.decimal(MAX_DIGITS, scale);
            case DataType.DurationType _ -> type;
            default -> type.equals(DataType.UINT64) ? DataType.UINT64 : DataType.INT64;
        };
    }

    /// The result for the rows of a group, which come in the order of their ordinals.
    @Nullable
    Object of(List<Member> members) {
        List<Member> valid = members.stream()
                .filter(member -> member.arguments().stream().allMatch(Objects::nonNull))
                .toList();
        return switch (kind) {
            case Aggregation.CountAll() -> (long) members.size();
            case Aggregation.CountValid() -> (long) valid.size();
            // Exact, as the engine is for the few values of the cases that ask.
            case Aggregation.ApproxNUnique _ -> distinct(valid);
            case Aggregation.NUnique(boolean countNull) ->
                distinct(valid) + (countNull && valid.size() < members.size() ? 1 : 0);
            case Aggregation.First(boolean skipNulls) -> end(skipNulls ? valid : members, false);
            case Aggregation.Last(boolean skipNulls) -> end(skipNulls ? valid : members, true);
            case Aggregation.CollectList(boolean skipNulls) -> list(skipNulls ? valid : members);
            case Aggregation.ValueCounts(boolean countNull) -> valueCounts(countNull ? members : valid);
            case Aggregation.CollectSet(boolean skipNulls) -> list(firsts(skipNulls ? valid : members));
            case Aggregation.Nth(int n, boolean skipNulls) -> nth(skipNulls ? valid : members, n);
            case Aggregation.MinBy(boolean skipNulls) -> by(skipNulls ? valid : members, false);
            case Aggregation.MaxBy(boolean skipNulls) -> by(skipNulls ? valid : members, true);
            default -> valid.isEmpty() ? null : ofValid(valid);
        };
    }

    private @Nullable Object ofValid(List<Member> members) {
        Comparator<Member> byValue = (a, b) -> ReferenceOrder.compare(a.valid(), b.valid());
        return switch (kind) {
            case Aggregation.Sum() -> sum(members);
            case Aggregation.Product() -> product(members);
            case Aggregation.Min() -> Collections.min(members, byValue).value();
            case Aggregation.Max() -> Collections.max(members, byValue).value();
            // min and max of streams and collections keep the first of equals, that is the lowest row, for min;
            // for max the order is turned round to the same end.
            case Aggregation.ArgMin() -> Collections.min(members, byValue).ordinal();
            case Aggregation.ArgMax() ->
                Collections.min(members, byValue.reversed()).ordinal();
            case Aggregation.SumOfSquares() -> sumOfSquares(members);
            case Aggregation.M2() ->
                allFinite(members, 0) ? (Object) products(members, 0, 0).doubleValue() : (Object) Double.NaN;
            case Aggregation.Any() -> members.stream().anyMatch(member -> (boolean) member.valid());
            case Aggregation.All() -> members.stream().allMatch(member -> (boolean) member.valid());
            case Aggregation.Bitwise(Aggregation.BitOperation operation) -> bits(members, operation);
            case Aggregation.ApproxQuantile(double q, int _) -> quantile(members, q, Aggregation.Interpolation.LINEAR);
            case Aggregation.TDigest _ -> digest(members);
            case Aggregation.Mode() -> mode(members);
            case Aggregation.Merge(Aggregation of) ->
                ReferenceStates.merged(of, members.stream().map(Member::valid).toList());
            case Aggregation.Spearman() -> correlation(ranked(members));
            case Aggregation.Entropy() -> entropy(members);
            case Aggregation.MedianDeviation() -> medianDeviation(members);
            case Aggregation.Skewness() ->
                ReferenceShapes.skewness(doubles(members, 0).toList());
            case Aggregation.Kurtosis(boolean sample) ->
                ReferenceShapes.kurtosis(doubles(members, 0).toList(), sample);
            case Aggregation.Histogram(List<Double> edges) -> histogram(members, edges);
            case Aggregation.Mean() -> mean(members);
            case Aggregation.Variance(int ddof) -> covariance(members, 0, 0, ddof);
            case Aggregation.Std(int ddof) -> squareRoot(covariance(members, 0, 0, ddof));
            case Aggregation.Covariance(int ddof) -> covariance(members, 0, 1, ddof);
            case Aggregation.Correlation() -> correlation(members);
            case Aggregation.Median() -> quantile(members, 0.5, Aggregation.Interpolation.LINEAR);
            case Aggregation.Quantile(double q, Aggregation.Interpolation between) -> quantile(members, q, between);
            case Aggregation.DiscreteQuantile(double q, boolean falling) ->
                discreteQuantile(members.stream().sorted(falling ? byValue.reversed() : byValue), members.size(), q);
            case Aggregation.Join(String separator) ->
                members.stream().map(member -> (String) member.valid()).collect(Collectors.joining(separator));
            case Aggregation.TopK(int k, boolean greatest) ->
                members.stream()
                        .sorted(greatest ? byValue.reversed() : byValue)
                        .limit(k)
                        .map(Member::value)
                        .toList();
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> throw new AssertionError();
            case Aggregation.First _, Aggregation.Last _, Aggregation.CollectList _ -> throw new AssertionError();
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.Nth _ -> throw new AssertionError();
            case Aggregation.CollectSet _, Aggregation.ApproxNUnique _, Aggregation.ValueCounts _ ->
                throw new AssertionError();
        };
    }

    private static long distinct(List<Member> members) {
        return members.stream()
                .map(member -> Values.comparable(ReferenceOrder.key(member.value())))
                .distinct()
                .count();
    }

    /// The first member of each distinct value, which comes as a key would.
    private static List<Member> firsts(List<Member> members) {
        Map<@Nullable Object, Member> firsts = new LinkedHashMap<>();
        for (Member member : members) {
            Object key = ReferenceOrder.key(member.value());
            firsts.putIfAbsent(Values.comparable(key), new Member(member.ordinal(), Collections.singletonList(key)));
        }
        return List.copyOf(firsts.values());
    }

    private static @Nullable Object mode(List<Member> members) {
        Map<@Nullable Object, Integer> counts = counts(members);
        int most = Collections.max(counts.values());
        return firsts(members).stream()
                .filter(member -> counts.get(Values.comparable(member.value())) == most)
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static Map<@Nullable Object, Integer> counts(List<Member> members) {
        Map<@Nullable Object, Integer> counts = new LinkedHashMap<>();
        members.forEach(member -> counts.merge(Values.comparable(ReferenceOrder.key(member.value())), 1, Integer::sum));
        return counts;
    }

    private static @Nullable Object valueCounts(List<Member> members) {
        if (members.isEmpty()) {
            return null;
        }
        Map<@Nullable Object, Integer> counts = counts(members);
        List<Object> pairs = new ArrayList<>();
        firsts(members).stream()
                .sorted(Comparator.comparing(Member::value, ReferenceOrder.nullsLast()))
                .forEach(member -> {
                    Map<String, Object> pair = new LinkedHashMap<>();
                    pair.put("value", member.value());
                    pair.put("count", (long) Objects.requireNonNull(counts.get(Values.comparable(member.value()))));
                    pairs.add(pair);
                });
        return pairs;
    }

    /// The members with each argument's rank, the mean of the places of equal values, in its place.
    private static List<Member> ranked(List<Member> members) {
        return members.stream()
                .map(member ->
                        new Member(member.ordinal(), List.of(rank(members, member, 0), rank(members, member, 1))))
                .toList();
    }

    private static Object rank(List<Member> members, Member of, int argument) {
        int twice = 1;
        for (Member member : members) {
            int order = ReferenceOrder.nullsLast()
                    .compare(
                            ReferenceOrder.key(member.arguments().get(argument)),
                            ReferenceOrder.key(of.arguments().get(argument)));
            twice += order < 0 ? 2 : order == 0 ? 1 : 0;
        }
        return twice / 2.0;
    }

    private static double entropy(List<Member> members) {
        double all = members.size();
        return counts(members).values().stream()
                .mapToDouble(count -> -count / all * Math.log(count / all) / Math.log(2))
                .sum();
    }

    private static double medianDeviation(List<Member> members) {
        double median = quantile(members, 0.5, Aggregation.Interpolation.LINEAR);
        List<Member> distances = doubles(members, 0)
                .map(value -> new Member(0, List.of(Math.abs(value - median))))
                .toList();
        return quantile(distances, 0.5, Aggregation.Interpolation.LINEAR);
    }

    /// Every value on its own.
    private static Object digest(List<Member> members) {
        List<Double> sorted = doubles(members, 0).sorted().toList();
        Map<String, Object> digest = new LinkedHashMap<>();
        digest.put("means", sorted);
        digest.put("weights", Collections.nCopies(sorted.size(), 1L));
        digest.put("min", sorted.getFirst());
        digest.put("max", sorted.getLast());
        return digest;
    }

    private static @Nullable Object nth(List<Member> members, int n) {
        int place = n < 0 ? members.size() + n : n;
        return place < 0 || place >= members.size() ? null : members.get(place).value();
    }

    /// The first of the members whose second argument is least or greatest.
    private static @Nullable Object by(List<Member> members, boolean greatest) {
        Member best = null;
        for (Member member : members) {
            Object by = member.arguments().get(1);
            if (by != null) {
                int order = best == null
                        ? 0
                        : ReferenceOrder.compare(
                                by, Objects.requireNonNull(best.arguments().get(1)));
                best = best == null || (greatest ? order > 0 : order < 0) ? member : best;
            }
        }
        return best == null ? null : best.value();
    }

    private static List<Long> histogram(List<Member> members, List<Double> edges) {
        Long[] counts = new Long[edges.size() + 1];
        java.util.Arrays.fill(counts, 0L);
        doubles(members, 0).forEach(value -> {
            int below = (int) edges.stream().filter(edge -> !(value < edge)).count();
            counts[below]++;
        });
        return List.of(counts);
    }

    /// Bits as those of the signed or unsigned number that the type holds.
    private static Object bits(List<Member> members, Aggregation.BitOperation operation) {
        if (members.getFirst().valid() instanceof Boolean) {
            return members.stream()
                    .map(member -> (Boolean) member.valid())
                    .reduce((a, b) -> switch (operation) {
                        case AND -> a & b;
                        case OR -> a | b;
                        case XOR -> a ^ b;
                    })
                    .orElseThrow();
        }
        BigInteger result = members.stream()
                .map(member -> ReferenceOrder.exact(member.valid()).toBigIntegerExact())
                .reduce((a, b) -> switch (operation) {
                    case AND -> a.and(b);
                    case OR -> a.or(b);
                    case XOR -> a.xor(b);
                })
                .orElseThrow();
        return switch (members.getFirst().valid()) {
            case Byte _ -> result.byteValueExact();
            case Short _ -> result.shortValueExact();
            case Integer _ -> result.intValueExact();
            case Long _ -> result.longValueExact();
            default -> result;
        };
    }

    private Object sumOfSquares(List<Member> members) {
        if (type().isFloating()) {
            return allFinite(members, 0)
                    ? exactValues(members, 0)
                            .map(value -> value.pow(2))
                            .reduce(BigDecimal.ZERO, BigDecimal::add)
                            .doubleValue()
                    : doubles(members, 0).reduce(0.0, (sum, value) -> sum + value * value);
        }
        return whole(exactValues(members, 0)
                .map(value -> value.pow(2))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .toBigIntegerExact());
    }

    private static @Nullable Object end(List<Member> members, boolean last) {
        return members.isEmpty() ? null : (last ? members.getLast() : members.getFirst()).value();
    }

    private static @Nullable Object list(List<Member> members) {
        List<@Nullable Object> values = new ArrayList<>();
        members.forEach(member -> values.add(member.value()));
        return values.isEmpty() ? null : values;
    }

    private Object sum(List<Member> members) {
        return switch (input()) {
            case DataType.FloatType _ -> floatingSum(members);
            case DataType.DurationType(TimeUnit unit) ->
                duration(
                        whole(members.stream()
                                .map(member -> count((Duration) member.valid(), unit))
                                .reduce(BigInteger.ZERO, BigInteger::add)),
                        unit);
            case DataType.DecimalType(int _, int scale) -> decimal(exactSum(members), scale);
            default -> whole(exactSum(members).toBigIntegerExact());
        };
    }

    private Object product(List<Member> members) {
        if (input().isFloating()) {
            return doubles(members, 0).reduce(1.0, (a, b) -> a * b);
        }
        return whole(exactValues(members, 0)
                .reduce(BigDecimal.ONE, BigDecimal::multiply)
                .toBigIntegerExact());
    }

    private static BigDecimal exactSum(List<Member> members) {
        return exactValues(members, 0).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Stream<BigDecimal> exactValues(List<Member> members, int argument) {
        return members.stream()
                .map(member -> ReferenceOrder.exact(
                        Objects.requireNonNull(member.arguments().get(argument))));
    }

    private static Stream<Double> doubles(List<Member> members, int argument) {
        return members.stream()
                .map(member ->
                        ((Number) Objects.requireNonNull(member.arguments().get(argument))).doubleValue());
    }

    private static boolean allFinite(List<Member> members, int argument) {
        return doubles(members, argument).allMatch(Double::isFinite);
    }

    private static double floatingSum(List<Member> members) {
        return allFinite(members, 0)
                ? exactSum(members).doubleValue()
                : doubles(members, 0).reduce(0.0, Double::sum);
    }

    /// A whole number as the result column holds it.
    private Object whole(BigInteger exact) {
        boolean unsigned = type().equals(DataType.UINT64);
        BigInteger wrapped =
                unsigned ? exact.mod(BigInteger.ONE.shiftLeft(Long.SIZE)) : BigInteger.valueOf(exact.longValue());
        if (!wrapped.equals(exact) && overflow == Overflow.ERROR) {
            throw overflowed(exact);
        }
        return unsigned ? (Object) wrapped : (Object) wrapped.longValue();
    }

    private Object decimal(BigDecimal exact, int scale) {
        BigDecimal scaled = exact.setScale(scale);
        if (scaled.precision() > MAX_DIGITS) {
            throw overflowed(exact);
        }
        return scaled;
    }

    private ArithmeticException overflowed(Object exact) {
        return new ArithmeticException(exact + " does not fit " + type());
    }

    private static BigInteger count(Duration duration, TimeUnit unit) {
        long nanosPerUnit = TimeUnit.NANO.perSecond() / unit.perSecond();
        return BigInteger.valueOf(duration.getSeconds())
                .multiply(BigInteger.valueOf(unit.perSecond()))
                .add(BigInteger.valueOf(duration.getNano() / nanosPerUnit));
    }

    private static Duration duration(Object count, TimeUnit unit) {
        long units = (long) count;
        return Duration.ofSeconds(
                Math.floorDiv(units, unit.perSecond()),
                Math.floorMod(units, unit.perSecond()) * (TimeUnit.NANO.perSecond() / unit.perSecond()));
    }

    private Object mean(List<Member> members) {
        if (input() instanceof DataType.DurationType(TimeUnit unit)) {
            BigInteger sum = members.stream()
                    .map(member -> count((Duration) member.valid(), unit))
                    .reduce(BigInteger.ZERO, BigInteger::add);
            return duration(sum.divide(BigInteger.valueOf(members.size())).longValueExact(), unit);
        }
        if (!allFinite(members, 0)) {
            return floatingSum(members) / members.size();
        }
        return divide(exactSum(members), members.size()).doubleValue();
    }

    private static BigDecimal divide(BigDecimal dividend, long divisor) {
        return dividend.divide(BigDecimal.valueOf(divisor), MathContext.DECIMAL128);
    }

    /// The exact sum of products of deviations from the exact means, over `n - ddof`; the variance if both
    /// arguments are the same.
    private static @Nullable Double covariance(List<Member> members, int x, int y, int ddof) {
        if (members.size() <= ddof) {
            return null;
        }
        if (!allFinite(members, x) || !allFinite(members, y)) {
            return Double.NaN;
        }
        return divide(products(members, x, y), members.size() - ddof).doubleValue();
    }

    /// n * sum(x * y) - sum(x) * sum(y), all over n: exact but for the division.
    private static BigDecimal products(List<Member> members, int x, int y) {
        List<BigDecimal> xs = exactValues(members, x).toList();
        List<BigDecimal> ys = exactValues(members, y).toList();
        BigDecimal n = BigDecimal.valueOf(members.size());
        BigDecimal sumX = xs.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal sumY = ys.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal sumXy = BigDecimal.ZERO;
        for (int i = 0; i < xs.size(); i++) {
            sumXy = sumXy.add(xs.get(i).multiply(ys.get(i)));
        }
        return divide(n.multiply(sumXy).subtract(sumX.multiply(sumY)), members.size());
    }

    private static @Nullable Double squareRoot(@Nullable Double value) {
        return value == null ? null : Math.sqrt(value);
    }

    /// Null of fewer than two rows, as a covariance; NaN if one of the arguments does not vary.
    private static @Nullable Double correlation(List<Member> members) {
        if (members.size() < 2) {
            return null;
        }
        if (!allFinite(members, 0) || !allFinite(members, 1)) {
            return Double.NaN;
        }
        BigDecimal spread = products(members, 0, 0).multiply(products(members, 1, 1));
        return spread.signum() == 0
                ? Double.NaN
                : products(members, 0, 1)
                        .divide(spread.sqrt(MathContext.DECIMAL128), MathContext.DECIMAL128)
                        .doubleValue();
    }

    /// The first with at least the share `q` up to it.
    private static @Nullable Object discreteQuantile(Stream<Member> sorted, int size, double q) {
        int needed = BigDecimal.valueOf(q)
                .multiply(BigDecimal.valueOf(size))
                .setScale(0, RoundingMode.CEILING)
                .intValueExact();
        return sorted.skip(Math.max(0, needed - 1)).findFirst().orElseThrow().value();
    }

    private static double quantile(List<Member> members, double q, Aggregation.Interpolation interpolation) {
        List<Double> sorted = doubles(members, 0).sorted().toList();
        double position = q * (sorted.size() - 1);
        double low = sorted.get((int) Math.floor(position));
        double high = sorted.get((int) Math.ceil(position));
        double share = position - Math.floor(position);
        return switch (interpolation) {
            case LOWER -> low;
            case HIGHER -> high;
            // Half way between two rows, the even one is taken.
            case NEAREST ->
                sorted.get(BigDecimal.valueOf(position)
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .intValueExact());
            case MIDPOINT -> share == 0 ? low : between(low, high, 0.5);
            case LINEAR -> share == 0 ? low : between(low, high, share);
        };
    }

    private static double between(double low, double high, double share) {
        return Double.isFinite(high - low) && low != high
                ? low + (high - low) * share
                : low == high ? low : low * (1 - share) + high * share;
    }
}
