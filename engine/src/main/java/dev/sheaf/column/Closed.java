package dev.sheaf.column;

/// What a read of something that is closed is answered with.
///
/// Memory of a closed column may hold another column's values by then. So every class here keeps a plain flag
/// and looks at it in each accessor: compilers take such a look out of loops, as they do with bounds.
final class Closed {
    private Closed() {}

    static IllegalStateException column(DataType type, long rows) {
        return new IllegalStateException("the column of " + rows + " rows of " + type
                + " is closed; read it while its table is open, or keep it with retain()");
    }

    static IllegalStateException part(String part, long rows) {
        return new IllegalStateException(
                "the " + part + " of a column of " + rows + " rows are closed; read them while the column is open");
    }

    static IllegalStateException table(Schema schema, long rows, String read) {
        return new IllegalStateException(read + " cannot be read: the table of " + rows + " rows of " + schema
                + " is closed; read it before it is closed, or keep it with retain()");
    }
}
