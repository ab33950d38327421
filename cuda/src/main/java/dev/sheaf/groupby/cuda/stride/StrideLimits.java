package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.List;
import java.util.OptionalLong;

/// How many rows go to the device at once.
///
/// @param rows of a stride, at most
/// @param waveRows of a wave, by which a stride is read and copied
/// @param total the rows of the source, at most, if that is known
public record StrideLimits(long rows, long waveRows, OptionalLong total) {
    private static final long STRIDE_ROWS = 1L << 24;

    /// Of a table on the device from which a condition takes rows, so that these are numbered at once: places of hash
    /// tables have 31 bits, and up to four slots belong to a row.
    private static final long FILTERED_ROWS = 1L << 28;

    private static final long MAX_RESIDENT_ROWS = 1L << 31;

    /// A wave takes the link a third of a millisecond, many times what it costs to start; the link is idle
    /// until the first one comes.
    private static final long WAVE_BYTES = 16L << 20;

    /// What lies on the device beside the inputs of a resident table: rows sorted into partitions, tables, results.
    private static final int RESIDENT_SHARE = 4;

    /// Strides whose partial groups are merged: what is left is for tables, rows sorted into partitions and the
    /// groups.
    private static final int MERGED_SHARE = 8;

    private static final long MERGED_ROWS = 1L << 26;

    /// An operand and its validity, a state.
    private static final int BYTES_OF_AN_OPERAND = 9;

    private static final int BYTES_OF_A_STATE = 24;

    /// An offset and some bytes of a text.
    private static final int TEXT_BYTES = 16;

    /// The number of a group, two slots since half stay empty, the words of a key.
    private static final int BYTES_OF_A_KEY = 4 + 4 * Long.BYTES;

    /// Limits for inputs that are grouped as a whole once they lie on the device.
    public static StrideLimits resident(GeneralPlan plan, SourceStats stats, Device device, QueryContext context) {
        long bytes =
                context.settings().getLong("cuda.resident.bytes", freeBytes(device, context.pool()) / RESIDENT_SHARE);
        long rows = Math.clamp(bytes / rowBytes(plan), 1, MAX_RESIDENT_ROWS);
        return of(rows, plan, stats, context);
    }

    /// Limits for strides where one is worked on while the next one goes up.
    public static StrideLimits strided(GeneralPlan plan, SourceStats stats, Device device, QueryContext context) {
        return of(rowsAtOnce(plan, device, context, STRIDE_ROWS), plan, stats, context);
    }

    /// How many rows of a table that lies on the device are worked on at once.
    public static int chunk(GeneralPlan plan, Device device, QueryContext context) {
        return rowsAtOnce(plan, device, context, plan.where() < 0 ? STRIDE_ROWS : FILTERED_ROWS);
    }

    private static int rowsAtOnce(GeneralPlan plan, Device device, QueryContext context, long limit) {
        long row = 2L * rowBytes(plan)
                + (long) BYTES_OF_AN_OPERAND * plan.operands().size()
                + (long) BYTES_OF_A_STATE * plan.asks().size()
                + (long) BYTES_OF_A_KEY * (1 + plan.textOperands().size())
                + 2L * Long.BYTES * (1 + plan.keys().size());
        long fitting = freeBytes(device, context.pool()) / 2 / row;
        long most = Math.clamp(fitting, InputSinks.LEAST_ROWS, limit);
        return context.settings().getPositive("cuda.chunk.rows", (int) most);
    }

    /// Limits for strides that the fast strategies group: two of them take a quarter of what there is.
    public static StrideLimits merged(GeneralPlan plan, SourceStats stats, Device device, QueryContext context) {
        long fitting = freeBytes(device, context.pool()) / MERGED_SHARE / rowBytes(plan);
        long most = Math.clamp(fitting, InputSinks.LEAST_ROWS, MERGED_ROWS);
        return of(context.settings().getPositive("cuda.chunk.rows", (int) most), plan, stats, context);
    }

    /// Whether the source is known to have more rows.
    public boolean isPassed() {
        return total.isPresent() && total.getAsLong() > rows;
    }

    /// Limits for a table that stays on the device, for which there is no limit but the memory.
    public static StrideLimits loaded(List<GeneralPlan.Input> inputs, SourceStats stats, QueryContext context) {
        return of(Long.MAX_VALUE, rowBytes(inputs), stats, context);
    }

    private static StrideLimits of(long rows, GeneralPlan plan, SourceStats stats, QueryContext context) {
        return of(rows, rowBytes(plan), stats, context);
    }

    private static StrideLimits of(long rows, long rowBytes, SourceStats stats, QueryContext context) {
        long wave = context.settings().getLong("cuda.wave.rows", WAVE_BYTES / rowBytes);
        long words = Math.max(1, wave / InputSinks.LEAST_ROWS);
        return new StrideLimits(rows, words * InputSinks.LEAST_ROWS, stats.rowCount());
    }

    /// About how many bytes a row of the inputs takes.
    public static long rowBytes(GeneralPlan plan) {
        return rowBytes(plan.inputs()) + (plan.needsOrdinals() ? Long.BYTES : 0);
    }

    private static long rowBytes(List<GeneralPlan.Input> inputs) {
        long bytes =
                inputs.stream().mapToLong(input -> valueBytes(input.type())).sum();
        return Math.max(1, bytes);
    }

    /// About how many bytes a value takes.
    static int valueBytes(DataType type) {
        return switch (type.layout()) {
            case VARIABLE -> TEXT_BYTES;
            case BIT -> 1;
            default -> Math.max(1, type.layout().byteWidth());
        };
    }

    /// What a query may take on the device now: what is free, or what the limit of its pool leaves.
    public static long freeBytes(Device device, MemoryPool pool) {
        long cached = device.memory().reservedBytes() - device.memory().usedBytes();
        long allowed = pool.limitBytes(Tier.DEVICE) - pool.usedBytes(Tier.DEVICE);
        return Math.max(0, Math.min(device.freeBytes() + cached, allowed));
    }

    /// How many rows the next wave has, behind those that were `given` already: so many, or half of what is left of
    /// the source, so that little is left to do when the last one is there.
    public long wave(long most, long given) {
        if (total.isEmpty()) {
            return most;
        }
        long half = (total.getAsLong() - given) / 2 / InputSinks.LEAST_ROWS * InputSinks.LEAST_ROWS;
        return Math.clamp(half, Math.min(waveRows, most), most);
    }

    /// For how many rows a stride makes room, behind those that were `given` already.
    public long capacity(long given) {
        long expected = total.isPresent() ? Math.max(0, total.getAsLong() - given) : waveRows;
        return Math.min(rows, expected);
    }
}
