package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation.BitOperation;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;

/// SUM, MEAN, SUM_OF_SQUARES, PRODUCT and BITWISE of an operand: counts, and words that `reduce_groups.cu` adds up.
/// `states.cuh` makes the result of them. Whole numbers are summed digit by digit, so that the total decides what
/// overflows.
public final class ReducedState implements GroupState {
    // The kinds of reduce_groups.cu.
    private static final int SUM = 1;
    private static final int PRODUCT = 2;
    private static final int WRAPPED_PRODUCT = 3;
    private static final int SQUARES = 4;
    private static final int BIT_AND = 5;
    private static final int BIT_OR = 6;
    private static final int BIT_XOR = 7;

    private static final int DIGITS_OF_SQUARES = 4;

    private final DeviceRun run;
    private final int operand;
    private final DataType argument;
    private final boolean takesDoubles;
    private final Specialization kernel;
    private final Formula formula;
    private final CountState counts;
    private final List<DeviceArray> words = new ArrayList<>();

    /// How a result is made.
    ///
    /// @param text the result from counts, words and numbers, an expression of `states.cuh`
    record Formula(DataType result, String text, boolean canFault, List<Double> numbers) {
        Formula(DataType result, String text, boolean canFault) {
            this(result, text, canFault, List.of());
        }
    }

    /// @param takesDoubles whether the kernel gets the values as doubles
    /// @param count how many words a group has
    private ReducedState(
            DeviceRun run, int operand, DataType argument, boolean takesDoubles, int kind, int count, Formula formula) {
        this.run = run;
        this.operand = operand;
        this.argument = argument;
        this.takesDoubles = takesDoubles;
        this.kernel = Specialization.of(KernelFile.REDUCE_GROUPS)
                .type("Value", takesDoubles ? CudaType.F64 : Operand.cudaType(argument))
                .number("KIND", kind);
        this.formula = formula;
        this.counts = new CountState(run, operand);
        try {
            for (int word = 0; word < count; word++) {
                words.add(new DeviceArray(run, Long.BYTES, 0, "sums"));
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// SUM, and what else a [Formula] makes of sums.
    static ReducedState sum(DeviceRun run, int operand, DataType argument, Formula formula) {
        return new ReducedState(run, operand, argument, false, SUM, digits(argument), formula);
    }

    /// SUM.
    static Formula sum(DataType argument, Overflow overflow, DataType result) {
        String text = argument.isFloating()
                ? "sum_of_doubles($0, $1, in)"
                : whole(result, digits(argument), isSigned(argument), overflow);
        return new Formula(result, text, !argument.isFloating());
    }

    /// MEAN, which for whole numbers is their exact sum, rounded, by the count.
    static Formula mean(DataType argument, DataType result) {
        int digits = digits(argument);
        String shape = "<" + digits + ", " + isSigned(argument) + ">";
        int scale = argument instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        double unit = Double.parseDouble("1e" + scale);
        String text = argument.isFloating()
                ? "mean_of_doubles($0, $1, in)"
                : argument instanceof DataType.DurationType
                        ? "whole_mean" + shape + "(&$0, in)"
                        : "mean_of_whole" + shape + "(&$0, number($" + (digits + 1) + "), in)";
        return new Formula(result, text, false, List.of(unit));
    }

    /// SUM_OF_SQUARES: exact for integers, whose squares have 128 bits; of doubles for other numbers.
    static ReducedState squares(DeviceRun run, int operand, DataType argument, Overflow overflow, DataType result) {
        boolean isWhole = argument.isInteger();
        String text = isWhole ? whole(result, DIGITS_OF_SQUARES, false, overflow) : "sum_of_doubles($0, $1, in)";
        int digits = isWhole ? DIGITS_OF_SQUARES : 1;
        return new ReducedState(run, operand, argument, !isWhole, SQUARES, digits, new Formula(result, text, isWhole));
    }

    /// PRODUCT: of whole numbers magnitude and flags.
    static ReducedState product(DeviceRun run, int operand, DataType argument, Overflow overflow, DataType result) {
        boolean wraps = overflow == Overflow.WRAP;
        boolean isExact = !argument.isFloating() && !wraps;
        String text = "product<" + CudaType.textOf(result) + ", " + isExact + ">(&$0, in, fault)";
        int kind = !argument.isFloating() && wraps ? WRAPPED_PRODUCT : PRODUCT;
        return new ReducedState(run, operand, argument, false, kind, 2, new Formula(result, text, isExact));
    }

    /// BITWISE AND, OR and XOR, of values widened to 64 bits.
    static ReducedState bits(DeviceRun run, int operand, DataType type, BitOperation operation) {
        int kind = switch (operation) {
            case AND -> BIT_AND;
            case OR -> BIT_OR;
            case XOR -> BIT_XOR;
        };
        String text = "bits_of<" + CudaType.textOf(type) + ", " + (kind == BIT_AND) + ">($0, $1, in)";
        return new ReducedState(run, operand, type, false, kind, 1, new Formula(type, text, false));
    }

    private static String whole(DataType result, int digits, boolean isSigned, Overflow overflow) {
        boolean wraps = overflow == Overflow.WRAP;
        String type = CudaType.textOf(result);
        return "whole_sum<" + type + ", " + digits + ", " + isSigned + ", " + wraps + ">(&$0, in, fault)";
    }

    /// The 32-bit digits of a sum; floating values have one double.
    private static int digits(DataType argument) {
        CudaType type = Operand.cudaType(argument);
        return type.isFloating() ? 1 : Math.max(1, type.byteWidth() / Integer.BYTES);
    }

    /// Whether the highest digit of a sum has a sign.
    static boolean isSigned(DataType argument) {
        return !(argument instanceof DataType.IntType(int bits, boolean signed)) || signed || bits < Long.SIZE;
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.update(chunk, mask);
        try (Buffer values = takesDoubles
                ? OperandDoubles.of(run, chunk, operand, argument)
                : chunk.operands().get(operand).data().retain()) {
            ReducedGroups.add(run, kernel, chunk, operand, values.address(), mask, words);
        }
    }

    @Override
    public Result result(int groups) {
        return result(groups, formula);
    }

    /// What another formula makes of the same sums.
    GroupState shared(Formula other) {
        return new Shared(groups -> result(groups, other));
    }

    private Result result(int groups, Formula made) {
        List<DeviceArray> arrays = new ArrayList<>(List.of(counts.counts(groups)));
        arrays.addAll(words(groups));
        GroupValue value = GroupValue.of(made.result(), made.text(), true, arrays.toArray(DeviceArray[]::new));
        for (double number : made.numbers()) {
            value = value.with(GroupValue.Input.of(Double.doubleToRawLongBits(number)));
        }
        return new Result.OfKernel(value.withFaults(made.canFault()));
    }

    /// The words by group, with room for `groups` of them.
    List<DeviceArray> words(int groups) {
        words.forEach(word -> word.reserve(groups));
        return words;
    }

    /// The counts by group, with room for `groups` of them.
    DeviceArray counts(int groups) {
        return counts.counts(groups);
    }

    @Override
    public void close() {
        counts.close();
        words.forEach(DeviceArray::close);
    }
}
