package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.query.Batch;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The values of expressions as columns next to the input's: an expression that is a column is that column, any
/// other is appended, under a name that the input does not have.
public final class ExtraColumns implements BatchStep {
    private final Schema schema;
    private final int inputSize;
    private final List<Evaluator> evaluators = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();

    public ExtraColumns(List<Expr> exprs, Schema input) {
        List<Field> fields = new ArrayList<>(input.fields());
        inputSize = fields.size();
        for (Expr expr : exprs) {
            if (expr.unaliased() instanceof Expr.ColumnRef(String name)) {
                positions.add(input.indexOf(name));
            } else {
                Evaluator evaluator = Evaluator.compile(expr.unaliased(), input);
                evaluators.add(evaluator);
                positions.add(fields.size());
                fields.add(new Field(freshName(input, fields.size()), evaluator.type()));
            }
        }
        schema = new Schema(fields);
    }

    /// A name that no column of `input` has.
    public static String freshName(Schema input, int number) {
        String name = "#" + number;
        while (input.contains(name)) {
            name = "#" + name;
        }
        return name;
    }

    /// What makes the extended table; does nothing if there is nothing to append.
    public BatchStep step() {
        return evaluators.isEmpty() ? BatchStep.NOTHING : this;
    }

    /// The input's columns and the appended ones.
    public Schema schema() {
        return schema;
    }

    /// The name of the column that holds the values of an expression.
    public String name(int expr) {
        return schema.field(positions.get(expr)).name();
    }

    /// The positions of the columns that hold the values of the expressions.
    public IntStream positions() {
        return positions.stream().mapToInt(Integer::intValue);
    }

    /// The columns of all expressions in an extended table, which keeps them.
    public List<Column> of(Table extended) {
        return positions.stream().map(extended::column).toList();
    }

    @Override
    public Table apply(Batch rows, QueryContext context) {
        Table batch = rows.table();
        List<Column> columns = new ArrayList<>();
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            batch.columns().stream().limit(inputSize).forEach(column -> columns.add(column.retain()));
            for (Evaluator evaluator : evaluators) {
                columns.add(evaluator.evaluate(batch, context.pool()));
            }
            return new Table(schema, columns, batch.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }
}
