package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of rows anywhere, brought together by kernels that run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedGatheredRowsTest {
    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);

    /// Texts of up to so many bytes: of most words of a result several have a part, or one has many words.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9, 40, 300})
    void textsAreThoseOfTheRows(int longest, MemoryPool pool) {
        RandomCases.run(4, random -> compare(texts(random, longest), random, pool));
    }

    private static String[] texts(SplittableRandom random, int longest) {
        String[] texts = new String[1 + random.nextInt(400)];
        for (int row = 0; row < texts.length; row++) {
            char letter = (char) ('a' + row % 26);
            texts[row] = random.nextInt(9) == 0 ? null : String.valueOf(letter).repeat(random.nextInt(longest + 1));
        }
        return texts;
    }

    private void compare(String[] texts, SplittableRandom random, MemoryPool pool) {
        int[] rows = random.ints(random.nextInt(700), 0, texts.length).toArray();
        device.open().device().run(() -> {
            try (Table table = Table.of("t", texts);
                    Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging);
                    Buffer wanted = onDevice(rows, pool, stream);
                    DeviceColumn gathered = new GatheredRows(
                                    rows.length,
                                    null,
                                    wanted,
                                    null,
                                    device.open().store(),
                                    pool,
                                    stream)
                            .of(columns.columns().getFirst())
                            .orElseThrow();
                    var found = (VarColumn) new ColumnDownload(pool, stream).download(gathered)) {
                for (int i = 0; i < rows.length; i++) {
                    String text = found.isNull(i) ? null : found.string(i);
                    assertThat(text).as("result %d, row %d", i, rows[i]).isEqualTo(texts[rows[i]]);
                }
            }
        });
    }

    private static Buffer onDevice(int[] rows, MemoryPool pool, Stream stream) {
        Buffer buffer = stream.device().memory().allocate(pool, Math.max(rows.length, 1) * 4L, "rows", stream);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(rows.length * 4L, 4);
            MemorySegment.copy(rows, 0, host, JAVA_INT, 0, rows.length);
            stream.upload(host, buffer, 0);
            stream.synchronize();
        }
        return buffer;
    }
}
