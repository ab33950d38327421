package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// PRODUCT of an operand: of whole numbers magnitude and flags, so that the total decides what overflows.
final class ProductState implements GroupState {
    private static final int KIND_PRODUCT = 2;
    private static final int KIND_WRAPPED = 3;

    // The flags of reduce_groups.cu.
    private static final long NEGATIVE = 1;
    private static final long ZERO = 2;
    private static final long TOO_LARGE = 4;

    private final DeviceRun run;
    private final int operand;
    private final boolean exact;
    private final long one;
    private final Field result;
    private final Specialization kernel;
    private final CountState counts;
    private final DeviceArray products;
    private final DeviceArray flags;

    ProductState(DeviceRun run, int operand, DataType argument, Overflow overflow, Field result) {
        this.run = run;
        this.operand = operand;
        this.exact = !argument.isFloating() && overflow == Overflow.ERROR;
        this.one = argument.isFloating() ? Double.doubleToRawLongBits(1) : 1;
        this.result = result;
        boolean wrapped = !argument.isFloating() && overflow == Overflow.WRAP;
        this.kernel = Specialization.of(KernelFile.REDUCE_GROUPS)
                .type("Value", Operand.cudaType(argument))
                .number("KIND", wrapped ? KIND_WRAPPED : KIND_PRODUCT);
        try (Closer closer = new Closer()) {
            CountState values = new CountState(run, operand);
            closer.add(values);
            DeviceArray words = new DeviceArray(run, Long.BYTES, 0, "products");
            closer.add(words);
            this.flags = new DeviceArray(run, Long.BYTES, 0, "product flags");
            this.counts = values;
            this.products = words;
            closer.release();
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.update(chunk, mask);
        ReducedGroups.add(
                run,
                kernel,
                chunk,
                operand,
                chunk.operands().get(operand).data().address(),
                mask,
                List.of(products, flags));
    }

    @Override
    public Optional<GroupValue> value(int groups) {
        products.reserve(groups);
        flags.reserve(groups);
        String type = ExpressionText.type(result.type());
        String text = "product<" + type + ", " + exact + ">(&$0, in, fault)";
        return Optional.of(GroupValue.of(result.type(), text, true, counts.counts(groups), products, flags)
                .withFaults(exact));
    }

    @Override
    public Column finish(HostResults results) {
        try (Closer closer = new Closer();
                Buffer sizes = results.words(counts.counts(results.groups()));
                Buffer signs = results.words(flags)) {
            Buffer out = results.words(products);
            closer.add(out);
            for (int group = 0; group < results.groups(); group++) {
                if (sizes.segment().getAtIndex(JAVA_LONG, group) > 0) {
                    store(out.segment(), signs.segment().getAtIndex(JAVA_LONG, group), group, results);
                }
            }
            Validity validity = results.above(sizes, 0);
            return new FixedColumn(result.type(), results.groups(), out.retain(), validity);
        }
    }

    private void store(MemorySegment out, long sign, int group, HostResults results) {
        long product = out.getAtIndex(JAVA_LONG, group) ^ one;
        if (exact && !fits(product, sign)) {
            throw results.overflow(result, group);
        }
        long signed = (sign & NEGATIVE) != 0 ? -product : product;
        out.setAtIndex(JAVA_LONG, group, !exact ? product : (sign & ZERO) != 0 ? 0 : signed);
    }

    private boolean fits(long magnitude, long sign) {
        if ((sign & ZERO) != 0) {
            return true;
        }
        boolean int64 = magnitude >= 0 || ((sign & NEGATIVE) != 0 && magnitude == Long.MIN_VALUE);
        return (sign & TOO_LARGE) == 0 && (int64 || result.type().equals(DataType.UINT64));
    }

    @Override
    public void close() {
        counts.close();
        products.close();
        flags.close();
    }
}
