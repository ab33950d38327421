package dev.sheaf.io.arrow.c;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The functions whose pointers stand in the structs: those of the other library called, and ours as pointers.
@SuppressWarnings("restricted")
final class Functions {
    /// `void release(struct*)`
    static final FunctionDescriptor RELEASE = FunctionDescriptor.ofVoid(ValueLayout.ADDRESS);

    /// `int get_schema(stream*, struct*)`, `int get_next(stream*, struct*)`
    static final FunctionDescriptor GET =
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    /// `const char* get_last_error(stream*)`
    static final FunctionDescriptor ERROR = FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS);

    private static final MethodHandle CALL_RELEASE = Linker.nativeLinker().downcallHandle(RELEASE);
    private static final MethodHandle CALL_GET = Linker.nativeLinker().downcallHandle(GET);
    private static final MethodHandle CALL_ERROR = Linker.nativeLinker().downcallHandle(ERROR);

    private Functions() {}

    /// A pointer by which another library calls a method, as long as the process lives.
    static MemorySegment pointer(MethodHandle method, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().upcallStub(method, descriptor, Arena.global());
    }

    /// Releases a struct unless that was done.
    static void release(MemorySegment struct, long offset) {
        long function = Structs.number(struct, offset);
        if (function == 0) {
            return;
        }
        try {
            CALL_RELEASE.invokeExact(MemorySegment.ofAddress(function), struct);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// Calls a function that fills a struct; 0 if it did.
    static int get(MemorySegment stream, long offset, MemorySegment target) {
        try {
            return (int) CALL_GET.invokeExact(MemorySegment.ofAddress(Structs.number(stream, offset)), stream, target);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// What went wrong.
    static String error(MemorySegment stream, long offset) {
        try {
            MemorySegment function = MemorySegment.ofAddress(Structs.number(stream, offset));
            return Structs.text((MemorySegment) CALL_ERROR.invokeExact(function, stream));
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
