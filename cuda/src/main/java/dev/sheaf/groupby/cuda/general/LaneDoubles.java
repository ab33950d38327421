package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Lane;
import dev.sheaf.memory.Buffer;

/// The numbers of a lane as doubles, as the CPU has them: the nearest one of integers and decimals.
final class LaneDoubles {
    private LaneDoubles() {}

    /// The kernels that turn values of a type into other forms.
    static Specialization kernel(DataType type) {
        return Specialization.of(KernelFile.CONVERT).type("Value", Lane.cudaType(type));
    }

    /// The doubles of a chunk's rows, to be closed by the caller.
    static Buffer of(DeviceRun run, Chunk chunk, int lane, DataType type) {
        Buffer values = chunk.lanes().get(lane).data();
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
