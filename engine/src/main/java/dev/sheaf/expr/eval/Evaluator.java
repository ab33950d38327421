package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.list.Lambdas;
import dev.sheaf.expr.vector.VectorConsumer;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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
    /// Levels that an expression may have once chains of ANDs and ORs are flat.
    public static final int MAX_LEVELS = 1_000;

    private final BoundExpr bound;
    private final List<BoundExpr.Column> columns;
    private final List<BoundExpr.Column> ranged;
    private final Optional<Coded> coded;
    private final Map<Set<Integer>, Deque<Program>> idle = new HashMap<>();

    private Evaluator(BoundExpr bound) {
        this.bound = bound;
        this.columns = BoundColumns.of(bound);
        this.ranged = RangeCodes.worthwhile(bound);
        this.coded = CodedCase.of(bound).map(form -> new Coded(form, new Evaluator(form.numbers())));
        giveBack(Set.of(), Compiler.compile(bound, Evaluator::body));
    }

    /// A CASE of constant texts, and what computes the numbers of its results.
    private record Coded(CodedCase form, Evaluator numbers) {
        Column evaluate(Table batch, MemoryPool pool, KeptResults kept) {
            try (Column numbered = numbers.evaluate(batch, pool, kept)) {
                return form.texts((FixedColumn) numbered, pool);
            }
        }
    }

    /// Compiles an expression over the columns of a schema.
    ///
    /// @throws IllegalArgumentException if the expression does not fit the schema, as [Binder#bind]
    public static Evaluator compile(Expr expr, Schema schema) {
        return of(DeepStack.call(() -> Binder.bind(expr, schema)));
    }

    /// Compiles an expression that is bound already.
    ///
    /// @throws IllegalArgumentException if it has more than [#MAX_LEVELS] levels
    public static Evaluator of(BoundExpr bound) {
        checkLevels(bound);
        return DeepStack.call(() -> new Evaluator(bound));
    }

    private static Lambdas.Body body(BoundExpr body) {
        Evaluator evaluator = of(body);
        return evaluator::evaluate;
    }

    /// Each level is a call deeper for the threads that evaluate, whose stacks are not ours to choose.
    private static void checkLevels(BoundExpr bound) {
        Set<BoundExpr> level = Set.of(bound);
        for (int levels = 0; !level.isEmpty(); levels++) {
            if (levels > MAX_LEVELS) {
                throw new IllegalArgumentException("an expression of more than " + MAX_LEVELS
                        + " levels cannot be computed; compute a part of it as a column of its own");
            }
            Set<BoundExpr> next = Collections.newSetFromMap(new IdentityHashMap<>());
            level.forEach(expr -> next.addAll(expr.children()));
            level = next;
        }
    }

    /// The type of the values that [#evaluate] gives.
    public DataType type() {
        return bound.type();
    }

    /// The expression with its types.
    public BoundExpr bound() {
        return bound;
    }

    /// The numbers of the columns that the expression reads.
    public IntStream columns() {
        return columns.stream().mapToInt(BoundExpr.Column::index);
    }

    /// The values for the rows of a batch of the schema, to be closed by the caller; `batch` stays open. A mere
    /// column is passed on as it lies, dictionaries included; a CASE of constant texts gives a dictionary.
    ///
    /// @throws ArithmeticException if a row overflows or a cast of a number fails, naming expression and values
    /// @throws IllegalArgumentException if a cast cannot read a text, or the batch has other types than the schema
    /// @throws dev.sheaf.memory.MemoryLimitException if the result does not fit the pool
    public Column evaluate(Table batch, MemoryPool pool) {
        return evaluate(batch, pool, KeptResults.NONE);
    }

    /// As [#evaluate(Table, MemoryPool)], one of the batches of a stream: what dictionaries gave before is used again.
    public Column evaluate(Table batch, MemoryPool pool, KeptResults kept) {
        if (bound instanceof BoundExpr.Column column) {
            return batch.column(column.index()).retain();
        }
        if (coded.isPresent()) {
            return coded.get().evaluate(batch, pool, kept);
        }
        return apply(batch, pool, kept, program -> program.collect(batch.rowCount(), pool, bound.type()));
    }

    /// Runs the expression over the batch without storing its values.
    void run(Table batch, MemoryPool pool, KeptResults kept, VectorConsumer consumer) {
        boolean done = apply(batch, pool, kept, program -> {
            program.run(batch.rowCount(), consumer);
            return true;
        });
        assert done;
    }

    private <R> R apply(Table batch, MemoryPool pool, KeptResults kept, java.util.function.Function<Program, R> use) {
        if (ranged.isEmpty()) {
            return applyTo(batch, pool, kept, use);
        }
        try (Table encoded = RangeCodes.encoded(batch, ranged, pool, kept)) {
            return applyTo(encoded, pool, kept, use);
        }
    }

    /// Uses the program for the way that the columns lie; where an expression fails on a value of a dictionary,
    /// which may be the value of no row, the one that computes row by row.
    private <R> R applyTo(Table batch, MemoryPool pool, KeptResults kept, java.util.function.Function<Program, R> use) {
        Set<Integer> encoded = encoded(batch, kept);
        Program program = take(encoded);
        try {
            if (program.open(batch, pool, kept)) {
                return use.apply(program);
            }
        } finally {
            program.close();
            giveBack(encoded, program);
        }
        return rowByRow(batch, pool, use);
    }

    private <R> R rowByRow(Table batch, MemoryPool pool, java.util.function.Function<Program, R> use) {
        Program program = take(Set.of());
        try {
            program.open(batch, pool, KeptResults.NONE);
            return use.apply(program);
        } finally {
            program.close();
            giveBack(Set.of(), program);
        }
    }

    /// The columns whose dictionaries are smaller than the batch, or not much larger and kept.
    private Set<Integer> encoded(Table batch, KeptResults kept) {
        Set<Integer> indexes = Set.of();
        for (BoundExpr.Column column : columns) {
            boolean small = batch.column(column.index()) instanceof DictionaryColumn dictionary
                    && dictionary.values().length() < kept.mostEntries(batch.rowCount());
            if (small) {
                indexes = indexes.isEmpty() ? new HashSet<>() : indexes;
                indexes.add(column.index());
            }
        }
        return indexes;
    }

    private Program take(Set<Integer> encoded) {
        @Nullable Program program;
        synchronized (idle) {
            Deque<Program> programs = idle.get(encoded);
            program = programs == null ? null : programs.poll();
        }
        return program == null ? Compiler.compile(bound, encoded, Evaluator::body) : program;
    }

    private void giveBack(Set<Integer> encoded, Program program) {
        synchronized (idle) {
            idle.computeIfAbsent(encoded, _ -> new ArrayDeque<>()).add(program);
        }
    }
}
