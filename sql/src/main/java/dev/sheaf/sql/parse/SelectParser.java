package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Grouping;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Clauses.Sample;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Distinctness;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads one SELECT with its clauses, `FROM t`, VALUES, TABLE, DESCRIBE and SHOW.
final class SelectParser {
    private final Cursor cursor;
    private final PartParser parts;
    private final ItemParser itemParser;
    private final RelationParser relations;
    private final PivotParser pivots;
    private final WindowParser windows;

    SelectParser(
            Cursor cursor,
            PartParser parts,
            ItemParser items,
            RelationParser relations,
            PivotParser pivots,
            WindowParser windows) {
        this.cursor = cursor;
        this.parts = parts;
        this.itemParser = items;
        this.relations = relations;
        this.pivots = pivots;
        this.windows = windows;
    }

    Query select() {
        int start = cursor.start();
        return switch (cursor.token().word()) {
            case "SELECT", "FROM" -> simple(start);
            case "VALUES" -> values(start);
            case "TABLE" -> table(start);
            case "DESCRIBE", "DESC", "SUMMARIZE" -> description(start);
            case "SHOW" -> show(start);
            case "PIVOT" -> pivots.pivot();
            case "UNPIVOT" -> pivots.unpivot();
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
            items = itemParser.items();
        }
        if (from.isEmpty()) {
            from = from();
        }
        return clauses(start, distinct, items, from);
    }

    private static Item allColumns(int start) {
        Span at = new Span(start, start + 1);
        return new Item(Expression.Star.all(at), Optional.empty(), at);
    }

    private Optional<Relation> from() {
        return cursor.accept("FROM") ? Optional.of(relations.list()) : Optional.empty();
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
        List<NamedWindow> named = windows(List.of());
        Optional<Expression> qualify = condition("QUALIFY");
        named = windows(named);
        Optional<Sample> sample = Optional.empty();
        if (cursor.accept("USING", "SAMPLE")) {
            sample = Optional.of(relations.sample());
        }
        return new Query.Select(
                distinct, items, from, where, groupBy, having, named, qualify, sample, cursor.from(start));
    }

    private Optional<Expression> condition(String word) {
        return cursor.accept(word) ? Optional.of(parts.expression()) : Optional.empty();
    }

    private List<NamedWindow> windows(List<NamedWindow> before) {
        return before.isEmpty() && cursor.accept("WINDOW") ? cursor.list(windows::named) : before;
    }

    private Distinctness distinct() {
        if (!cursor.at("DISTINCT")) {
            cursor.accept("ALL");
            return Distinctness.ALL;
        }
        cursor.next();
        List<Expression> on = cursor.accept("ON") ? cursor.parenthesised(parts::expressions) : List.of();
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
            List<Expression> keys = cursor.parenthesised(parts::expressions);
            return rollup ? new Clauses.Rollup(keys, cursor.from(start)) : new Clauses.Cube(keys, cursor.from(start));
        }
        if (cursor.at("GROUPING", "SETS")) {
            cursor.next();
            cursor.next();
            List<Grouping> sets = cursor.parenthesised(() -> cursor.list(() -> cursor.nested(this::grouping)));
            return new Clauses.Sets(sets, cursor.from(start));
        }
        return new Clauses.Key(parts.expression(), cursor.from(start));
    }

    private Query values(int start) {
        cursor.next();
        List<List<Expression>> rows = new ArrayList<>();
        do {
            rows.add(cursor.parenthesised(parts::expressions));
        } while (cursor.atSymbol(",") && cursor.ahead(1).isSymbol("(") && cursor.acceptSymbol(","));
        return new Query.Values(List.copyOf(rows), cursor.from(start));
    }

    private Query table(int start) {
        cursor.next();
        return allOf(relations.named(), start);
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
        boolean isQuery = cursor.atSymbol("(") || cursor.isQuery(0);
        int from = cursor.start();
        Query query = isQuery ? parts.query() : allOf(relations.named(), from);
        return new Query.Description(summary, query, cursor.from(start));
    }

    private Query tables(boolean all, int start) {
        return new Query.ShowTables(all, cursor.from(start));
    }

    /// The tables of a schema.
    private Query tablesOf(List<Name> schema, int start) {
        Expression name = new Expression.Text(Name.ofSchema(schema), cursor.from(start));
        return PragmaParser.rows("pragma_tables_of", List.of(new Argument(Optional.empty(), name)), cursor.from(start));
    }

    /// Whether a word stands here and nothing that makes it a name behind it.
    private boolean isLast(String word) {
        return cursor.at(word) && !cursor.ahead(1).isSymbol(".");
    }

    private Query show(int start) {
        cursor.next();
        if (cursor.accept("TABLES")) {
            return cursor.accept("FROM") ? tablesOf(cursor.path(cursor.name()), start) : tables(false, start);
        }
        if (cursor.accept("ALL", "TABLES")) {
            return tables(true, start);
        }
        if (isLast("DATABASES") || isLast("SCHEMAS")) {
            return PragmaParser.rows(
                    "pragma_" + cursor.name().text().toLowerCase(Locale.ROOT), List.of(), cursor.from(start));
        }
        if (!cursor.token().isName()) {
            throw cursor.error(
                    new Span(start, cursor.token().end()),
                    "SHOW TABLES lists the tables; DESCRIBE t the columns of one");
        }
        int from = cursor.start();
        return new Query.Description(false, allOf(relations.named(), from), cursor.from(start));
    }
}
