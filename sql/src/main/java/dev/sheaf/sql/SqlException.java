package dev.sheaf.sql;

import dev.sheaf.sql.tree.QueryError;

/// A query that cannot be understood. The message says where, what was found and what would work, and shows the
/// line with a caret below the place:
///
/// ```
/// line 1, column 8: column "regoin" not found; columns: region, units, price. Did you mean "region"?
///   SELECT regoin FROM sales
///          ^^^^^^
/// ```
public final class SqlException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String problem;

    SqlException(QueryError error) {
        super(place(error.line(), error.column()) + ": " + error.problem() + error.excerpt(), error);
        this.line = error.line();
        this.column = error.column();
        this.problem = error.problem();
    }

    private static String place(int line, int column) {
        return "line " + line + ", column " + column;
    }

    /// Where it is wrong: `line 1, column 8`.
    public String place() {
        return place(line, column);
    }

    /// The line of the place, from 1.
    public int line() {
        return line;
    }

    /// The column of the place in its line, from 1, in characters.
    public int column() {
        return column;
    }

    /// What is wrong, without the place and the excerpt.
    public String problem() {
        return problem;
    }
}
