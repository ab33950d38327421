package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.NumberedTable;
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
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TreeSearch;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Binds MERGE as one query over one join of the table, whose rows have numbers, and the source. Of each pair it says
/// which clause it is for, and the values of this clause, in one CASE a column. A clause names what there is for its
/// rows alone.
final class MergeQuery {
    private static final String ACTION = "merge_action";

    /// Begins the names of what columns are to be.
    private static final String VALUE = UniqueNames.OURS + "value ";

    private final Statement.Merge merge;
    private final Entry.Made made;
    private final StatementBinder binder;
    private final ChangedTable table;
    private final Name target;
    private final EditMarks marks;

    /// A column of the source that has no nulls.
    private final String mark;

    private final Field message;
    private final List<Field> fields;

    /// What the columns that clauses write are to be, by the number of the clause.
    private final Map<Field, List<Expression.When>> values = new LinkedHashMap<>();

    /// The names of those that updates write.
    private final Set<String> written = new HashSet<>();

    MergeQuery(Statement.Merge merge, TableStatements tables, StatementBinder binder) {
        this.merge = merge;
        this.made = tables.made(merge.table(), merge);
        tables.refuseItself(made, merge.alias(), merge.source());
        this.table = new ChangedTable(made, merge.table(), merge.alias(), merge.at());
        this.target = table.name();
        this.fields = made.table().schema().fields();
        this.marks = EditMarks.of(made.table().schema());
        this.mark = new UniqueNames(made.table().schema().names()).unique(UniqueNames.OURS + "mark");
        this.message = new Field(marks.message(), DataType.STRING, true);
        this.binder = binder.with(RowStatements.TARGET, NumberedTable.plan(made.table(), marks.number()));
    }

    /// Updates, deletes and inserts rows of a table.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the table is not there or was not made by CREATE TABLE, or a
    ///     condition or value cannot be bound
    RowChange change() {
        for (int i = 0; i < merge.clauses().size(); i++) {
            addValues(i, merge.clauses().get(i));
        }
        LogicalPlan pairs = binder.plan(Query.Select.of(items(), Optional.of(joined()), merge.at()));
        LogicalPlan changes =
                results(new LogicalPlan.Filter(pairs, col(marks.kind()).isNotNull()));
        List<MergeKind> kinds =
                merge.clauses().stream().map(clause -> clause.action().kind()).toList();
        return new Editing(
                made,
                made.rules().checked(changes, binder),
                marks,
                kinds,
                made.rules().written(written),
                Map.of(new Field(ACTION, DataType.STRING, false), action(kinds)));
    }

