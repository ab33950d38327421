package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.math.BigInteger;
import java.util.Optional;

/// Chooses a strategy from numbers alone: rows, words, groups, bytes of an entry, the device. Each strategy has a
/// planner of its own for its sizes.
public record Planner(
        BlockPlanner blocks,
        HashPlanner hashes,
        CountPlanner counts,
        PartitionPlanner partitions,
        ClusterPlanner clusters) {
    /// More passes over the rows with hash tables cost more than partitions.
    private static final int MAX_HASH_PASSES = 3;

    /// The same of 64-bit words: 32,000 of them took 9.9 ms in three passes, and 44,000 take 4.2 in partitions.
    private static final int MAX_WIDE_HASH_PASSES = 2;

    /// A group with this share of the rows would keep one block busy while the others wait, were it one
    /// partition's.
    private static final double HOT = 1.0 / 256;

    /// Rows of keys that no block has a place for go to device memory one by one, which takes 0.2 ns each (43
    /// ms for 215 of 335 million rows on an H200); partitions take 4 ms more than a scan of these, and for the
    /// rows of the most frequent key, which one block adds up, 1 ns each. In shares of the rows that is so
    /// many.
    private static final double RARE = 0.06;

    private static final double RARE_FOR_HOT = 5;

    /// See [#withSkew].
    private static final long MOST_SKEWED = 8_000_000;

    /// A sample sees all of so many groups.
    private static final long FEW_GROUPS = 1_000;

    /// Most bits of a word for which a table has a place for each word.
    private static final int DIRECT_LIMIT_BITS = 31;

    /// Direct tables may be this many times larger than the groups.
    private static final int DIRECT_SPARSITY = 16;

    private Planner(PlanSizes sizes) {
        this(
                new BlockPlanner(sizes),
                new HashPlanner(sizes),
                new CountPlanner(sizes.device()),
                new PartitionPlanner(sizes),
                new ClusterPlanner(sizes));
    }

    /// A planner for these sizes; [PlanSizes] explains them.
    public Planner(DeviceInfo device, int sharedBytes, int sharedPerBlock, int leastPartitions) {
        this(new PlanSizes(device, sharedBytes, sharedPerBlock, leastPartitions));
    }

    /// A planner with the sizes that were best on Hopper.
    public static Planner of(DeviceInfo device) {
        return new Planner(PlanSizes.of(device));
    }

    /// The plan for `rows` rows with about `groups` groups, of which the most frequent one has `hottest` of all
    /// rows.
    ///
    /// @param seen how many different keys the sample has seen
    /// @param rare which share of the rows have keys that the sample has hardly seen
    public Plan plan(ScanShape shape, long rows, long groups, double hottest, long seen, double rare) {
        Plan plan = plan(shape, rows, groups);
        if (plan instanceof Plan.Block block && block.isSummed() && !blocks.isEven(rows, hottest)) {
            return block(shape, block.words(), false);
        }
        boolean isFine = plan instanceof Plan.Block || (plan instanceof Plan.Hash && areFew(groups));
        return isFine || !isHot(hottest) || rare > RARE + RARE_FOR_HOT * hottest
                ? plan
                : hashes.hot(shape, groups, seen).map(Plan.class::cast).orElse(plan);
    }

    /// How many groups tables are made for. Of skewed keys a sample expects too few: of 7 million by Zipf 1.0 a
    /// 24th. Tables for more are smaller tables, which cost little as long as one step makes the partitions.
    /// Those for fewer are filled again and again from the same rows.
    public static long withSkew(KeyFindings findings) {
        return Math.max(findings.groups(), Math.min(findings.mostGroups(), MOST_SKEWED));
    }

    /// Whether the most frequent group has so many of the rows that tables are made for the frequent ones.
    public static boolean isHot(double hottest) {
        return hottest > HOT;
    }

    /// A plan as it is for keys of which the most frequent one has `hottest` of all rows: a partition that would keep
    /// one block busy while the others wait is taken in pieces. Not where no groups are wanted.
    public Plan forSkew(ScanShape shape, Plan plan, double hottest, long rows) {
        return plan instanceof Plan.Partition partition && partition.hasRest() && isHot(hottest) && !shape.isForFirsts()
                ? partitions.inPieces(partition, rows)
                : plan;
    }

    /// Whether so few different keys of a sample may be compared with that of each row, however wide words are.
    public static boolean areListed(long different) {
        return different <= BlockPlanner.MAX_LISTED;
    }

    /// Whether a sample sees all of so many groups.
    public static boolean areFew(long groups) {
        return groups <= FEW_GROUPS;
    }

    /// The plan for `rows` rows with about `groups` groups, none much more frequent than others.
    public Plan plan(ScanShape shape, long rows, long groups) {
        BigInteger words = shape.layout().words();
        if (words.bitLength() < DIRECT_LIMIT_BITS) {
            long slots = words.longValue();
            if (blocks.fitsPasses(shape, slots)) {
                return block(shape, (int) slots);
            }
            if (slots <= DIRECT_SPARSITY * groups && partitions.hasDirect(shape, slots)) {
                return direct(shape, slots, rows);
            }
        }
        if (groups >= HashPlanner.HOT_GROUPS) {
            return hashed(shape, rows, groups);
        }
        return hash(shape, groups)
                .filter(plan -> plan.passes() <= mostHashPasses(shape))
                .map(Plan.class::cast)
                .orElseGet(() -> hashed(shape, rows, groups));
    }

    /// A pass over sums and extremes of 128 bits took 1.6 to 2 ms of 100 million rows in 5,000 scattered groups, which
    /// is what partitions take in all.
    private static int mostHashPasses(ScanShape shape) {
        if (shape.hasLimbs()) {
            return 1;
        }
        return shape.layout().wordType() == CudaType.U32 ? MAX_HASH_PASSES : MAX_WIDE_HASH_PASSES;
    }

    /// Partitions, whatever else could be done.
    public Plan.Partition partition(ScanShape shape, long rows, long groups) {
        BigInteger words = shape.layout().words();
        boolean isDense = words.bitLength() < DIRECT_LIMIT_BITS
                && words.longValue() <= DIRECT_SPARSITY * groups
                && partitions.hasDirect(shape, words.longValue());
        return isDense ? direct(shape, words.longValue(), rows) : hashed(shape, rows, groups);
    }

    /// Groups in registers, if the sample has seen few different keys and floats are summed.
    public Optional<Plan.Block> registers(ScanShape shape, long different) {
        return blocks.registers(shape, different);
    }

    public Plan.Block block(ScanShape shape, int words) {
        return blocks.block(shape, words, true);
    }

    /// @param isEven whether no count of a block is likely to pass 16 bits
    public Plan.Block block(ScanShape shape, int words, boolean isEven) {
        return blocks.block(shape, words, isEven);
    }

    /// Tables of blocks that hold all groups, or the most frequent ones; none for words of more than 64 bits.
    public Optional<Plan.Hash> hash(ScanShape shape, long groups) {
        return hashes.hash(shape, groups);
    }

    /// Tables of blocks that hold all groups, for counts alone of words of 32 bits.
    public Optional<Plan.Counts> counts(ScanShape shape, long rows, long groups, double hottest) {
        return counts.plan(shape, rows, groups, hottest);
    }

    /// Partitions in which a word is its place.
    public Plan.Partition direct(ScanShape shape, long words, long rows) {
        return partitions.direct(shape, words, rows);
    }

    /// Partitions in which keys are hashed.
    public Plan.Partition hashed(ScanShape shape, long rows, long groups) {
        return partitions.hashed(shape, groups);
    }

    /// Whether so few groups may have functions of their members: each is a partition.
    public static boolean mayHaveMembers(long groups) {
        return groups <= PartitionPlanner.MOST_OF_MEMBERS;
    }

    /// The plan for functions of the members of a group, if there are few enough words for a partition each.
    public Optional<Plan.Partition> members(ScanShape shape) {
        return partitions.members(shape);
    }

    /// Partial groups of rows that lie together, if runs of one key have many rows on average.
    public Optional<Plan.Clustered> clustered(KeyFindings findings) {
        return clusters.clustered(findings);
    }

    /// A plan for clustered keys with room for `runs` runs.
    public Plan.Clustered clustered(long runs, long rows) {
        return clusters.clustered(runs, rows);
    }

    /// The shape that a plan wants: hashed words are scrambled anyway, so they may as well be easy to take apart.
    public static ScanShape shapeFor(ScanShape shape, Plan plan) {
        return plan instanceof Plan.Partition partition && !partition.isDirect()
                ? shape.with(shape.layout().shifted())
                : shape;
    }
}
