package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import java.util.List;
import java.util.Optional;

/// An expression as it was written. Parentheses are gone; the tree says what belongs together.
///
/// Operators of one level that follow each other are one [Chain], so that the tree of a sum of 100,000 terms is as
/// flat as that of two.
public sealed interface Expression extends Node {

    /// A number; hexadecimal ones in decimal digits, without underscores.
    record Numeral(String digits, Span at) implements Expression {}

    /// A text in quotes or dollars.
    record Text(String value, Span at) implements Expression {}

    /// `x'AB01'`: the digits.
    record Bytes(String hex, Span at) implements Expression {}

    /// TRUE or FALSE.
    record Bool(boolean value, Span at) implements Expression {}

    /// NULL.
    record Null(Span at) implements Expression {}

    /// DEFAULT, in INSERT.
    record Default(Span at) implements Expression {}

    /// An expression of single rows, as some clauses take them: without aggregates, windows and unnest. It is not
    /// written.
    record OfRow(RowClause clause, Expression value, Span at) implements Expression {}

    /// An expression that knows the columns of one relation of FROM alone or, with `others`, those of all others alone.
    /// It is not written.
    record Seeing(Name relation, boolean others, Expression value, Span at) implements Expression {}

    /// Where an [OfRow] stands.
    enum RowClause {
        UPDATE,
        DELETE,
        MERGE,
        RETURNING,
        CHECK
    }

    /// `DATE '2024-01-31'`.
    record Typed(TypeName type, Text text, Span at) implements Expression {}

    /// `INTERVAL 3 DAYS`, `INTERVAL (n + 1) MONTH`, `INTERVAL '2 days 3 hours'`.
    record Interval(Expression amount, Optional<Name> unit, Span at) implements Expression {}

    /// `?`, `$1` or `$name`: the number or name; those of `?` count from 1.
    record Parameter(String key, Span at) implements Expression {}

    /// `a`, `t.a` or longer.
    record Column(List<Name> path, Span at) implements Expression {
        public boolean isSimple() {
            return path.size() == 1;
        }

        public Name last() {
            return path.getLast();
        }
    }

    /// `#1`: a column of FROM by its position.
    record Position(int number, Span at) implements Expression {}

    /// `*` or `t.*`, with what is left out, replaced or renamed.
    record Star(
            List<Name> relation, List<List<Name>> exclude, List<Replacement> replace, List<Renaming> rename, Span at)
            implements Expression {
        /// `*`.
        public static Star all(Span at) {
            return new Star(List.of(), List.of(), List.of(), List.of(), at);
        }

        public boolean isPlain() {
            return exclude.isEmpty() && replace.isEmpty() && rename.isEmpty();
        }
    }

    /// `expression AS column` in REPLACE.
    record Replacement(Expression value, Name column) {}

    /// `column AS name` in RENAME.
    record Renaming(List<Name> column, Name name) {}

    /// `COLUMNS('regex')`, `COLUMNS(*)`, `COLUMNS(c -> c LIKE 'a%')`; `unpacked` behind a star or in UNPACK. Those of
    /// one relation, if it is named: `t.* LIKE 'a%'`.
    record Columns(List<Name> relation, Expression pattern, boolean unpacked, Span at) implements Expression {}

    /// NOT, `-`, `+`, `~` or `@` in front of an operand.
    record Prefix(Sign sign, Expression operand, Span at) implements Expression {}

    /// What may stand in front of an operand.
    enum Sign {
        NOT,
        MINUS,
        PLUS,
        TILDE,
        ABSOLUTE
    }

    /// Operands with operators of one level between them, from left to right.
    record Chain(Expression first, List<Link> links, Span at) implements Expression {}

    /// An operator of a [Chain] and the operand to its right.
    record Link(Operator operator, Expression operand) {}

    /// `x < ANY (SELECT ...)`; `every` for ALL.
    record Quantified(Expression operand, Operator operator, boolean every, Expression among, Span at)
            implements Expression {}

    /// `x IS [NOT] NULL` and its like.
    record Is(Expression operand, Test test, boolean negated, Span at) implements Expression {}

    /// What [Is] asks.
    enum Test {
        NULL,
        TRUE,
        FALSE,
        UNKNOWN
    }

    /// `x [NOT] BETWEEN low AND high`.
    record Between(Expression operand, Expression low, Expression high, boolean symmetric, boolean negated, Span at)
            implements Expression {}

    /// `x [NOT] IN (1, 2)`.
    record InList(Expression operand, List<Expression> options, boolean negated, Span at) implements Expression {}

    /// `x [NOT] IN (SELECT ...)`.
    record InQuery(Expression operand, Query query, boolean negated, Span at) implements Expression {}

