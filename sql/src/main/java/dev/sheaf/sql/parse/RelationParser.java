package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Sample;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.Condition;
import dev.sheaf.sql.tree.Relation.Join;
import dev.sheaf.sql.tree.Relation.JoinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads what stands in FROM: tables, files, queries, functions, and the joins between them.
final class RelationParser {
    private static final int JOIN_WORDS_AT_MOST = 4;

    private final Cursor cursor;
    private final PartParser parts;
    private final CallParser calls;
    private final PivotParser pivots;

    RelationParser(Cursor cursor, PartParser parts, CallParser calls, PivotParser pivots) {
        this.cursor = cursor;
        this.parts = parts;
        this.calls = calls;
        this.pivots = pivots;
    }

    /// Relations with commas between them.
    Relation list() {
        int start = cursor.start();
        Relation first = joined();
        List<Join> joins = new ArrayList<>();
        int at = cursor.start();
        while (cursor.acceptSymbol(",") && !isEndOfList()) {
            Relation right = joined();
            joins.add(new Join(JoinKind.COMMA, false, false, right, Optional.empty(), cursor.from(at)));
            at = cursor.start();
        }
        return joins.isEmpty() ? first : new Relation.Joined(first, List.copyOf(joins), cursor.from(start));
    }

    /// Whether the comma before was one too many, which is forgiven.
    private boolean isEndOfList() {
        Token token = cursor.token();
        return token.kind() == Token.Kind.END || token.isSymbol(")") || Words.CLAUSES.contains(token.word());
    }

    /// A relation and the joins behind it.
    Relation joined() {
        int start = cursor.start();
        Relation first = single();
        List<Join> joins = new ArrayList<>();
        while (isJoin()) {
            joins.add(join());
        }
        return joins.isEmpty() ? first : new Relation.Joined(first, List.copyOf(joins), cursor.from(start));
    }

    /// Whether some words of joins and then JOIN stand here.
    private boolean isJoin() {
        for (int i = 0; i < JOIN_WORDS_AT_MOST; i++) {
            if (cursor.ahead(i).is("JOIN")) {
                return true;
            }
            if (!Words.JOIN_WORDS.contains(cursor.ahead(i).word())) {
                return false;
            }
        }
        return false;
    }

    private Join join() {
        int start = cursor.start();
        if (cursor.at("CROSS") || cursor.at("POSITIONAL")) {
            JoinKind kind = JoinKind.valueOf(cursor.next().word());
            cursor.expect("JOIN");
            return new Join(kind, false, false, single(), Optional.empty(), cursor.from(start));
        }
        boolean natural = cursor.accept("NATURAL");
        boolean asof = cursor.accept("ASOF");
        JoinKind kind = JoinKind.INNER;
        switch (cursor.token().word()) {
            case "INNER", "SEMI", "ANTI" ->
                kind = JoinKind.valueOf(cursor.next().word());
            case "LEFT", "RIGHT", "FULL" -> {
                kind = JoinKind.valueOf(cursor.next().word());
                cursor.accept("OUTER");
            }
            default -> {}
        }
        cursor.expect("JOIN");
        Relation right = natural ? single() : beforeCondition();
        Optional<Condition> condition = natural ? Optional.empty() : Optional.of(condition());
        return new Join(kind, natural, asof, right, condition, cursor.from(start));
    }

    /// The right side of a join: joins that stand before its condition belong to it, as in `a JOIN b JOIN c ON x ON y`.
    private Relation beforeCondition() {
        return cursor.nested(this::joined);
    }

    /// What stands behind a join.
    Condition condition() {
        if (cursor.accept("ON")) {
            return new Relation.On(parts.expression());
        }
        cursor.expect("USING");
        return new Relation.Using(cursor.parenthesised(() -> cursor.list(cursor::name)));
    }

    /// One relation with its alias, sample and PIVOT.
    Relation single() {
        return cursor.nested(() -> {
            int start = cursor.start();
            Optional<Name> before = Optional.empty();
            if (cursor.token().isName() && cursor.ahead(1).isSymbol(":")) {
                before = Optional.of(cursor.name());
                cursor.next();
            }
            Relation plain = plain(start);
            Relation relation = before.<Relation>map(
                            name -> new Relation.Aliased(plain, name, List.of(), cursor.from(start)))
                    .orElse(plain);
            relation = aliased(sampled(relation, start), start);
            relation = sampled(relation, start);
            while (Words.BEHIND_RELATIONS.contains(cursor.token().word())) {
                relation = aliased(pivots.behind(relation, start), start);
            }
            return relation;
        });
    }

