package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Groups rows that are made while they are read: the lengths of the Collatz sequences of the first numbers. No
/// more than a batch a thread is in memory at any time, however many numbers there are.
///
/// ```text
/// last digit 1: 10000 numbers, 350 steps at most
/// last digit 3: 10000 numbers, 332 steps at most
/// last digit 5: 10000 numbers, 334 steps at most
/// last digit 7: 10000 numbers, 339 steps at most
/// last digit 9: 10000 numbers, 332 steps at most
/// ```
public final class OwnSource {
    private OwnSource() {}

    static void main() {
        try (Table result = GroupBy.over(new Collatz(100_000), "last digit")
                .order(Order.SORTED)
                .aggregate(count().as("numbers"), max("steps").as("steps"))) {
            result.rows()
                    .filter(row -> row.getLong("last digit") % 2 == 1)
                    .forEach(row -> IO.println("last digit %s: %s numbers, %s steps at most"
                            .formatted(row.get("last digit"), row.get("numbers"), row.get("steps"))));
        }
    }

    /// The numbers from 1 on, their last digits, and how many steps take them to 1.
    record Collatz(long numbers) implements Dataset {
        private static final Schema SCHEMA = Schema.of(
                new Field("number", DataType.INT64),
                new Field("last digit", DataType.INT32),
                new Field("steps", DataType.INT32));

        @Override
        public Schema schema() {
            return SCHEMA;
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(numbers);
        }

        @Override
        public String describe() {
            return "Collatz sequences of " + numbers + " numbers";
        }

        @Override
        public BatchSource scan(Scan scan, QueryContext context) {
            return new CollatzSource(numbers, SCHEMA.select(scan.columns()));
        }
    }

    /// One pass over the numbers. Several threads may ask for batches at once; each makes its own.
    private static final class CollatzSource implements BatchSource {
        private static final long BATCH_ROWS = 10_000;

        private final long numbers;
        private final Schema schema;
        private final AtomicLong next = new AtomicLong(1);

        CollatzSource(long numbers, Schema schema) {
            this.numbers = numbers;
            this.schema = schema;
        }

        @Override
        public Schema schema() {
            return schema;
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(numbers);
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            long first = next.getAndAdd(BATCH_ROWS);
            return first > numbers ? null : new Batch(table(first, context), first - 1);
        }

        private Table table(long first, QueryContext context) {
            try (TableBuilder rows = new TableBuilder(schema, context.pool())) {
                for (long number = first; number < Math.min(first + BATCH_ROWS, numbers + 1); number++) {
                    for (int column = 0; column < schema.size(); column++) {
                        rows.column(column)
                                .appendLong(value(schema.field(column).name(), number));
                    }
                }
                return rows.build();
            }
        }

        private static long value(String column, long number) {
            return switch (column) {
                case "last digit" -> number % 10;
                case "steps" -> steps(number);
                default -> number;
            };
        }

        private static int steps(long number) {
            int steps = 0;
            for (long n = number; n != 1; steps++) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            }
            return steps;
        }

        @Override
        public void close() {}
    }
}
