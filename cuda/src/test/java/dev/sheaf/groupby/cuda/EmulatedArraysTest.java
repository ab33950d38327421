package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.DeviceFrame;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.QueryContext;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Arrays of other libraries as columns, and columns as their arrays, on an emulated device.
class EmulatedArraysTest {
    private EmulatedDevice device;
    private Gpu gpu;

    @BeforeEach
    void open() {
        device = EmulatedDevice.assumed();
        gpu = device.gpu();
    }

    @Test
    void whatIsWrittenToAnAddressIsSeenByItsFrameAlone() {
        try (OtherLibrary library = library();
                DeviceFrame frame = frame(10L, 20L, null, 40L);
                DeviceFrame before = frame.select("v");
                ExposedArray exposed = frame.expose("v");
                DeviceFrame after = frame.select("v");
                DeviceFrame computed = frame.assign(col("v").plus(1).as("w"))) {
            assertThat(exposed.array().typestr()).isEqualTo("<i8");
            assertThat(exposed.array().shape()).containsExactly(4L);
            assertThat(library.bits(exposed.array().mask())).isEqualTo(0b1011);

            library.write(exposed.array(), 0, 7, 8);

            assertThat(values(frame)).containsExactly(7L, 8L, null, 40L);
            for (DeviceFrame other : List.of(before, after, computed)) {
                assertThat(values(other)).containsExactly(10L, 20L, null, 40L);
            }
            assertThat(frame.aggregate(sum("v").as("s")).get("s").toList()).containsExactly(55L);
        }
    }

    @Test
    void asSoonAsTheAddressIsGivenBackBytesAreSharedAgain() {
        try (DeviceFrame frame = frame(1L, 2L)) {
            long first;
            try (ExposedArray exposed = frame.expose("v")) {
                first = exposed.array().pointer();
                try (ExposedArray again = frame.expose("v")) {
                    assertThat(again.array()).isEqualTo(exposed.array());
                }
            }
            try (DeviceFrame shares = frame.select("v");
                    ExposedArray copied = shares.expose("v")) {
                assertThat(copied.array().pointer()).isNotEqualTo(first);
            }
        }
    }

    @Test
    void bytesWhoseAddressIsOutNeitherLeaveTheDeviceNorGoWithTheirFrame() {
        try (MemoryPool pool = MemoryPool.withLimits(1L << 30, Long.MAX_VALUE);
                OtherLibrary library = library()) {
            SpillManager store = SpillManager.attach(pool, SpillOptions.DEFAULT.deviceLimit(1));
            DeviceFrame frame = frame(pool, 1L, 2L, 3L);
            DeviceFrame other = frame(pool, 4L);
            assertThat(store.residentBytes(Tier.DEVICE)).isEqualTo(Long.BYTES);
            try (other;
                    ExposedArray exposed = frame.expose("v");
                    DeviceFrame third = frame(pool, 5L)) {
                assertThat(third.rowCount()).isOne();
                assertThat(store.residentBytes(Tier.DEVICE)).isEqualTo((3 + 1) * Long.BYTES);
                library.write(exposed.array(), 2, 30);
                assertThat(values(frame)).containsExactly(1L, 2L, 30L);
                frame.close();
                assertThat(library.read(exposed.array())).containsExactly(1, 2, 30);
            }
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        }
    }

    @Test
    void arraysOfOthersAreColumnsWithoutACopy() {
        AtomicInteger released = new AtomicInteger();
        try (OtherLibrary library = library()) {
            CudaArray keys = library.array(1, 2, 1, 2, 1);
            CudaArray values = library.array(10, 20, 30, 40, 50).withMask(library.bitmap(5, 0b01111));
            try (DeviceFrame frame =
                    DeviceFrame.borrow(gpu, arrays("k", keys, "v", values.after(1)), released::incrementAndGet)) {
                assertThat(values(frame)).containsExactly(10L, 20L, 30L, 40L, null);
                assertThat(sums(frame)).containsExactlyInAnyOrder(List.of(1L, 40L), List.of(2L, 60L));

                DeviceFrame copy = frame.select("v");
                library.write(values, 3, 100, 1_000);
                assertThat(sums(frame)).containsExactlyInAnyOrder(List.of(1L, 40L), List.of(2L, 120L));
                assertThat(values(copy)).containsExactly(10L, 20L, 30L, 40L, null);
                try (ExposedArray back = frame.expose("v")) {
                    assertThat(back.array().pointer()).isEqualTo(values.pointer());
                }
                assertThat(released).hasValue(0);
            }
            assertThat(released).hasValue(1);
        }
    }

    @Test
    void arraysThatAreNotAsColumnsAreRefusedWithoutARelease() {
        try (OtherLibrary library = library()) {
            CudaArray good = library.array(1, 2, 3);
            CudaArray bytes = CudaArray.of(good.pointer(), 3, "|b1");
            assertRefused("no multiple of 64", CudaArray.of(good.pointer() + 8, 2, "<i8"));
            assertRefused("no values of type \"|b1\"", bytes);
            assertRefused("no values of type \">i8\"", CudaArray.of(good.pointer(), 3, ">i8"));
            assertRefused("no values of type \"<f2\"", CudaArray.of(good.pointer(), 3, "<f2"));
            assertRefused("a mask is a bitmap", good.withMask(bytes));
            assertRefused("2 elements beside 3", good.withMask(library.bitmap(2, 3)));
            assertRefused("16 bytes apart", shaped(good, List.of(2L), List.of(16L)));
            assertRefused("the shape [3, 1]", shaped(good, List.of(3L, 1L), null));
            assertRefused("no memory of a GPU at 0x40", CudaArray.of(64, 3, "<i8"));
            device.fake().memoryOf(1);
            assertRefused("it lies on GPU 1, not on GPU 0", good);
        }
    }

