package dev.sheaf.groupby.cpu.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.KeyRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Rows grouped where they lie, with the hashes that they have and with fewer.
class RowGrouperTest {
    private static final int MEBIBYTE = 1 << 20;

    @Test
    void textsOfAllSizesAreToldApartHoweverFewTheirHashes() {
        String long1 = "x".repeat(MEBIBYTE);
        String long2 = "x".repeat(MEBIBYTE / 2) + "y" + "x".repeat(MEBIBYTE / 2 - 1);
        @Nullable
        String[] texts = {
            "",
            null,
            "a",
            "b",
            "",
            "12345678",
            "12345679",
            "123456789",
            null,
            "1234567890123456",
            "1234567a90123456",
            "12345678-middle--12345678",
            "12345678-middle+-12345678",
            long1,
            long2,
            "12345678-middle--12345678",
            long1,
            "a",
            "12345678" + "x".repeat(12),
            "12345678" + "y".repeat(12),
            long2,
            "12345678" + "x".repeat(12),
            "\0",
            "\0\0"
        };
        check(Table.of("text", texts));
    }

    @Test
    void textsBesideNumbersMakeGroupsTogether() {
        @Nullable
        String[] texts = {"one text, a long one", "one text, a long one", "one text, a long one", null, null, null};
        @Nullable Integer[] numbers = {1, null, 0, null, 0, null};
        check(Table.of("text", texts, "number", numbers, "other", new String[] {"", "", "", "", "", ""}));
    }

    @Test
    void aNullDoesNotHideThatTheTextBeforeItDiffers() {
        @Nullable String[] nulls = {null, null, "", null};
        check(Table.of("text", new String[] {"short", "a longer text", "short", "short"}, "null", nulls));
    }

    @Test
    void floatsAreEqualAsKeysAre() {
        double[] values = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7FF8_0000_0000_0001L), 1.0, 0.0};
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = Table.of("value", values)) {
                assertThat(ids(table, 2048, row -> 0, pool)).containsExactly(0, 0, 1, 1, 2, 0);
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void randomRowsAreGroupedAsByAMap() {
        RandomCases.run(400, 20, random -> {
            int rows = random.nextInt(3000);
            @Nullable String[] texts = new String[rows];
            @Nullable String[] others = new String[rows];
            @Nullable Integer[] numbers = new Integer[rows];
            for (int i = 0; i < rows; i++) {
                int size = random.nextInt(40);
                String tail = random.nextInt(4) == 0 ? "-" : "+";
                texts[i] = random.nextInt(10) == 0 ? null : "t".repeat(size) + tail + "e".repeat(random.nextInt(3));
                others[i] = random.nextInt(3) == 0 ? null : "o".repeat(random.nextInt(3));
                numbers[i] = random.nextInt(10) == 0 ? null : random.nextInt(3);
            }
            check(Table.of("text", texts, "other", others, "number", numbers));
        });
    }

    /// Groups the rows with hashes as they are, of two bits, and all the same, in chunks of several sizes.
    private static void check(Table table) {
        try (MemoryPool pool = MemoryPool.create()) {
            try (table) {
                for (int chunk : new int[] {1, 7, 2048}) {
                    for (int mask : new int[] {-1, 3 << 30, 0}) {
                        int[] expected = expected(table);
                        int[] found = ids(table, chunk, hash -> hash & mask, pool);
                        assertThat(firstRows(found)).isEqualTo(firstRows(expected));
                    }
                }
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    private static int[] expected(Table table) {
        List<List<Object>> columns = new ArrayList<>();
        table.schema().names().forEach(name -> columns.add(table.values(name)));
        Map<String, Integer> groups = new LinkedHashMap<>();
        int[] ids = new int[(int) table.rowCount()];
        for (int row = 0; row < ids.length; row++) {
            int own = row;
            String key =
                    columns.stream().map(column -> column.get(own)).toList().toString();
            ids[row] = groups.computeIfAbsent(key, _ -> groups.size());
        }
        return ids;
    }

    /// For each row the first of its group: the same however groups are numbered.
    private static int[] firstRows(int[] ids) {
        Map<Integer, Integer> first = new LinkedHashMap<>();
        int[] rows = new int[ids.length];
        for (int row = 0; row < ids.length; row++) {
            int own = row;
            rows[row] = first.computeIfAbsent(ids[row], _ -> own);
        }
        return rows;
    }

    /// The groups of all rows; the keys that come out are those of their first rows.
    private static int[] ids(Table table, int chunk, IntUnaryOperator hashing, MemoryPool pool) {
        CpuSettings settings =
                CpuSettings.of(new Settings(Map.of("cpu.chunk.rows", "" + chunk, "cpu.table.initialSlots", "4")));
        int rows = (int) table.rowCount();
        List<Column> columns = table.columns().stream().map(Column::retain).toList();
        KeyRows keys = new KeyRows(columns, rows, chunk, pool);
        Buffer hashes = keys.hashes(rows);
        for (int row = 0; row < rows; row++) {
            int hash = hashes.segment().getAtIndex(ValueLayout.JAVA_INT, row);
            hashes.segment().setAtIndex(ValueLayout.JAVA_INT, row, hashing.applyAsInt(hash));
        }
        try (RowGrouper grouper = new RowGrouper(keys, hashes, settings, pool)) {
            int[] all = new int[rows];
            int[] ids = new int[chunk];
            for (int from = 0; from < rows; from += chunk) {
                int size = Math.min(chunk, rows - from);
                grouper.assign(List.of(), from, size, ids);
                System.arraycopy(ids, 0, all, from, size);
            }
            assertThat(grouper.groupCount())
                    .isEqualTo((int) Arrays.stream(all).distinct().count());
            checkKeys(grouper.keys(), table, all);
            return all;
        }
    }

    private static void checkKeys(List<Column> keys, Table table, int[] ids) {
        int[] first = firstRows(ids);
        try (Table taken = new Table(table.schema(), keys, keys.getFirst().length())) {
            for (String name : table.schema().names()) {
                List<Object> found = taken.values(name);
                List<Object> given = table.values(name);
                for (int row = 0; row < ids.length; row++) {
                    if (first[row] == row && !(given.get(row) instanceof Double)) {
                        assertThat(found.get(ids[row])).isEqualTo(given.get(row));
                    }
                }
            }
        }
    }
}
