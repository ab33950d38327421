package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.DenseGroups.Result;
import dev.sheaf.groupby.cuda.DenseGroups.Shape;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@OnGpu
@ExtendWith(PoolCheck.class)
class DenseGroupsOnGpuTest {
    private static final List<DataType> KEYS = List.of(
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT32,
            DataType.DATE);
    private static final int[] GROUPS = {1, 2, 31, 32, 33, 100};

    @Test
    void countsAndSumsOfASmallTable(Gpu gpu, MemoryPool pool) {
        Sample sample = Tables.of("k:int32", "v:int64")
                .row(7, 1L)
                .row(9, 2L)
                .row(null, 4L)
                .row(7, -(1L << 33))
                .row(10, 16L)
                .row(9, null)
                .row(null, 32L)
                .sample();

        assertThat(group(sample, new Shape(7, 3, true), true, gpu, pool))
                .isEqualTo(new Groups(List.of(2L, 0L, 1L, 2L), List.of(1.0 - (1L << 33), 0.0, 2.0, 36.0), 1));
        assertThat(group(sample, new Shape(7, 4, false), false, gpu, pool))
                .isEqualTo(new Groups(List.of(2L, 0L, 2L, 1L), List.of(), 0));
    }

    @Test
    void randomTablesComeToWhatTheHostFinds(Gpu gpu, MemoryPool pool) {
        RandomCases.run(100, random -> {
            DataType key = KEYS.get(random.nextInt(KEYS.size()));
            List<DataType> values = HostValues.types().stream()
                    .filter(type -> CudaType.of(type).byteWidth() <= 8)
                    .toList();
            DataType value = values.get(random.nextInt(values.size()));
            int rows = random.nextInt(3) == 0 ? random.nextInt(20_000) : random.nextInt(200);
            Shape shape = new Shape(random.nextInt(20), GROUPS[random.nextInt(GROUPS.length)], random.nextBoolean());
            boolean sums = random.nextBoolean();
            try (FixedColumn keys = keys(key, shape, rows, random, pool);
                    FixedColumn summed = HostValues.random(value, rows, random, pool)) {
                Groups found = group(keys, sums ? summed : null, shape, gpu, pool);
                assertSame(expected(keys, sums ? summed : null, shape), found);
            }
        });
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    void asManyGroupsAsABlockHoldsAndNotOneMore(Gpu gpu, MemoryPool pool) {
        int most = DenseGroups.maxSlots(gpu.device().info(), true);
        try (FixedColumn keys = keys(DataType.INT32, new Shape(0, most, false), 30_000, new SplittableRandom(1), pool);
                FixedColumn values = HostValues.random(DataType.INT32, 30_000, new SplittableRandom(2), pool)) {
            Shape shape = new Shape(0, most, false);
            assertSame(expected(keys, values, shape), group(keys, values, shape, gpu, pool));
            assertThatThrownBy(() -> group(keys, values, new Shape(0, most + 1, false), gpu, pool))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("groups do not fit");
        }
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
    }

    private record Groups(List<Long> counts, List<Double> sums, long outside) {}

    /// What is expected, and for each group the sum of the magnitudes, to which errors of rounding are
    /// proportional.
    private record Expected(Groups groups, double[] magnitudes) {}

    /// Keys of which about one in forty is outside the shape.
    private static FixedColumn keys(DataType type, Shape shape, int rows, SplittableRandom random, MemoryPool pool) {
        boolean nulls = random.nextBoolean();
        List<Object> keys = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            long key = shape.leastKey() + random.nextInt(shape.groups()) + random.nextInt(40) / 39;
            keys.add(nulls && random.nextInt(5) == 0 ? null : boxed(type, key));
        }
        Schema schema = Schema.of(new Field("k", type, true));
        try (Table table = new Sample(schema, List.of(keys), List.of(false), random.nextInt(10)).build(pool)) {
            return (FixedColumn) table.column(0).retain();
        }
    }

