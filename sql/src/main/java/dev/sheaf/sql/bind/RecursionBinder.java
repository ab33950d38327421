package dev.sheaf.sql.bind;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.exec.RecursiveQuery;
import dev.sheaf.query.Dataset;
import dev.sheaf.sql.bind.from.FromContext;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.scope.Collations;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Branch;
import dev.sheaf.sql.tree.Query.SetOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Binds tables of WITH RECURSIVE whose last branch of a UNION reads the table itself. The columns are those of the
/// branches before it.
///
/// Where a branch reads the query around, the rows carry what is read ([CarriedQueries]), and a step sees those of the
/// table for the present values alone.
final class RecursionBinder {
    /// Stands before the name of a table with a key for all its rows so far.
    private static final String RECURRING = "recurring.";

    /// For how many parts a step counts that is bound again since it reads more of the query around than was known.
    private static final long PARTS_OF_STEP = 100;

    private final Queries queries;
    private final Relations relations;
    private final CarriedQueries carried;

    RecursionBinder(Queries queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
        this.carried = new CarriedQueries(queries.origins().collations(), relations.around());
    }

    /// The table, or nothing if it does not read itself.
    Optional<SelectContext.Inner> bind(CommonTable table) {
        if (!(table.query() instanceof Query.Combined combined)
                || combined.branches().getLast().operation() != SetOperation.UNION
                || combined.branches().getLast().byName()) {
            return Optional.empty();
        }
        Branch last = combined.branches().getLast();
        String name = table.name().text();
        SelectContext.Inner first = part(beforeLast(combined), relations);
        List<String> read;
        LogicalPlan start;
        LogicalPlan itself;
        LogicalPlan whole;
        SelectContext.Inner step;
        do {
            read = carried.read();
            start = rows(first, table);
            itself = collated(RecursiveQuery.readingItself(name, start), start);
            whole = collated(RecursiveQuery.readingItself(name, start), start);
            queries.origins().add(PARTS_OF_STEP, table, "queries of WITH RECURSIVE");
            Relations known = relations(name, itself);
            if (!table.key().isEmpty()) {
                add(RECURRING + name, whole, known);
            }
            step = part(last.query(), known);
            if (!reads(step.query().plan(), itself) && !reads(step.query().plan(), whole)) {
                return Optional.empty();
            }
        } while (!carried.read().equals(read));
        LogicalPlan next = alike(rows(step), itself.schema(), last.query());
        LogicalPlan begin = alike(start, itself.schema(), combined);
        LogicalPlan all = table.key().isEmpty()
                ? RecursiveQuery.of(name, itself, begin, next, !last.all())
                : RecursiveQuery.keyed(name, itself, whole, keys(table, itself), begin, next, !last.all());
        collated(all, start);
        return Optional.of(
                read.isEmpty() ? SelectContext.Inner.of(all, queries.origins().collations()) : carried.inner(all));
    }

    /// A plan whose columns are compared as those of the first rows are.
    private LogicalPlan collated(LogicalPlan plan, LogicalPlan start) {
        Collations collations = queries.origins().collations();
        collations.note(plan, collations.of(start));
        return plan;
    }

    /// The columns of USING KEY, and of the query around.
    private List<String> keys(CommonTable table, LogicalPlan itself) {
        List<String> keys = new ArrayList<>(carried.read());
        for (Name key : table.key()) {
            keys.add(itself.schema().names().stream()
                    .filter(key.text()::equalsIgnoreCase)
                    .findFirst()
                    .orElseThrow(() -> queries.origins()
                            .error(
                                    key,
                                    "\"" + table.name().text() + "\" has no column \"" + key.text()
                                            + "\"; USING KEY takes names of its columns")));
        }
        return keys;
    }

    private SelectContext.Inner part(Query query, Relations known) {
        SelectContext.Inner part = relations
                .around()
                .map(select -> queries.bindInner(query, known, select))
                .orElseGet(() -> SelectContext.Inner.of(
                        queries.bind(query, known), queries.origins().collations()));
        carried.add(part);
        return part;
    }

    /// The rows of the first query, called as WITH says.
    private LogicalPlan rows(SelectContext.Inner first, CommonTable table) {
        FromContext context = new FromContext(queries, relations);
        if (carried.read().isEmpty()) {
            return context.renamed(first.query().plan(), table.columns(), table);
        }
        context.checkNames(table.columns(), first.columns().size(), table);
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < first.columns().size(); i++) {
            shown.add(
                    i < table.columns().size()
                            ? table.columns().get(i).text()
                            : first.columns().get(i).name());
        }
        return carried.carried(first, carried.rows(), shown);
    }

    private LogicalPlan rows(SelectContext.Inner step) {
        return carried.read().isEmpty()
                ? step.query().plan()
                : carried.carried(
                        step,
                        carried.rows(),
                        step.columns().stream().map(Field::name).toList());
    }

    /// What a step may name: the rows of the step before, too.
    private Relations relations(String name, LogicalPlan itself) {
        Relations inner = relations.inner();
        add(name, itself, inner);
        return inner;
    }

    private void add(String name, LogicalPlan leaf, Relations known) {
        if (carried.read().isEmpty()) {
            known.add(name, leaf);
        } else {
            SelectContext around = relations.around().orElseThrow();
            SelectContext.Inner rows = carried.inner(leaf, List.of());
            known.add(new Relations.Linked(name, List.of(), around, select -> rows.within(select, around)));
        }
    }

    private static Query beforeLast(Query.Combined combined) {
        List<Branch> before = combined.branches().subList(0, combined.branches().size() - 1);
        return before.isEmpty() ? combined.first() : new Query.Combined(combined.first(), before, combined.at());
    }

    private static boolean reads(LogicalPlan plan, LogicalPlan itself) {
        return reads(plan, ((LogicalPlan.Scan) itself).dataset(), Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean reads(LogicalPlan plan, Dataset itself, Set<LogicalPlan> visited) {
        if (!visited.add(plan)) {
            return false;
        }
        if (plan instanceof LogicalPlan.Scan scan) {
            return scan.dataset().equals(itself)
                    || (scan.dataset() instanceof QueryDataset dataset
                            && dataset.queries().stream().anyMatch(query -> reads(query, itself, visited)));
        }
        return plan.inputs().stream().anyMatch(input -> reads(input, itself, visited));
    }

    /// A query in the columns of the table.
    private LogicalPlan alike(LogicalPlan plan, Schema schema, Query node) {
        if (plan.schema().size() != schema.size()) {
            throw queries.origins()
                    .error(
                            node,
                            "this query has "
                                    + (plan.schema().size() - carried.read().size())
                                    + " columns, those before it "
                                    + (schema.size() - carried.read().size()));
        }
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            String own = plan.schema().field(i).name();
            DataType type = schema.field(i).type();
            Expr column = plan.schema().field(i).type().decoded().equals(type) ? col(own) : col(own).cast(type);
            columns.add(column.as(schema.field(i).name()));
        }
        try {
            return new LogicalPlan.Project(plan, columns);
        } catch (IllegalArgumentException refused) {
            throw queries.origins().error(node, Origins.message(refused));
        }
    }
}
