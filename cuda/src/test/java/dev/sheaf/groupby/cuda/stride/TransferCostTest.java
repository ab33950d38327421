package dev.sheaf.groupby.cuda.stride;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Driver;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.device.DeviceProfile;
import dev.sheaf.groupby.cuda.device.DeviceProfiles;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.stride.TransferCost.Seen;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.SourceStats;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Estimates of the GPU, and where their rates come from.
@ExtendWith(PoolCheck.class)
class TransferCostTest {
    private static final DeviceProfile RATES = new DeviceProfile(50e9, 5e9, 3e12, 10e-6, "made up");

    @TempDir
    private Path folder;

    private static GeneralPlan plan(Expr aggregate) {
        GroupByRequest request = new GroupByRequest(
                Schema.of(new Field("k", DataType.INT32), new Field("v", DataType.INT32)),
                Optional.empty(),
                List.of(col("k")),
                List.of(aggregate),
                GroupByOptions.DEFAULT);
        return ((GeneralPlanner.Result.Planned) GeneralPlanner.plan(request)).plan();
    }

    private static double seconds(Expr aggregate, long rows, int threads, boolean compiled) {
        return seconds(aggregate, rows, threads, compiled ? Seen.SUCH_A_PLAN : Seen.OTHER_PLANS);
    }

    private static double seconds(Expr aggregate, long rows, int threads, Seen seen) {
        return TransferCost.of(plan(aggregate), SourceStats.ofRows(rows), RATES, threads, seen)
                .seconds();
    }

    @Test
    void groupsTakeTheirTimeToTheHost() {
        SourceStats rows = SourceStats.ofRows(10_000_000);
        TransferCost few = TransferCost.of(plan(count().as("n")), rows, RATES, 16, Seen.SUCH_A_PLAN);
        TransferCost many = TransferCost.of(
                plan(count().as("n")),
                rows.with((_, _) -> Optional.of(new SourceStats.Look(1, OptionalLong.of(5_000_000)))),
                RATES,
                16,
                Seen.SUCH_A_PLAN);

        assertThat(many.seconds() - few.seconds()).isBetween(60e6 / RATES.linkBytes(), 600e6 / RATES.linkBytes());
        assertThat(many.text()).contains("groups to the host");
    }

    @Test
    void oneThreadCopiesAtItsOwnSpeedAndManyAtAShareOfTheLink() {
        assertThat(seconds(count().as("n"), 1_000_000_000, 1, true)).isCloseTo(0.8, within(0.02));
        assertThat(seconds(count().as("n"), 1_000_000_000, 16, true)).isCloseTo(4 / 22.5, within(0.02));
    }

    @Test
    void aFirstQueryPaysForTheKernelsOfItsExpressions() {
        double warm = seconds(sum("v").as("s"), 1_000_000, 8, true);

        assertThat(seconds(sum("v").as("s"), 1_000_000, 8, false)).isLessThan(warm + 0.001);
        assertThat(seconds(sum(col("v").plus(1)).as("s"), 1_000_000, 8, false)).isGreaterThan(warm + 0.1);
    }

    @Test
    void theFirstQueryOfAProcessStartsTheDevice() {
        double second = seconds(sum("v").as("s"), 20_000_000, 16, Seen.OTHER_PLANS);

        assertThat(seconds(sum("v").as("s"), 20_000_000, 16, Seen.NOTHING)).isCloseTo(second + 0.25, within(1e-9));
    }

    @Test
    void firstQueriesAndProductsPayForTheGeneralStrategy() {
        double sum = seconds(sum("v").as("s"), 100_000_000, 8, true);
        assertThat(seconds(sum(col("v").plus(1)).as("s"), 100_000_000, 8, true)).isEqualTo(sum);
        assertThat(seconds(sum("v").as("s"), 100_000_000, 8, false)).isGreaterThan(sum + 0.005);
        assertThat(seconds(product("v").as("p"), 100_000_000, 8, true)).isGreaterThan(sum + 0.005);
    }

    @Test
    void theTextHasTheNumbers() {
        TransferCost cost =
                TransferCost.of(plan(count().as("n")), SourceStats.ofRows(1_000_000_000), RATES, 16, Seen.OTHER_PLANS);

        assertThat(cost.text())
                .startsWith("about 24")
                .contains("3.73 GiB to the device 177.8 ms", "kernels 64.0 ms by shipped ones", "rates are made up");
    }

    @Test
    void filesAreDecodedBeforeTheyGoUp() {
        SourceStats file = new SourceStats(OptionalLong.of(40_000_000), Map.of("k", ColumnStats.UNKNOWN));
        TransferCost cost = TransferCost.of(plan(count().as("n")), file, RATES, 16, Seen.SUCH_A_PLAN);

        assertThat(cost.seconds()).isGreaterThan(seconds(count().as("n"), 40_000_000, 16, true));
    }

    @Test
    void rowsOfUnknownNumberAreLeftToTheCpu() {
        TransferCost cost = TransferCost.of(plan(count().as("n")), SourceStats.UNKNOWN, RATES, 16, Seen.SUCH_A_PLAN);

        assertThat(cost.seconds()).isEqualTo(Double.MAX_VALUE);
        assertThat(cost.text()).contains("not known");
    }

    @Test
    void aDeviceIsMeasuredOnceAndItsRatesAreKept(MemoryPool pool) throws IOException {
        FakeCuda fake = new FakeCuda();
        try (Driver driver = fake.start()) {
            Device device = driver.device(0);
            DeviceProfiles profiles = new DeviceProfiles(folder.resolve("devices"));
            assertThat(profiles.of(device.info())).isEqualTo(DeviceProfile.CAUTIOUS);
            profiles.measureOnce(device);
            DeviceProfile measured = profiles.of(device.info());

            assertThat(measured.linkBytes()).isCloseTo((32 << 20) / 1.5e-3, within(1.0));
            assertThat(measured.stagedBytes()).isPositive();
            assertThat(new DeviceProfiles(folder.resolve("devices")).of(device.info()))
                    .isEqualTo(measured);
            assertThat(folder.resolve("devices")).isDirectoryContaining("glob:**.properties");
        }
        assertThat(fake.leftovers()).isEmpty();
        assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
    }

    @Test
    void aDamagedFileCountsAsNone() throws IOException {
        Path file = folder.resolve("GPU-1.properties");
        assertThat(DeviceProfile.read(file)).isEmpty();
        RATES.write(file);
        assertThat(DeviceProfile.read(file)).map(DeviceProfile::memoryBytes).contains(3e12);
        Files.writeString(file, "link.bytes=-1\nstaged.bytes=NaN\n");
        assertThat(DeviceProfile.read(file)).isEmpty();
    }
}
