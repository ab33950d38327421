package dev.sheaf.groupby.cuda.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.GroupByKernelMatrix;
import dev.sheaf.groupby.cuda.device.Division;
import dev.sheaf.groupby.cuda.fast.BlockGroups;
import dev.sheaf.groupby.cuda.fast.CountKeys;
import dev.sheaf.groupby.cuda.fast.HashGroups;
import dev.sheaf.groupby.cuda.fast.PartitionGroups;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.ScanArgument;
import dev.sheaf.groupby.cuda.scan.ScanCell;
import dev.sheaf.groupby.cuda.scan.ScanResult;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private final Planner planner = Planner.of(GroupByKernelMatrix.HOPPER);

    private static ScanShape counts(long words) {
        KeyPart key = new KeyPart.Numbers(0, CudaType.I32, false, false, 0, BigInteger.valueOf(words));
        return new ScanShape(
                new KeyLayout(List.of(key)),
                List.of(0),
                List.of(),
                List.of(new ScanCell(ScanCell.Operation.COUNT, -1)),
                List.of(new ScanResult(DeviceAggregate.Function.COUNT_ROWS, 0, 0)));
    }

    private Plan planFor(long words, long groups) {
        return planner.plan(counts(words), 300_000_000, groups);
    }

    private static ScanShape counts(CudaType first, BigInteger of, long second) {
        KeyPart one = new KeyPart.Numbers(0, first, false, false, 0, of);
        KeyPart other = new KeyPart.Numbers(1, CudaType.I32, false, false, 0, BigInteger.valueOf(second));
        return new ScanShape(
                new KeyLayout(List.of(one, other)),
                List.of(0, 1),
                List.of(),
                List.of(new ScanCell(ScanCell.Operation.COUNT, -1)),
                List.of(new ScanResult(DeviceAggregate.Function.COUNT_ROWS, 0, 0)));
    }

    private static final BigInteger ALL_LONGS =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.TWO);

    @Test
    void wordsTooWideForPartitionsHaveAPlan() {
        Plan plan = planner.plan(counts(CudaType.I64, ALL_LONGS, 4_000_000), 300_000_000, 50_000_000);

        assertThat(plan)
                .isInstanceOfSatisfying(
                        Plan.Partition.class,
                        partition -> assertThat(partition.isDirect()).isFalse());
    }

    /// Its bits are a 65th, which no word has.
    @Test
    void aKeyOfOneValueTakesNoMoreBitsThanTheWordHas() {
        Plan.Partition plan = planner.hashed(counts(CudaType.I64, ALL_LONGS, 1), 300_000_000, 50_000_000);

        assertThat(plan.wordBits()).isEqualTo(Long.SIZE);
    }

    private static final int ROWS = 100_000_000;

    /// What a sample finds of keys of which the one of rank `r` has a share of the rows as `1 / r^exponent`,
    /// each once for every of `others` keys that are equally frequent.
    private static KeyFindings sample(int ranks, double exponent, int others) {
        double[] below = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            below[rank] = (rank == 0 ? 0 : below[rank - 1]) + Math.pow(rank + 1, -exponent);
        }
        SplittableRandom random = new SplittableRandom(5);
        Map<Long, Integer> seen = new HashMap<>();
        for (int row = 0; row < KeySampler.SAMPLE; row++) {
            int found = Arrays.binarySearch(below, random.nextDouble() * below[ranks - 1]);
            long rank = found < 0 ? -found - 1 : found;
            seen.merge(rank * others + random.nextInt(others), 1, Integer::sum);
        }
        long once = seen.values().stream().filter(times -> times == 1).count();
        long twice = seen.values().stream().filter(times -> times == 2).count();
        int most = seen.values().stream().mapToInt(times -> times).max().orElseThrow();
        return new KeyFindings(KeySampler.SAMPLE, ROWS, false, new long[0], seen.size(), once, twice, most, 0, 0);
    }

    /// How many of them so many rows have.
    private static double groups(int ranks, double exponent, int others) {
        double all = 0;
        for (int rank = 1; rank <= ranks; rank++) {
            all += Math.pow(rank, -exponent);
        }
        double groups = 0;
        for (int rank = 1; rank <= ranks; rank++) {
            groups += others * -Math.expm1(-ROWS * Math.pow(rank, -exponent) / all / others);
        }
        return groups;
    }

    @Test
    void equallyFrequentKeysAreNotSkewed() {
        for (int keys : new int[] {3, 140, 10_000, 300_000, 5_000_000}) {
            KeyFindings findings = sample(keys, 0, 1);
            assertThat(findings.isSkewed()).as("%d keys", keys).isFalse();
            assertThat(Planner.withSkew(findings)).isEqualTo(findings.groups());
        }
    }

    /// Also where none of them has many rows, since other keys stand beside them.
    @Test
    void skewedKeysGetTablesForMoreGroups() {
        for (int others : new int[] {1, 140}) {
            for (double exponent : new double[] {0.8, 1.0, 1.2}) {
                KeyFindings findings = sample(300_000, exponent, others);
                double groups = groups(300_000, exponent, others);
                assertThat(findings.isSkewed()).as("%s, %d", exponent, others).isTrue();
                assertThat((double) findings.mostGroups())
                        .as("%s, %d", exponent, others)
                        .isGreaterThan(0.8 * groups);
                assertThat(Planner.withSkew(findings)).isBetween((long) Math.min(0.8 * groups, 8e6), 8_000_000L);
            }
        }
    }

    @Test
    void skewedKeysOfWhichAllAreSeenAreAsManyAsThose() {
        assertThat(Planner.withSkew(sample(100, 1.5, 1))).isLessThan(110);
        assertThat(Planner.withSkew(sample(3_000, 1.0, 1))).isLessThan(4_000);
    }

    @Test
    void strategiesFollowTheNumberOfWords() {
        assertThat(planFor(4, 4).describe()).isEqualTo("block tables of 4 slots, 32 copies");
        assertThat(planFor(100, 100).describe()).isEqualTo("block tables of 100 slots, 32 copies");
        assertThat(planFor(100_000, 100_000).describe()).isEqualTo("block tables of 100000 narrow slots, 1 copies");
        assertThat(planFor(10_000_000, 10_000_000)).isInstanceOfSatisfying(Plan.Partition.class, plan -> {
            assertThat(plan.isDirect()).isTrue();
            assertThat((long) plan.partitions() * plan.slots()).isGreaterThanOrEqualTo(10_000_000);
        });
    }

    /// A block counts the rows of each partition in its shared memory.
    @Test
    void moreDirectPartitionsThanABlockCountsAreHashed() {
        List<ScanCell> cells = new ArrayList<>(List.of(new ScanCell(ScanCell.Operation.COUNT, -1)));
        cells.addAll(Collections.nCopies(8, new ScanCell(ScanCell.Operation.SUM, 0)));
        ScanShape sums = new ScanShape(
                counts(1_000_000_000).layout(),
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.F64, false)),
                cells,
                List.of(new ScanResult(DeviceAggregate.Function.SUM, 1, 0)));

        assertThat(planner.plan(sums, 1_000_000_000, 1_000_000_000))
                .isInstanceOfSatisfying(
                        Plan.Partition.class,
                        plan -> assertThat(plan.partitions()).isLessThan(57_000));
    }

    @Test
    void fewGroupsAmongManyWordsAreHashed() {
        assertThat(planFor(1L << 31, 1000)).isInstanceOf(Plan.Hash.class);
        assertThat(planFor(1L << 31, 1_000_000))
                .isInstanceOfSatisfying(
                        Plan.Partition.class,
                        plan -> assertThat(plan.isDirect()).isFalse());
    }

    @Test
    void hotGroupsAreHashedInEveryBlock() {
        for (long groups : new long[] {500, 100_000, 10_000_000}) {
            assertThat(planner.plan(counts(50_000_000), 300_000_000, groups, 0.3, 3_000, 0.05))
                    .isInstanceOf(Plan.Hash.class);
            assertThat(planner.plan(counts(50_000_000), 300_000_000, 10_000_000, 1e-4, 65_000, 0.9))
                    .isInstanceOf(Plan.Partition.class);
        }
    }

    @Test
    void aHotGroupAmongRareOnesIsLeftToItsPartition() {
        assertThat(planner.plan(counts(50_000_000), 300_000_000, 1_000_000, 0.012, 30_000, 0.6))
                .isInstanceOf(Plan.Partition.class);
        assertThat(planner.plan(counts(50_000_000), 300_000_000, 1_000_000, 0.2, 10_000, 0.2))
                .isInstanceOf(Plan.Hash.class);
    }

    @Test
    void rowsThatFollowRowsOfTheirKeyAreClustered() {
        long rows = 1L << 28;
        assertThat(planner.clustered(pairs(rows, 16_384, 16_350)))
                .hasValueSatisfying(plan -> assertThat(plan.partials()).isBetween(rows / 1000, rows / 100));
        assertThat(planner.clustered(pairs(rows, 16_384, 12_000))).isEmpty();
        assertThat(planner.clustered(pairs(rows, 0, 0))).isEmpty();
        assertThat(planner.clustered(pairs(100_000, 16_384, 16_350))).isEmpty();
    }

    private static KeyFindings pairs(long rows, long pairs, long equal) {
        return new KeyFindings(65_536, rows, false, new long[0], 1_000, 0, 0, 90, pairs, equal);
    }

    @Test
    void moreKeysAreHashedInPairs() {
        assertThat(planner.hash(counts(1L << 31), 10_000))
                .hasValueSatisfying(plan -> assertThat(plan.bucket()).isEqualTo(1));
        assertThat(planner.hash(counts(1L << 31), 20_000)).hasValueSatisfying(plan -> {
            assertThat(plan.bucket()).isEqualTo(2);
            assertThat(plan.passes()).isEqualTo(1);
        });
    }

    @Test
    void everyPlanFitsTheSharedMemoryOfABlock() {
        for (long words = 1; words < 1L << 31; words = words * 5 / 4 + 1) {
            ScanShape shape = counts(words);
            for (long groups : new long[] {1, 1000, 1_000_000, 200_000_000}) {
                switch (planner.plan(shape, 300_000_000, Math.min(groups, words))) {
                    case Plan.Block plan ->
                        assertThat(BlockGroups.sharedBytes(shape, plan)).isLessThan(227 << 10);
                    case Plan.Counts plan ->
                        assertThat(CountKeys.sharedBytes(plan)).isLessThan(227 << 10);
                    case Plan.Clustered plan -> assertThat(plan.partials()).isPositive();
                    case Plan.Single plan -> fail(plan.describe() + " is for numbers of rows alone");
                    case Plan.Hash plan ->
                        assertThat(HashGroups.sharedBytes(shape, plan)).isLessThan(227 << 10);
                    case Plan.Partition plan -> {
                        assertThat(PartitionGroups.tableBytes(shape, plan)).isLessThan(227 << 10);
                        assertThat(SharedBytes.moving(shape, plan)).isLessThan(227 << 10);
                        assertThat(plan.partitions()).isLessThan(1 << 16);
                    }
                }
            }
        }
    }

    @Test
    void divisionByAProductAndAShiftIsExact() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 100_000; i++) {
            long divisor = 2 + (random.nextLong(1L << 31) >>> random.nextInt(31));
            long number = random.nextLong(1L << 31) >>> random.nextInt(31);
            Division division = Division.by(divisor);
            long quotient = ((number * Integer.toUnsignedLong(division.magic())) >>> 32) >>> division.shift();
            assertThat(quotient).as("%d / %d", number, divisor).isEqualTo(number / divisor);
        }
    }

    @Test
    void groupsAreEstimatedFromWhatWasSeenOnceAndTwice() {
        long[] none = new long[0];
        assertThat(new KeyFindings(50, 50, true, none, 7, 3, 1, 9, 0, 0).groups())
                .isEqualTo(7);
        assertThat(new KeyFindings(65_536, 1L << 30, false, none, 100, 0, 0, 700, 0, 0).groups())
                .isBetween(100L, 102L);
        assertThat(new KeyFindings(65_536, 1L << 30, false, none, 65_536, 65_536, 0, 1, 0, 0).groups())
                .isEqualTo(1L << 30);
        assertThat(new KeyFindings(65_536, 1L << 30, false, none, 63_438, 61_400, 1_980, 4, 0, 0).groups())
                .isBetween(900_000L, 1_400_000L);
        assertThat(new KeyFindings(65_536, 100_000_000, false, none, 65_528, 65_520, 8, 2, 0, 0).areMostlySingle())
                .isTrue();
        assertThat(new KeyFindings(65_536, 100_000_000, false, none, 65_527, 65_518, 9, 2, 0, 0).areMostlySingle())
                .isFalse();
    }
}
