package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
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
        Class<?> component = boxed(array.getClass().getComponentType());
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
        DataType found = TYPES.get(boxed(type));
        if (found == null) {
            throw new IllegalArgumentException(
                    "column \"" + name + "\": no column type takes values of " + ClassNames.of(type)
                            + "; known are numbers, Boolean, String, byte[], java.time classes, BigDecimal, and lists and maps by name of these");
        }
        return found;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    static <R extends Record> JavaColumns ofRecords(Class<R> type, Iterable<? extends R> records) {
        RecordComponent[] components = type.getRecordComponents();
        List<MethodHandle> accessors = accessors(type);
        List<List<@Nullable Object>> columns = new ArrayList<>();
        accessors.forEach(_ -> columns.add(new ArrayList<>()));
        for (R row : records) {
            for (int i = 0; i < components.length; i++) {
                columns.get(i).add(invoke(accessors.get(i), row));
            }
        }
        Object[] arguments = new Object[2 * components.length];
        for (int i = 0; i < components.length; i++) {
            arguments[2 * i] = components[i].getName();
            arguments[2 * i + 1] = typedArray(components[i].getType(), columns.get(i));
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
        RecordComponent[] components = type.getRecordComponents();
        int[] columns = Arrays.stream(components)
                .mapToInt(component -> schema.indexOf(component.getName()))
                .toArray();
        MethodHandle constructor = constructor(type).asSpreader(Object[].class, columns.length);
        return row -> {
            @Nullable Object[] arguments = new @Nullable Object[columns.length];
            for (int i = 0; i < columns.length; i++) {
                arguments[i] = argument(components[i], row.apply(columns[i]));
            }
            return Objects.requireNonNull(type.cast(invoke(constructor, (Object) arguments)));
        };
    }

    /// The value as the component's class, numbers converted when that loses nothing.
    private static @Nullable Object argument(RecordComponent component, @Nullable Object value) {
        Class<?> wanted = boxed(component.getType());
        if (value == null && component.getType().isPrimitive()) {
            throw new IllegalArgumentException("component \"" + component.getName() + "\" is a primitive "
                    + component.getType() + ", but the column has a null; declare it as " + wanted.getSimpleName());
        }
        if (value == null || wanted.isInstance(value)) {
            return value;
        }
        if (value instanceof Number number && Number.class.isAssignableFrom(wanted)) {
            return exactNumber(component, wanted, new BigDecimal(number.toString()));
        }
        throw new IllegalArgumentException("component \"" + component.getName() + "\" of class "
                + wanted.getSimpleName() + " does not take " + value + " (" + ClassNames.of(value) + ")");
    }

    private static Object exactNumber(RecordComponent component, Class<?> wanted, BigDecimal value) {
        try {
            return switch (wanted.getSimpleName()) {
                case "Byte" -> value.byteValueExact();
                case "Short" -> value.shortValueExact();
                case "Integer" -> value.intValueExact();
                case "Long" -> value.longValueExact();
                case "BigInteger" -> value.toBigIntegerExact();
                case "BigDecimal" -> value;
                case "Float" -> value.floatValue();
                default -> value.doubleValue();
            };
        } catch (ArithmeticException inexact) {
            throw new IllegalArgumentException(
                    "component \"" + component.getName() + "\" of class " + wanted.getSimpleName() + " cannot hold "
                            + value,
                    inexact);
        }
    }

    private static List<MethodHandle> accessors(Class<? extends Record> type) {
        List<MethodHandle> accessors = new ArrayList<>();
        try {
            MethodHandles.Lookup lookup = lookup(type);
            for (RecordComponent component : type.getRecordComponents()) {
                accessors.add(lookup.unreflect(component.getAccessor()));
            }
        } catch (IllegalAccessException refused) {
            throw inaccessible(type, refused);
        }
        return accessors;
    }

    private static MethodHandle constructor(Class<? extends Record> type) {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return lookup(type).unreflectConstructor(type.getDeclaredConstructor(parameters));
        } catch (IllegalAccessException | NoSuchMethodException refused) {
            throw inaccessible(type, refused);
        }
    }

    private static MethodHandles.Lookup lookup(Class<?> type) throws IllegalAccessException {
        JavaColumns.class.getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static IllegalArgumentException inaccessible(Class<?> type, Exception cause) {
        return new IllegalArgumentException(
                "record class " + type.getName() + " is not open to "
                        + JavaColumns.class.getModule().getName() + "; open its package to it in module-info.java",
                cause);
    }

    private static @Nullable Object invoke(MethodHandle handle, Object argument) {
        try {
            return handle.invoke(argument);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalArgumentException(failure);
        }
    }

    long rows() {
        return columns.isEmpty() ? 0 : columns.getFirst().length();
    }

    @Override
    public void close() {
        columns.forEach(Column::close);
    }
}
