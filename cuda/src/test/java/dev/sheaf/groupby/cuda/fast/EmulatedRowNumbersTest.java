package dev.sheaf.groupby.cuda.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Numbers of groups with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedRowNumbersTest {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);

    private interface Check {
        void of(RowNumbers numbers, Stream stream);
    }

    private void number(Table table, boolean keepsNulls, long slots, int hashBits, MemoryPool pool, Check check) {
        device.open().device().run(() -> {
            try (table;
                    Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging);
                    RowNumbers numbers = new RowNumbers.Tables(device.open().store(), pool, stream, slots, hashBits)
                            .of(columns.columns(), keepsNulls)) {
                check.of(numbers, stream);
            }
        });
    }

    /// With a hash of one bit all keys look alike, so that only their bytes tell them apart; with two slots at first,
    /// the table grows again and again.
    @ParameterizedTest
    @CsvSource({"64, 4194304", "64, 2", "1, 1024"})
    void rowsHaveTheSameNumberIfAndOnlyIfTheirKeysAreTheSame(int hashBits, long slots, MemoryPool pool) {
        int rows = 700;
        String[] texts = new String[rows];
        Boolean[] flags = new Boolean[rows];
        Double[] floats = new Double[rows];
        List<List<Object>> keys = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            texts[row] = row % 13 == 5 ? null : "a text of many bytes " + row % 17 + (row % 2 == 0 ? "" : " ä");
            flags[row] = row % 5 == 0;
            floats[row] = row % 3 == 0 ? -0.0 : row % 3 == 1 ? 0.0 : Double.NaN;
            keys.add(Arrays.asList(texts[row], flags[row], floats[row] == 0 ? 0.0 : floats[row]));
        }
        number(Table.of("t", texts, "b", flags, "f", floats), true, slots, hashBits, pool, (numbers, stream) -> {
            int[] found = WalkThrough.ints(numbers.numbers().values(), rows, pool, stream);
            int[] groupRows = WalkThrough.ints(numbers.groupRows(), (int) numbers.groups(), pool, stream);
            Map<List<Object>, Integer> known = new HashMap<>();
            for (int row = 0; row < rows; row++) {
                known.putIfAbsent(keys.get(row), found[row]);
                assertThat(found[row]).isEqualTo(known.get(keys.get(row)));
                assertThat(keys.get(groupRows[found[row]])).isEqualTo(keys.get(row));
            }
            assertThat(numbers.groups()).isEqualTo(known.size());
        });
    }

    /// Keys that have copies beside keys that have none: texts of up to 32 bytes and longer ones, some of which differ
    /// by zeros at their ends alone, and numbers of which all bits are set.
    @ParameterizedTest
    @CsvSource({"64, 4194304", "64, 2", "1, 1024"})
    void keysAreToldApartByTheirCopies(int hashBits, long slots, MemoryPool pool) {
        int rows = 900;
        String[] texts = new String[rows];
        String[] others = new String[rows];
        Long[] numbers = new Long[rows];
        for (int row = 0; row < rows; row++) {
            int id = row * 7 % 45;
            texts[row] = id == 44 ? null : "0123456789abcdefghijklmnopqrstuvwxyz\0\0\0\0\0\0\0".substring(0, id);
            others[row] = row % 3 == 0 ? null : "x" + "\0".repeat(row % 5);
            numbers[row] = row % 4 == 0 ? null : Long.valueOf(row % 5 - 2);
        }
        checkDistinct(Table.of("t", texts), List.<Object[]>of(texts), slots, hashBits, pool);
        checkDistinct(Table.of("l", numbers), List.<Object[]>of(numbers), slots, hashBits, pool);
        checkDistinct(
                Table.of("l", numbers, "t", texts, "o", others),
                List.<Object[]>of(numbers, texts, others),
                slots,
                hashBits,
                pool);
    }

    private void checkDistinct(Table table, List<Object[]> columns, long slots, int hashBits, MemoryPool pool) {
        int rows = (int) table.rowCount();
        number(table, true, slots, hashBits, pool, (numbers, stream) -> {
            int[] found = WalkThrough.ints(numbers.numbers().values(), rows, pool, stream);
            Map<List<Object>, Integer> known = new HashMap<>();
            for (int row = 0; row < rows; row++) {
                int at = row;
                List<Object> key =
                        Arrays.asList(columns.stream().map(column -> column[at]).toArray());
                assertThat(found[row]).isEqualTo(known.computeIfAbsent(key, _ -> found[at]));
            }
            assertThat(numbers.groups()).isEqualTo(known.size());
        });
    }

    @Test
    void tenRowsOfTwoBlocksGoThroughTheFourPhases(MemoryPool pool) {
        device.open().device().run(() -> {
            WalkThrough.Arrays found =
                    WalkThrough.of(device.open().device(), device.open().store(), pool);

            found.check();
            assertThat(found.representatives()).containsExactly(0, 1, 3);
            assertThat(found.groups()).containsExactly(0, 1, 0, 2, 1, 1, 2, 1, 0, 2);
            assertThat(found.ofSecondBlock()).containsExactly(1, 2, 0);
            assertThat(found.totals()).containsExactly(1 + 4 + 256, 2 + 16 + 32 + 128, 8 + 64 + 512);
        });
    }
}
