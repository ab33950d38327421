package dev.sheaf.sql.tree;

/// What is wrong with a query and where, inside this module; users see a `SqlException`.
public final class QueryError extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String problem;
    private final String excerpt;

    QueryError(int line, int column, String problem, String excerpt) {
        super("line " + line + ", column " + column + ": " + problem);
        this.line = line;
        this.column = column;
        this.problem = problem;
        this.excerpt = excerpt;
    }

    /// The line of the place, from 1.
    public int line() {
        return line;
    }

    /// The column of the place in its line, from 1.
    public int column() {
        return column;
    }

    /// What is wrong.
    public String problem() {
        return problem;
    }

    /// The line of the text and carets below the place.
    public String excerpt() {
        return excerpt;
    }
}
