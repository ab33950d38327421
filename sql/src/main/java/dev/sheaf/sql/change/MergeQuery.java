package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.FileFunctions;
import dev.sheaf.sql.tree.Calls;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Match;
import dev.sheaf.sql.tree.Clauses.MergeAction;
import dev.sheaf.sql.tree.Clauses.MergeClause;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.JoinKind;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows of a MERGE that match in one way: which clause each is for, and the values that this clause gives it.
final class MergeQuery {
    /// Begins the names of our columns, which no statement can have meant.
    static final String OURS = "\uE000";

    /// The rows of the table with their numbers.
    static final String TARGET = OURS + "target";

    private static final String SOURCE = OURS + "source";

    private final Statement.Merge merge;
    private final Match match;
    private final Entry.Made made;
    private final StatementBinder binder;
    private final String number;
    private final UniqueNames names;
    private final String chosen;
    private final Field message;
    private final Relation source;
    private final List<MergeClause> clauses;

    /// The columns that have the values of each clause, by the columns of the table.
    private final List<Map<Field, String>> given = new ArrayList<>();

    MergeQuery(
            Statement.Merge merge,
            Match match,
            Entry.Made made,
            StatementBinder binder,
            String number,
            Field message,
            UniqueNames names) {
        this.merge = merge;
        this.match = match;
        this.made = made;
        this.binder = binder;
        this.number = number;
        this.message = message;
        this.names = names;
        this.chosen = names.unique(OURS + "chosen");
        this.source = named(merge.source());
        this.clauses = merge.clauses().stream()
                .filter(clause -> clause.match() == match)
                .toList();
    }

    Statement.Merge merge() {
        return merge;
    }

    Entry.Made made() {
        return made;
    }

    List<MergeClause> clauses() {
        return clauses;
    }

    String number() {
        return number;
    }

    /// Whether the rows are those of the table.
    boolean ofTarget() {
        return match != Match.BY_TARGET;
    }

    /// Whether a row is for the clause of a number.
    Expr chosen(int clause) {
        return col(chosen).eq(lit(clause));
    }

    /// The column that has the values of a clause for a column of the table.
    Optional<String> given(int clause, Field field) {
        return Optional.ofNullable(given.get(clause).get(field));
    }

    /// The rows that some clause is for, with its number and the values of all. A value is computed for the rows of its
    /// clause alone: for others it may fail.
    LogicalPlan plan() {
        List<Item> items = new ArrayList<>();
        if (ofTarget()) {
            items.add(new Item(
                    new Expression.Star(List.of(target()), List.of(), List.of(), List.of(), merge.at()),
                    Optional.empty(),
                    merge.at()));
        }
        items.add(item(numberOfClause(), chosen));
        for (int i = 0; i < clauses.size(); i++) {
            given.add(addValues(i, items));
        }
        LogicalPlan rows = binder.plan(Query.Select.of(items, Optional.of(joined()), merge.at()));
        return new LogicalPlan.Filter(rows, col(chosen).isNotNull());
    }

    /// Table and source joined so that the rows of this match are left.
    private Relation joined() {
        Relation table = new Relation.Aliased(
                new Relation.Named(List.of(new Name(TARGET, merge.at())), merge.at()), target(), List.of(), merge.at());
        JoinKind kind = match == Match.MATCHED ? JoinKind.INNER : JoinKind.ANTI;
        Relation left = ofTarget() ? table : source;
        Relation right = ofTarget() ? source : table;
        Relation.Join join = new Relation.Join(kind, false, false, right, Optional.of(merge.condition()), merge.at());
        return new Relation.Joined(left, List.of(join), merge.at());
    }

    private Name target() {
        return merge.alias().orElseGet(() -> merge.table().getLast());
    }

    /// The number of the first clause whose condition holds; null for rows that stay as they are.
    private Expression numberOfClause() {
        List<Expression.When> branches = new ArrayList<>();
        for (int i = 0; i < clauses.size(); i++) {
            MergeClause clause = clauses.get(i);
            Expression condition = clause.condition()
                    .<Expression>map(given -> new Expression.OfRow(RowClause.MERGE, checked(given), given.at()))
                    .orElseGet(() -> new Expression.Bool(true, clause.at()));
            branches.add(new Expression.When(condition, result(clause, i)));
        }
        return new Expression.Case(
                Optional.empty(), branches, Optional.of(new Expression.Null(merge.at())), merge.at());
    }

    /// It is computed again for each value.
    private Expression checked(Expression condition) {
        if (Calls.areVolatile(condition)) {
            throw binder.error(condition, "a condition of MERGE is the same whenever it is computed");
        }
        return condition;
    }

