package dev.sheaf.groupby.cuda;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Exposure;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.spill.SpillableBuffer;
import org.jspecify.annotations.Nullable;

/// Hands out where a column of fixed width lies; its bitmap begins with the bit of row 0.
record ExposedColumn(
        long length, SpillableBuffer values, @Nullable SpillableBuffer validity) {

    ExposedArray array(String typestr) {
        try (Closer failure = new Closer()) {
            Closer exposed = failure.add(new Closer());
            CudaArray array = of(values, typestr, exposed);
            CudaArray mask = validity == null ? null : of(validity, CudaArray.BITS, exposed);
            failure.release();
            return new ExposedArray(array.withMask(mask), exposed::close);
        }
    }

    private CudaArray of(SpillableBuffer bytes, String typestr, Closer exposed) {
        Buffer view = exposed.add(bytes.expose());
        exposed.add(Exposure.of(view));
        return CudaArray.of(length == 0 ? 0 : view.address(), length, typestr);
    }
}
