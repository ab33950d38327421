package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.plan.FrameFolds;
import dev.sheaf.plan.PlanChecks;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.plan.physical.rows.KeyedSort;
import dev.sheaf.plan.physical.rows.SortInput;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Computes the calls of a window, in memory while that suffices.
///
/// ```
/// rows --KeyedSort by partition, order--> PartitionCuts --> whole partitions: Windows      --> KeyedSort of the next
///                                                     \--> parts of one: LargePartition   stage; the last by ordinal
/// ```
/// Rows that do not fit are sorted on disk, once for each partitioning and order of the calls, and once more to bring
/// back the stream's order. A partition that does not fit either is computed in parts, if all calls of its stage
/// allow that ([Reach]).
final class WindowStages {
    /// What a window takes for a row besides its bytes and the room to sort them: ids, places, peers, frames.
    private static final long ROW_BYTES = 48;

    /// Of each result: the value and what it is computed from.
    private static final long RESULT_BYTES = 24;

    /// Of what rows may take in memory, the part that partitions take while they are computed.
    private static final int PIECES_OF_A_GRANT = 8;

    private final PhysicalPlan.Window plan;
    private final Schema input;
    private final QueryContext context;
    private final List<List<WindowCall>> stages;
    private final long rowBytes;

    WindowStages(PhysicalPlan.Window plan, QueryContext context) {
        this.plan = plan;
        this.input = plan.input().schema();
        this.context = context;
        this.stages = stages(plan.calls());
        this.rowBytes = ROW_BYTES + RESULT_BYTES * plan.calls().size();
    }

    private record Sorted(List<Expr> partitionBy, List<SortKey> orderBy) {}