    private static Expression result(MergeClause clause, int number) {
        return clause.action().kind() == MergeKind.NOTHING
                ? new Expression.Null(clause.at())
                : new Expression.Cast(
                        new Expression.Numeral(String.valueOf(number), clause.at()),
                        new TypeName("INTEGER", clause.at()),
                        false,
                        clause.at());
    }

    /// Adds the values of a clause.
    ///
    /// @return the columns that have them
    private Map<Field, String> addValues(int clause, List<Item> items) {
        MergeAction action = clauses.get(clause).action();
        List<Expression> values = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        switch (action.kind()) {
            case NOTHING, DELETE -> {}
            case FAIL -> message(action, fields, values);
            case UPDATE, INSERT, DEFAULTS -> assign(action, fields, values);
        }
        List<Expression> cast = made.rules().values(values, fields, RowClause.MERGE, binder);
        Map<Field, String> columns = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            String column = names.unique(OURS + "value");
            columns.put(fields.get(i), column);
            items.add(item(TableRules.isText(cast.get(i)) ? cast.get(i) : where(clause, cast.get(i)), column));
        }
        return columns;
    }

    private Expression where(int clause, Expression value) {
        Span at = value.at();
        Expression isChosen = new Expression.Chain(
                new Expression.Column(List.of(new Name(chosen, at)), at),
                List.of(new Expression.Link(Operator.EQUAL, new Expression.Numeral(String.valueOf(clause), at))),
                at);
        return new Expression.Case(
                Optional.empty(), List.of(new Expression.When(isChosen, value)), Optional.empty(), at);
    }

    /// What is said of a row of ERROR.
    private void message(MergeAction action, List<Field> fields, List<Expression> values) {
        fields.add(message);
        values.add(
                action.values().isEmpty()
                        ? new Expression.Null(action.at())
                        : action.values().getFirst());
    }

    /// The columns that an action fills and the values that it gives them. A new row has defaults in the others.
    private void assign(MergeAction action, List<Field> fields, List<Expression> values) {
        Assignment assignment = Assignment.of(made.table().schema(), action.columns(), binder);
        boolean whole = action.values().isEmpty() && action.kind() != MergeKind.DEFAULTS;
        if (whole) {
            List<Name> columns = columns(action);
            assignment = action.byName() ? Assignment.of(made.table().schema(), columns, binder) : assignment;
            columns.forEach(column -> values.add(ofSource(column)));
        } else {
            values.addAll(action.values());
        }
        if (action.kind() != MergeKind.DEFAULTS) {
            checkCount(action, assignment.columns().size(), values.size());
            fields.addAll(assignment.columns());
        }
        if (action.kind() != MergeKind.UPDATE) {
            for (Field field : made.table().schema().fields()) {
                if (!fields.contains(field)) {
                    fields.add(field);
                    values.add(new Expression.Default(action.at()));
                }
            }
        }
    }

    private void checkCount(MergeAction action, int columns, int values) {
        if (columns != values) {
            throw binder.error(action, values + " values for " + columns + " columns");
        }
    }

    /// The columns of the source.
    private List<Name> columns(MergeAction action) {
        Expression all = new Expression.Star(List.of(), List.of(), List.of(), List.of(), action.at());
        Item item = new Item(all, Optional.empty(), action.at());
        return binder.plan(Query.Select.of(List.of(item), Optional.of(source), action.at())).schema().names().stream()
                .map(name -> new Name(name, action.at()))
                .toList();
    }

    private Expression ofSource(Name column) {
        Name relation = name(source)
                .orElseThrow(
                        () -> binder.error(merge.source(), "give the source of MERGE a name by AS, or name columns"));
        return new Expression.Column(List.of(relation, column), column.at());
    }

    /// A query without a name gets one of ours.
    private static Relation named(Relation source) {
        return source instanceof Relation.Subquery
                ? new Relation.Aliased(source, new Name(SOURCE, source.at()), List.of(), source.at())
                : source;
    }

    private static Optional<Name> name(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> {
                Name last = named.path().getLast();
                boolean isFile = last.text().contains(".") || last.text().contains("/");
                yield Optional.of(isFile ? new Name(FileFunctions.stem(last.text()), last.at()) : last);
            }
            case Relation.Aliased aliased -> Optional.of(aliased.name());
            case Relation.Sampled sampled -> name(sampled.relation());
            default -> Optional.empty();
        };
    }

    private static Item item(Expression value, String name) {
        return new Item(value, Optional.of(new Name(name, value.at())), value.at());
    }
}
