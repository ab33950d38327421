package dev.sheaf.window;

/// The rows of a run that a function looks at for each row: from `lower` to `upper`, both included, less those that
/// `exclusion` names.
///
/// [Unit#ROWS] counts rows, [Unit#GROUPS] counts groups of peers (rows that are equal in the order); the current row
/// of these and of [Unit#RANGE] stands for all of its peers. The bounds of a range are values, see [Edges].
public record Frame(Unit unit, Bound lower, Bound upper, Exclusion exclusion) {

    /// What the bounds of a frame count.
    public enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    /// Which rows around the current one are left out.
    public enum Exclusion {
        NOTHING,
        CURRENT_ROW,
        /// The row and its peers.
        GROUP,
        /// The peers of the row without itself.
        TIES
    }

    /// One end of a frame.
    public sealed interface Bound {}

    /// The end of the run.
    public record Unbounded() implements Bound {}

    /// The current row, or its peers.
    public record Current() implements Bound {}

    /// So many rows or groups of peers behind the current row; before it if negative.
    public record Distance(long rows) implements Bound {}

    /// As many rows or groups of peers behind the current row as [Edges] has for it; before it if negative.
    public record Steps() implements Bound {}

    /// The value that [Edges] has for the row; rows of that value are in the frame unless the edge is open. One that
    /// `rises` is never before that of an earlier row; else each row has its own.
    public record Edge(boolean isOpen, boolean rises) implements Bound {
        /// An edge whose rows are in the frame.
        public static final Edge CLOSED = new Edge(false);

        /// One that rises with the rows.
        public Edge(boolean isOpen) {
            this(isOpen, true);
        }
    }

    /// All rows up to the current one.
    public static final Frame RUNNING = rows(new Unbounded(), new Current());

    /// All rows before the current one.
    public static final Frame BEFORE = rows(new Unbounded(), new Distance(-1));

    /// All rows of the run.
    public static final Frame WHOLE = rows(new Unbounded(), new Unbounded());

    public Frame {
        if (unit == Unit.RANGE && (countsRows(lower) || countsRows(upper))) {
            throw new IllegalArgumentException("the bounds of a range are values, not numbers of rows");
        }
        if (unit != Unit.RANGE && (lower instanceof Edge || upper instanceof Edge)) {
            throw new IllegalArgumentException("the bounds of " + unit + " are numbers, not values");
        }
    }

    private static boolean countsRows(Bound bound) {
        return bound instanceof Distance || bound instanceof Steps;
    }

    /// Whether neither end is ever before that of an earlier row of the run.
    public boolean rises() {
        return rises(lower) && rises(upper);
    }

    private static boolean rises(Bound bound) {
        return switch (bound) {
            case Unbounded(), Current(), Distance _ -> true;
            case Steps() -> false;
            case Edge edge -> edge.rises();
        };
    }

    private static Frame rows(Bound lower, Bound upper) {
        return new Frame(Unit.ROWS, lower, upper, Exclusion.NOTHING);
    }

    /// Whether it takes knowing which rows are peers.
    boolean looksAtPeers() {
        return unit != Unit.ROWS || exclusion == Exclusion.GROUP || exclusion == Exclusion.TIES;
    }

    /// Whether it begins with the run and ends with the current row or its peers.
    boolean isRunning() {
        return grows() && upper instanceof Current;
    }

    /// Whether it begins with the run and leaves nothing out, so that folds grow with each row.
    boolean grows() {
        return lower instanceof Unbounded && exclusion == Exclusion.NOTHING;
    }

    /// Whether it ends with the run and leaves nothing out, so that folds grow from its end on.
    boolean shrinks() {
        return upper instanceof Unbounded && exclusion == Exclusion.NOTHING;
    }
}
