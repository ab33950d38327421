package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.PivotColumn;
import dev.sheaf.sql.tree.Clauses.Sample;
import java.util.List;
import java.util.Optional;

/// What stands in FROM.
public sealed interface Relation extends Node {

    /// A table by its name, or a file by its path in quotes.
    record Named(List<Name> path, Span at) implements Relation {}

    /// A query in parentheses.
    record Subquery(Query query, boolean lateral, Span at) implements Relation {}

    /// `range(10)`, `read_parquet('f')`, `unnest(list)`.
    record Function(Expression.Call call, boolean lateral, boolean ordinality, Span at) implements Relation {}

    /// A relation under another name, its first columns too.
    record Aliased(Relation relation, Name name, List<Name> columns, Span at) implements Relation {}

    /// A table that a statement changes, known by its name with its schema, too.
    record Target(Relation relation, Name qualified, Span at) implements Relation {}

    /// Some rows of a relation.
    record Sampled(Relation relation, Sample sample, Span at) implements Relation {}

    /// Relations with joins between them, from left to right.
    record Joined(Relation first, List<Join> joins, Span at) implements Relation {}

    /// A join and the relation to its right.
    record Join(JoinKind kind, boolean natural, boolean asof, Relation right, Optional<Condition> condition, Span at) {}

    /// How rows meet.
    enum JoinKind {
        COMMA,
        CROSS,
        INNER,
        LEFT,
        RIGHT,
        FULL,
        SEMI,
        ANTI,
        POSITIONAL
    }

    /// ON or USING.
    sealed interface Condition {}

    record On(Expression condition) implements Condition {}

    record Using(List<Name> columns) implements Condition {}

    /// `t PIVOT (sum(x) FOR c IN ('a') GROUP BY g)`.
    record Pivoted(Relation relation, List<Item> using, List<PivotColumn> on, List<Name> groupBy, Span at)
            implements Relation {}

    /// `t UNPIVOT (v FOR n IN (a, b))`.
    record Unpivoted(Relation relation, boolean includeNulls, List<Name> values, Name name, List<Item> columns, Span at)
            implements Relation {}
}