    private static Object boxed(DataType type, long key) {
        return switch (CudaType.of(type)) {
            case I8 -> (byte) key;
            case I16, U8 -> (short) key;
            case U32, I64 -> key;
            default -> type.equals(DataType.DATE) ? java.time.LocalDate.ofEpochDay(key) : (Object) (int) key;
        };
    }

    private static Expected expected(FixedColumn keys, FixedColumn values, Shape shape) {
        long[] counts = new long[shape.slots()];
        long[] sums = new long[shape.slots()];
        double[] floatSums = new double[shape.slots()];
        double[] magnitudes = new double[shape.slots()];
        boolean floating = values != null && CudaType.of(values.type()).isFloating();
        long outside = 0;
        for (int row = 0; row < keys.length(); row++) {
            if ((values != null && values.isNull(row)) || (keys.isNull(row) && !shape.keepsNullKeys())) {
                continue;
            }
            long slot = keys.isNull(row)
                    ? shape.groups()
                    : HostValues.whole(keys, row).longValue() - shape.leastKey();
            if (!keys.isNull(row) && (slot < 0 || slot >= shape.groups())) {
                outside++;
                continue;
            }
            counts[(int) slot]++;
            if (floating) {
                floatSums[(int) slot] += HostValues.floating(values, row);
                magnitudes[(int) slot] += Math.abs(HostValues.floating(values, row));
            } else if (values != null) {
                sums[(int) slot] += HostValues.whole(values, row).longValue();
            }
        }
        double[] found = floating ? floatSums : toDoubles(sums);
        return new Expected(groups(counts, values == null ? null : found, outside), magnitudes);
    }

    private static Groups group(Sample sample, Shape shape, boolean sums, Gpu gpu, MemoryPool pool) {
        try (Table table = sample.build(pool)) {
            FixedColumn values = sums ? (FixedColumn) table.column("v") : null;
            return group((FixedColumn) table.column("k"), values, shape, gpu, pool);
        }
    }

    private static Groups group(FixedColumn keys, FixedColumn values, Shape shape, Gpu gpu, MemoryPool pool) {
        Device device = gpu.device();
        DenseGroups dense = new DenseGroups(gpu.kernels(), pool);
        return device.call(() -> {
            try (Stream stream = device.openStream();
                    DeviceColumn deviceKeys = DeviceColumn.upload(keys, pool, stream);
                    DeviceColumn deviceValues = values == null ? null : DeviceColumn.upload(values, pool, stream);
                    Result result = dense.group(deviceKeys, deviceValues, shape, stream)) {
                long[] counts = dense.download(result.counts(), stream);
                long outside = dense.download(result.outside(), stream)[0];
                if (values == null) {
                    return groups(counts, null, outside);
                }
                long[] sums = dense.download(result.sums(), stream);
                boolean floating = CudaType.of(values.type()).isFloating();
                return groups(counts, floating ? bitsToDoubles(sums) : toDoubles(sums), outside);
            }
        });
    }

    private static Groups groups(long[] counts, double[] sums, long outside) {
        return new Groups(
                java.util.Arrays.stream(counts).boxed().toList(),
                sums == null ? List.of() : java.util.Arrays.stream(sums).boxed().toList(),
                outside);
    }

    private static double[] toDoubles(long[] sums) {
        return java.util.Arrays.stream(sums).mapToDouble(sum -> sum).toArray();
    }

    private static double[] bitsToDoubles(long[] bits) {
        return java.util.Arrays.stream(bits)
                .mapToDouble(Double::longBitsToDouble)
                .toArray();
    }

    private static void assertSame(Expected expected, Groups found) {
        assertThat(found.counts()).isEqualTo(expected.groups().counts());
        assertThat(found.outside()).isEqualTo(expected.groups().outside());
        assertThat(found.sums()).hasSameSizeAs(expected.groups().sums());
        for (int i = 0; i < found.sums().size(); i++) {
            double magnitude = expected.magnitudes()[i];
            if (Double.isFinite(magnitude)) {
                assertThat(found.sums().get(i))
                        .isCloseTo(expected.groups().sums().get(i), within(1e-12 * magnitude));
            } // else it depends on the order whether finite values overflow
        }
    }
}
