package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Random rows, with nulls, for files of text.
public final class RandomRows {
    private static final int MOST_ROWS = 200;

    private RandomRows() {}

    /// Rows of a schema; `text` makes their texts.
    public static List<List<@Nullable Object>> of(Schema schema, SplittableRandom random, Supplier<String> text) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = random.nextInt(MOST_ROWS); row > 0; row--) {
            List<@Nullable Object> values = new ArrayList<>();
            schema.fields()
                    .forEach(field -> values.add(random.nextInt(8) == 0 ? null : value(field.type(), random, text)));
            rows.add(values);
        }
        return rows;
    }

    private static Object value(DataType type, SplittableRandom random, Supplier<String> text) {
        return switch (type) {
            case DataType.IntType ints when ints.equals(DataType.INT32) -> (int) random.nextLong();
            case DataType.IntType _ -> random.nextLong() >> random.nextInt(64);
            case DataType.FloatType _ ->
                random.nextInt(4) == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(2000) / 100.0;
            case DataType.BoolType _ -> random.nextBoolean();
            case DataType.DateType _ -> LocalDate.ofEpochDay(random.nextInt(-700_000, 2_000_000));
            case DataType.TimestampType _ ->
                LocalDateTime.ofEpochSecond(
                        random.nextLong(-60_000_000_000L, 200_000_000_000L),
                        random.nextInt(1_000_000) * 1000,
                        ZoneOffset.UTC);
            case DataType.DecimalType _ -> BigDecimal.valueOf(random.nextInt(), 3);
            default -> text.get();
        };
    }
}
