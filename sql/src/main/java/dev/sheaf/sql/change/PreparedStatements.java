package dev.sheaf.sql.change;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.SessionValues.Prepared;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Keeps and finds what a session remembers by name: variables, and statements with their parameters.
final class PreparedStatements {
    private final StatementBinder binder;
    private final Source source;
    private final Catalogue catalogue;

    PreparedStatements(StatementBinder binder, Source source, Catalogue catalogue) {
        this.binder = binder;
        this.source = source;
        this.catalogue = catalogue;
    }

    /// Computes a variable once.
    ///
    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if the value cannot be bound or is none
    long set(Statement.SetVariable set, QueryContext context) {
        String name = set.name().text();
        set.value()
                .ifPresentOrElse(
                        value -> catalogue.values().set(name, value(value, context)),
                        () -> catalogue.values().reset(name));
        return 0;
    }

    /// @return 0
    long prepare(Statement.Prepare prepare) {
        catalogue
                .values()
                .prepare(prepare.name().text(), new Prepared(source, prepare.statement(), prepare.parameters()));
        return 0;
    }

    /// @return 0
    long deallocate(Statement.Deallocate deallocate) {
        deallocate
                .name()
                .ifPresentOrElse(name -> catalogue.values().deallocate(name.text()), catalogue.values()::deallocateAll);
        return 0;
    }

    /// @throws dev.sheaf.sql.tree.QueryError if no statement has the name
    Prepared find(Statement.Execute execute) {
        return catalogue
                .values()
                .prepared(execute.name().text())
                .orElseThrow(() -> binder.error(
                        execute.name(),
                        "there is no prepared statement " + execute.name().text() + "; PREPARE makes one"));
    }

    /// What a statement takes from outside its text.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if there are not as many values as it has parameters, of their names
    Parameters values(Statement.Execute execute, Prepared prepared) {
        QueryContext context = QueryContext.builder().pool(binder.pool()).build();
        Map<String, Object> values = new TreeMap<>();
        int number = 0;
        for (Argument argument : execute.arguments()) {
            String given = argument.name().map(Name::text).orElse(String.valueOf(++number));
            String key = prepared.parameters().stream()
                    .filter(given::equalsIgnoreCase)
                    .findFirst()
                    .orElseThrow(() -> binder.error(argument.value(), wanted(prepared)));
            values.put(key, value(argument.value(), context));
        }
        if (values.size() != prepared.parameters().size()) {
            throw binder.error(execute, wanted(prepared));
        }
        return catalogue.with(Parameters.of(values));
    }

    private static String wanted(Prepared prepared) {
        return prepared.parameters().isEmpty()
                ? "this statement has no parameters"
                : "this statement has the parameters $" + String.join(", $", prepared.parameters())
                        + ", and each takes one value";
    }

    /// The value of an expression that reads no table, or of a query in parentheses.
    private Expr.Literal value(Expression expression, QueryContext context) {
        Item item = new Item(expression, Optional.empty(), expression.at());
        LogicalPlan plan = binder.plan(Query.Select.of(List.of(item), Optional.empty(), expression.at()));
        try (Table rows = Executor.collect(plan, context)) {
            checkOne(rows, expression);
            return new Expr.Literal(
                    rows.column(0).get(0), rows.schema().field(0).type().decoded());
        }
    }

    private void checkOne(Table rows, Node node) {
        if (rows.rowCount() != 1 || rows.schema().size() != 1) {
            throw binder.error(node, "this is to be one value");
        }
    }
}
