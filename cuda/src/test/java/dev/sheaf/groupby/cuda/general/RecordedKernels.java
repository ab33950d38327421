package dev.sheaf.groupby.cuda.general;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitOr;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.bottomK;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.histogram;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.mode;
import static dev.sheaf.expr.Expressions.nth;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.product;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.sumOfSquares;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.cuda.driver.FakeNvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CubinCache;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// The kernels that the states of the general strategy ask for, over columns of every type: each state is updated with
/// one row and gives its results, on a device that runs no kernel.
public final class RecordedKernels {
    private static final List<DataType> TYPES = List.of(
            DataType.BOOL,
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT16,
            DataType.UINT32,
            DataType.UINT64,
            DataType.FLOAT32,
            DataType.FLOAT64,
            DataType.decimal(18, 2),
            DataType.decimal(38, 2),
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.DURATION,
            DataType.STRING,
            DataType.INTERVAL);

    private static final int WIDEST = 16;
    private static final long MEMORY_BYTES = 1L << 30;

    private final Set<Specialization> asked = new LinkedHashSet<>();

    private RecordedKernels() {}

    /// Those of all kinds of aggregates.
    public static List<Specialization> all() {
        return recorded((recorded, run) ->
                TYPES.forEach(type -> aggregates().forEach(aggregate -> recorded.record(run, type, aggregate))));
    }

    /// Those of an aggregate of a column `v`.
    static List<Specialization> of(DataType type, Expr aggregate) {
        return recorded((recorded, run) -> recorded.record(run, type, aggregate));
    }

    private static List<Specialization> recorded(BiConsumer<RecordedKernels, DeviceRun> work) {
        RecordedKernels recorded = new RecordedKernels();
        Device device =
                new FakeCuda(MEMORY_BYTES, (_, _, _, _, _, _) -> {}).start().device(0);
        Kernels kernels = new Kernels(
                device,
                Optional.of(new FakeNvrtc(90).nvrtc()),
                kernel -> {
                    recorded.asked.add(kernel);
                    return Optional.empty();
                },
                CubinCache.inMemory(),
                Path.of("unused"));
        device.run(() -> {
            try (MemoryPool pool = MemoryPool.create();
                    Stream stream = Stream.open(device)) {
                work.accept(recorded, new DeviceRun(kernels, pool, stream));
            }
        });
        return List.copyOf(recorded.asked);
    }

    private static List<Expr> aggregates() {
        List<Expr> aggregates = new ArrayList<>(List.of(
                count(),
                count("v"),
                sum("v"),
                mean("v"),
                product("v"),
                min("v"),
                max("v"),
                argMin("v"),
                first("v"),
                last("v"),
                variance("v"),
                std("v"),
                m2("v"),
                covariance("v", "w"),
                corr("v", "w"),
                sumOfSquares("v"),
                bitAnd("v"),
                bitOr("v"),
                bitXor("v"),
                nunique("v"),
                mode("v"),
                collectList("v"),
                bottomK("v", 2),
                nth("v", 2),
                histogram("v", 0.0, 1.0)));
        for (Aggregation.Interpolation between : Aggregation.Interpolation.values()) {
            aggregates.add(aggregate(new Aggregation.Quantile(0.5, between), "v"));
        }
        return aggregates;
    }

    private void record(DeviceRun run, DataType type, Expr aggregate) {
        for (Sums sums : Sums.values()) {
            GroupByOptions options = new GroupByOptions(NullKeys.INCLUDE, Order.FIRST_APPEARANCE, Overflow.ERROR, sums);
            Schema schema = Schema.of(new Field("v", type), new Field("w", DataType.FLOAT64));
            GroupByRequest request = new GroupByRequest(
                    schema, Optional.empty(), List.of(col("v")), List.of(aggregate.as("a")), options);
            try {
                if (GeneralPlanner.plan(request) instanceof GeneralPlanner.Result.Planned(GeneralPlan plan)) {
                    record(run, plan);
                }
            } catch (IllegalArgumentException _) {
                // there is no such aggregate of this type
            }
        }
    }

    private void record(DeviceRun run, GeneralPlan plan) {
        Map<Integer, TextIds> texts = new HashMap<>();
        plan.textOperands().forEach(operand -> texts.put(operand, new TextIds(run, Long.SIZE)));
        GroupStates states = new GroupStates(run, plan, texts, Long.SIZE);
        List<RowValues> operands = plan.operands().stream()
                .map(_ -> new RowValues(run.filled(WIDEST, 0, "values"), run.filled(1, 1, "validity")))
                .toList();
        try (GroupState state = states.of(plan.asks().getFirst());
                BestState first = states.firstOrdinals();
                Buffer groups = run.filled(Integer.BYTES, 0, "groups");
                Buffer ordinals = run.filled(Long.BYTES, 0, "ordinals")) {
            Chunk chunk = new Chunk(1, groups, 1, operands, ordinals);
            state.update(chunk, 0);
            first.update(chunk, 0);
            if (state.result(1) instanceof GroupState.Result.OfKernel(var value)) {
                asked.add(DeviceFinish.specialization(value));
            }
        } finally {
            operands.forEach(RowValues::close);
            texts.values().forEach(TextIds::close);
        }
    }
}
