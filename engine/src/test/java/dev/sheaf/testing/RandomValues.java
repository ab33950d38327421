package dev.sheaf.testing;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Random values of a type, one in `rarity` of them an extreme of the type.
///
/// Ordinary floating values are multiples of 1/8 of modest size, so that their sums are exact in any order;
/// extremes are not. If `alike`, ordinary numbers are few and texts differ in digits alone.
public record RandomValues(SplittableRandom random, int rarity, boolean alike) {
    /// No extremes ever.
    public static final int TAME = Integer.MAX_VALUE;

    private static final long SIX_DAYS = 6 * 86_400_000_000_000L;

    private static final List<String> TEXTS = List.of(
            "", " ", "a", "A", "b", "ab", "zebra", "null", "NULL", "%", "_", "'", "\"", "12", "-1", "1.5", "true");
    private static final List<String> OTHER_TEXTS = List.of(
            "é",
            "ß",
            "Ä",
            "日本語",
            "😀",
            "👩‍👩‍👧",
            "e\u0301",
            "\u0000",
            "tab\tnewline\n",
            "exactly twelve",
            "abcdefghijklm",
            "\uFFFD");
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        0.1,
        1e16,
        9007199254740993.0
    };
    private static final float[] FLOATS = {
        0.0f,
        -0.0f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        0.1f,
        16777217f
    };

    /// Values that are not alike.
    public RandomValues(SplittableRandom random, int rarity) {
        this(random, rarity, false);
    }

    /// A value of `type` as [dev.sheaf.column.Row#get(int)] gives it; null only for the type of nulls.
    public @Nullable Object next(DataType type) {
        boolean extreme = random.nextInt(rarity) == 0;
        return switch (type) {
            case DataType.NullType() -> null;
            case DataType.BoolType() -> random.nextBoolean();
            case DataType.IntType integer -> integer(integer, extreme);
            case DataType.FloatType(int bits) ->
                bits == 32 ? (Object) nextFloat(extreme) : (Object) nextDouble(extreme);
            case DataType.DecimalType decimal -> decimal(decimal, extreme);
            case DataType.DateType() -> LocalDate.ofEpochDay(extreme ? farDay() : random.nextInt(-1_000, 25_000));
            case DataType.TimeType(TimeUnit unit) -> time(unit, extreme);
            case DataType.TimestampType type2 -> timestamp(type2, extreme);
            case DataType.DurationType(TimeUnit unit) ->
                Duration.ofSeconds(random.nextInt(-100_000, 100_000), fraction(unit));
            case DataType.IntervalType() -> interval();
            case DataType.StringType() -> text(extreme);
            case DataType.BinaryType() -> bytes(extreme);
            case DataType.ListType(DataType element) -> list(element);
            case DataType.StructType(List<Field> fields) -> struct(fields);
            case DataType.DictionaryType(DataType values) -> next(values);
            case DataType.CategoryType category ->
                category.categories().value(random.nextInt(category.categories().size()));
        };
    }

    /// Half of them as long as others that have other parts.
    private Interval interval() {
        return random.nextBoolean()
                ? new Interval(random.nextInt(-20, 20), random.nextInt(-40, 40), random.nextInt(1_000) * 1_000_000L)
                : new Interval(random.nextInt(-1, 2), random.nextInt(-5, 6) * 6, random.nextInt(5) * SIX_DAYS);
    }

    private Object integer(DataType.IntType type, boolean extreme) {
        int room = type.signed() ? type.bits() - 1 : type.bits();
        BigInteger max = BigInteger.ONE.shiftLeft(room).subtract(BigInteger.ONE);
        BigInteger min = type.signed() ? max.not() : BigInteger.ZERO;
        BigInteger value = BigInteger.valueOf(alike ? random.nextInt(10) : random.nextInt(-100, 1_000));
        if (extreme) {
            value = switch (random.nextInt(4)) {
                case 0 -> min;
                case 1 -> max;
                case 2 -> BigInteger.ZERO;
                default ->
                    new BigInteger(Long.SIZE, new java.util.Random(random.nextLong())).shiftRight(Long.SIZE - room);
            };
        }
        return boxed(type, value.max(min).min(max));
    }

    private static Object boxed(DataType.IntType type, BigInteger value) {
        return switch (type.signed() ? type.bits() : 2 * type.bits()) {
            case 8 -> (Object) value.byteValueExact();
            case 16 -> (Object) value.shortValueExact();
            case 32 -> (Object) value.intValueExact();
            case 64 -> (Object) value.longValueExact();
            default -> value;
        };
    }

    private double nextDouble(boolean extreme) {
        return extreme ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextInt(-4_000, 4_000) / 8.0;
    }

    private float nextFloat(boolean extreme) {
        return extreme ? FLOATS[random.nextInt(FLOATS.length)] : random.nextInt(-4_000, 4_000) / 8.0f;
    }

    private BigDecimal decimal(DataType.DecimalType type, boolean extreme) {
        BigInteger bound = BigInteger.TEN.pow(type.precision());
        BigInteger value = extreme
                ? bound.subtract(BigInteger.ONE).multiply(BigInteger.valueOf(random.nextInt(-1, 2)))
                : BigInteger.valueOf(random.nextInt(-100_000, 100_000)).remainder(bound);
        return new BigDecimal(value, type.scale());
    }

    private long farDay() {
        long[] days = {-719_528, 2_932_896, 0, -1, 11_016, -141_428};
        return days[random.nextInt(days.length)];
    }

    private int fraction(TimeUnit unit) {
        int step = (int) (TimeUnit.NANO.perSecond() / unit.perSecond());
        return unit == TimeUnit.SECOND ? 0 : random.nextInt((int) unit.perSecond()) * step;
    }

    private LocalTime time(TimeUnit unit, boolean extreme) {
        return extreme
                ? LocalTime.MIDNIGHT
                : LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(fraction(unit));
    }

    private Object timestamp(DataType.TimestampType type, boolean extreme) {
        // Nanoseconds since 1970 in 64 bits end in 2262, hence no farther than some 250 years.
        long seconds = extreme ? random.nextInt(-3, 4) * 2_500_000_000L : random.nextInt(1_800_000_000);
        Instant instant = Instant.ofEpochSecond(seconds, fraction(type.unit()));
        return type.zone().isPresent() ? (Object) instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    private String text(boolean extreme) {
        if (alike && !extreme) {
            return "id" + (100 + random.nextInt(random.nextBoolean() ? 2 : 900));
        }
        return switch (random.nextInt(extreme ? 6 : 3)) {
            case 0 -> TEXTS.get(random.nextInt(TEXTS.size()));
            case 1 -> "id" + random.nextInt(1_000);
            case 2 -> "a longer text, number " + random.nextInt(1_000);
            case 3 -> "x".repeat(random.nextInt(300)) + random.nextInt(10);
            default -> OTHER_TEXTS.get(random.nextInt(OTHER_TEXTS.size()));
        };
    }

    private byte[] bytes(boolean extreme) {
        byte[] value = new byte[random.nextInt(extreme ? 40 : 4)];
        random.nextBytes(value);
        return value;
    }

    private List<@Nullable Object> list(DataType element) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int size = random.nextInt(4); size > 0; size--) {
            elements.add(random.nextInt(5) == 0 ? null : next(element));
        }
        return elements;
    }

    private Map<String, @Nullable Object> struct(List<Field> fields) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        fields.forEach(field -> values.put(field.name(), random.nextInt(5) == 0 ? null : next(field.type())));
        return values;
    }
}