    private Relation plain(int start) {
        boolean lateral = cursor.accept("LATERAL");
        if (cursor.isQueryInParentheses()) {
            Query query = cursor.parenthesised(parts::query);
            return new Relation.Subquery(query, lateral, cursor.from(start));
        }
        if (cursor.atSymbol("(")) {
            return parenthesised(start);
        }
        if (cursor.at("VALUES") && cursor.ahead(1).isSymbol("(")) {
            Query values = parts.select();
            return new Relation.Subquery(values, lateral, cursor.from(start));
        }
        if (cursor.token().isString()) {
            return new Relation.Named(List.of(cursor.nameOrText()), cursor.from(start));
        }
        List<Name> path = cursor.path(cursor.name());
        return cursor.atSymbol("(") ? function(path, lateral, start) : new Relation.Named(path, cursor.from(start));
    }

    /// A table by its name, or a file in quotes.
    Relation named() {
        int start = cursor.start();
        List<Name> path = cursor.path(cursor.nameOrText());
        return new Relation.Named(path, cursor.from(start));
    }

    /// Joins in parentheses, or a query that begins with a query in parentheses.
    private Relation parenthesised(int start) {
        cursor.next();
        Relation inner = list();
        if (inner instanceof Relation.Subquery subquery && !cursor.atSymbol(")")) {
            Query longer = parts.behind(subquery.query(), subquery.at().start());
            cursor.expectSymbol(")");
            return new Relation.Subquery(longer, false, cursor.from(start));
        }
        cursor.expectSymbol(")");
        return inner;
    }

    private Relation function(List<Name> path, boolean lateral, int start) {
        Expression call = calls.call(path, start);
        if (!(call instanceof Expression.Call function)) {
            throw cursor.error(call.at(), "FROM takes tables, files, queries and functions that give rows");
        }
        boolean ordinality = cursor.accept("WITH", "ORDINALITY");
        return new Relation.Function(function, lateral, ordinality, cursor.from(start));
    }

    private Relation aliased(Relation relation, int start) {
        boolean as = cursor.accept("AS");
        Token token = cursor.token();
        boolean bare = token.isName()
                && !isJoin()
                && !Words.BEHIND_RELATIONS.contains(token.word())
                && !cursor.at("INCLUDE", "NULLS")
                && !cursor.at("EXCLUDE", "NULLS");
        if (!as && !bare && !token.isString()) {
            return relation;
        }
        Name name = as ? cursor.labelOrText() : cursor.nameOrText();
        return new Relation.Aliased(relation, name, cursor.names(), cursor.from(start));
    }

    private Relation sampled(Relation relation, int start) {
        if (!cursor.at("TABLESAMPLE")) {
            return relation;
        }
        cursor.next();
        Sample sample = sample();
        return new Relation.Sampled(relation, sample, cursor.from(start));
    }

    /// `10%`, `20 ROWS`, `reservoir(20)`, `10% (bernoulli)`, with REPEATABLE (seed) or without.
    Sample sample() {
        int start = cursor.start();
        Optional<Name> method = Optional.empty();
        Expression size;
        boolean percent;
        if (cursor.token().isName() || cursor.atSymbol("(")) {
            method = cursor.atSymbol("(") ? Optional.empty() : Optional.of(cursor.name());
            cursor.expectSymbol("(");
            size = size();
            percent = isPercent();
            cursor.expectSymbol(")");
        } else {
            size = size();
            percent = isPercent();
        }
        Optional<Expression> seed = Optional.empty();
        if (cursor.atSymbol("(")) {
            cursor.next();
            method = Optional.of(cursor.name());
            if (cursor.acceptSymbol(",")) {
                seed = Optional.of(size());
            }
            cursor.expectSymbol(")");
        } else if (cursor.accept("REPEATABLE")) {
            seed = Optional.of(cursor.parenthesised(this::size));
        }
        return new Sample(method, size, percent, seed, cursor.from(start));
    }

    private Expression size() {
        Token token = cursor.token();
        return switch (token.kind()) {
            case NUMBER -> new Expression.Numeral(cursor.next().text(), token.at());
            case PARAMETER -> new Expression.Parameter(cursor.next().text(), token.at());
            default -> throw cursor.unexpected("a number");
        };
    }

    private boolean isPercent() {
        boolean percent = cursor.acceptSymbol("%") || cursor.accept("PERCENT");
        if (!percent && !cursor.accept("ROWS")) {
            cursor.accept("ROW");
        }
        return percent;
    }
}
