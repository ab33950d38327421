package dev.sheaf.spark;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Random rows of each type that has a column of ours: few distinct values, nulls, NaN and -0.0. Doubles are
/// multiples of an eighth, so that their sums do not depend on the order.
final class RandomRows {
    static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.LongType, false)
            .add("flag", DataTypes.BooleanType)
            .add("tiny", DataTypes.ByteType)
            .add("small", DataTypes.ShortType)
            .add("whole", DataTypes.IntegerType)
            .add("big", DataTypes.LongType)
            .add("huge", DataTypes.LongType)
            .add("ratio", DataTypes.DoubleType)
            .add("real", DataTypes.FloatType)
            .add("day", DataTypes.DateType)
            .add("moment", DataTypes.TimestampType)
            .add("price", DataTypes.createDecimalType(9, 2))
            .add("amount", DataTypes.createDecimalType(24, 4))
            .add("word", DataTypes.StringType)
            .add("raw", DataTypes.BinaryType);

    private static final double[] ODD = {Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY};

    private final SplittableRandom random;
    private final int nullsIn100;

    RandomRows(SplittableRandom random, int nullsIn100) {
        this.random = random;
        this.nullsIn100 = nullsIn100;
    }

    List<Row> rows(int count) {
        List<Row> rows = new ArrayList<>();
        for (long id = 0; id < count; id++) {
            rows.add(row(id));
        }
        return rows;
    }

    private Row row(long id) {
        return RowFactory.create(
                id,
                orNull(random::nextBoolean),
                orNull(() -> (byte) random.nextInt(-3, 4)),
                orNull(() -> (short) random.nextInt(-300, 300)),
                orNull(() -> random.nextInt(0, 9)),
                orNull(() -> random.nextLong(-1_000_000_007L, 1_000_000_007L) / 250_000_000 * 250_000_000),
                orNull(random::nextLong),
                orNull(this::ratio),
                orNull(() -> (float) ratio()),
                orNull(() -> LocalDate.of(1969, 12, 25).plusDays(random.nextInt(14))),
                orNull(() -> Instant.EPOCH.plusSeconds(random.nextInt(-5, 5) * 3600L)),
                orNull(() -> BigDecimal.valueOf(random.nextInt(-500, 500) * 20_000L, 2)),
                orNull(this::amount),
                orNull(this::word),
                orNull(() -> word().getBytes(StandardCharsets.UTF_8)));
    }

    private double ratio() {
        return random.nextInt(12) == 0 ? ODD[random.nextInt(ODD.length)] : random.nextInt(-40, 40) / 8.0;
    }

    private BigDecimal amount() {
        BigInteger wide = BigInteger.TEN.pow(22).multiply(BigInteger.valueOf(random.nextInt(-9, 10)));
        return new BigDecimal(wide.add(BigInteger.valueOf(random.nextInt(5))), 4);
    }

    private String word() {
        return List.of("", "a", "b", "äöü", "a longer word than fits in sixteen bytes")
                .get(random.nextInt(5));
    }

    private Object orNull(Supplier<Object> value) {
        Object drawn = value.get();
        return random.nextInt(100) < nullsIn100 ? null : drawn;
    }
}
