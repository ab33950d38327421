package dev.sheaf.expr;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Computes an expression for all rows of a batch, a vector at a time.
///
/// ```java
/// Evaluator revenue = Evaluator.compile(col("price").times(col("units")), table.schema());
/// try (Column column = revenue.evaluate(table, pool)) { ... }
/// ```
/// Thread-safe: any number of threads may evaluate batches at once. Cost: intermediate values stay in vectors of
/// 1,024 rows that live in the first-level cache; only the result takes memory from the pool.
public final class Evaluator {
    private final BoundExpr bound;
    private final ConcurrentLinkedQueue<Program> idle = new ConcurrentLinkedQueue<>();

    private Evaluator(BoundExpr bound) {
        this.bound = bound;
        idle.add(Compiler.compile(bound));
    }

    /// Compiles an expression over the columns of a schema.
    ///
    /// @throws IllegalArgumentException if the expression does not fit the schema, as [Binder#bind]
    public static Evaluator compile(Expr expr, Schema schema) {
        return of(Binder.bind(expr, schema));
    }

    /// Compiles an expression that is bound already.
    public static Evaluator of(BoundExpr bound) {
        return new Evaluator(bound);
    }

    /// The type of the values that [#evaluate] gives.
    public DataType type() {
        return bound.type();
    }

    /// The expression with its types.
    public BoundExpr bound() {
        return bound;
    }

    /// The values for the rows of a batch of the schema, to be closed by the caller; `batch` stays open. A mere
    /// column is passed on as it lies, dictionaries included.
    ///
    /// @throws ArithmeticException if a row overflows or a cast of a number fails, naming expression and values
    /// @throws IllegalArgumentException if a cast cannot read a text, or the batch has other types than the schema
    /// @throws dev.sheaf.memory.MemoryLimitException if the result does not fit the pool
    public Column evaluate(Table batch, MemoryPool pool) {
        if (bound instanceof BoundExpr.Column column) {
            return batch.column(column.index()).retain();
        }
        Program program = take();
        try {
            return program.compute(batch, pool, bound);
        } finally {
            idle.add(program);
        }
    }

    /// Runs the expression over the batch without storing its values.
    void run(Table batch, MemoryPool pool, Program.Consumer consumer) {
        Program program = take();
        try {
            program.run(batch, pool, consumer);
        } finally {
            idle.add(program);
        }
    }

    private Program take() {
        @Nullable Program program = idle.poll();
        return program == null ? Compiler.compile(bound) : program;
    }
}
