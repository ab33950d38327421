package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.Dataset;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How the texts of one statement and of the views that it reads are compared: by COLLATE behind an expression, and by
/// what the columns of tables
/// say, which their values take along through functions and queries. Values themselves are those of any text.
///
/// Expressions are not looked at as long as there is no collation.
public final class Collations {
    private final Map<Expr, Collation> written = new IdentityHashMap<>();
    private final Map<LogicalPlan, Map<String, Collation>> results = new IdentityHashMap<>();
    private final Function<Dataset, Map<String, Collation>> tables;
    private final Optional<Collation> others;
    private boolean isNeeded;

    /// @param tables says how columns of a dataset are compared
    /// @param others how texts are compared of which nothing says it, if not as they are
    public Collations(Function<Dataset, Map<String, Collation>> tables, Optional<Collation> others) {
        this.tables = tables;
        this.others = others;
    }

    /// Notes what stands behind an expression, which becomes an object of its own.
    public Expr note(Expr expr, Collation collation) {
        Expr own = copy(expr);
        written.put(own, collation);
        isNeeded = true;
        return own;
    }

    /// Notes how columns of the result of a query are compared.
    public void note(LogicalPlan plan, Map<String, Collation> columns) {
        if (!columns.isEmpty()) {
            results.put(plan, Map.copyOf(columns));
            isNeeded = true;
        }
    }

    /// How columns of a plan are compared, as those of the tables and queries below it are; by name.
    public Map<String, Collation> of(LogicalPlan plan) {
        Map<String, Collation> known = results.get(plan);
        if (known == null) {
            known = below(plan);
            results.put(plan, known);
            isNeeded |= !known.isEmpty();
        }
        return known;
    }

    private Map<String, Collation> below(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Sort _, LogicalPlan.Limit _, LogicalPlan.Filter _, LogicalPlan.Distinct _ ->
                of(plan.inputs().getFirst());
            case LogicalPlan.Project(LogicalPlan input, List<Expr> columns) -> picked(of(input), columns);
            case LogicalPlan.Scan scan
            when scan.dataset() instanceof QueryDataset query && query.queries().size() == 1 ->
                of(query.queries().getFirst());
            case LogicalPlan.Scan scan -> tables.apply(scan.dataset());
            default -> Map.of();
        };
    }

    private static Map<String, Collation> picked(Map<String, Collation> known, List<Expr> columns) {
        Map<String, Collation> picked = new HashMap<>();
        for (Expr column : known.isEmpty() ? List.<Expr>of() : columns) {
            if (column.unaliased() instanceof Expr.ColumnRef(String name) && known.containsKey(name)) {
                picked.put(column.outputName(), known.get(name));
            }
        }
        return picked;
    }

    /// How the values of an expression are compared, where `columns` says it of columns.
    public Optional<Collation> of(Expr expr, Typing typing, Function<String, Optional<Collation>> columns) {
        return said(expr, typing, columns).or(() -> others.isEmpty() ? others : others(type(expr, typing)));
    }

    /// How values of a type are compared of which nothing says it.
    public Optional<Collation> others(DataType type) {
        return others.filter(_ -> type.decoded().equals(DataType.STRING));
    }

    /// As [#of(LogicalPlan)], with columns of which nothing says it.
    public Map<String, Collation> compared(LogicalPlan plan) {
        Map<String, Collation> all = new HashMap<>(of(plan));
        plan.schema()
                .fields()
                .forEach(field -> others(field.type()).ifPresent(how -> all.putIfAbsent(field.name(), how)));
        return all;
    }

    /// As [#of(Expr, Typing, Function)] if something says it.
    Optional<Collation> said(Expr expr, Typing typing, Function<String, Optional<Collation>> columns) {
        return isNeeded && type(expr, typing).equals(DataType.STRING)
                ? Optional.ofNullable(found(expr, typing, columns))
                : Optional.empty();
    }

    /// Those of several collations that something says, if any does: others are compared as these are.
    List<Collation> said(List<Collation> known) {
        return known.size() < 2
                ? known
                : known.stream()
                        .filter(each -> !others.equals(Optional.of(each)))
                        .toList();
    }

    /// How the texts in the values of an expression are compared, as those of a list.
    Optional<Collation> within(Expr expr, Typing typing, Function<String, Optional<Collation>> columns) {
        return isNeeded ? Optional.ofNullable(found(expr, typing, columns)) : Optional.empty();
    }

    private @Nullable Collation found(Expr expr, Typing typing, Function<String, Optional<Collation>> columns) {
        Collation known = written.get(expr);
        if (known != null || !holdsTexts(type(expr, typing))) {
            return known;
        }
        if (expr instanceof Expr.ColumnRef(String name)) {
            return columns.apply(name).orElse(null);
        }
        for (Expr part : parts(expr)) {
            Collation ofPart = found(part, typing, columns);
            if (ofPart != null) {
                return ofPart;
            }
        }
        return null;
    }

    /// What an expression takes its values from.
    private static List<Expr> parts(Expr expr) {
        return expr instanceof Expr.Case(List<Expr.When> branches, Expr otherwise)
                ? Stream.concat(branches.stream().map(Expr.When::result), Stream.of(otherwise))
                        .toList()
                : expr.children();
    }

    private static DataType type(Expr expr, Typing typing) {
        try {
            return typing.typeOf(expr).decoded();
        } catch (IllegalArgumentException untyped) {
            return DataType.NULL;
        }
    }

    private static boolean holdsTexts(DataType type) {
        return switch (type) {
            case DataType.StringType() -> true;
            case DataType.ListType(DataType element) -> holdsTexts(element.decoded());
            case DataType.StructType struct ->
                struct.fields().stream()
                        .anyMatch(field -> holdsTexts(field.type().decoded()));
            default -> false;
        };
    }

    private static Expr copy(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef(String name) -> new Expr.ColumnRef(name);
            case Expr.Literal(Object value, DataType type) -> new Expr.Literal(value, type);
            case Expr.Call(var function, List<Expr> arguments) -> new Expr.Call(function, arguments);
            case Expr.Applied(var function, List<Expr> arguments) -> new Expr.Applied(function, arguments);
            case Expr.Case(List<Expr.When> branches, Expr otherwise) -> new Expr.Case(branches, otherwise);
            case Expr.Cast(Expr input, DataType type, boolean lenient) -> new Expr.Cast(input, type, lenient);
            default -> expr;
        };
    }
}
