package dev.sheaf.io.arrow.c;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// Streams that another library holds, and the functions that it calls on them.
///
/// A library may move an array out of its parent and release it later, so each array counts: the memory of a batch goes
/// with the last one ([Loans]). No exception leaves a function that another library calls, since that would end the
/// process.
@SuppressWarnings("UnusedMethod") // the other library calls them
public final class Lent {
    private static final int INPUT_OUTPUT_ERROR = 5;

    private static final MemorySegment RELEASE_SCHEMA = stub("releaseSchema", Functions.RELEASE);
    private static final MemorySegment RELEASE_ARRAY = stub("releaseArray", Functions.RELEASE);
    private static final MemorySegment RELEASE_STREAM = stub("releaseStream", Functions.RELEASE);
    private static final MemorySegment GET_SCHEMA = stub("getSchema", Functions.GET);
    private static final MemorySegment GET_NEXT = stub("getNext", Functions.GET);
    private static final MemorySegment GET_ERROR = stub("getError", Functions.ERROR);

    private Lent() {}

    private static MemorySegment stub(String method, FunctionDescriptor descriptor) {
        try {
            var function = MethodHandles.lookup().findStatic(Lent.class, method, descriptor.toMethodType());
            return Functions.pointer(function, descriptor);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// How many schemas, batches and streams other libraries hold now.
    public static int count() {
        return Loans.count();
    }

    /// Fills the struct ArrowArrayStream at an address. Closing the batches is the other library's then.
    public static void stream(LentStream batches, long address) {
        MemorySegment stream = Structs.at(address, StreamReader.BYTES);
        Loans.Loan loan = Loans.open(batches, batches::close);
        Structs.set(stream, StreamReader.GET_SCHEMA, GET_SCHEMA.address());
        Structs.set(stream, StreamReader.GET_NEXT, GET_NEXT.address());
        Structs.set(stream, StreamReader.GET_ERROR, GET_ERROR.address());
        Structs.set(stream, StreamReader.PRIVATE, loan.lend());
        Structs.set(stream, StreamReader.RELEASE, RELEASE_STREAM.address());
    }

    /// Fills the structs ArrowSchema and ArrowArray at two addresses. Releasing them is the other library's
    /// then.
    public static void batch(SchemaSpec schema, LentStream.Batch batch, long schemaAddress, long arrayAddress) {
        MemorySegment array = Structs.at(arrayAddress, ArrayView.BYTES);
        MemorySegment described = Structs.at(schemaAddress, SchemaSpec.BYTES);
        lend(batch, array);
        try {
            lend(schema, described);
        } catch (RuntimeException | Error failure) {
            releaseArray(array);
            throw failure;
        }
    }

    private static void lend(SchemaSpec schema, MemorySegment target) {
        Loans.Loan loan = Loans.open(schema, () -> {});
        fill(loan, () -> Written.schema(schema, target, loan, RELEASE_SCHEMA));
    }

    private static void lend(LentStream.Batch batch, MemorySegment target) {
        Loans.Loan loan = Loans.open(batch, batch.memory());
        fill(loan, () -> Written.array(batch.array(), target, loan, RELEASE_ARRAY));
    }

    private static int getSchema(MemorySegment pointer, MemorySegment target) {
        Loans.Loan stream = Loans.of(Structs.sized(pointer, StreamReader.BYTES), StreamReader.PRIVATE);
        try {
            lend(((LentStream) stream.what()).schema(), Structs.sized(target, SchemaSpec.BYTES));
            return 0;
        } catch (Throwable failure) {
            return failed(stream, failure);
        }
    }

    private static int getNext(MemorySegment pointer, MemorySegment target) {
        Loans.Loan stream = Loans.of(Structs.sized(pointer, StreamReader.BYTES), StreamReader.PRIVATE);
        MemorySegment array = Structs.sized(target, ArrayView.BYTES);
        try {
            LentStream.Batch batch = ((LentStream) stream.what()).next();
            if (batch == null) {
                array.fill((byte) 0);
            } else {
                lend(batch, array);
            }
            return 0;
        } catch (Throwable failure) {
            return failed(stream, failure);
        }
    }

    private static void fill(Loans.Loan loan, Runnable writing) {
        try {
            writing.run();
        } catch (Throwable failure) {
            loan.cancel();
            throw failure;
        }
    }

    private static int failed(Loans.Loan stream, Throwable failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        stream.error().set(stream.arena().allocateFrom(message.replace('\0', ' ')));
        return INPUT_OUTPUT_ERROR;
    }

    private static MemorySegment getError(MemorySegment pointer) {
        return Loans.of(Structs.sized(pointer, StreamReader.BYTES), StreamReader.PRIVATE)
                .error()
                .get();
    }

    private static void releaseSchema(MemorySegment pointer) {
        MemorySegment schema = Structs.sized(pointer, SchemaSpec.BYTES);
        releaseChildren(schema, SchemaSpec.CHILD_COUNT, SchemaSpec.CHILDREN, SchemaSpec.BYTES, SchemaSpec.RELEASE);
        release(schema, SchemaSpec.RELEASE, SchemaSpec.PRIVATE);
    }

    private static void releaseArray(MemorySegment pointer) {
        MemorySegment array = Structs.sized(pointer, ArrayView.BYTES);
        releaseChildren(array, ArrayView.CHILD_COUNT, ArrayView.CHILDREN, ArrayView.BYTES, ArrayView.RELEASE);
        release(array, ArrayView.RELEASE, ArrayView.PRIVATE);
    }

    private static void releaseStream(MemorySegment pointer) {
        release(Structs.sized(pointer, StreamReader.BYTES), StreamReader.RELEASE, StreamReader.PRIVATE);
    }

    /// Those that were moved elsewhere have no release function any more.
    private static void releaseChildren(
            MemorySegment struct, long countAt, long childrenAt, long bytes, long releaseAt) {
        long count = Structs.number(struct, countAt);
        for (long i = 0; i < count; i++) {
            Functions.release(Structs.element(struct, childrenAt, i, count, bytes), releaseAt);
        }
    }

    private static void release(MemorySegment struct, long releaseAt, long privateAt) {
        Loans.Loan loan = Loans.of(struct, privateAt);
        Structs.set(struct, releaseAt, 0);
        try {
            loan.giveBack();
        } catch (Throwable failure) {
            // nobody can be told: a release function gives nothing back
        }
    }
}
