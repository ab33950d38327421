package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How `finish_groups.cu` gets the value of a group: from result columns, or from the state of an aggregate.
///
/// @param type what it is written as when it is passed on; int32 for numbers of texts
/// @param text a C++ expression of the type `Maybe`, in which `$i` is input `i` and `in` the number of the group
/// @param canFault whether a group may have no result that fits its type
public record GroupValue(DataType type, String text, boolean mayBeNull, boolean canFault, List<Input> inputs) {
    /// An array on the device.
    public record Input(long data, long validity, long firstBit) {
        public static Input of(Buffer array) {
            return new Input(array.address(), 0, 0);
        }

        /// A number, which is read by `word` or `number` of `states.cuh`.
        public static Input of(long number) {
            return new Input(number, 0, 0);
        }
    }

    /// Any value of 16 bytes.
    private static final DataType WORD = DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0);

    public GroupValue {
        inputs = List.copyOf(inputs);
    }

    /// The value of a group in a column of fixed width, or in a dictionary of such values, read as `type`.
    public static GroupValue of(DataType type, DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        if (dictionary != null) {
            String text = "read<" + CudaType.textOf(type) + ">($0, read<u32>($1, in).value)";
            return new GroupValue(type, text, column.mayBeNull(), false, List.of(input(dictionary), input(column)));
        }
        return ofColumn(type, column.validity() != null, input(column));
    }

    private static Input input(DeviceColumn column) {
        return new Input(column.values().address(), column.validityAddress(), column.firstBit());
    }

    /// The value of a group in a column of fixed width that lies at `input`.
    public static GroupValue ofColumn(DataType type, boolean mayBeNull, Input input) {
        String text = "read<" + CudaType.textOf(type) + ">($0, in)";
        return new GroupValue(type, text, mayBeNull, false, List.of(input));
    }

    /// A value that `text` computes from arrays with an element for each group.
    public static GroupValue of(DataType type, String text, boolean mayBeNull, DeviceArray... arrays) {
        List<Input> inputs =
                Stream.of(arrays).map(array -> Input.of(array.buffer())).toList();
        return new GroupValue(type, text, mayBeNull, false, inputs);
    }

    /// A value that is present where its byte in `flags` is 1. A bool takes a byte. A text is its number, and what
    /// kernels do not compute with is a word of 16 bytes.
    public static GroupValue flagged(DataType type, DeviceArray values, DeviceArray flags) {
        return flagged(type, values.buffer(), flags.buffer());
    }

    public static GroupValue flagged(DataType type, Buffer values, Buffer flags) {
        DataType written = written(type);
        String text = "flagged<" + CudaType.textOf(written) + ">($0, $1, in)";
        return new GroupValue(written, text, true, false, List.of(Input.of(values), Input.of(flags)));
    }

    /// As what kernels write values of a type that they only pass on.
    public static DataType written(DataType type) {
        return isKnown(type) ? type : type.layout() == Layout.VARIABLE ? DataType.INT32 : WORD;
    }

    /// The same with another input behind the others.
    public GroupValue with(Input input) {
        List<Input> more = new ArrayList<>(inputs);
        more.add(input);
        return new GroupValue(type, text, mayBeNull, canFault, more);
    }

    /// The same where some groups have no result.
    public GroupValue withFaults(boolean value) {
        return new GroupValue(type, text, mayBeNull, value, inputs);
    }

    /// Whether kernels compute with values of a type.
    public static boolean isKnown(DataType type) {
        return type.equals(DataType.BOOL) || CudaType.supports(type);
    }

    /// The text with its inputs behind `first` others.
    public String text(int first) {
        String numbered = text;
        for (int i = inputs.size() - 1; i >= 0; i--) {
            numbered = numbered.replace("$" + i, "inputs[" + (first + i) + "]");
        }
        return numbered;
    }
}