    @Test
    void whatHasNoTypeStringIsNotHandedOut() {
        try (DeviceFrame frame =
                DataFrame.of("t", new String[] {"a"}, "b", new boolean[] {true}).toDevice(gpu)) {
            assertThatThrownBy(() -> frame.expose("t")).hasMessageContaining("arrays hold no values of type string");
            assertThatThrownBy(() -> frame.expose("b")).hasMessageContaining("arrays hold no values of type bool");
            assertThatThrownBy(() -> frame.expose("c")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void emptyColumnsGoOutAndIn() {
        try (DeviceFrame frame = frame(1L).filter(col("v").gt(1));
                ExposedArray exposed = frame.expose("v");
                DeviceFrame back = DeviceFrame.borrow(gpu, arrays("v", exposed.array()), () -> {})) {
            assertThat(exposed.array().pointer()).isZero();
            assertThat(back.rowCount()).isZero();
        }
    }

    /// Frames that are shared, exposed, written and closed in any order, beside copies of their values.
    @Test
    void noWriteIsSeenByAnotherFrame() {
        RandomCases.run(200, 10, random -> {
            try (OtherLibrary library = library()) {
                Program program = new Program(random, library);
                for (int step = 0; step < 30; step++) {
                    program.step();
                }
                program.close();
            }
        });
    }

    private final class Program {
        private final SplittableRandom random;
        private final OtherLibrary library;
        private final List<Model> models = new ArrayList<>();

        Program(SplittableRandom random, OtherLibrary library) {
            this.random = random;
            this.library = library;
            add(frame(1L, 2L, 3L), new long[] {1, 2, 3});
        }

        private static final class Model {
            final DeviceFrame frame;
            final long[] values;
            ExposedArray exposed;

            Model(DeviceFrame frame, long[] values) {
                this.frame = frame;
                this.values = values;
            }

            void close() {
                frame.close();
                endExposure();
            }

            void endExposure() {
                if (exposed != null) {
                    exposed.close();
                    exposed = null;
                }
            }
        }

        private void add(DeviceFrame frame, long[] values) {
            models.add(new Model(frame, values));
        }

        void step() {
            Model model = models.get(random.nextInt(models.size()));
            switch (random.nextInt(6)) {
                case 0 -> add(model.frame.select("v"), model.values.clone());
                case 1 -> add(model.frame.head(3), model.values.clone());
                case 2 -> model.exposed = model.exposed == null ? model.frame.expose("v") : model.exposed;
                case 3 -> write(model);
                case 4 -> model.endExposure();
                default -> {
                    if (models.size() > 1) {
                        models.remove(model);
                        model.close();
                    }
                }
            }
            for (Model each : models) {
                assertThat(values(each.frame))
                        .isEqualTo(Arrays.stream(each.values).boxed().toList());
            }
        }

        private void write(Model model) {
            if (model.exposed != null) {
                int at = random.nextInt(3);
                model.values[at] = random.nextInt();
                library.write(model.exposed.array(), at, model.values[at]);
            }
        }

        void close() {
            models.forEach(Model::close);
        }
    }

    private void assertRefused(String reason, CudaArray array) {
        assertThatThrownBy(() -> gpu.borrow(arrays("a", array), () -> {
                    throw new AssertionError("released");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("array \"a\"")
                .hasMessageContaining(reason);
    }

    private static CudaArray shaped(CudaArray array, List<Long> shape, List<Long> strides) {
        return new CudaArray(array.pointer(), false, shape, array.typestr(), strides, null, OptionalLong.empty());
    }

    private static LinkedHashMap<String, CudaArray> arrays(Object... namesAndArrays) {
        LinkedHashMap<String, CudaArray> arrays = new LinkedHashMap<>();
        for (int i = 0; i < namesAndArrays.length; i += 2) {
            arrays.put((String) namesAndArrays[i], (CudaArray) namesAndArrays[i + 1]);
        }
        return arrays;
    }

    private OtherLibrary library() {
        return new OtherLibrary(device.open().device(), 1 << 12);
    }

    private DeviceFrame frame(Long... values) {
        return DataFrame.of("v", values).toDevice(gpu);
    }

    private DeviceFrame frame(MemoryPool pool, Long... values) {
        FrameOptions options = FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().pool(pool).threads(1).build());
        return DataFrame.of("v", values).with(options).toDevice(gpu);
    }

    private static List<Object> values(DeviceFrame frame) {
        try (DataFrame host = frame.toHost()) {
            return new ArrayList<>(host.get("v").toList());
        }
    }

    private static List<List<Object>> sums(DeviceFrame frame) {
        try (DeviceFrame groups = frame.query(rows -> rows.groupBy("k").agg(sum("v").as("s")));
                DataFrame host = groups.toHost()) {
            List<Object> keys = new ArrayList<>(host.get("k").toList());
            List<Object> sums = new ArrayList<>(host.get("s").toList());
            return LongStream.range(0, keys.size())
                    .mapToObj(i -> List.of(keys.get((int) i), sums.get((int) i)))
                    .toList();
        }
    }
}