    /// `x [NOT] IN list`.
    record InValue(Expression operand, Expression list, boolean negated, Span at) implements Expression {}

    /// `x [NOT] LIKE pattern [ESCAPE e]` and its like.
    record Like(
            Matching matching,
            Expression operand,
            Expression pattern,
            Optional<Expression> escape,
            boolean negated,
            Span at)
            implements Expression {}

    /// How a text is compared with a pattern.
    enum Matching {
        LIKE,
        ILIKE,
        GLOB,
        SIMILAR_TO,
        REGEX
    }

    /// `CAST(x AS t)`, `x::t`, and TRY_CAST if `lenient`.
    record Cast(Expression operand, TypeName type, boolean lenient, Span at) implements Expression {}

    /// `x COLLATE nocase`.
    record Collate(Expression operand, List<Name> collation, Span at) implements Expression {}

    /// `x AT TIME ZONE 'UTC'`.
    record AtTimeZone(Expression operand, Expression zone, Span at) implements Expression {}

    /// CASE, with a subject that each WHEN is compared with or without.
    record Case(Optional<Expression> subject, List<When> branches, Optional<Expression> otherwise, Span at)
            implements Expression {}

    /// `WHEN condition THEN result`.
    record When(Expression condition, Expression result) {}

    /// A function, an aggregate or a window function, with everything that may be written in and behind its
    /// parentheses.
    record Call(List<Name> function, List<Argument> arguments, Modifiers modifiers, Optional<Over> over, Span at)
            implements Expression {
        public String name() {
            return function.getLast().text();
        }

        /// The same with other arguments.
        public Call of(List<Argument> others) {
            return new Call(function, others, modifiers, over, at);
        }

        /// The same with other modifiers.
        public Call with(Modifiers others) {
            return new Call(function, arguments, others, over, at);
        }
    }

    /// An argument, named by `a := 1` or `a => 1`, or not.
    record Argument(Optional<Name> name, Expression value) {}

    /// What an aggregate may say besides its arguments.
    record Modifiers(
            boolean distinct,
            List<OrderItem> orderBy,
            Optional<Boolean> ignoreNulls,
            List<OrderItem> withinGroup,
            Optional<Expression> filter,
            boolean exportState) {
        public static final Modifiers NONE =
                new Modifiers(false, List.of(), Optional.empty(), List.of(), Optional.empty(), false);

        /// The same with another FILTER.
        public Modifiers filteredBy(Expression condition) {
            return new Modifiers(distinct, orderBy, ignoreNulls, withinGroup, Optional.of(condition), exportState);
        }

        /// The same with another ORDER BY.
        public Modifiers orderedBy(List<OrderItem> order) {
            return new Modifiers(distinct, order, ignoreNulls, withinGroup, filter, exportState);
        }

        /// The same with another WITHIN GROUP.
        public Modifiers within(List<OrderItem> order) {
            return new Modifiers(distinct, orderBy, ignoreNulls, order, filter, exportState);
        }

        /// The same without FILTER.
        public Modifiers withoutFilter() {
            return new Modifiers(distinct, orderBy, ignoreNulls, withinGroup, Optional.empty(), exportState);
        }
    }

    /// `(SELECT ...)` for its one value.
    record Scalar(Query query, Span at) implements Expression {}

    /// `EXISTS (SELECT ...)`.
    record Exists(Query query, Span at) implements Expression {}

    /// `ARRAY (SELECT ...)`: the values of the one column as a list.
    record ArrayOf(Query query, Span at) implements Expression {}

    /// `[1, 2]` or `ARRAY[1, 2]`.
    record ListOf(List<Expression> elements, Span at) implements Expression {}

    /// `[f(x) FOR x IN list IF x > 1]`.
    record Comprehension(Expression element, List<Name> names, Expression list, Optional<Expression> condition, Span at)
            implements Expression {}

    /// `{'a': 1, b: 2}`.
    record StructOf(List<Argument> fields, Span at) implements Expression {}

    /// `MAP {'a': 1}`.
    record MapOf(List<When> entries, Span at) implements Expression {}

    /// `(1, 2)` or `ROW(1)`.
    record Row(List<Expression> values, Span at) implements Expression {}

    /// `list[1]`.
    record Subscript(Expression operand, Expression index, Span at) implements Expression {}

    /// `list[from:to:step]`; any of the three may be missing.
    record Slice(
            Expression operand, Optional<Expression> from, Optional<Expression> to, Optional<Expression> step, Span at)
            implements Expression {}

    /// `(struct).field`.
    record Field(Expression operand, Name field, Span at) implements Expression {}

    /// `x -> x + 1`, `(x, i) -> x + i`, `lambda x: x + 1`.
    record Lambda(List<Name> parameters, Expression body, Span at) implements Expression {}
}
