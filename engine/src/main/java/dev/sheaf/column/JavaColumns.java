package dev.sheaf.column;

import dev.sheaf.column.record.ClassNames;
import dev.sheaf.column.record.RecordClass;
import dev.sheaf.memory.MemoryPool;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Columns from Java arrays and records, and records from rows.
record JavaColumns(Schema schema, List<Column> columns) implements AutoCloseable {
    private static final int DEFAULT_DECIMAL_PRECISION = 38;

    private static final Map<Class<?>, DataType> TYPES = Map.ofEntries(
            Map.entry(Boolean.class, DataType.BOOL),
            Map.entry(Byte.class, DataType.INT8),
            Map.entry(Short.class, DataType.INT16),
            Map.entry(Integer.class, DataType.INT32),
            Map.entry(Long.class, DataType.INT64),
            Map.entry(Float.class, DataType.FLOAT32),
            Map.entry(Double.class, DataType.FLOAT64),
            Map.entry(BigInteger.class, DataType.decimal(DEFAULT_DECIMAL_PRECISION, 0)),
            Map.entry(String.class, DataType.STRING),
            Map.entry(byte[].class, DataType.BINARY),
            Map.entry(LocalDate.class, DataType.DATE),
            Map.entry(LocalTime.class, DataType.TIME),
            Map.entry(LocalDateTime.class, DataType.TIMESTAMP),
            Map.entry(Instant.class, new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC"))),
            Map.entry(Duration.class, DataType.DURATION),
            Map.entry(Interval.class, DataType.INTERVAL));

    static JavaColumns of(Object... namesAndArrays) {
        if (namesAndArrays.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "give a name and an array for each column; " + namesAndArrays.length + " arguments are odd");
        }
        List<Field> fields = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < namesAndArrays.length; i += 2) {
                if (!(namesAndArrays[i] instanceof String name)) {
                    throw new IllegalArgumentException(
                            "argument " + i + " should be a column name, not " + namesAndArrays[i]);
                }
                Column column = fromArray(name, namesAndArrays[i + 1]);
                columns.add(column);
                fields.add(new Field(
                        name,
                        column.type(),
                        !namesAndArrays[i + 1].getClass().isArray()
                                || !namesAndArrays[i + 1]
                                        .getClass()
                                        .getComponentType()
                                        .isPrimitive()));
            }
            return new JavaColumns(new Schema(fields), columns);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private static Column fromArray(String name, Object values) {
        Object array = values instanceof List<?> list ? list.toArray() : values;
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException(
                    "column \"" + name + "\" needs an array or a list, not " + ClassNames.of(array));
        }
        DataType type = arrayType(name, array);
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            switch (array) {
                case int[] ints -> Arrays.stream(ints).forEach(builder::appendLong);
                case long[] longs -> Arrays.stream(longs).forEach(builder::appendLong);
                case double[] doubles -> Arrays.stream(doubles).forEach(builder::appendDouble);
                default -> {
                    for (int i = 0; i < Array.getLength(array); i++) {
                        builder.append(Array.get(array, i));
                    }
                }
            }
            return builder.build();
        }
    }

    /// The column type of an array: of its component class, or for `Object[]` of its elements.
    private static DataType arrayType(String name, Object array) {
        Class<?> component = RecordClass.boxed(array.getClass().getComponentType());
        if (component == BigDecimal.class || component == Object.class || component == Number.class) {
            return commonType(name, Arrays.asList((Object[]) array));
        }
        return typeOf(name, component);
    }

    private static DataType commonType(String name, List<?> values) {
        List<?> present = values.stream().filter(Objects::nonNull).toList();
        if (present.isEmpty()) {
            return DataType.NULL;
        }
        if (present.stream().allMatch(BigDecimal.class::isInstance)) {
            int scale = present.stream()
                    .mapToInt(value -> Math.max(0, ((BigDecimal) value).scale()))
                    .max()
                    .orElse(0);
            return DataType.decimal(DEFAULT_DECIMAL_PRECISION, scale);
        }
        if (present.getFirst() instanceof List<?>) {
            List<?> elements =
                    present.stream().flatMap(list -> ((List<?>) list).stream()).collect(Collectors.toList());
            return new DataType.ListType(commonType(name, elements));
        }
        if (present.stream().allMatch(Map.class::isInstance)) {
            return structType(name, present);
        }
        List<? extends Class<?>> classes =
                present.stream().map(Object::getClass).distinct().toList();
        if (classes.size() > 1) {
            throw new IllegalArgumentException("column \"" + name + "\" mixes "
                    + classes.stream().map(ClassNames::of).collect(Collectors.joining(", "))
                    + "; give it values of one class");
        }
        return typeOf(name, classes.getFirst());
    }

    /// Fields in the order in which they first come.
    private static DataType structType(String name, List<?> structs) {
        Map<String, List<@Nullable Object>> fields = new LinkedHashMap<>();
        for (Object struct : structs) {
            ((Map<?, ?>) struct)
                    .forEach((field, value) -> fields.computeIfAbsent(fieldName(name, field), _ -> new ArrayList<>())
                            .add(value));
        }
        return new DataType.StructType(fields.entrySet().stream()
                .map(field -> new Field(field.getKey(), commonType(name + "." + field.getKey(), field.getValue())))
                .toList());
    }

    private static String fieldName(String name, Object key) {
        if (key instanceof String field) {
            return field;
        }
        throw new IllegalArgumentException(
                "column \"" + name + "\": a map is a struct by the names of its fields, and " + key + " is no name");
    }

    private static DataType typeOf(String name, Class<?> type) {
        DataType found = TYPES.get(RecordClass.boxed(type));
        if (found == null) {
            throw new IllegalArgumentException(
                    "column \"" + name + "\": no column type takes values of " + ClassNames.of(type)
                            + "; known are numbers, Boolean, String, byte[], java.time classes, BigDecimal, and lists and maps by name of these");
        }
        return found;
    }

    static <R extends Record> JavaColumns ofRecords(Class<R> type, Iterable<? extends R> records) {
        RecordClass<R> shape = new RecordClass<>(type);
        List<List<@Nullable Object>> columns = shape.columns(records);
        Object[] arguments = new Object[2 * columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            arguments[2 * i] = shape.name(i);
            arguments[2 * i + 1] = typedArray(shape.type(i), columns.get(i));
        }
        return of(arguments);
    }

    /// An array of the component's class, so that an empty or all-null column has the right type.
    private static Object typedArray(Class<?> component, List<@Nullable Object> values) {
        Object array = Array.newInstance(component == List.class ? Object.class : component, values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    /// Makes records from rows of a schema, each given by its values at the positions of columns.
    static <R extends Record> Function<IntFunction<@Nullable Object>, R> recordsOf(Class<R> type, Schema schema) {
        RecordClass<R> shape = new RecordClass<>(type);
        int[] columns = IntStream.range(0, shape.size())
                .map(component -> schema.indexOf(shape.name(component)))
                .toArray();
        Function<IntFunction<@Nullable Object>, R> maker = shape.maker();
        return row -> maker.apply(component -> row.apply(columns[component]));
    }

    long rows() {
        return columns.isEmpty() ? 0 : columns.getFirst().length();
    }

    @Override
    public void close() {
        columns.forEach(Column::close);
    }
}
