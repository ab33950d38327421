package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Scans of groups on a device, with kernels run on the CPU.
@ExtendWith(PoolCheck.class)
class EmulatedScansTest {
    private Gpu gpu;

    @BeforeEach
    void open() {
        gpu = EmulatedDevice.assumed().gpu();
    }

    @Test
    void scansGiveWhatTheCpuGives(MemoryPool pool) {
        ScanCases cases = new ScanCases(gpu, pool);
        RandomCases.run(200, 8, random -> cases.compare(random, 700));
    }

    /// Blocks with room for a few groups: rows are sorted by part in one pass or two, and lie in chunks of several
    /// tiles.
    @Test
    void runningValuesAreTheSameWhereBlocksHoldFewGroups(MemoryPool pool) {
        ScanCases cases =
                new ScanCases(EmulatedDevice.assumedSmall((10 << 10) + 64).gpu(), pool);
        RandomCases.run(100, 2, random -> cases.compareRunning(random, 5_000));
    }

    /// Several chunks at once, of one part or two, which mostly begin with a part: of the others, words of validity are
    /// shared, and sums go on.
    @Test
    void runningValuesAreTheSameInChunksOfWholeParts(MemoryPool pool) {
        ScanCases cases = new ScanCases(EmulatedDevice.assumedSmall(9, 22_600).gpu(), pool);
        RandomCases.run(
                60,
                4,
                random -> cases.ofManyGroups(random, 1_040 + random.nextInt(110), 38_000 + random.nextInt(9_000)));
    }

    /// One table a block, of so many slots that bits tell rows of a warp apart; of many, a multiprocessor has one
    /// block.
    @Test
    void runningValuesAreTheSameWhereRowsOfAWarpMeet(MemoryPool pool) {
        ScanCases cases = new ScanCases(EmulatedDevice.assumedSmall(2, 40_000).gpu(), pool);
        RandomCases.run(60, 6, random -> cases.ofManyGroups(random, 550 + random.nextInt(900), 9_000));
    }

    @Test
    void whatStaysOnTheCpuSaysWhyAndGivesTheSame(MemoryPool pool) {
        new ScanCases(gpu, pool).ofTheCpu();
    }

    @Test
    void framesMayEndFarFromTheirRow(MemoryPool pool) {
        new ScanCases(gpu, pool).ofFarFrames();
    }

    @Test
    void scansMayReadNoColumn(MemoryPool pool) {
        new ScanCases(gpu, pool).ofNoColumns();
    }

    @Test
    void noRowMayBeInAGroup(MemoryPool pool) {
        new ScanCases(gpu, pool).ofNoGroups();
    }

    @Test
    void nothingIsLeftOfScansWithoutAResult(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        GroupScan scan = new GroupScan.Replaced("s", col("l").plus(1L), max("l"));
        try (Table host = Table.of("k", new int[] {1, 1}, "l", new long[] {Long.MAX_VALUE, 1});
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(host)) {
            assertThatThrownBy(() -> table.groupBy("k").scan(context, stream, scan))
                    .isInstanceOf(ArithmeticException.class);
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        }
    }

    /// Scans of several walks, of which the first has its results when a sum of the second does not fit.
    @Test
    void nothingIsLeftOfWalksBeforeASumThatDoesNotFit(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        GroupScan[] scans = {
            GroupScan.backwardFill("l").as("next"),
            GroupScan.scan(max("l")).as("most"),
            GroupScan.scan(sum("l")).as("sum"),
            GroupScan.cumulativeCount().as("rows")
        };
        try (Table host = Table.of("k", new int[] {1, 1}, "l", new long[] {Long.MAX_VALUE, 1});
                GpuStream stream = gpu.openStream();
                GpuTable table = gpu.load(host)) {
            assertThatThrownBy(() -> table.groupBy("k").scan(context, stream, scans))
                    .isInstanceOf(ArithmeticException.class);
            assertThat(pool.usedBytes(Tier.DEVICE)).isZero();
        }
    }
}