    private Expr action(List<MergeKind> kinds) {
        Expr action = lit(MergeKind.INSERT.name());
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i) == MergeKind.UPDATE || kinds.get(i) == MergeKind.DELETE) {
                action = when(marks.is(i)).then(lit(kinds.get(i).name())).otherwise(action);
            }
        }
        return action;
    }

    /// The columns of the table, the number of the row, which clause it is for, and the values of this clause.
    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        items.add(table.columns());
        items.add(item(column(marks.number()), marks.number()));
        items.add(item(numberOfClause(), marks.kind()));
        values.forEach((field, branches) -> {
            Expression before = field.equals(message) ? new Expression.Null(merge.at()) : column(target, field.name());
            items.add(item(
                    new Expression.Case(Optional.of(column(marks.kind())), branches, Optional.of(before), merge.at()),
                    VALUE + field.name()));
        });
        return items;
    }

    /// What [Editing] asks for.
    private LogicalPlan results(LogicalPlan pairs) {
        List<Expr> columns = new ArrayList<>(List.of(col(marks.number()), col(marks.kind())));
        Stream.concat(Stream.of(message), fields.stream())
                .map(field -> result(field, pairs).as(field.name()))
                .forEach(columns::add);
        try {
            return new LogicalPlan.Project(pairs, columns);
        } catch (IllegalArgumentException refused) {
            throw binder.error(merge, String.valueOf(refused.getMessage()));
        }
    }

    private Expr result(Field field, LogicalPlan pairs) {
        if (!values.containsKey(field)) {
            return field.equals(message) ? new Expr.Literal(null, DataType.STRING) : col(field.name());
        }
        Expr value = col(VALUE + field.name());
        DataType type = Assignment.checked(field, value, pairs, merge, binder);
        return made.rules().checked(value.cast(type), type, field.name());
    }

    /// Table and source joined so that the rows are there that clauses are for.
    private Relation joined() {
        JoinKind kind = isFor(Match.BY_SOURCE)
                ? isFor(Match.BY_TARGET) ? JoinKind.FULL : JoinKind.LEFT
                : isFor(Match.BY_TARGET) ? JoinKind.RIGHT : JoinKind.INNER;
        Relation source = isFor(Match.BY_SOURCE) ? marked() : merge.source();
        return joined(table.relation(), kind, source, Optional.of(merge.condition()));
    }

    private Relation marked() {
        Item mark = item(new Expression.Bool(true, merge.at()), this.mark);
        Query one = Query.Select.of(List.of(mark), Optional.empty(), merge.at());
        return joined(merge.source(), JoinKind.CROSS, new Relation.Subquery(one, false, merge.at()), Optional.empty());
    }

    private Relation joined(Relation left, JoinKind kind, Relation right, Optional<Relation.Condition> on) {
        Relation.Join join = new Relation.Join(kind, false, false, right, on, merge.at());
        return new Relation.Joined(left, List.of(join), merge.at());
    }

    private boolean isFor(Match match) {
        return merge.clauses().stream().anyMatch(clause -> clause.match() == match);
    }

    /// The number of the first clause whose condition holds; null for rows that stay as they are.
    private Expression numberOfClause() {
        List<Expression.When> branches = new ArrayList<>();
        for (int i = 0; i < merge.clauses().size(); i++) {
            MergeClause clause = merge.clauses().get(i);
            Expression result =
                    clause.action().kind() == MergeKind.NOTHING ? new Expression.Null(clause.at()) : number(i);
            branches.add(new Expression.When(condition(clause), result));
        }
        return new Expression.Case(
                Optional.empty(), branches, Optional.of(new Expression.Null(merge.at())), merge.at());
    }

    private Expression condition(MergeClause clause) {
        List<Expression> all = new ArrayList<>();
        if (isFor(Match.BY_TARGET)) {
            all.add(isThere(marks.number(), clause.match() != Match.BY_TARGET));
        }
        if (isFor(Match.BY_SOURCE)) {
            all.add(isThere(mark, clause.match() != Match.BY_SOURCE));
        }
        clause.condition()
                .map(given -> new Expression.OfRow(RowClause.MERGE, checked(given), given.at()))
                .ifPresent(given -> all.add(seeing(clause.match(), given)));
        return all.stream()
                .reduce((left, right) ->
                        new Expression.Chain(left, List.of(new Expression.Link(Operator.AND, right)), clause.at()))
                .orElseGet(() -> new Expression.Bool(true, clause.at()));
    }

    private Expression isThere(String column, boolean there) {
        return new Expression.Is(column(column), Expression.Test.NULL, there, merge.at());
    }

    /// It is computed again for each column.
    private Expression checked(Expression condition) {
        if (TreeSearch.holdsVolatileCall(condition)) {
            throw binder.error(condition, "a condition of MERGE is the same whenever it is computed");
        }
        return condition;
    }

    private void addValues(int number, MergeClause clause) {
        List<Expression> given = new ArrayList<>();
        List<Field> of = new ArrayList<>();
        switch (clause.action().kind()) {
            case NOTHING, DELETE -> {}
            case FAIL -> {
                of.add(message);
                given.add(
                        clause.action().values().isEmpty()
                                ? new Expression.Null(clause.at())
                                : clause.action().values().getFirst());
            }
            case UPDATE, INSERT, DEFAULTS -> assign(clause.action(), of, given);
        }
        if (clause.action().kind() == MergeKind.UPDATE) {
            of.forEach(field -> written.add(field.name()));
        }
        List<Expression> cast = made.rules().values(given, of, RowClause.MERGE, binder);
        for (int i = 0; i < of.size(); i++) {
            values.computeIfAbsent(of.get(i), _ -> new ArrayList<>())
                    .add(new Expression.When(number(number), seeing(clause.match(), cast.get(i))));
        }
    }

    /// The columns that an action fills and the values that it gives them. A new row has defaults in the others.
    private void assign(MergeAction action, List<Field> of, List<Expression> given) {
        boolean whole = action.values().isEmpty() && action.kind() != MergeKind.DEFAULTS;
        List<Name> source = whole ? columns(action) : List.of();
        List<Name> named = whole && action.byName() ? source : action.columns();
        if (action.kind() != MergeKind.DEFAULTS) {
            source.forEach(
                    column -> given.add(new Expression.Seeing(target, true, column(column.text()), action.at())));
            given.addAll(action.values());
            of.addAll(made.rules()
                    .assignment(made.table().schema(), named, binder)
                    .columns());
            if (of.size() != given.size()) {
                throw binder.error(action, given.size() + " values for " + of.size() + " columns");
            }
        }
        if (action.kind() != MergeKind.UPDATE) {
            fields.stream().filter(field -> !of.contains(field)).forEach(field -> {
                of.add(field);
                given.add(new Expression.Default(action.at()));
            });
        }
    }

    /// The columns of the source.
    private List<Name> columns(MergeAction action) {
        return binder.plan(merge.source()).schema().names().stream()
                .map(name -> new Name(name, action.at()))
                .toList();
    }

    private Expression seeing(Match match, Expression value) {
        return match == Match.MATCHED
                ? value
                : new Expression.Seeing(target, match == Match.BY_TARGET, value, value.at());
    }

    private Expression number(int number) {
        Expression digits = new Expression.Numeral(String.valueOf(number), merge.at());
        return new Expression.Cast(digits, new TypeName("INTEGER", merge.at()), false, merge.at());
    }

    private Expression column(String name) {
        return new Expression.Column(List.of(new Name(name, merge.at())), merge.at());
    }

    private Expression column(Name relation, String name) {
        return new Expression.Column(List.of(relation, new Name(name, merge.at())), merge.at());
    }

    private static Item item(Expression value, String name) {
        return new Item(value, Optional.of(new Name(name, value.at())), value.at());
    }
}
