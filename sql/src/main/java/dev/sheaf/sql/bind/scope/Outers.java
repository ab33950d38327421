package dev.sheaf.sql.bind.scope;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.join.OuterRows;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Expression;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The columns of the query around it that a SELECT reads. In its expressions each is a column of a name that no
/// column of FROM has.
public final class Outers {
    /// The query around, as a query inside of it sees it.
    public interface Around {
        Origins origins();

        /// The columns of its FROM.
        Scope scope();

        CallColumns calls();

        /// The columns that it reads of the one around itself.
        Outers outers();

        /// The column of its FROM that a name means, if there is one.
        ///
        /// @throws dev.sheaf.sql.tree.QueryError if there are several
        Optional<Expr> column(Expression.Column column);

        /// What may be written in front of the column that a simple name means, of this query or of one around.
        Optional<String> relationOf(String name);

        /// How the values of an expression over this query are compared.
        Optional<Collation> collation(Expr expr);
    }

    private final Optional<Around> around;
    private final boolean inReach;
    private final Map<String, Expr> references = new LinkedHashMap<>();
    private final Map<String, Field> fields = new HashMap<>();
    private final Map<Expr, String> names = new HashMap<>();
    private final UniqueNames unique = new UniqueNames();
    private final List<OuterRows> rows = new ArrayList<>();

    private Outers(Optional<Around> around, boolean inReach) {
        this.around = around;
        this.inReach = inReach;
    }

    /// For a query whose columns may be those of the query around.
    public static Outers of(Around around) {
        return new Outers(Optional.of(around), true);
    }

    /// For a query that lies in others but may not read them: one of PIVOT or LIMIT.
    public static Outers outOfReach(Optional<? extends Around> around) {
        return new Outers(around.map(nearest -> nearest), false);
    }

    /// Nothing is around.
    public static Outers none() {
        return outOfReach(Optional.empty());
    }

    /// The column of a name in the nearest query around that has it.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if that is out of reach
    public Optional<Expr> find(Expression.Column column) {
        return around.flatMap(context ->
                context.column(column).or(() -> context.outers().find(column)).map(expr -> reference(expr, column)));
    }

    /// As [Around#relationOf], of the nearest query around that has it.
    Optional<String> relationOf(String name) {
        return around.flatMap(context -> context.relationOf(name));
    }

    /// How the values of one of these columns are compared.
    Optional<Collation> collation(String column) {
        return Optional.ofNullable(references.get(column))
                .flatMap(expr -> around.orElseThrow().collation(expr));
    }

    /// Whether names that FROM does not know mean columns of a SELECT, without any relation in between.
    @SuppressWarnings("ReferenceEquality") // one SELECT is one object
    public boolean are(Around select) {
        return around.filter(nearest -> nearest == select
                        || (nearest.scope().listed().isEmpty()
                                && nearest.outers().are(select)))
                .isPresent();
    }

    /// The names of the columns of a relation of the nearest query around that has it; none if none has.
    public List<String> columnsOf(String relation) {
        if (around.isEmpty()) {
            return List.of();
        }
        Around context = around.get();
        return context.scope().isRelation(relation)
                ? context.scope().of(relation).stream().map(ScopeColumn::name).toList()
                : context.outers().columnsOf(relation);
    }

    private Expr reference(Expr expr, Expression.Column column) {
        Around context = around.orElseThrow();
        String written = column.last().text();
        if (!inReach) {
            throw context.origins()
                    .error(
                            column,
                            "\"" + written
                                    + "\" is a column of the query around, which PIVOT and the queries of LIMIT and OFFSET"
                                    + " cannot read");
        }
        return column(expr, written);
    }

    /// The column that stands for an expression over a SELECT around, with none but such without relations between.
    @SuppressWarnings("ReferenceEquality") // one SELECT is one object
    public Expr column(Around select, Expr expr, String written) {
        Around nearest = around.orElseThrow();
        return column(nearest == select ? expr : nearest.outers().column(select, expr, written), written);
    }

    /// The column that stands for an expression over the query around, the same for equal ones.
    public Expr column(Expr expr, String written) {
        String name = names.computeIfAbsent(expr, _ -> unique.unique("outer." + written));
        references.put(name, expr);
        fields.put(name, new Field(name, around.orElseThrow().calls().typing().typeOf(expr)));
        return Expressions.col(name);
    }

    /// A plan that stands for the distinct rows of some of these columns; the query around puts them in.
    public LogicalPlan rows(Collection<String> columns) {
        List<Field> some = columns.stream()
                .map(name -> Objects.requireNonNull(fields.get(name)))
                .toList();
        OuterRows made = new OuterRows(new Schema(some), new Object());
        rows.add(made);
        return made.plan();
    }

    /// All that stand for rows.
    public List<OuterRows> rows() {
        return rows;
    }

    /// Expressions over the query around by the names of the columns that stand for them.
    public Map<String, Expr> references() {
        return references;
    }

    /// The types of these columns by name.
    public Map<String, Field> fields() {
        return fields;
    }
}
