package dev.sheaf.sql.tree;

/// Operators between two operands, by the level at which they bind; a higher level binds more tightly.
///
/// Levels of what is no plain operator stand here, too, so that the order is in one place: NOT binds as
/// [#NOT_LEVEL], `IS NULL` and its like as [#IS_LEVEL], BETWEEN, IN and LIKE as [#IN_LEVEL]. They are those of
/// DuckDB's grammar.
public enum Operator {
    ARROW("->", 1),
    OR("OR", 2),
    AND("AND", 3),
    IS_DISTINCT_FROM("IS DISTINCT FROM", 6),
    IS_NOT_DISTINCT_FROM("IS NOT DISTINCT FROM", 6),
    EQUAL("=", 7),
    NOT_EQUAL("!=", 7),
    LESS("<", 7),
    LESS_OR_EQUAL("<=", 7),
    GREATER(">", 7),
    GREATER_OR_EQUAL(">=", 7),
    CONCAT("||", 9),
    LONG_ARROW("->>", 9),
    OVERLAPS("&&", 9),
    CONTAINS("@>", 9),
    CONTAINED("<@", 9),
    STARTS_WITH("^@", 9),
    BIT_AND("&", 10),
    BIT_OR("|", 10),
    SHIFT_LEFT("<<", 10),
    SHIFT_RIGHT(">>", 10),
    ADD("+", 11),
    SUBTRACT("-", 11),
    MULTIPLY("*", 12),
    DIVIDE("/", 12),
    WHOLE_DIVIDE("//", 12),
    MODULO("%", 12),
    POWER("^", 13),
    DOUBLE_STAR("**", 13);

    public static final int NOT_LEVEL = 4;
    public static final int IS_LEVEL = 5;
    public static final int COMPARISON_LEVEL = 7;
    public static final int IN_LEVEL = 8;
    public static final int COLLATE_LEVEL = 14;
    public static final int ZONE_LEVEL = 15;

    private final String symbol;
    private final int level;

    Operator(String symbol, int level) {
        this.symbol = symbol;
        this.level = level;
    }

    /// As it is written between its operands.
    public String symbol() {
        return symbol;
    }

    public int level() {
        return level;
    }

    /// Whether it asks if two values are distinct.
    public boolean isDistinction() {
        return this == IS_DISTINCT_FROM || this == IS_NOT_DISTINCT_FROM;
    }

    /// Whether it compares two values: `a < b < c` has no meaning.
    public boolean isComparison() {
        return level == COMPARISON_LEVEL;
    }
}
