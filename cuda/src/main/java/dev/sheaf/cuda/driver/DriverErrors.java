package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.sheaf.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Checks what the driver's functions return, and names it.
record DriverErrors(LibCuda lib) {
    /// Runs a call that concerns no opened device.
    ///
    /// @throws CudaException if it returns an error
    void check(String call, NativeCall body) {
        int code = NativeCall.code(body);
        if (code != 0) {
            throw new CudaException(call + " failed: " + describe(code), call, code, name(code));
        }
    }

    /// `CUDA_ERROR_NO_DEVICE (100), no CUDA-capable device is detected`.
    String describe(int code) {
        return name(code) + " (" + code + "), " + meaning(code);
    }

    /// `CUDA_ERROR_OUT_OF_MEMORY`; `CUDA_ERROR_12345` for a code that this driver does not know.
    String name(int code) {
        return text(out -> (int) lib.cuGetErrorName().invokeExact(code, out), "CUDA_ERROR_" + code);
    }

    private String meaning(int code) {
        return text(out -> (int) lib.cuGetErrorString().invokeExact(code, out), "unknown to this driver");
    }

    private interface TextCall {
        int run(MemorySegment out) throws Throwable;
    }

    private static String text(TextCall call, String otherwise) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(ADDRESS);
            int code = NativeCall.code(() -> call.run(out));
            MemorySegment text = out.get(ADDRESS, 0);
            return code != 0 || text.address() == 0 ? otherwise : Binding.text(text);
        }
    }
}
