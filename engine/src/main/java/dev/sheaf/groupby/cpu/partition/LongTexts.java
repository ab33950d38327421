package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.TextNumbering;
import dev.sheaf.groupby.cpu.key.TextCounts;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.MemoryPool;
import java.util.Optional;

/// Decides whether one thread's rows with a long text are put out by partition apart from the others, and how long
/// that is.
///
/// Long texts that hardly ever come twice are in no table: each would be waited for three times, for its slot, its
/// entry and its bytes. What else there is may well fit one. Where texts of a few bytes come as seldom
/// as long ones, every text that is not empty counts as long, and what is left has as many keys as the other
/// columns: few enough, often, to index a table.
public final class LongTexts {
    /// Rows with long texts of which more than this share had come shortly before are looked up.
    private static final double RECENT_SHARE = 0.8;

    /// In a full table, this share of rows with a new text tells that it would not find most of them.
    private static final double NEW_SHARE = 0.3;

    /// In a table with an eighth of the texts that make it full, this share of rows tells the same.
    private static final double EARLY_SHARE = 0.6;

    private static final int PARTS_OF_A_FULL_TABLE = 8;

    /// Fewer rows than this share of all are not put out apart from the others.
    private static final double FEW_SHARE = 0.02;

    private final GroupByPlan plan;
    private final LongRows rows;
    private TextCounts before = TextCounts.NONE;
    private TextCounts now = TextCounts.NONE;
    private int newLongRows;
    private boolean parting;
    private boolean parted;

    public LongTexts(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        this.plan = plan;
        this.rows = new LongRows(plan, settings, pool);
    }

    /// Whether the morsel has rows that are to be put out: those of [#found], which leaves [#others].
    public boolean areIn(Morsel morsel) {
        return parting && rows.find(morsel) > 0;
    }

    /// Whether rows with a long text are put out.
    public boolean areParted() {
        return parting;
    }

    /// The rows with a long text, in a morsel of their own, to be closed by the caller.
    public Morsel found(Morsel morsel) {
        return rows.found(morsel);
    }

    /// The other rows, in a morsel of their own, to be closed by the caller; [#found] comes before.
    public Morsel others(Morsel morsel) {
        return rows.others(morsel);
    }

    /// Tells what share of the rows put out had a key of not long before.
    public void sawRecent(double share) {
        parting = share <= RECENT_SHARE;
    }

    /// Takes note of the texts that a table has before it takes a morsel.
    public void begin(Grouper grouper) {
        before = TextNumbering.of(grouper);
    }

    /// Whether most of the rows of a morsel, which a table has just taken, that have a long text had a new one, and
    /// they are not so few that it does not matter. A table with less than the `limit` of texts tells the same if
    /// more of them are new.
    public boolean areNew(Morsel morsel, Grouper grouper, long limit) {
        now = TextNumbering.of(grouper);
        if (parting || now.longer() == before.longer() || now.longer() < limit / PARTS_OF_A_FULL_TABLE) {
            return false;
        }
        newLongRows = rows.find(morsel);
        double share = now.longer() >= limit ? NEW_SHARE : EARLY_SHARE;
        return plan.takesSomeRows()
                && now.longer() - before.longer() > share * newLongRows
                && newLongRows > FEW_SHARE * morsel.table().rowCount();
    }

    /// From here on such rows are put out; returns about how many different texts those of the whole input have.
    public double part(Morsel morsel) {
        parting = true;
        parted = true;
        int anyRows = rows.findAny(morsel);
        int newShort = now.shorter() - before.shorter();
        if (newShort < EARLY_SHARE * (anyRows - newLongRows)) {
            return expected(before.longer(), now.longer(), newLongRows);
        }
        rows.takeAny();
        return expected(before.all(), now.all(), anyRows);
    }

    private static double expected(int before, int now, int rows) {
        return GroupEstimate.of(before, now, (now - before) / (double) rows);
    }

    /// Which rows were put out for a while at least, if any were; in words.
    public Optional<String> explain() {
        return parted ? Optional.of("rows with " + rows.explain()) : Optional.empty();
    }
}
