package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Applies a [GroupFinish] to groups in host memory. Thread-safe.
public final class Finisher {
    private final Optional<RowFilter> having;
    private final List<Evaluator> outputs;
    private final Schema schema;

    private Finisher(Optional<RowFilter> having, List<Evaluator> outputs, Schema schema) {
        this.having = having;
        this.outputs = outputs;
        this.schema = schema;
    }

    /// Compiles what is asked for of groups with this schema.
    ///
    /// @throws IllegalArgumentException if an expression does not fit it, or two outputs have one name
    public static Finisher compile(GroupFinish finish, Schema groups) {
        List<Expr> wanted = outputs(finish, groups);
        List<Evaluator> outputs = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (Expr output : wanted) {
            Evaluator evaluator = Evaluator.compile(output.unaliased(), groups);
            outputs.add(evaluator);
            fields.add(new Field(output.outputName(), evaluator.type()));
        }
        return new Finisher(
                finish.having().map(having -> RowFilter.compile(having, groups)), outputs, new Schema(fields));
    }

    /// The outputs that are asked for, which may be all columns.
    public static List<Expr> outputs(GroupFinish finish, Schema groups) {
        return finish.outputs().isEmpty()
                ? groups.names().stream().map(Expressions::col).toList()
                : finish.outputs();
    }

    /// The schema of the result.
    public Schema schema() {
        return schema;
    }

    /// The result for some groups, to be closed by the caller; `groups` stays open.
    ///
    /// @throws ArithmeticException if an output overflows
    public Table apply(Table groups, MemoryPool pool) {
        try (Table kept = having.isPresent() ? having.get().apply(groups, pool) : groups.retain()) {
            List<Column> columns = new ArrayList<>();
            try {
                for (Evaluator output : outputs) {
                    columns.add(output.evaluate(kept, pool));
                }
                return new Table(schema, columns, kept.rowCount());
            } catch (RuntimeException | Error failure) {
                columns.forEach(Column::close);
                throw failure;
            }
        }
    }
}
