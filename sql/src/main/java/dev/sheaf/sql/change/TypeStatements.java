package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.function.NamedType;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Makes and drops types.
final class TypeStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    TypeStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// Makes a type; the query of an ENUM runs once.
    ///
    /// @return 0
    /// @throws QueryError if there is one already, or those written for an ENUM are not distinct
    long create(Statement.CreateType create, QueryContext context) {
        boolean builtIn = TypeNames.isBuiltIn(create.type().text());
        if (builtIn && create.existing() != Existing.KEEP) {
            throw binder.error(
                    create.type(), "there is a type " + create.type().text() + " in every session; take another name");
        }
        return builtIn ? 0 : made(create, context);
    }

    private long made(Statement.CreateType create, QueryContext context) {
        NamedType type = create.as()
                .map(name -> new NamedType(binder.type(name), binder.form(name), binder.namesIn(name)))
                .orElseGet(() -> new NamedType(texts(create, create.values().orElseThrow(), context)));
        boolean replace = create.existing() == Existing.REPLACE;
        if (!catalogue.definitions().addType(create.type().text(), type, replace)
                && create.existing() == Existing.FAIL) {
            throw binder.error(
                    create.type(), "there is a type " + create.type().text() + "; write CREATE OR REPLACE TYPE");
        }
        return 0;
    }

    private DataType texts(Statement.CreateType create, Query query, QueryContext context) {
        LogicalPlan plan = binder.plan(query);
        if (plan.schema().size() != 1) {
            throw binder.error(create, "the query of an ENUM has one column");
        }
        Expr text = col(plan.schema().field(0).name()).cast(DataType.STRING).as("text");
        try (Table rows = Executor.collect(new LogicalPlan.Project(plan, List.of(text)), context)) {
            return TypeNames.enumOf(texts(rows.column(0)));
        } catch (IllegalArgumentException refused) {
            throw binder.error(create, String.valueOf(refused.getMessage()));
        }
    }

    /// The distinct ones, each where it comes first.
    private static List<String> texts(Column column) {
        Set<String> texts = new LinkedHashSet<>();
        for (long row = 0; row < column.length(); row++) {
            if (!column.isNull(row)) {
                texts.add((String) column.get(row));
            }
        }
        return List.copyOf(texts);
    }

    /// Drops a type; columns of it stay as they are.
    ///
    /// @return 0
    /// @throws QueryError if it is not there, unless IF EXISTS is written, or another type is made of it
    long drop(Statement.DropType drop) {
        if (TypeNames.isBuiltIn(drop.type().text())) {
            throw binder.error(drop.type(), "the type " + drop.type().text() + " is in every session");
        }
        List<String> users = catalogue.definitions().usersOf(drop.type().text());
        if (!users.isEmpty()) {
            throw binder.error(drop.type(), String.join(", ", users) + " is made of this type");
        }
        if (!catalogue.definitions().removeType(drop.type().text()) && !drop.ifExists()) {
            throw binder.error(drop.type(), "there is no type " + drop.type().text());
        }
        return 0;
    }
}
