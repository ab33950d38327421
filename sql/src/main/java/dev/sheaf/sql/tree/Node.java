package dev.sheaf.sql.tree;

/// A part of a query that stands somewhere in its text.
public sealed interface Node permits Expression, Query, Relation, Statement, Clauses, Name, TypeName {

    /// Where it stands.
    Span at();
}
