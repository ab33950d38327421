package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// M2, VARIANCE and STD of one operand, COVARIANCE and CORRELATION of two: means and products about them, chunk by
/// chunk.
final class MomentState implements GroupState {
    private static final Specialization KERNEL = Specialization.of(KernelFile.MOMENTS);

    // The arrays in their order, which is that of the kernels; between them stand the means of y.
    private static final int COUNTS = 0;
    private static final int X = 1;
    private static final int XX = 3;
    private static final int YY = 4;
    private static final int XY = 5;

    private final DeviceRun run;
    private final Kind kind;
    private final int ddof;
    private final List<Integer> operands;
    private final List<DataType> types;
    private final DeviceArray shifts;
    private final List<DeviceArray> chunkSums = new ArrayList<>();
    private final List<DeviceArray> kept = new ArrayList<>();

    /// Which result.
    enum Kind {
        M2,
        VARIANCE,
        STD,
        COVARIANCE,
        CORRELATION
    }

    MomentState(DeviceRun run, Kind kind, int ddof, List<Integer> operands, List<DataType> types) {
        this.run = run;
        this.kind = kind;
        this.ddof = ddof;
        this.operands = List.copyOf(operands);
        this.types = List.copyOf(types);
        this.shifts = new DeviceArray(run, Integer.BYTES, 0xff, "moment shifts");
        try {
            for (int i = 0; i <= XY; i++) {
                chunkSums.add(new DeviceArray(run, Long.BYTES, 0, "moments of a chunk"));
                kept.add(new DeviceArray(run, Long.BYTES, 0, "moments"));
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        int groups = chunk.groupCount();
        shifts.reserve(groups);
        shifts.clear();
        for (int i = 0; i < chunkSums.size(); i++) {
            if (isUsed(i)) {
                chunkSums.get(i).reserve(groups);
                chunkSums.get(i).clear();
            }
        }
        reserveKept(groups);
        try (Buffer x = OperandDoubles.of(run, chunk, operands.getFirst(), types.getFirst())) {
            if (operands.size() == 1) {
                add(chunk, mask, x.address(), 0, 0);
                return;
            }
            try (Buffer y = OperandDoubles.of(run, chunk, operands.get(1), types.get(1))) {
                long valid = chunk.operands().get(operands.get(1)).validAddress();
                add(chunk, mask, x.address(), y.address(), valid);
            }
        }
    }

    private void reserveKept(int groups) {
        for (int i = 0; i < kept.size(); i++) {
            if (isUsed(i)) {
                kept.get(i).reserve(groups);
            }
        }
    }

    /// Of one operand, kernels look at no means of y, and at no products with it.
    private boolean isUsed(int array) {
        return operands.size() > 1 || array == COUNTS || array == X || array == XX;
    }

    private void add(Chunk chunk, long mask, long x, long y, long yValid) {
        int rows = chunk.rows();
        long xValid = chunk.operands().get(operands.getFirst()).validAddress();
        long groups = chunk.groups().address();
        run.each(KERNEL, "shift_rows", rows, xValid, yValid, mask, groups, rows, shifts.address());
        long[] ofRows = {x, y, xValid, yValid, mask, groups, rows, shifts.address()};
        run.each(KERNEL, "chunk_sums", rows, with(ofRows, chunkSums.subList(0, 3)));
        run.each(KERNEL, "chunk_squares", rows, with(ofRows, chunkSums));
        long[] ofGroups = {x, y, chunk.groupCount(), shifts.address()};
        run.each(KERNEL, "merge_moments", chunk.groupCount(), with(with(ofGroups, chunkSums), kept));
    }

    private static long[] with(long[] arguments, List<DeviceArray> arrays) {
        return LongStream.concat(LongStream.of(arguments), arrays.stream().mapToLong(DeviceArray::address))
                .toArray();
    }

    @Override
    public Result result(int groups) {
        return result(groups, kind, ddof);
    }

    /// Another result of the same sums.
    GroupState shared(Kind other, int otherDdof) {
        return new Shared(groups -> result(groups, other, otherDdof));
    }

    private Result result(int groups, Kind wanted, int freedom) {
        reserveKept(groups);
        DeviceArray xy = kept.get(XY);
        DeviceArray products = wanted == Kind.COVARIANCE ? xy : kept.get(XX);
        String spread = "spread($0, $1, word($2), in)";
        return new Result.OfKernel(
                switch (wanted) {
                    case M2 -> value("products($0, $1, in)", products);
                    case VARIANCE, COVARIANCE -> value(spread, products).with(GroupValue.Input.of(freedom));
                    case STD -> value("root(" + spread + ")", products).with(GroupValue.Input.of(freedom));
                    case CORRELATION -> value("correlation(&$0, in)", products, kept.get(YY), xy);
                });
    }

    private GroupValue value(String text, DeviceArray... products) {
        List<DeviceArray> arrays = new ArrayList<>(List.of(kept.getFirst()));
        arrays.addAll(List.of(products));
        return GroupValue.of(DataType.FLOAT64, text, true, arrays.toArray(DeviceArray[]::new));
    }

    @Override
    public void close() {
        shifts.close();
        chunkSums.forEach(DeviceArray::close);
        kept.forEach(DeviceArray::close);
    }
}
