package dev.sheaf.sql.bind.scope;

/// Where in a query an expression stands, which decides what it may hold.
public enum Clause {
    SELECT("SELECT", true, true),
    WHERE("WHERE", false, false),
    ON("ON", false, false),
    GROUP_BY("GROUP BY", false, false),
    HAVING("HAVING", true, false),
    QUALIFY("QUALIFY", true, true),
    ORDER_BY("ORDER BY", true, true),
    VALUES("VALUES", false, false),
    UPDATE("UPDATE", false, false),
    DELETE("DELETE", false, false),
    MERGE("MERGE", false, false),
    RETURNING("RETURNING", false, false),
    CHECK("CHECK", false, false),
    FROM("a function in FROM", false, false),
    AGGREGATE("the arguments of an aggregate", false, false),
    FILTER("the FILTER of an aggregate", false, false),
    WINDOW("a window", true, false);

    private final String words;
    private final boolean aggregates;
    private final boolean windows;

    Clause(String words, boolean aggregates, boolean windows) {
        this.words = words;
        this.aggregates = aggregates;
        this.windows = windows;
    }

    /// As messages name it.
    public String words() {
        return words;
    }

    public boolean takesAggregates() {
        return aggregates;
    }

    public boolean takesWindows() {
        return windows;
    }

    /// Whether `unnest` may stand in it: below the groups as their key, above them as a result.
    public boolean takesUnnest() {
        return this == SELECT || this == GROUP_BY || this == ORDER_BY;
    }
}
