package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.memory.Buffer;

/// The numbers of an operand as doubles, as the CPU has them: the nearest one of integers and decimals.
final class OperandDoubles {
    private OperandDoubles() {}

    /// The kernels that turn values of a type into other forms.
    static Specialization kernel(DataType type) {
        return Specialization.of(KernelFile.CONVERT).type("Value", Operand.cudaType(type));
    }

    /// The doubles of a chunk's rows, to be closed by the caller.
    static Buffer of(DeviceRun run, Chunk chunk, int operand, DataType type) {
        Buffer values = chunk.operands().get(operand).data();
        if (type.equals(DataType.FLOAT64)) {
            return values.retain();
        }
        Buffer doubles = run.allocate((long) chunk.rows() * Double.BYTES, "doubles");
        int scale = type instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        run.each(
                kernel(type),
                "convert",
                chunk.rows(),
                values.address(),
                chunk.rows(),
                Double.doubleToRawLongBits(Double.parseDouble("1e" + scale)),
                scale,
                doubles.address());
        return doubles;
    }
}
