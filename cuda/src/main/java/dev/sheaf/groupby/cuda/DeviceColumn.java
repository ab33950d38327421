package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// A column of fixed width in device memory, in the Arrow layout.
///
/// @param values row 0 at its start
/// @param validity a bitmap in which bit `firstBit` is row 0, or null if every row is valid
record DeviceColumn(
        DataType type, long length, Buffer values, @Nullable Buffer validity, long firstBit) implements AutoCloseable {
    private static final int WORD_BYTES = Integer.BYTES;

    /// Copies a column to the device, in stream order; the column has to stay open until that is done. Call inside
    /// [dev.sheaf.cuda.driver.Device#call].
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    static DeviceColumn upload(FixedColumn column, MemoryPool accounts, Stream stream) {
        long bytes = column.length() * column.type().layout().byteWidth();
        Buffer values = stream.device().memory().allocate(accounts, bytes, "column values", stream);
        try {
            stream.upload(column.segment().asSlice(0, bytes), values, 0);
            Buffer bits = column.validity().buffer();
            Buffer validity = bits == null ? null : uploadBits(bits, accounts, stream);
            return new DeviceColumn(
                    column.type(),
                    column.length(),
                    values,
                    validity,
                    column.validity().bitOffset());
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    /// Kernels read whole words of a bitmap, so its last one goes up with what the host has behind the bits.
    private static Buffer uploadBits(Buffer host, MemoryPool accounts, Stream stream) {
        long bytes = (host.byteSize() + WORD_BYTES - 1) & -WORD_BYTES;
        Buffer copy = stream.device().memory().allocate(accounts, bytes, "column validity", stream);
        try {
            stream.upload(host.segment().asSlice(0, bytes), copy, 0);
            return copy;
        } catch (RuntimeException | Error failure) {
            copy.close();
            throw failure;
        }
    }

    /// The type in which kernels read the values.
    CudaType cudaType() {
        return CudaType.of(type);
    }

    /// The address of the bitmap, or 0.
    long validityAddress() {
        return validity == null ? 0 : validity.address();
    }

    @Override
    public void close() {
        values.close();
        if (validity != null) {
            validity.close();
        }
    }
}
