package dev.sheaf.spark.column;

import dev.sheaf.expr.Expr;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spark.translate.InputColumn;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/// Rows that come as tables of Sheaf, in the place of a batch of Spark's vectors. Only operators of Sheaf are above
/// scans that give such batches. They are read when they are opened, with the memory of whoever opens them.
public abstract class TableBatch extends ColumnarBatch {
    /// A batch of so many rows.
    protected TableBatch(int rows) {
        super(new ColumnVector[0], rows);
    }

    /// The rows, with these columns of Spark's batch in this order. To be closed by the caller.
    ///
    /// @param condition on the columns of `inputs` by their names; rows that do not meet it may be left out
    public abstract BatchSource open(List<InputColumn> inputs, Optional<Expr> condition, QueryContext context);
}
