package dev.sheaf.sql.bind;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.Collations;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.Joined;
import dev.sheaf.sql.join.OuterRows;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Queries inside another that are put together to one. Where any of them reads the query around, the rows of each
/// carry all columns that any reads, so that what is done to them is done for each combination of their values by
/// itself.
final class CarriedQueries {
    private final Collations collations;
    private final Outers outers;

    CarriedQueries(Collations collations, Optional<SelectContext> around) {
        this.collations = collations;
        this.outers = around.map(Outers::of).orElseGet(Outers::none);
    }

    void add(SelectContext.Inner part) {
        part.query().outers().values().forEach(outer -> outers.column(outer, outer.outputName()));
    }

    /// The columns that are read, so far.
    List<String> read() {
        return List.copyOf(outers.references().keySet());
    }

    /// A plan that stands for the rows around.
    LogicalPlan rows() {
        return outers.rows(read());
    }

    /// The rows of a query for all rows around, whose columns come first; those of the query are called `shown`, or
    /// something near.
    LogicalPlan carried(SelectContext.Inner part, LogicalPlan rows, List<String> shown) {
        List<String> read = rows.schema().names();
        Map<String, Expr> own = new HashMap<>();
        part.query().outers().forEach((name, outer) -> own.put(name, outers.column(outer, outer.outputName())));
        Joined joined = Joined.of(rows, part.query().withOuters(own), new UniqueNames(read));
        List<Expr> columns = new ArrayList<>();
        read.forEach(name -> columns.add(col(name)));
        UniqueNames names = new UniqueNames(read);
        Map<String, Collation> known = new HashMap<>();
        for (int i = 0; i < shown.size(); i++) {
            String name = names.unique(shown.get(i));
            columns.add(joined.values().get(i).as(name));
            Optional.ofNullable(part.collations().get(part.columns().get(i).name()))
                    .ifPresent(how -> known.put(name, how));
        }
        LogicalPlan plan = new LogicalPlan.Project(joined.plan(), columns);
        collations.note(plan, known);
        return plan;
    }

    /// The query over the rows that carry what is read.
    SelectContext.Inner inner(LogicalPlan carried) {
        return inner(carried, outers.rows());
    }

    /// The query over rows that carry what is read. `rows` are those that stand in the plan for rows around.
    SelectContext.Inner inner(LogicalPlan carried, List<OuterRows> rows) {
        UniqueNames names = new UniqueNames(carried.schema().names());
        List<Expr> columns = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (Field field : carried.schema().fields()) {
            if (outers.references().containsKey(field.name())) {
                String own = names.unique("inner." + field.name());
                columns.add(col(field.name()).as(own));
                conditions.add(new Expr.Call(Function.IS_NOT_DISTINCT_FROM, List.of(col(field.name()), col(own))));
            } else {
                columns.add(col(field.name()));
                values.add(col(field.name()));
                fields.add(field);
            }
        }
        Subquery query = new Subquery(
                new LogicalPlan.Project(carried, columns),
                conditions,
                values,
                Optional.empty(),
                Map.copyOf(outers.references()),
                rows);
        return new SelectContext.Inner(query, fields, List.of(), collations.of(carried));
    }
}
