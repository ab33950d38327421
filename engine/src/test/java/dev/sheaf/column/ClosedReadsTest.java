package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever gives values out refuses to after its table is closed, even when the memory holds other values by then.
/// Methods are found by reflection, so that new ones are asked as well.
final class ClosedReadsTest {
    /// What does not look at the memory: shapes, types, and how things lie.
    private static final Set<String> SHAPES = Set.of(
            "type",
            "length",
            "wide",
            "bitOffset",
            "schema",
            "rowCount",
            "columnCount",
            "index",
            "table",
            "close",
            "isClosed",
            "toString",
            "hashCode",
            "equals");

    private static final Schema SCHEMA = Schema.of(
            new Field("whole", DataType.INT64),
            new Field("truth", DataType.BOOL),
            new Field("text", DataType.STRING),
            new Field("list", new DataType.ListType(DataType.STRING)),
            new Field("struct", new DataType.StructType(List.of(new Field("a", DataType.INT32)))),
            new Field("nothing", DataType.NULL));

    private final MemoryPool pool = MemoryPool.withLimit(1 << 20);
    private final List<Table> later = new ArrayList<>();
    private final List<Buffer> filled = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() {
        later.forEach(Table::close);
        filled.forEach(Buffer::close);
        assertThat(pool.usedBytes()).isZero();
        pool.close();
    }

    @Test
    void everyReadOfAClosedColumnIsRefused() {
        Table table = table();
        List<Object> readers = new ArrayList<>();
        table.columns().forEach(column -> addWithParts(column, readers));
        closeAndGiveMemoryAway(table);
        assertThat(readers.stream().map(Object::getClass)).contains(Column.class.getPermittedSubclasses());
        assertThat(readers.stream().flatMap(ClosedReadsTest::answered)).isEmpty();
    }

    @Test
    void everyReadOfAClosedSliceIsRefused() {
        try (Table table = table()) {
            List<Object> readers = new ArrayList<>();
            try (Table slice = table.slice(1, 1)) {
                slice.columns().forEach(column -> addWithParts(column, readers));
            }
            assertThat(readers.stream().flatMap(ClosedReadsTest::answered)).isEmpty();
            assertThat(table.values("whole")).containsExactly(11L, null);
        }
    }

    @Test
    void everyReadOfAClosedTableNamesTheTable() {
        Table table = table();
        closeAndGiveMemoryAway(table);
        assertThat(answered(table)).isEmpty();
        assertThat(refusal(() -> table.values("whole")))
                .hasMessageContaining("column \"whole\"")
                .hasMessageContaining("the table of 2 rows of (whole: int64");
        assertThat(refusal(table::rows)).hasMessageContaining("its rows");
    }

    @Test
    void rowsKeptBeyondTheirTableAreRefused() {
        Table table = table();
        Row row = table.rows().findFirst().orElseThrow();
        Stream<Row> rows = table.rows();
        closeAndGiveMemoryAway(table);
        assertThat(answered(row)).isEmpty();
        assertThat(refusal(() -> rows.forEach(kept -> kept.get(0)))).hasMessageContaining("column \"whole\"");
    }

    @Test
    void aClosedColumnSaysWhichItIs() {
        Table table = table();
        Column whole = table.column("whole");
        table.close();
        assertThat(refusal(() -> whole.get(0))).hasMessageContaining("the column of 2 rows of int64 is closed");
    }

    private Table table() {
        Table rows = new TableBuilder(SCHEMA, pool)
                .row(11L, true, "eleven", List.of("a", "b"), Map.of("a", 1), null)
                .row(null, null, null, null, null, null)
                .build();
        List<Column> columns = new ArrayList<>(rows.columns());
        List<Field> fields = new ArrayList<>(SCHEMA.fields());
        columns.add(dictionary());
        fields.add(new Field("codes", DataType.STRING));
        return new Table(new Schema(fields), columns, 2);
    }

    private Column dictionary() {
        try (ColumnBuilder values = new ColumnBuilder(DataType.STRING, pool)) {
            values.append("one");
            return new DictionaryColumn(
                    2, pool.allocateZeroed(2 * Integer.BYTES, "codes"), values.build(), Validity.allValid(2));
        }
    }

    /// A column, its children, and the parts that give values out themselves.
    private static void addWithParts(Column column, List<Object> readers) {
        readers.add(column);
        readers.add(column.validity());
        switch (column) {
            case VarColumn texts -> readers.add(texts.offsets());
            case ListColumn lists -> {
                readers.add(lists.offsets());
                addWithParts(lists.elements(), readers);
            }
            case StructColumn structs -> structs.children().forEach(child -> addWithParts(child, readers));
            case DictionaryColumn codes -> addWithParts(codes.values(), readers);
            case FixedColumn _, BoolColumn _, NullColumn _ -> {}
        }
    }

    private void closeAndGiveMemoryAway(Table table) {
        table.close();
        later.add(Table.of("other", new long[] {77, 88}));
        for (int i = 0; i < 64; i++) {
            Buffer buffer = pool.allocate(16, "somebody else's");
            buffer.segment().fill((byte) 0x55);
            filled.add(buffer);
        }
    }

    /// The public methods of an object that did not refuse, with what they answered.
    private static Stream<String> answered(Object reader) {
        return Arrays.stream(reader.getClass().getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
                .filter(method -> !SHAPES.contains(method.getName()))
                .filter(method -> !(call(method, reader) instanceof IllegalStateException refused
                        && String.valueOf(refused.getMessage()).contains("closed")))
                .map(method -> method + ": " + call(method, reader));
    }

    /// What a method returns or throws.
    private static @Nullable Object call(Method method, Object reader) {
        Function<Class<?>, Object> argument = type -> argument(type, reader);
        try {
            Object result = method.invoke(
                    reader,
                    Arrays.stream(method.getParameterTypes()).map(argument).toArray());
            return result instanceof Collection<?> all ? List.copyOf(all) : result;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        } catch (IllegalAccessException hidden) {
            throw new AssertionError(hidden);
        }
    }

    record Wanted(@Nullable Long whole) {}

    private static Object argument(Class<?> type, Object reader) {
        return switch (type.getSimpleName()) {
            case "long" -> 0L;
            case "int" -> 0;
            case "boolean" -> false;
            case "String" -> "whole";
            case "List" -> List.of("whole");
            case "Class" -> Wanted.class;
            case "DataType" -> DataType.INT64;
            case "Validity" -> Validity.allValid(((Validity) reader).length());
            case "MemoryPool" -> MemoryPool.shared();
            default -> throw new AssertionError("give an argument of " + type);
        };
    }

    private static Throwable refusal(Runnable read) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(IllegalStateException.class, read::run);
    }
}
