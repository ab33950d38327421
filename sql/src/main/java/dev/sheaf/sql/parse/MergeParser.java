package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Match;
import dev.sheaf.sql.tree.Clauses.MergeAction;
import dev.sheaf.sql.tree.Clauses.MergeClause;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads MERGE INTO.
final class MergeParser {
    private final Grammar grammar;
    private final Cursor cursor;
    private final ChangeClauses clauses;

    /// The rows for which a clause without condition was read.
    private final Set<Match> done = EnumSet.noneOf(Match.class);

    MergeParser(Grammar grammar) {
        this.grammar = grammar;
        this.cursor = grammar.cursor;
        this.clauses = new ChangeClauses(grammar);
    }

    Statement merge(int start) {
        int first = cursor.index();
        cursor.next();
        cursor.expect("INTO");
        List<Name> table = cursor.path(cursor.name());
        Optional<Name> alias = clauses.alias();
        cursor.expect("USING");
        Relation source = grammar.relations.single();
        Relation.Condition condition = grammar.relations.condition();
        List<MergeClause> cases = new ArrayList<>();
        do {
            cases.add(clause());
        } while (cursor.at("WHEN"));
        clauses.refuseColumns(first);
        List<Item> returning = clauses.returning();
        return new Statement.Merge(table, alias, source, condition, List.copyOf(cases), returning, cursor.from(start));
    }

    /// `WHEN NOT MATCHED BY SOURCE AND condition THEN action`.
    private MergeClause clause() {
        int start = cursor.start();
        cursor.expect("WHEN");
        Match match = match();
        if (done.contains(match)) {
            throw cursor.error(cursor.from(start), "a WHEN of these rows without a condition stands before this one");
        }
        Optional<Expression> condition =
                cursor.accept("AND") ? Optional.of(grammar.expressions.expression()) : Optional.empty();
        if (condition.isEmpty()) {
            done.add(match);
        }
        cursor.expect("THEN");
        return new MergeClause(match, condition, action(match), cursor.from(start));
    }

    private Match match() {
        boolean unmatched = cursor.accept("NOT");
        cursor.expect("MATCHED");
        if (!unmatched) {
            return Match.MATCHED;
        }
        if (!cursor.accept("BY")) {
            return Match.BY_TARGET;
        }
        boolean bySource = cursor.accept("SOURCE");
        if (!bySource) {
            cursor.expect("TARGET");
        }
        return bySource ? Match.BY_SOURCE : Match.BY_TARGET;
    }

    private MergeAction action(Match match) {
        int start = cursor.start();
        Token first = cursor.token();
        MergeAction action = switch (first.word()) {
            case "UPDATE" -> update(start);
            case "DELETE" -> plain(MergeKind.DELETE, start);
            case "INSERT" -> insert(start);
            case "DO" -> nothing(start);
            case "ERROR" -> error(start);
            default -> throw cursor.unexpected("UPDATE, DELETE, INSERT, DO NOTHING or ERROR");
        };
        boolean ofTarget = action.kind() == MergeKind.UPDATE || action.kind() == MergeKind.DELETE;
        if (match == Match.BY_TARGET && ofTarget) {
            throw cursor.error(
                    first.at(),
                    "rows that the table does not have are inserted; write WHEN MATCHED or WHEN NOT MATCHED BY SOURCE");
        }
        if (match == Match.BY_SOURCE && action.kind() != MergeKind.DELETE && ofSource(action)) {
            throw cursor.error(first.at(), "no row of the source is there; name columns and values");
        }
        return action;
    }

    private static boolean ofSource(MergeAction action) {
        return action.values().isEmpty() && (action.kind() == MergeKind.UPDATE || action.kind() == MergeKind.INSERT);
    }

    private MergeAction plain(MergeKind kind, int start) {
        cursor.next();
        return new MergeAction(kind, false, List.of(), List.of(), cursor.from(start));
    }

    private MergeAction nothing(int start) {
        cursor.next();
        cursor.expect("NOTHING");
        return new MergeAction(MergeKind.NOTHING, false, List.of(), List.of(), cursor.from(start));
    }

    private MergeAction error(int start) {
        cursor.next();
        boolean ends = cursor.at("WHEN") || cursor.at("RETURNING") || !beginsExpression();
        List<Expression> message = ends ? List.of() : List.of(grammar.expressions.expression());
        return new MergeAction(MergeKind.FAIL, false, List.of(), message, cursor.from(start));
    }

    private boolean beginsExpression() {
        return cursor.token().kind() != Token.Kind.END && !cursor.atSymbol(";") && !cursor.atSymbol(")");
    }

    /// `UPDATE SET a = 1`, `UPDATE [SET *]`, `UPDATE BY NAME`.
    private MergeAction update(int start) {
        cursor.next();
        boolean byName = byName();
        if (!cursor.accept("SET") || cursor.acceptSymbol("*")) {
            return new MergeAction(MergeKind.UPDATE, byName, List.of(), List.of(), cursor.from(start));
        }
        List<ColumnValue> values = clauses.columnValues();
        return new MergeAction(
                MergeKind.UPDATE,
                false,
                values.stream().map(ColumnValue::column).toList(),
                values.stream().map(ColumnValue::value).toList(),
                cursor.from(start));
    }

    /// `INSERT (a) VALUES (1)`, `INSERT [*]`, `INSERT BY NAME`, `INSERT DEFAULT VALUES`.
    private MergeAction insert(int start) {
        cursor.next();
        if (cursor.accept("DEFAULT", "VALUES")) {
            return new MergeAction(MergeKind.DEFAULTS, false, List.of(), List.of(), cursor.from(start));
        }
        boolean byName = byName();
        List<Name> columns = cursor.names();
        if (cursor.acceptSymbol("*") || !cursor.accept("VALUES")) {
            return new MergeAction(MergeKind.INSERT, byName, columns, List.of(), cursor.from(start));
        }
        List<Expression> values = cursor.parenthesised(() -> cursor.list(clauses::valueOrDefault));
        return new MergeAction(MergeKind.INSERT, false, columns, values, cursor.from(start));
    }

    private boolean byName() {
        boolean byName = cursor.accept("BY", "NAME");
        if (!byName) {
            cursor.accept("BY", "POSITION");
        }
        return byName;
    }
}
