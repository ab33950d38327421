package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Grouping;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Clauses.Sample;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Distinctness;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one SELECT with its clauses, `FROM t`, VALUES, TABLE, DESCRIBE and SHOW.
final class SelectParser {
    private final Grammar grammar;
    private final Cursor cursor;

    SelectParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
    }

    Query select() {
        int start = cursor.start();
        return switch (cursor.token().word()) {
            case "SELECT", "FROM" -> simple(start);
            case "VALUES" -> values(start);
            case "TABLE" -> table(start);
            case "DESCRIBE", "DESC", "SUMMARIZE" -> description(start);
            case "SHOW" -> show(start);
            case "PIVOT" -> grammar.pivots.pivot();
            case "UNPIVOT" -> grammar.pivots.unpivot();
            default -> throw cursor.unexpected("SELECT");
        };
    }

    private Query simple(int start) {
        Optional<Relation> from = from();
        Distinctness distinct = Distinctness.ALL;
        List<Item> items = List.of(allColumns(start));
        if (cursor.at("SELECT")) {
            Token select = cursor.next();
            distinct = distinct();
            checkList(select);
            items = items();
        }
        if (from.isEmpty()) {
            from = from();
        }
        return clauses(start, distinct, items, from);
    }

    private static Item allColumns(int start) {
        Span at = new Span(start, start + 1);
        return new Item(new Expression.Star(List.of(), List.of(), List.of(), List.of(), at), Optional.empty(), at);
    }

    private Optional<Relation> from() {
        return cursor.accept("FROM") ? Optional.of(grammar.relations.list()) : Optional.empty();
    }

    private Query clauses(int start, Distinctness distinct, List<Item> items, Optional<Relation> from) {
        Optional<Expression> where = condition("WHERE");
        List<Grouping> groupBy = List.of();
        if (cursor.at("GROUP")) {
            cursor.next();
            cursor.expect("BY");
            groupBy = groupBy();
        } else {
            cursor.accept("GROUP");
        }
        Optional<Expression> having = condition("HAVING");
        List<NamedWindow> windows = windows(List.of());
        Optional<Expression> qualify = condition("QUALIFY");
        windows = windows(windows);
        Optional<Sample> sample = Optional.empty();
        if (cursor.accept("USING", "SAMPLE")) {
            sample = Optional.of(grammar.relations.sample());
        }
        return new Query.Select(
                distinct, items, from, where, groupBy, having, windows, qualify, sample, cursor.from(start));
    }

    private Optional<Expression> condition(String word) {
        return cursor.accept(word) ? Optional.of(grammar.expressions.expression()) : Optional.empty();
    }

    private List<NamedWindow> windows(List<NamedWindow> before) {
        return before.isEmpty() && cursor.accept("WINDOW") ? cursor.list(grammar.windows::named) : before;
    }

    private Distinctness distinct() {
        if (!cursor.at("DISTINCT")) {
            cursor.accept("ALL");
            return Distinctness.ALL;
        }
        cursor.next();
        List<Expression> on = cursor.accept("ON") ? cursor.parenthesised(grammar.expressions::list) : List.of();
        return new Distinctness(true, on);
    }

    private void checkList(Token select) {
        Token token = cursor.token();
        boolean isEmpty = token.kind() == Token.Kind.END
                || token.isSymbol(")")
                || token.isSymbol(";")
                || Words.CLAUSES.contains(token.word());
        if (isEmpty && !token.is("WINDOW")) {
            throw cursor.error(select.at(), "SELECT of nothing; name columns, or * for all");
        }
    }

    /// Items; a comma behind the last one is forgiven.
    List<Item> items() {
        List<Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (cursor.acceptSymbol(",") && !isEndOfList());
        return List.copyOf(items);
    }

    private boolean isEndOfList() {
        return cursor.at("FROM") || cursor.token().kind() == Token.Kind.END;
    }

    Item item() {
        int start = cursor.start();
        if (cursor.token().isName() && cursor.ahead(1).isSymbol(":")) {
            Name alias = cursor.name();
            cursor.next();
            return new Item(grammar.expressions.expression(), Optional.of(alias), cursor.from(start));
        }
        Expression value = StarParser.filtered(grammar.expressions.expression());
        Optional<Name> alias = Optional.empty();
        if (cursor.accept("AS")) {
            alias = Optional.of(cursor.labelOrText());
        } else if (cursor.token().isName()
                && !Words.BEHIND_EXPRESSIONS.contains(cursor.token().word())) {
            alias = Optional.of(cursor.name());
        }
        return new Item(value, alias, cursor.from(start));
    }

    private List<Grouping> groupBy() {
        if (cursor.at("ALL")) {
            return List.of(new Clauses.All(cursor.next().at()));
        }
        return cursor.list(this::grouping);
    }

    private Grouping grouping() {
        int start = cursor.start();
        boolean call = cursor.ahead(1).isSymbol("(");
        if (cursor.atSymbol("(") && cursor.ahead(1).isSymbol(")")) {
            cursor.next();
            cursor.next();
            return new Clauses.Everything(cursor.from(start));
        }
        if (call && (cursor.at("ROLLUP") || cursor.at("CUBE"))) {
            boolean rollup = cursor.next().is("ROLLUP");
            List<Expression> keys = cursor.parenthesised(grammar.expressions::list);
            return rollup ? new Clauses.Rollup(keys, cursor.from(start)) : new Clauses.Cube(keys, cursor.from(start));
        }
        if (cursor.at("GROUPING", "SETS")) {
            cursor.next();
            cursor.next();
            List<Grouping> sets = cursor.parenthesised(() -> cursor.list(() -> cursor.nested(this::grouping)));
            return new Clauses.Sets(sets, cursor.from(start));
        }
        return new Clauses.Key(grammar.expressions.expression(), cursor.from(start));
    }

    private Query values(int start) {
        cursor.next();
        List<List<Expression>> rows = new ArrayList<>();
        do {
            rows.add(cursor.parenthesised(grammar.expressions::list));
        } while (cursor.atSymbol(",") && cursor.ahead(1).isSymbol("(") && cursor.acceptSymbol(","));
        return new Query.Values(List.copyOf(rows), cursor.from(start));
    }

    private Query table(int start) {
        cursor.next();
        return allOf(grammar.relations.named(), start);
    }

    private Query allOf(Relation relation, int start) {
        return new Query.Select(
                Distinctness.ALL,
                List.of(allColumns(start)),
                Optional.of(relation),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                cursor.from(start));
    }

    /// `DESCRIBE t`, `SUMMARIZE SELECT ...`.
    private Query description(int start) {
        boolean summary = cursor.next().is("SUMMARIZE");
        boolean isQuery = cursor.atSymbol("(") || grammar.queries.isQuery(0);
        int from = cursor.start();
        Query query = isQuery ? grammar.queries.query() : allOf(grammar.relations.named(), from);
        return new Query.Description(summary, query, cursor.from(start));
    }

    private Query show(int start) {
        cursor.next();
        if (cursor.accept("TABLES")) {
            return new Query.ShowTables(false, cursor.from(start));
        }
        if (cursor.accept("ALL", "TABLES")) {
            return new Query.ShowTables(true, cursor.from(start));
        }
        if (!cursor.token().isName()) {
            throw cursor.error(
                    new Span(start, cursor.token().end()),
                    "SHOW TABLES lists the tables; DESCRIBE t the columns of one");
        }
        int from = cursor.start();
        return new Query.Description(false, allOf(grammar.relations.named(), from), cursor.from(start));
    }
}
