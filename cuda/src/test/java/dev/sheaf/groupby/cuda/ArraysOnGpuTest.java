package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ExposedArray;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Arrays of other libraries and columns as their arrays: what the driver says of addresses and streams.
@OnGpu
class ArraysOnGpuTest {
    private static final int ROWS = 100_003;

    private final Gpu gpu = Gpu.open(0);

    @Test
    void arraysComeInAndColumnsGoOut() {
        long[] values = LongStream.range(0, ROWS).toArray();
        AtomicInteger released = new AtomicInteger();
        try (OtherLibrary library = new OtherLibrary(gpu.device().device(), 1 << 20)) {
            CudaArray array = library.array(values);
            try (DeviceFrame frame = DeviceFrame.borrow(gpu, columns(array.after(1)), released::incrementAndGet);
                    DeviceFrame plus = frame.assign(col("v").plus(1).as("w"));
                    ExposedArray exposed = plus.expose("w")) {
                assertThat(total(frame, "v")).isEqualTo(LongStream.of(values).sum());
                library.write(array, ROWS - 1, 0);
                assertThat(total(frame, "v")).isEqualTo(LongStream.of(values).sum() - (ROWS - 1));
                assertThat(total(plus, "v")).isEqualTo(LongStream.of(values).sum());

                library.write(exposed.array(), 0, 1_000);
                assertThat(total(plus, "w")).isEqualTo(LongStream.of(values).sum() + ROWS + 999);
                assertThat(library.read(exposed.array())[1]).isEqualTo(2);
            }
            assertThat(released).hasValue(1);
        }
    }

    @Test
    void addressesThatAreNotOfADeviceAreRefused() {
        assertThatThrownBy(() -> gpu.borrow(columns(CudaArray.of(1L << 20, 1, "<i8")), () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no memory of a GPU");
    }

    private static LinkedHashMap<String, CudaArray> columns(CudaArray array) {
        return new LinkedHashMap<>(Map.of("v", array));
    }

    private static Object total(DeviceFrame frame, String column) {
        try (DataFrame row = frame.aggregate(sum(column).as("s"))) {
            return row.get("s").toList().getFirst();
        }
    }
}
