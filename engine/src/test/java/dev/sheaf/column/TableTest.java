package dev.sheaf.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.record.ClassNames;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DataTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TableTest {

    record Sale(String region, @Nullable Integer units, double price) {}

    record Totals(String region, long units) {}

    @Test
    void arraysComeBackAsTheyWentIn() {
        try (Table table = Table.of(
                "i", new int[] {1, -2, 3},
                "l", new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE},
                "d", new double[] {0.1, Double.NaN, -0.0},
                "s", new String[] {"", null, "Grüße"},
                "b", new boolean[] {true, false, true})) {
            assertThat(table.ints("i")).containsExactly(1, -2, 3);
            assertThat(table.longs("l")).containsExactly(Long.MIN_VALUE, 0, Long.MAX_VALUE);
            assertThat(table.doubles("d")).containsExactly(0.1, Double.NaN, -0.0);
            assertThat(table.strings("s")).containsExactly("", null, "Grüße");
            assertThat(table.values("b")).containsExactly(true, false, true);
            assertThat(table.schema().toString())
                    .isEqualTo(
                            "(i: int32 not null, l: int64 not null, d: float64 not null, s: string, b: bool not null)");
        }
    }

    @Test
    void everyTypeTakesAndGivesItsJavaObject() {
        List<DataType> types = List.of(
                DataType.BOOL,
                DataType.INT8,
                DataType.INT16,
                DataType.INT32,
                DataType.INT64,
                DataType.UINT8,
                DataType.UINT16,
                DataType.UINT32,
                DataType.UINT64,
                DataType.FLOAT32,
                DataType.FLOAT64,
                DataType.decimal(5, 2),
                DataType.decimal(18, 0),
                DataType.decimal(38, 10),
                DataType.DATE,
                DataType.TIME,
                DataType.TIMESTAMP,
                new DataType.TimestampType(TimeUnit.NANO, Optional.of("UTC")),
                DataType.DURATION,
                DataType.INTERVAL,
                DataType.STRING,
                DataType.BINARY,
                new DataType.ListType(DataType.INT32));
        assertThat(types.stream().map(DataType::getClass).toList())
                .as("kinds of types")
                .containsAll(DataTypes.scalars().stream()
                        .map(DataType::getClass)
                        .distinct()
                        .toList());
        List<Object> values = List.of(
                true,
                (byte) -128,
                (short) -32768,
                42,
                Long.MIN_VALUE,
                (short) 255,
                65535,
                4294967295L,
                new BigInteger("18446744073709551615"),
                1.5f,
                -0.0,
                new BigDecimal("-999.99"),
                new BigDecimal("123456789012345678"),
                new BigDecimal("-1234567890123456789012345678.0123456789"),
                LocalDate.of(1969, 12, 31),
                LocalTime.of(23, 59, 59, 1000),
                LocalDateTime.of(1900, 1, 1, 0, 0, 0, 1000),
                Instant.parse("2262-01-01T00:00:00.000000001Z"),
                Duration.ofMillis(-1),
                new Interval(-1, 2, -3),
                "x",
                new byte[] {0, -1},
                Arrays.asList(1, null, 3));
        for (int i = 0; i < types.size(); i++) {
            Schema schema = Schema.of(new Field("c", types.get(i)));
            try (Table table = new TableBuilder(schema, dev.sheaf.memory.MemoryPool.shared())
                    .row((Object) null)
                    .row(values.get(i))
                    .row((Object) null)
                    .row(values.get(i))
                    .build()) {
                assertThat(table.values("c"))
                        .as("%s", types.get(i))
                        .containsExactly(null, values.get(i), null, values.get(i));
                try (Table slice = table.slice(1, 2)) {
                    assertThat(slice.values("c")).containsExactly(values.get(i), null);
                }
            }
        }
    }

    @Test
    void valuesThatDoNotFitAreRefused() {
        assertRefused(DataType.INT8, 128);
        assertRefused(DataType.UINT8, -1);
        assertRefused(DataType.INT32, 1.5);
        assertRefused(DataType.decimal(4, 2), new BigDecimal("100.00"));
        assertRefused(DataType.decimal(4, 2), new BigDecimal("1.001"));
        assertRefused(DataType.DATE, "2024-01-01");
        assertRefused(DataType.DATE, LocalDate.MAX);
        assertRefused(DataType.FLOAT32, 1e300);
        assertRefused(DataType.FLOAT64, BigInteger.TWO.pow(2000));
    }

    private static void assertRefused(DataType type, Object value) {
        try (ColumnBuilder builder = new ColumnBuilder(type, dev.sheaf.memory.MemoryPool.shared())) {
            assertThatThrownBy(() -> builder.append(value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(value + " ")
                    .hasMessageContaining(type.toString());
        }
    }

    @Test
    void recordsGoInAndComeOut() {
        List<Sale> sales = List.of(new Sale("north", 3, 1.5), new Sale("south", null, 2.0));
        try (Table table = Table.ofRecords(Sale.class, sales)) {
            assertThat(table.schema().toString()).isEqualTo("(region: string, units: int32, price: float64 not null)");
            assertThat(table.toRecords(Sale.class)).containsExactlyElementsOf(sales);
            assertThatThrownBy(() -> table.toRecords(Totals.class).toList())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("component \"units\" is a primitive long, but the column has a null");
        }
        try (Table none = Table.ofRecords(Sale.class, List.<Sale>of())) {
            assertThat(none.rowCount()).isZero();
            assertThat(none.schema().type("units")).isEqualTo(DataType.INT32);
        }
    }

    @Test
    void numbersWidenIntoRecords() {
        try (Table table = Table.of("region", new String[] {"north"}, "units", new int[] {3})) {
            assertThat(table.toRecords(Totals.class)).containsExactly(new Totals("north", 3));
        }
    }

    @Test
    void unknownNamesListTheColumnsAndTheNearest() {
        try (Table table = Table.of("region", new int[0], "units", new int[0], "price", new int[0])) {
            assertThatThrownBy(() -> table.column("regoin"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("column \"regoin\" not found; columns: region, units, price. Did you mean \"region\"?");
        }
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> Table.of("a")).hasMessageContaining("odd");
        assertThatThrownBy(() -> Table.of("a", new int[1], "a", new int[1]))
                .hasMessageContaining("two columns are named \"a\"");
        assertThatThrownBy(() -> Table.of("a", new int[1], "b", new int[2]))
                .hasMessageContaining("has 2 rows where the table has 1");
        assertThatThrownBy(() -> Table.of("a", new Thread[0]))
                .hasMessageContaining("no column type takes values of Thread");
        assertThatThrownBy(() -> Table.of("a", Arrays.asList(1, "x"))).hasMessageContaining("mixes");
    }

    @Test
    void nullsAreNotReadAsNumbers() {
        try (Table table = Table.of("v", new Integer[] {1, null})) {
            assertThatThrownBy(() -> table.ints("v")).hasMessageContaining("column \"v\" has 1 nulls");
            assertThatThrownBy(() -> table.strings("v"))
                    .hasMessageContaining("is int32 and cannot be read as String[]");
        }
    }

    @Test
    void aRowThatDoesNotFitLeavesNothingBehind() {
        List<DataType> types = List.of(
                DataType.INT64,
                DataType.BOOL,
                DataType.STRING,
                new DataType.ListType(DataType.INT32),
                new DataType.StructType(
                        List.of(new Field("a", DataType.STRING), new Field("b", new DataType.ListType(DataType.BOOL)))),
                DataType.decimal(38, 0),
                DataType.INT8);
        List<Field> fields = new ArrayList<>();
        types.forEach(type -> fields.add(new Field("c" + fields.size(), type)));
        Object[][] bad = {
            {7, true, "x", List.of(1, 2), Map.of("a", "a", "b", List.of(true)), 5, 1000},
            {7, true, "x", List.of(1, 2), Map.of("a", "a", "b", List.of(true, 3)), 5, 1},
            {7, true, "x", Arrays.asList(1, null, "two"), null, 5, 1},
            {null, null, 3, null, null, null, null},
        };
        Object[] good = {1, false, "good", List.of(3), Map.of("a", "b", "b", List.of(false)), BigInteger.TEN, 2};
        try (TableBuilder builder = new TableBuilder(new Schema(fields), MemoryPool.shared())) {
            for (Object[] row : bad) {
                builder.row(good);
                assertThatThrownBy(() -> builder.row(row)).isInstanceOf(IllegalArgumentException.class);
            }
            try (Table table = builder.build()) {
                assertThat(table.rowCount()).isEqualTo(bad.length);
                assertThat(table.values("c1")).containsOnly(false);
                assertThat(table.values("c2")).containsOnly("good");
                assertThat(table.values("c3")).containsOnly(List.of(3));
                assertThat(table.values("c4")).containsOnly(Map.of("a", "b", "b", List.of(false)));
                assertThat(table.values("c6")).containsOnly((byte) 2);
            }
        }
    }

    /// Plans count on what a schema promises of nulls.
    @Test
    void aColumnThatIsNotNullableTakesNoNull() {
        Schema schema = Schema.of(new Field("a", DataType.INT64), new Field("b", DataType.STRING, false));
        try (TableBuilder builder = new TableBuilder(schema, MemoryPool.shared())) {
            assertThatThrownBy(() -> builder.row(1L, null)).hasMessageContaining("a null does not fit \"b\"");
            builder.row(null, "x");
            try (Table table = builder.build()) {
                assertThat(table.values("b")).containsExactly("x");
            }
        }
        try (TableBuilder builder = new TableBuilder(schema, MemoryPool.shared())) {
            builder.column(0).append(1L);
            builder.column(1).append(null);
            assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void recordsAreTakenFromASourceThatCanBeIteratedOnce() {
        Iterator<Totals> once =
                List.of(new Totals("north", 1), new Totals("south", 2)).iterator();
        try (Table table = Table.ofRecords(Totals.class, () -> once)) {
            assertThat(table.strings("region")).containsExactly("north", "south");
            assertThat(table.longs("units")).containsExactly(1, 2);
        }
    }

    @Test
    void mapsAreStructsWithTheFieldsOfAll() {
        List<Map<String, ?>> maps = List.of(Map.of("a", 1), Map.of("b", "x"));
        try (Table table = Table.of("m", maps)) {
            assertThat(table.schema().type("m"))
                    .isEqualTo(new DataType.StructType(
                            List.of(new Field("a", DataType.INT32), new Field("b", DataType.STRING))));
            assertThat(String.valueOf(table.values("m").getLast())).isEqualTo("{a=null, b=x}");
        }
        assertThatThrownBy(() -> Table.of("m", List.of(Map.of(1, 2)))).hasMessageContaining("1 is no name");
    }

    @Test
    void messagesNameClassesAsTheirUsersDo() {
        assertThatThrownBy(() -> Table.of("m", new Object[] {java.util.Set.of("a")}))
                .hasMessageContaining("takes values of Set;");
        assertThatThrownBy(() -> Table.of("m", new Object[] {1, 2L})).hasMessageContaining("mixes Integer, Long;");
        assertThat(ClassNames.of(List.of(1))).isEqualTo("List");
        assertThat(ClassNames.of(java.util.Set.of(1))).isEqualTo("Set");
        assertThat(ClassNames.of(new int[0][0])).isEqualTo("int[][]");
        assertThat(ClassNames.of(java.util.Collections.unmodifiableMap(new java.util.HashMap<>())))
                .isEqualTo("Map");
    }

    @Test
    void rowsShowTheirValues() {
        Row row;
        try (Table table = Table.of("region", new String[] {"north", null}, "b", new byte[][] {{1, -1}, null})) {
            row = table.rows().findFirst().orElseThrow();
            assertThat(row).hasToString("{region: north, b: 0x01ff}");
            assertThat(table.rows().toList().get(1)).hasToString("{region: null, b: null}");
        }
        assertThat(row).hasToString("row 0 of a table that is closed");
    }
}
