package dev.sheaf.groupby.cpu;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.KeyLookup;
import dev.sheaf.groupby.cpu.group.TextNumbering;
import dev.sheaf.groupby.cpu.partition.GroupEstimate;

/// Decides after each morsel whether a worker's table pays, by the share of the morsel's rows that made new groups.
///
/// | table | new groups | verdict | reason |
/// |---|---|---|---|
/// | below its limit | few | keep | it fits the caches |
/// | at its limit | at most 0.3 | keep, double the limit | most rows find their group |
/// | at its limit | more than 0.3 | partition rows | costs half of the misses |
/// | at a quarter of it | more than 0.83 | partition rows | a full table would tell the same |
/// | at its limit, few long texts | more than 0.8 | partition rows | a text costs less than to move and merge states |
/// | at its limit, rows cannot move | more than 0.8 | partition groups | 100 ns a group, 50 a miss |
///
/// A table that is indexed by its keys has a bound: such rows stay. A table of long text has a higher limit, up to
/// which rows of few long texts and many groups stay, unless there seem to be as many groups as rows. Where groups have
/// lists, merging them costs more than either: rows move even from an indexed table, and a table whose rows cannot move
/// is kept, however large it grows.
final class TableProbe {
    /// A group of a hash table weighs that much more than one that is found by an index: it has a slot and a key.
    static final double HASHED_WEIGHT = 2.2;

    /// Above this share of new groups, rows are partitioned.
    private static final double PARTITION_ROWS_SHARE = 0.3;

    /// Above this share, a table at its limit is not kept: if its rows cannot be partitioned, its groups are.
    private static final double HOPELESS_SHARE = 0.8;

    /// What to do with the table and the rows to come.
    enum Verdict {
        KEEP,
        PARTITION_ROWS,
        PARTITION_GROUPS
    }

    /// What a morsel has done to the table: groups before and after, and the share of its rows with a new one.
    record Growth(int before, int now, double newShare) {}

    private final CpuSettings settings;
    private final boolean keepsLists;
    private final long rows;
    private long limit;
    private boolean hasLongText;

    /// For a worker whose groups have lists or not.
    ///
    /// @param rows the rows of all workers at most
    TableProbe(CpuSettings settings, boolean keepsLists, long rows) {
        this.settings = settings;
        this.keepsLists = keepsLists;
        this.rows = rows;
        this.limit = settings.checkFromGroups();
    }

    /// The verdict after a morsel. `movesRows` says whether rows can be partitioned before they are grouped.
    Verdict after(Growth growth, Grouper grouper, boolean movesRows) {
        limitText(grouper);
        boolean pays = keepsLists
                || (grouper.lookup() != KeyLookup.Kind.INDEX && (!hasLongText || bringsTexts(growth, grouper)));
        if (movesRows && pays && isHopeless(growth, grouper)) {
            return Verdict.PARTITION_ROWS;
        }
        if (growth.now() < limit || keepsLists || grouper.lookup() == KeyLookup.Kind.INDEX) {
            return Verdict.KEEP;
        }
        if (growth.newShare() <= HOPELESS_SHARE) {
            limit *= 2;
            return Verdict.KEEP;
        }
        return movesRows ? Verdict.PARTITION_ROWS : Verdict.PARTITION_GROUPS;
    }

    /// Whether most groups brought a long text, as far as one key says, or all rows will make a group, which leaves
    /// with its texts. If not, the few texts are numbers in the table, smaller than the bytes that would move.
    private boolean bringsTexts(Growth growth, Grouper grouper) {
        return 2L * TextNumbering.of(grouper).longer() > growth.now()
                || GroupEstimate.of(growth.before(), growth.now(), growth.newShare()) >= rows;
    }

    /// Moving a row with its text costs more than a few misses: a table of long text pays longer.
    private void limitText(Grouper grouper) {
        if (!hasLongText && TextNumbering.of(grouper).longer() > 0) {
            hasLongText = true;
            limit = settings.checkTextsFromGroups();
        }
    }

    /// Whether the last rows tell that the table does not pay. If there are so many keys that a full table
    /// would have few of them, a table that is a quarter full has hardly any.
    private boolean isHopeless(Growth growth, Grouper grouper) {
        double groups = growth.now() * (grouper.lookup() == KeyLookup.Kind.HASH ? HASHED_WEIGHT : 1);
        return (groups >= limit && growth.newShare() > PARTITION_ROWS_SHARE)
                || (groups >= limit / 4.0 && growth.newShare() > 1 - (1 - PARTITION_ROWS_SHARE) / 4);
    }
}
