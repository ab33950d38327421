package dev.sheaf.groupby.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.groupby.cuda.ColumnReduction.Summary;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@OnGpu
@ExtendWith(PoolCheck.class)
class ColumnReductionOnGpuTest {
    private static final int[] SIZES = {0, 1, 31, 32, 33, 4095, 4096, 4097, 70_000};

    @Test
    void randomColumnsComeToWhatTheHostFinds(Gpu gpu, MemoryPool pool) {
        RandomCases.run(60, random -> {
            for (DataType type : HostValues.types()) {
                int rows = random.nextBoolean() ? SIZES[random.nextInt(SIZES.length)] : random.nextInt(300);
                try (FixedColumn column = HostValues.random(type, rows, random, pool)) {
                    check(column, gpu, pool, random);
                }
            }
        });
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        assertThat(pool.usedBytes(Tier.PINNED)).isZero();
    }

    @Test
    @Tag("large")
    void everyBitOfALargeColumnCounts(Gpu gpu, MemoryPool pool) {
        try (FixedColumn column = HostValues.random(DataType.INT32, 5_000_001, new SplittableRandom(7), pool)) {
            check(column, gpu, pool, new SplittableRandom(8));
        }
    }

    @Test
    void theSameBitsComeOutEveryTime(Gpu gpu, MemoryPool pool) {
        try (FixedColumn column = HostValues.random(DataType.FLOAT64, 200_000, new SplittableRandom(3), pool)) {
            Summary first = reduce(column, 0, gpu, pool);
            for (int i = 0; i < 20; i++) {
                assertThat(reduce(column, 0, gpu, pool)).isEqualTo(first);
            }
        }
    }

    private static void check(FixedColumn whole, Gpu gpu, MemoryPool pool, SplittableRandom random) {
        int start = whole.length() < 2 ? 0 : random.nextInt(2) * random.nextInt((int) Math.min(whole.length(), 40));
        Summary found = reduce(whole, start, gpu, pool);
        try (FixedColumn column = whole.slice(start, whole.length() - start)) {
            List<Long> rows = HostValues.validRows(column);
            assertThat(found.count()).isEqualTo(rows.size());
            switch (found) {
                case Summary.Whole all
                when !rows.isEmpty() -> {
                    List<BigInteger> values = rows.stream()
                            .map(row -> HostValues.whole(column, row))
                            .toList();
                    assertThat(all.sum()).isEqualTo(values.stream().reduce(BigInteger.ZERO, BigInteger::add));
                    assertThat(all.least())
                            .isEqualTo(values.stream()
                                    .min(Comparator.naturalOrder())
                                    .orElseThrow());
                    assertThat(all.greatest())
                            .isEqualTo(values.stream()
                                    .max(Comparator.naturalOrder())
                                    .orElseThrow());
                }
                case Summary.Floating all
                when !rows.isEmpty() ->
                    checkFloating(
                            all,
                            rows.stream()
                                    .mapToDouble(row -> HostValues.floating(column, row))
                                    .toArray());
                case Summary.Whole all -> assertThat(all.sum()).isZero();
                case Summary.Floating all -> assertThat(all.sum()).isZero();
            }
        }
    }

    /// Double.compare has the order of the contract: -0.0 before 0.0, NaN last.
    private static void checkFloating(Summary.Floating all, double[] values) {
        double sum = 0;
        double magnitude = 1;
        double least = values[0];
        double greatest = values[0];
        for (double value : values) {
            sum += value;
            magnitude += Math.abs(value);
            least = Double.compare(value, least) < 0 ? value : least;
            greatest = Double.compare(value, greatest) > 0 ? value : greatest;
        }
        if (Double.isFinite(magnitude)) {
            assertThat(all.sum()).isCloseTo(sum, within(1e-12 * magnitude));
        } else if (!Double.isFinite(least) || !Double.isFinite(greatest)) {
            assertThat(all.sum()).isNotFinite();
        } // else it depends on the order whether finite values overflow
        assertThat(Double.compare(all.least(), least)).isZero();
        assertThat(Double.compare(all.greatest(), greatest)).isZero();
    }

    /// Reduces the rows from `start` on of a column that is on the device as a whole, so that they begin anywhere.
    private static Summary reduce(FixedColumn column, int start, Gpu gpu, MemoryPool pool) {
        Device device = gpu.device();
        return device.call(() -> {
            try (Stream stream = device.openStream();
                    DeviceColumn whole = DeviceColumn.upload(column, pool, stream);
                    DeviceColumn part = part(whole, start)) {
                return new ColumnReduction(gpu.kernels(), pool).reduce(part, stream);
            }
        });
    }

    private static DeviceColumn part(DeviceColumn column, int start) {
        long rows = column.length() - start;
        int width = column.cudaType().byteWidth();
        Buffer values = column.values().slice((long) start * width, rows * width);
        Buffer validity = column.validity() == null ? null : column.validity().retain();
        return new DeviceColumn(column.type(), rows, values, validity, column.firstBit() + start);
    }
}
