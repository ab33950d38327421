package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.query.Settings;

/// The constants of the CPU's group-by, each with a setting that changes it.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `cpu.grouper` | `auto` | force a key class: `direct`, `packed64`, `packed128`, `rows`, `string` |
/// | `cpu.chunk.rows` | 2048 | rows between two looks at the states: ids and values stay in the first-level cache |
/// | `cpu.table.initialSlots` | 1024 | slots that a table begins with |
/// | `cpu.index.maxBits` | 20 | the widest key that indexes a table directly |
/// | `cpu.textIndex.maxBits` | 24 | the most bits in which text may differ to be looked up by them; 0 for never |
/// | `cpu.fusedLoop.aboveGroups` | 1 | up to so many groups each reduction has a loop of its own, beyond one loop has all that
/// add or compare |
/// | `cpu.direct.maxBits` | 18 | the widest key at whose place states may lie, so that one loop goes from key to state; 0
/// for never |
/// | `cpu.direct.packAboveBits` | 14 | from more bits on, states at places are packed as closely as can be, as they leave the
/// first-level cache |
/// | `cpu.direct.hashMaxBits` | 17 | the most bits of places that a hash chosen for the keys gives; 0 for no such hash |
/// | `cpu.direct.maxBytes` | 4194304 | the most bytes of places, with their states and, of such a hash, keys |
/// | `cpu.direct.afterRows` | 2048 | rows that a table takes before that |
/// | `cpu.table.checkFromGroups` | 131072 | groups from which on a worker's table must pay to stay whole |
/// | `cpu.filter.markFromPercent` | 75 | the share of a morsel's rows that pass the filter, from which on the others stay and
/// are marked; below, those that pass are copied |
/// | `cpu.partitions` | 64 | partitions by key hash, a power of two |
/// | `cpu.block.rows` | 65536 | rows of keys of which hardly any comes twice that are put out by partition at a time,
/// before they are grouped; 0 for never |
/// | `cpu.rowPartitions` | 256 | partitions of such rows, a power of two |
/// | `cpu.keptRows.max` | 262144 | input rows kept open for the values of groups before those are copied out |
/// | `cpu.runs.minRows` | 4 | rows that runs of equal keys have on average from which on only the first of a run is looked
/// up in a hash table; 0 for never, 1 for always |
/// | `cpu.topK.maxInline` | 4 | up to so many values of TOP_K lie in the state, of at most four; more in a heap
/// |
/// | `cpu.spill.percent` | 40 | percentage of the free memory that groups may take before they go to disk |
/// | `cpu.spill.bytes` | 0 | the same in bytes, if not 0 |
/// | `cpu.textTable.checkFromGroups` | 32768 | groups from which on a worker's table of long text must pay to stay whole |
/// | `cpu.distinct` | `auto` | `sets`: a set of values a group, even where distinct values could be counted as keys |
/// | `cpu.merge.partitionFromGroups` | 2097152 | partial groups, times threads, from which on workers' tables are merged by
/// partition
/// |
public record CpuSettings(
        KeyClass grouper,
        Distinct distinct,
        int chunkRows,
        long tableSlots,
        int directBits,
        int textBits,
        int tableGroups,
        int textGroups,
        int partitions,
        int blockRows,
        int rowPartitions,
        long mergeGroups,
        long keptRows,
        int fusedGroups,
        int markPercent,
        int topInline,
        int runRows,
        int placedBits,
        int fewBits,
        int hashedBits,
        long hashedBytes,
        long placedRows,
        long spillBytes,
        double spillShare) {

    /// The most values of TOP_K that a state holds.
    public static final int MOST_TOP_INLINE = 4;

    /// An index of so many bits fits the first-level cache.
    private static final int SMALL_INDEX_BITS = 12;

    /// More places hardly ever have states of so few bytes.
    private static final int MOST_PLACED_BITS = 20;

    /// A hash for more keys takes longer to choose than it saves.
    private static final int MOST_HASHED_BITS = 20;

    /// An index of so many bits is not much beside an input of unknown size.
    private static final int UNKNOWN_INDEX_BITS = 20;

    private static final int EIGHT_SLOTS_LOG = 3;

    /// Bringing states of many places to their groups takes as long as a few rows a place.
    private static final int ROWS_A_PLACE_LOG = 4;

    private static final int APPENDED_SHIFT = 3;

    /// Four bytes a place, eight times.
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
        SETS
    }

    public static CpuSettings of(Settings settings) {
        return new CpuSettings(
                keyClass(settings.get("cpu.grouper").orElse("auto")),
                distinct(settings.get("cpu.distinct").orElse("auto")),
                settings.getPositive("cpu.chunk.rows", 2048),
                settings.getLong("cpu.table.initialSlots", 1024),
                settings.getInt("cpu.index.maxBits", 20),
                settings.getInt("cpu.textIndex.maxBits", 24),
                settings.getInt("cpu.table.checkFromGroups", 1 << 17),
                settings.getInt("cpu.textTable.checkFromGroups", 1 << 15),
                Integer.highestOneBit(Math.max(1, settings.getInt("cpu.partitions", 64))),
                settings.getInt("cpu.block.rows", 1 << 16),
                Integer.highestOneBit(Math.max(1, settings.getInt("cpu.rowPartitions", 256))),
                Math.max(1, settings.getLong("cpu.merge.partitionFromGroups", 1 << 21)),
                settings.getLong("cpu.keptRows.max", 1 << 18),
                settings.getInt("cpu.fusedLoop.aboveGroups", 1),
                settings.getInt("cpu.filter.markFromPercent", 75),
                settings.getInt("cpu.topK.maxInline", MOST_TOP_INLINE),
                settings.getInt("cpu.runs.minRows", 4),
                Math.min(MOST_PLACED_BITS, settings.getInt("cpu.direct.maxBits", 18)),
                settings.getInt("cpu.direct.packAboveBits", 14),
                Math.min(MOST_HASHED_BITS, settings.getInt("cpu.direct.hashMaxBits", 17)),
                settings.getLong("cpu.direct.maxBytes", 1 << 22),
                settings.getLong("cpu.direct.afterRows", 1 << 11),
                settings.getLong("cpu.spill.bytes", 0),
                settings.getInt("cpu.spill.percent", 40) / 100.0);
    }

    /// The same for an input of at most so many rows: tables that are indexed directly have at most eight slots a
    /// row, unless they are small anyhow, and many places have 16 rows each.
    public CpuSettings forRows(long rows) {
        int wanted = Long.SIZE + EIGHT_SLOTS_LOG - Long.numberOfLeadingZeros(rows);
        int most = Math.max(SMALL_INDEX_BITS, rows == Long.MAX_VALUE ? UNKNOWN_INDEX_BITS : wanted);
        int places = Math.max(fewBits, wanted - EIGHT_SLOTS_LOG - ROWS_A_PLACE_LOG);
        return indexed(
                Math.min(directBits, Math.max(SMALL_INDEX_BITS, wanted)),
                Math.min(textBits, most),
                Math.min(placedBits, places));
    }

    /// The same for a worker whose groups may take so many bytes: an index takes an eighth of them at most.
    public CpuSettings within(long bytes) {
        int most = Math.max(SMALL_INDEX_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes >> INDEX_ENTRY_SHIFT));
        return indexed(Math.min(directBits, most), Math.min(textBits, most), placedBits);
    }

    /// The same for tables of a partition each: only an index that is small is worth being filled for one.
    public CpuSettings forPartition() {
        return indexed(Math.min(directBits, SMALL_INDEX_BITS), textBits, placedBits);
    }

    private CpuSettings indexed(int directIndexBits, int textIndexBits, int mostPlacedBits) {
        return new CpuSettings(
                grouper,
                distinct,
                chunkRows,
                tableSlots,
                directIndexBits,
                textIndexBits,
                tableGroups,
                textGroups,
                partitions,
                blockRows,
                rowPartitions,
                mergeGroups,
                keptRows,
                fusedGroups,
                markPercent,
                topInline,
                runRows,
                mostPlacedBits,
                fewBits,
                hashedBits,
                hashedBytes,
                placedRows,
                spillBytes,
                spillShare);
    }

    /// From so many result rows on they are put together while they are made; fewer are done sooner when all
    /// are there.
    public long appendedRows() {
        return mergeGroups >> APPENDED_SHIFT;
    }

    private static Distinct distinct(String name) {
        for (Distinct known : Distinct.values()) {
            if (known.name().equalsIgnoreCase(name)) {
                return known;
            }
        }
        throw new IllegalArgumentException(
                "setting cpu.distinct does not know \"" + name + "\"; known are auto and sets");
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
