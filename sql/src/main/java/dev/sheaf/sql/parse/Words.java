package dev.sheaf.sql.parse;

import java.util.List;
import java.util.Set;

/// Tells keywords from names.
///
/// SQL has hundreds of words that people use as column names: `date`, `year`, `value`, `rank`. Only [#RESERVED] are
/// keywords everywhere, fewer than in DuckDB; all others are keywords where the grammar asks for them.
final class Words {
    private Words() {}

    /// Words that are never names unless quoted.
    static final Set<String> RESERVED = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "ASC",
            "BETWEEN",
            "CASE",
            "CAST",
            "DESC",
            "DISTINCT",
            "ELSE",
            "END",
            "EXCEPT",
            "FALSE",
            "FETCH",
            "FROM",
            "GROUP",
            "HAVING",
            "ILIKE",
            "IN",
            "INTERSECT",
            "IS",
            "JOIN",
            "LATERAL",
            "LIKE",
            "LIMIT",
            "NOT",
            "NULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "QUALIFY",
            "RETURNING",
            "SELECT",
            "SOME",
            "TABLESAMPLE",
            "THEN",
            "TRUE",
            "TRY_CAST",
            "UNION",
            "USING",
            "WHEN",
            "WHERE",
            "WINDOW",
            "WITH");

    /// Words that begin the clauses of a query.
    static final List<String> CLAUSES = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "QUALIFY",
            "WINDOW",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "WITH");

    /// Words that are operators behind an expression, so that they are no aliases there without AS.
    static final Set<String> BEHIND_EXPRESSIONS =
            Set.of("COLLATE", "GLOB", "SIMILAR", "ISNULL", "NOTNULL", "ESCAPE", "EXPORT_STATE", "FOR", "INTO");

    /// Words that begin what may stand behind a relation.
    static final Set<String> BEHIND_RELATIONS = Set.of("PIVOT", "UNPIVOT");

    /// Words that may stand between a relation and JOIN.
    static final Set<String> JOIN_WORDS =
            Set.of("NATURAL", "ASOF", "INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI", "OUTER", "CROSS", "POSITIONAL");

    /// Words with which a query begins wherever one may stand.
    static final Set<String> QUERY_STARTS = Set.of("SELECT", "FROM", "WITH");

    /// Words with which a query begins if a name, a text or a query follows.
    static final Set<String> QUERY_COMMANDS =
            Set.of("TABLE", "DESCRIBE", "DESC", "SHOW", "SUMMARIZE", "PIVOT", "UNPIVOT");
}
