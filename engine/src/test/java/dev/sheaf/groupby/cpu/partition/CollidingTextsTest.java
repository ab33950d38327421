package dev.sheaf.groupby.cpu.partition;

import static dev.sheaf.expr.Expressions.count;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.TestSettings;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.hash.Hashing;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Families of different values of twelve bytes that have one hash, each with a longer one, for which all are put out
/// as hashes, and with null.
@ExtendWith(PoolCheck.class)
class CollidingTextsTest {
    private static final long FACTOR = 0xD6E8FEB86659FD93L;
    private static final long SIZE = 12;
    private static final int VALUES = 7;
    private static final int FAMILIES = 97;
    private static final int ROWS = 2 * FAMILIES * (VALUES + 1);

    /// The two words of such a value.
    private static long[] words(int family, int number) {
        long second = SIZE << 32 | number * 0x0101_0101L;
        return new long[] {family * 0x1234_5678_9ABC_DEF1L ^ second * FACTOR, second};
    }

    /// Families come by turns, a number of all of them and then the next.
    private static byte @Nullable [] value(int row, int step) {
        int number = row / FAMILIES * step % (VALUES + 1);
        if (number == VALUES) {
            return null;
        }
        return bytes(words(row % FAMILIES, number), number == VALUES - 1 ? 40 : (int) SIZE);
    }

    private static byte[] bytes(long[] words, int size) {
        byte[] bytes = new byte[size];
        MemorySegment target = MemorySegment.ofArray(bytes);
        target.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, words[0]);
        target.set(ValueLayout.JAVA_INT_UNALIGNED, 8, (int) words[1]);
        return bytes;
    }

    @Test
    void theValuesHaveOneHash() {
        long[] first = words(1, 0);
        assertThat(IntStream.range(1, VALUES - 1).mapToLong(i -> Hashing.mix(words(1, i)[0], words(1, i)[1])))
                .containsOnly(Hashing.mix(first[0], first[1]));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 2", "2, 2"})
    void eachIsAGroupOfItsOwnAmongRowsByPartition(int keys, int threads, MemoryPool pool) {
        Map<String, String> settings = Map.of("cpu.textTable.checkFromGroups", "1", "cpu.table.checkFromGroups", "1");
        assertThat(choice(keys, threads, settings, pool)).endsWith("texts as hashes");
    }

    /// Where texts are numbered first, groups are found under hashes when the long texts are too many.
    @ParameterizedTest
    @CsvSource({"1, 1, 0", "2, 1, 0", "2, 1, 60", "1, 2, 60", "2, 2, 90"})
    void eachIsAGroupOfItsOwnInOneTable(int keys, int threads, int numbered, MemoryPool pool) {
        Map<String, String> settings =
                Map.of("cpu.textTable.checkFromGroups", "99999", "cpu.numberedTexts", Integer.toString(numbered));
        String bits = keys == 1 ? "128" : "192";
        // of two threads, the one that is asked may have got fewer texts
        assertThat(choice(keys, threads, settings, pool)).contains("hash table of " + (threads == 1 ? bits : ""));
    }

    /// Groups whose other text is null are found again after the first null among the texts of one hash, for which all
    /// keys are packed anew.
    @Test
    void groupsStayWhenKeysArePackedAnew(MemoryPool pool) {
        CpuSettings settings = TestSettings.tiny("cpu.numberedTexts", "0", "cpu.textIndex.maxBits", "0");
        List<DataType> types = List.of(DataType.BINARY, DataType.BINARY);
        byte[] text = bytes(words(2, 0), (int) SIZE);
        byte[] one = bytes(words(1, 0), (int) SIZE);
        byte[] other = bytes(words(1, 1), (int) SIZE);
        try (Grouper grouper = new WordGrouper(types, true, settings, pool)) {
            assertThat(ids(grouper, new byte[][] {text, null, null}, new byte[][] {one, one, other}, pool))
                    .containsExactly(0, 1, 2);
            assertThat(ids(grouper, new byte[][] {text, null, null}, new byte[][] {null, one, other}, pool))
                    .containsExactly(3, 1, 2);
        }
    }

    private static List<Integer> ids(
            Grouper grouper, byte @Nullable [][] first, byte @Nullable [][] second, MemoryPool pool) {
        int[] ids = new int[first.length];
        try (Column j = column(ids.length, row -> first[row], pool);
                Column k = column(ids.length, row -> second[row], pool)) {
            grouper.assign(List.of(j, k), 0, ids.length, ids);
        }
        return IntStream.of(ids).boxed().toList();
    }

    /// How groups were found, which are as they should be.
    private static String choice(int keys, int threads, Map<String, String> more, MemoryPool pool) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "cpu.grouper", "packed64", "morsel.rows", "50", "cpu.chunk.rows", "16", "cpu.block.rows", "100"));
        settings.putAll(more);
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(settings))
                .build();
        Map<List<String>, Long> expected = new HashMap<>();
        IntStream.range(0, ROWS).forEach(row -> expected.merge(key(row, keys), 1L, Long::sum));
        try (Table table = table(keys, pool);
                Table groups = GroupBy.on(table, keys == 1 ? new String[] {"j"} : new String[] {"j", "k"})
                        .nullKeys(NullKeys.INCLUDE)
                        .aggregate(context, count())) {
            Map<List<String>, Long> counted = new HashMap<>();
            for (int row = 0; row < groups.rowCount(); row++) {
                List<String> key = new ArrayList<>();
                for (int column = 0; column < keys; column++) {
                    key.add(text((byte[]) groups.column(column).get(row)));
                }
                counted.merge(key, (Long) groups.column(keys).get(row), Long::sum);
            }
            assertThat(groups.rowCount()).isEqualTo(expected.size());
            assertThat(counted).isEqualTo(expected);
        }
        return context.decisions().getLast().choice();
    }

    private static List<String> key(int row, int keys) {
        return IntStream.range(0, keys)
                .mapToObj(i -> text(value(row, 1 + 2 * i)))
                .toList();
    }

    private static String text(byte @Nullable [] value) {
        return value == null ? "null" : HexFormat.of().formatHex(value);
    }

    private static Table table(int keys, MemoryPool pool) {
        List<Field> fields = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            fields.add(new Field(i == 0 ? "j" : "k", DataType.BINARY));
            int step = 1 + 2 * i;
            columns.add(column(ROWS, row -> value(row, step), pool));
        }
        return new Table(new Schema(fields), columns, ROWS);
    }

    private static Column column(int rows, IntFunction<byte @Nullable []> values, MemoryPool pool) {
        Buffer offsets = pool.allocate((rows + 1L) * Integer.BYTES, "test");
        Buffer bytes = pool.allocate(rows * 40L, "test");
        Buffer bits = pool.allocateZeroed(Validity.byteSize(rows), "test");
        int at = 0;
        offsets.segment().setAtIndex(ValueLayout.JAVA_INT, 0, 0);
        for (int row = 0; row < rows; row++) {
            byte[] value = values.apply(row);
            if (value != null) {
                MemorySegment.copy(value, 0, bytes.segment(), ValueLayout.JAVA_BYTE, at, value.length);
                at += value.length;
                byte before = bits.segment().get(ValueLayout.JAVA_BYTE, row >> 3);
                bits.segment().set(ValueLayout.JAVA_BYTE, row >> 3, (byte) (before | 1 << (row & 7)));
            }
            offsets.segment().setAtIndex(ValueLayout.JAVA_INT, row + 1, at);
        }
        return new VarColumn(DataType.BINARY, new Offsets(offsets, false, rows), bytes, Validity.of(bits, rows));
    }
}
