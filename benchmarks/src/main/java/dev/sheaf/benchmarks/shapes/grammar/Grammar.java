package dev.sheaf.benchmarks.shapes.grammar;

/// The grammar of shapes, and all of its weights. It is frozen: figures of two versions cannot be compared, so whoever
/// changes anything that is drawn raises [#VERSION] and files the figures of both versions.
///
/// | what | weights |
/// |---|---|
/// | table | the three of `WideTable`, equal |
/// | form | 4 in 5 a group-by; else a filter, a sort, a top-n or DISTINCT, equal |
/// | keys | 1 to 4, equal; each of a class of columns, all 13 classes equal, then one of its columns, equal |
/// | aggregates | 1 to 20, log-uniform; every [AggregateKind] equal; 1 in 10 with a FILTER |
/// | argument | a kind of values that the aggregate takes, equal; then a column of that kind, equal |
/// | expression | in 1 in 3 keys, arguments and conditions; every expression of the column's kind equal |
/// | condition | in half of the shapes and in every filter; of 1, 2 or 3 parts, equal, joined by AND or OR |
/// | part | a class of columns and a kind of comparison, equal; half of the shares uniform, half log-uniform |
/// | log-uniform shares | from 1e-5 |
/// | columns of a filter, sort or top-n | 1 to 8, drawn like keys |
/// | sort keys | 1 to 3 of the columns, ascending or descending, nulls first or last, equal |
/// | rows of a top-n | 1 to 10,000, log-uniform |
public final class Grammar {
    /// The version of the weights, of the order of draws, and of the tables.
    public static final int VERSION = 1;

    static final int GROUP_BYS_OF_FIVE = 4;
    static final int MOST_KEYS = 4;
    static final int MOST_AGGREGATES = 20;
    static final int MOST_COLUMNS = 8;
    static final int MOST_SORT_KEYS = 3;
    static final int MOST_PARTS = 3;
    static final int MOST_ROWS_OF_A_TOP = 10_000;
    static final double EXPRESSIONS = 1 / 3.0;
    static final double CONDITIONS = 1 / 2.0;
    static final double FILTERED_AGGREGATES = 1 / 10.0;
    static final double LOG_UNIFORM_SHARES = 1 / 2.0;
    static final double LEAST_SHARE = 1e-5;

    private Grammar() {}
}
