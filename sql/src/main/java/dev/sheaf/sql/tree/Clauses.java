package dev.sheaf.sql.tree;

import java.util.List;
import java.util.Optional;

/// The parts of a query that are neither queries nor expressions.
public sealed interface Clauses extends Node {

    /// An expression of the SELECT list, with its alias.
    record Item(Expression value, Optional<Name> alias, Span at) implements Clauses {}

    /// One key of ORDER BY. A `value` of none is ALL.
    record OrderItem(Optional<Expression> value, boolean descending, Optional<Boolean> nullsFirst, Span at)
            implements Clauses {}

    /// One element of GROUP BY.
    sealed interface Grouping extends Clauses {}

    /// An expression to group by; several in parentheses are a row.
    record Key(Expression value, Span at) implements Grouping {}

    /// ALL, which means every item of the SELECT list that holds no aggregate.
    record All(Span at) implements Grouping {}

    /// `()`: one group of all rows.
    record Everything(Span at) implements Grouping {}

    /// ROLLUP (a, b).
    record Rollup(List<Expression> keys, Span at) implements Grouping {}

    /// CUBE (a, b).
    record Cube(List<Expression> keys, Span at) implements Grouping {}

    /// GROUPING SETS (a, (a, b), ()).
    record Sets(List<Grouping> sets, Span at) implements Grouping {}

    /// What stands behind OVER: a name of the WINDOW clause, or a specification.
    sealed interface Over extends Clauses {}

    /// `OVER w`.
    record NamedOver(Name name, Span at) implements Over {}

    /// `(base PARTITION BY a ORDER BY b ROWS BETWEEN ...)`.
    record Window(
            Optional<Name> base, List<Expression> partitionBy, List<OrderItem> orderBy, Optional<Frame> frame, Span at)
            implements Over {}

    /// `w AS (...)` in the WINDOW clause.
    record NamedWindow(Name name, Window window, Span at) implements Clauses {}

    /// `ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE TIES`.
    record Frame(Unit unit, Bound lower, Bound upper, Exclusion exclusion, Span at) implements Clauses {}

    /// What bounds count.
    enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    /// Rows around the current one that a frame leaves out.
    enum Exclusion {
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }

    /// One end of a frame; `distance` only for those that have one.
    record Bound(Edge edge, Optional<Expression> distance, Span at) implements Clauses {}

    /// Where a frame ends.
    enum Edge {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /// TABLESAMPLE or USING SAMPLE: `10%`, `reservoir(20 ROWS) REPEATABLE (1)`.
    record Sample(Optional<Name> method, Expression size, boolean percent, Optional<Expression> seed, Span at)
            implements Clauses {}

    /// How many rows LIMIT keeps; `percent` of all.
    record Limit(Expression count, boolean percent, Span at) implements Clauses {}

    /// A query of WITH.
    record CommonTable(
            Name name, List<Name> columns, List<Name> key, Optional<Boolean> materialized, Query query, Span at)
            implements Clauses {}

    /// `c IN ('a', 'b')` of PIVOT; no values means all that occur.
    record PivotColumn(Expression column, List<Item> values, Span at) implements Clauses {}

    /// `name type` of CREATE TABLE; `generated` is what computes it from other columns, and may say its type,
    /// `collation` how its values are compared.
    record ColumnDefinition(
            Name name,
            Optional<TypeName> type,
            List<Name> collation,
            boolean notNull,
            Optional<Expression> otherwise,
            Optional<TableCheck> generated,
            Span at)
            implements Clauses {}

    /// PRIMARY KEY or UNIQUE: columns that no two rows have alike. Those of a primary key hold no nulls.
    record TableKey(boolean primary, List<Name> columns, Span at) implements Clauses {}

    /// FOREIGN KEY: columns that have the values of a key of a table, of the primary one if no `key` is named.
    record ForeignKey(List<Name> columns, List<Name> table, List<Name> key, Span at) implements Clauses {}

    /// CHECK: a condition that is false for no row; `text` as it was written. Of a generated column what
    /// computes it.
    record TableCheck(Expression condition, String text, Span at) implements Clauses {}

    /// ON CONFLICT: what INSERT does with rows that have a key which the table has, or which came before.
    ///
    /// @param target the columns of the key; any key if none is named
    /// @param values of the rows of the table, for [OnConflict#UPDATE]
    record Conflict(OnConflict action, List<Name> target, List<ColumnValue> values, Optional<Expression> where, Span at)
            implements Clauses {}

    /// What a [Conflict] says: leave such a row out, update the one that is there, or replace its values by the new.
    enum OnConflict {
        NOTHING,
        UPDATE,
        REPLACE
    }

    /// `column = value` of UPDATE.
    record ColumnValue(Name column, Expression value, Span at) implements Clauses {}

    /// `WHEN MATCHED AND condition THEN action` of MERGE.
    record MergeClause(Match match, Optional<Expression> condition, MergeAction action, Span at) implements Clauses {}

    /// Which rows a [MergeClause] is for: those of the table with a row of the source, rows of the source without one
    /// of the table, and rows of the table without one of the source.
    enum Match {
        MATCHED,
        BY_TARGET,
        BY_SOURCE
    }

    /// What becomes of a row of MERGE.
    ///
    /// @param byName whether the columns of the source are those of their names, where it is a whole row of it
    /// @param columns of the table; all of them if none is named
    /// @param values of these columns; none means a row of the source. Those of [MergeKind#FAIL] are the message
    record MergeAction(MergeKind kind, boolean byName, List<Name> columns, List<Expression> values, Span at)
            implements Clauses {}

    /// What a [MergeAction] does.
    enum MergeKind {
        UPDATE,
        DELETE,
        INSERT,
        DEFAULTS,
        NOTHING,
        FAIL
    }

    /// `FORMAT parquet` or `HEADER` of COPY.
    record Setting(Name name, List<Expression> values, Span at) implements Clauses {}
}