    /// Calls that take their rows sorted alike.
    private static List<List<WindowCall>> stages(List<WindowCall> calls) {
        Map<Sorted, List<WindowCall>> stages = calls.stream()
                .collect(Collectors.groupingBy(
                        call -> new Sorted(call.partitionBy(), call.orderBy()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return List.copyOf(stages.values());
    }

    /// The results over a table, which stays the caller's.
    WindowRows over(Table rows) {
        if (!canSpill()) {
            return inMemory(rows);
        }
        KeyedSort sort = sort(0, input);
        if (!sort.isShort(rowBytes * rows.rowCount())) {
            sort.close();
            return inMemory(rows);
        }
        try (BatchSource source = new TableDataset(rows).scan(Scan.of(input.names()), context)) {
            return over(source, sort);
        }
    }

    /// The results over a stream, which stays the caller's and is pulled to its end.
    WindowRows over(BatchSource rows) {
        if (!canSpill()) {
            try (BatchCollector batches = BatchCollector.pull(rows, BatchStep.NOTHING, context);
                    Table all = batches.toTable(input, context)) {
                return inMemory(all);
            }
        }
        return over(rows, sort(0, input));
    }

    private WindowRows over(BatchSource rows, KeyedSort sort) {
        try (SortInput waiting = new SortInput(sort, rowBytes, context)) {
            if (waiting.pull(rows)) {
                return new WindowRows.Stored(onDisk(sort));
            }
            sort.close();
            try (Table keyed = waiting.toTable();
                    Table all = keyed.select(input.names())) {
                return inMemory(all);
            }
        } catch (RuntimeException | Error failure) {
            sort.close();
            throw failure;
        }
    }

    private WindowRows inMemory(Table rows) {
        return new WindowRows.Held(Windows.over(rows, plan.calls(), plan.schema(), context));
    }

    private boolean canSpill() {
        return KeyedSort.canSpill(plan.schema()) && plan.calls().stream().allMatch(this::canSpill);
    }

    /// Whether the sort finds the rows of a partition, and they say all that the function asks for. Zeros of both
    /// signs inside nested keys are one key and two places of the order; ARGMIN gives the number of a row of all.
    private boolean canSpill(WindowCall call) {
        return call.partitionBy().stream().allMatch(key -> isFlat(Typing.typeOf(key.unaliased(), input)))
                && !(call.function() instanceof WindowFunction.Aggregated(Expr.Aggregate aggregate)
                        && FrameFolds.numbersRows(aggregate));
    }

    private static boolean isFlat(DataType type) {
        return switch (type.decoded().layout()) {
            case LIST, STRUCT -> false;
            case NONE, BIT, INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL, VARIABLE, DICTIONARY -> true;
        };
    }

    private BatchSource onDisk(KeyedSort first) {
        KeyedSort sorted = first;
        try {
            Schema schema = input;
            for (int stage = 0; stage < stages.size(); stage++) {
                KeyedSort before = sorted;
                Schema results = PlanChecks.windowSchema(stages.get(stage), schema);
                try (before) {
                    sorted = sort(stage + 1, results);
                    compute(before, stages.get(stage), results, sorted);
                }
                schema = results;
            }
            BatchSource rows = sorted.merged(schema);
            return new SteppedSource(rows, plan.schema(), SourceStats.UNKNOWN, (batch, _) -> named(batch.table()));
        } catch (RuntimeException | Error failure) {
            sorted.close();
            throw failure;
        }
    }

    /// The columns in the order of the calls as they were asked.
    private Table named(Table rows) {
        List<Column> columns = plan.schema().names().stream()
                .map(name -> rows.column(name).retain())
                .toList();
        return new Table(plan.schema(), columns, rows.rowCount());
    }

    private void compute(KeyedSort sorted, List<WindowCall> calls, Schema results, KeyedSort target) {
        int partitionKeys = calls.getFirst().partitionBy().size();
        int[] keys = sorted.keys().positions().toArray();
        List<String> columns = results.names().subList(0, results.size() - calls.size());
        Schema rows = results.select(columns);
        PartitionCuts.Rule rule = LargePartition.rule(calls, rows);
        try (PartitionCuts cuts = new PartitionCuts(
                        sorted.merged(),
                        Arrays.copyOf(keys, partitionKeys),
                        Arrays.copyOfRange(keys, partitionKeys, keys.length),
                        rule,
                        Math.max(1, sorted.grantBytes() / PIECES_OF_A_GRANT),
                        context);
                LargePartition large = new LargePartition(calls, rows, results, context)) {
            PartitionCuts.Piece next;
            while ((next = cuts.next()) != null) {
                try (PartitionCuts.Piece piece = next;
                        Table inputs = piece.rows().select(columns);
                        Table computed = computed(piece, inputs, calls, results, large);
                        Table keyed = target.keys().step().apply(computed, context)) {
                    target.add(keyed, piece.rows().columns().getLast());
                }
            }
        } catch (MemoryLimitException full) {
            throw rule.parts() ? full : tooLarge(calls, rows, full);
        }
    }

    private static MemoryLimitException tooLarge(List<WindowCall> calls, Schema rows, MemoryLimitException full) {
        String whole = calls.stream()
                .filter(call -> Reach.of(call, rows) instanceof Reach.Whole)
                .map(WindowCall::toString)
                .collect(Collectors.joining(", "));
        return new MemoryLimitException(
                "a partition has to fit in memory whole for " + whole + "; " + full.getMessage(),
                full.requestedBytes(),
                full.limitBytes());
    }

    private Table computed(
            PartitionCuts.Piece piece, Table rows, List<WindowCall> calls, Schema results, LargePartition large) {
        if (!piece.isPart()) {
            return Windows.over(rows, calls, results, context);
        }
        try (Table behind = piece.ahead().select(rows.schema().names())) {
            Table computed = large.next(rows, behind);
            if (piece.endsPartition()) {
                large.end();
            }
            return computed;
        }
    }

    /// The sort that a stage takes its rows from; behind the last, the one by ordinals alone.
    private KeyedSort sort(int stage, Schema rows) {
        if (stage == stages.size()) {
            return new KeyedSort(List.of(), List.of(), rows, context);
        }
        WindowCall call = stages.get(stage).getFirst();
        List<Expr> keys = new ArrayList<>();
        List<SortDirection> directions = new ArrayList<>();
        for (Expr key : call.partitionBy()) {
            keys.add(grouped(key.unaliased(), rows));
            directions.add(SortDirection.ASCENDING);
        }
        call.orderBy().forEach(key -> keys.add(key.expr()));
        directions.addAll(SortRows.directions(call.orderBy()));
        return new KeyedSort(keys, directions, rows, context);
    }

    /// A key that has one place in the order for each partition: zeros of both signs are one.
    private static Expr grouped(Expr key, Schema rows) {
        boolean isFloat = Typing.typeOf(key, rows).decoded().isFloating();
        return isFloat
                ? Expressions.when(key.eq(Expressions.lit(0.0)))
                        .then(Expressions.lit(0.0))
                        .otherwise(key)
                : key;
    }
}
