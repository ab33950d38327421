package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A random table of types that both sides have: `id`, different in every row, and a few columns of each kind,
/// some under names that have to be quoted.
record TestTable(Sample rows, List<SqlColumn> columns) {
    private static final int MOST_DIGITS = 30;
    /// Types that both engines write and read alike, the usual ones more often.
    private static final List<DataType> TYPES = List.of(
            DataType.BOOL,
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT16,
            DataType.UINT32,
            DataType.UINT64,
            DataType.FLOAT32,
            DataType.FLOAT64,
            DataType.FLOAT64,
            DataType.decimal(7, 2),
            DataType.decimal(18, 3),
            DataType.decimal(38, 5),
            DataType.STRING,
            DataType.STRING,
            DataType.DATE,
            new DataType.TimeType(TimeUnit.MICRO),
            DataType.TIMESTAMP,
            new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC")),
            DataType.BINARY);
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "k",
            "v",
            "Units",
            "region",
            "year",
            "date",
            "order",
            "two words",
            "größe",
            "x1",
            "Select",
            "n",
            "time",
            "b2",
            "k3",
            "value");

    static TestTable random(SplittableRandom random) {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("id", DataType.INT64, false));
        List<String> names = new ArrayList<>(NAMES);
        for (int count = random.nextInt(4, NAMES.size() + 1); count > 0; count--) {
            DataType type = TYPES.get(random.nextInt(TYPES.size()));
            fields.add(new Field(names.remove(random.nextInt(names.size())), type, random.nextInt(4) != 0));
        }
        RandomTables tables = new RandomTables(random);
        int rowCount = tables.size(200);
        Sample sample = tables.sample(new Schema(fields), rowCount);
        List<List<@Nullable Object>> columns = new ArrayList<>();
        columns.add(LongStream.range(0, rowCount).boxed().collect(Collectors.toList()));
        sample.columns().stream().skip(1).map(TestTable::shared).forEach(columns::add);
        Sample rows = new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
        return new TestTable(rows, sqlColumns(sample.schema()));
    }

    private static List<SqlColumn> sqlColumns(Schema schema) {
        return schema.fields().stream()
                .map(field -> new SqlColumn(name(field.name()), Kind.of(field.type())))
                .toList();
    }

    private static String name(String name) {
        boolean plain = name.chars().allMatch(Character::isLetterOrDigit) && !name.matches("(?i)order|select");
        return plain ? name : '"' + name + '"';
    }

    /// Values that both sides can hold and pass on, and order alike: no NUL in text, no moments before the year 1,
    /// no -0.0, and decimals of few enough digits that DuckDB can add them up.
    private static List<@Nullable Object> shared(List<@Nullable Object> values) {
        List<@Nullable Object> shared = new ArrayList<>();
        for (Object value : values) {
            shared.add(
                    switch (value) {
                        case String text -> text.replace('\u0000', '0');
                        case java.time.LocalDate date when date.getYear() < 1 -> java.time.LocalDate.EPOCH;
                        case LocalDateTime time when time.getYear() < 1 -> LocalDateTime.MIN.withYear(1970);
                        case Double number when number == 0 -> 0.0;
                        case Float number when number == 0 -> 0.0f;
                        case BigDecimal number
                        when number.precision() > MOST_DIGITS -> number.remainder(BigDecimal.TEN);
                        case null, default -> value;
                    });
        }
        return shared;
    }
}
