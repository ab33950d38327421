package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.query.Settings;

/// The constants of the CPU's group-by, each with a setting that changes it.
///
/// For users, how much memory groups may take before they go to disk:
/// - `cpu.spill.percent` (40): percent of the free memory,
/// - `cpu.spill.bytes` (0): the same in bytes, if not 0.
///
/// Test hooks, which force rare paths and may change in any release. How keys are looked up:
/// - `cpu.grouper` (`auto`): a key class, `direct`, `packed64`, `packed128`, `rows` or `string`,
/// - `cpu.chunk.rows` (2048): rows of a chunk, whose ids and values stay in the first-level cache,
/// - `cpu.table.initialSlots` (1024): slots that a hash table begins with,
/// - `cpu.index.maxBits` (20): the widest key that indexes a table directly,
/// - `cpu.numberedTexts` (2^13): texts of a key that are numbered in a hash table; where there are more, groups are
///   found by hashes of their texts,
/// - `cpu.textIndex.maxBits` (24): the most bits in which text may differ to be looked up by them; 0 for never.
///
/// How states are kept:
/// - `cpu.keptRows.max` (2^18): input rows kept open for groups' values before these are copied out,
/// - `cpu.distinct` (`auto`): `sets` keeps a set of values a group even where values could be counted as keys, `pairs`
///   counts them as keys wherever it can.
///
/// What happens to many groups:
/// - `cpu.table.checkFromGroups` (2^17): groups from which on a worker's table must pay to stay whole,
/// - `cpu.textTable.checkFromGroups` (2^19): the same of a table of long text,
/// - `cpu.table.mostGroups` (2^31 - 1): groups of which no table may have more; wide states allow fewer,
/// - `cpu.block.rows` (2^16): rows that are partitioned at a time before they are grouped; 0 for never,
/// - `cpu.rowPartitions` (256): partitions of such rows and of groups in memory, a power of two,
/// - `cpu.partitions` (64): partitions of groups on disk, a power of two,
/// - `cpu.merge.partitionFromGroups` (2^21): groups to be merged, times threads, from which on they are partitioned.
public record CpuSettings(
        KeyClass grouper,
        Distinct distinct,
        int chunkRows,
        long initialSlots,
        int indexMaxBits,
        int textIndexMaxBits,
        int numberedTexts,
        int checkFromGroups,
        int checkTextsFromGroups,
        int tableGroups,
        int partitions,
        int blockRows,
        int rowPartitions,
        long partitionFromGroups,
        long keptRowsMax,
        long spillBytes,
        double spillShare) {

    // Settings at which the strategy changes.
    public static final String INDEX_MAX_BITS = "cpu.index.maxBits";
    public static final String CHECK_FROM_GROUPS = "cpu.table.checkFromGroups";
    public static final String PARTITION_FROM_GROUPS = "cpu.merge.partitionFromGroups";

    /// An index of so many bits fits the first-level cache.
    private static final int SMALL_INDEX_BITS = 12;

    /// An index of so many bits is not much beside an input of unknown size.
    private static final int UNKNOWN_INDEX_BITS = 20;

    private static final int EIGHT_SLOTS_LOG = 3;

    /// A place for two rows: filling more of them with zeros costs more than hashing the rows.
    private static final int TEXT_PLACES_LOG = -1;

    private static final int APPENDED_SHIFT = 3;

    /// Four bytes a slot, eight times.
    private static final int INDEX_ENTRY_SHIFT = 5;

    /// The key classes that can be forced.
    public enum KeyClass {
        AUTO,
        DIRECT,
        PACKED64,
        PACKED128,
        ROWS,
        STRING
    }

    /// How distinct values are counted.
    public enum Distinct {
        AUTO,
        SETS,
        PAIRS
    }

    public static CpuSettings of(Settings settings) {
        return new CpuSettings(
                keyClass(settings.get("cpu.grouper").orElse("auto")),
                distinct(settings.get("cpu.distinct").orElse("auto")),
                settings.getPositive("cpu.chunk.rows", 2048),
                settings.getLong("cpu.table.initialSlots", 1024),
                settings.getInt(INDEX_MAX_BITS, 20),
                settings.getInt("cpu.textIndex.maxBits", 24),
                settings.getInt("cpu.numberedTexts", 1 << 13),
                settings.getInt(CHECK_FROM_GROUPS, 1 << 17),
                settings.getInt("cpu.textTable.checkFromGroups", 1 << 19),
                settings.getPositive("cpu.table.mostGroups", Integer.MAX_VALUE),
                Integer.highestOneBit(Math.max(1, settings.getInt("cpu.partitions", 64))),
                settings.getInt("cpu.block.rows", 1 << 16),
                Integer.highestOneBit(Math.max(1, settings.getInt("cpu.rowPartitions", 256))),
                Math.max(1, settings.getLong(PARTITION_FROM_GROUPS, 1 << 21)),
                settings.getLong("cpu.keptRows.max", 1 << 18),
                settings.getLong("cpu.spill.bytes", 0),
                settings.getInt("cpu.spill.percent", 40) / 100.0);
    }

    /// The same for an input of at most so many rows: tables that are indexed directly have at most eight slots a
    /// row, and an index of texts a place for two rows, unless they are small anyhow.
    public CpuSettings forRows(long rows) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(rows);
        int places = rows == Long.MAX_VALUE ? UNKNOWN_INDEX_BITS : bits - 1 + TEXT_PLACES_LOG;
        return indexed(
                Math.min(indexMaxBits, Math.max(SMALL_INDEX_BITS, bits + EIGHT_SLOTS_LOG)),
                Math.min(textIndexMaxBits, Math.max(SMALL_INDEX_BITS, places)));
    }

    /// The same for a worker whose groups may take so many bytes: an index takes an eighth of them at most.
    public CpuSettings within(long bytes) {
        int most = Math.max(SMALL_INDEX_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes >> INDEX_ENTRY_SHIFT));
        return indexed(Math.min(indexMaxBits, most), Math.min(textIndexMaxBits, most));
    }

    /// The same for tables of a partition each: only an index that is small is worth being filled for one.
    public CpuSettings forPartition() {
        return indexed(Math.min(indexMaxBits, SMALL_INDEX_BITS), textIndexMaxBits);
    }

    private CpuSettings indexed(int indexBits, int textIndexBits) {
        return new CpuSettings(
                grouper,
                distinct,
                chunkRows,
                initialSlots,
                indexBits,
                textIndexBits,
                numberedTexts,
                checkFromGroups,
                checkTextsFromGroups,
                tableGroups,
                partitions,
                blockRows,
                rowPartitions,
                partitionFromGroups,
                keptRowsMax,
                spillBytes,
                spillShare);
    }

    /// From so many result rows on they are put together while they are made; fewer are done sooner when all
    /// are there.
    public long appendFromRows() {
        return partitionFromGroups >> APPENDED_SHIFT;
    }

    private static Distinct distinct(String name) {
        for (Distinct known : Distinct.values()) {
            if (known.name().equalsIgnoreCase(name)) {
                return known;
            }
        }
        throw new IllegalArgumentException(
                "setting cpu.distinct does not know \"" + name + "\"; known are auto, sets and pairs");
    }

    private static KeyClass keyClass(String name) {
        for (KeyClass known : KeyClass.values()) {
            if (known.name().equalsIgnoreCase(name)) {
                return known;
            }
        }
        throw new IllegalArgumentException("setting cpu.grouper does not know \"" + name
                + "\"; known are auto, direct, packed64, packed128, rows and string");
    }
}
