package dev.sheaf.io.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Arrays that begin amid their buffers, which Arrow's Java library never makes: written by hand, field by field,
/// as the page of the C data interface has them.
@ExtendWith(PoolCheck.class)
@SuppressWarnings("restricted")
class SlicedArraysTest {
    private static final int SCHEMA_BYTES = 72;
    private static final int ARRAY_BYTES = 80;

    /// One stream at a time: what its functions hand out.
    private static MemorySegment schema = MemorySegment.NULL;
    private static @Nullable MemorySegment array;
    private static int released;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment release = stub("release", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    @Test
    void offsetsOfTheBatchAndOfItsColumnsAddUp(MemoryPool pool) {
        released = 0;
        MemorySegment numbers =
                array(3, -1, 2, List.of(bits(0b101101101), ints(9, 9, 9, 10, 11, 12, 13, 14, 15)), List.of());
        MemorySegment flags = array(3, 0, 1, List.of(MemorySegment.NULL, bits(0b1010101010)), List.of());
        MemorySegment texts =
                array(3, 0, 0, List.of(MemorySegment.NULL, ints(0, 1, 3, 3, 6, 7), bytes("abbcccd")), List.of());
        MemorySegment items = array(6, 0, 2, List.of(MemorySegment.NULL, ints(0, 0, 1, 2, 3, 4, 5, 6)), List.of());
        MemorySegment lists = array(3, 0, 0, List.of(MemorySegment.NULL, ints(0, 1, 3, 3, 6)), List.of(items));
        schema = schema(
                "+s",
                "",
                List.of(
                        schema("i", "n", List.of()),
                        schema("b", "f", List.of()),
                        schema("u", "t", List.of()),
                        schema("+l", "l", List.of(schema("i", "item", List.of())))));
        array = array(3, 0, 1, List.of(MemorySegment.NULL), List.of(numbers, flags, texts, lists));
        MemorySegment stream = arena.allocate(40, 8);
        FunctionDescriptor get = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
        stream.set(ValueLayout.ADDRESS, 0, stub("getSchema", get));
        stream.set(ValueLayout.ADDRESS, 8, stub("getNext", get));
        stream.set(ValueLayout.ADDRESS, 24, release);

        try (Table table = ArrowC.importTable(stream.address(), pool)) {
            assertThat(table.values("n")).containsExactly(10, null, 12);
            assertThat(table.values("f")).containsExactly(false, true, false);
            assertThat(table.values("t")).containsExactly("bb", "", "ccc");
            assertThat(table.values("l")).hasToString("[[2, 3], [], [4, 5, 6]]");
        }
        assertThat(released).isEqualTo(3);
    }

    private MemorySegment array(
            long length, long nulls, long offset, List<MemorySegment> buffers, List<MemorySegment> children) {
        MemorySegment struct = arena.allocate(ARRAY_BYTES, 8);
        long[] numbers = {length, nulls, offset, buffers.size(), children.size()};
        for (int i = 0; i < numbers.length; i++) {
            struct.setAtIndex(ValueLayout.JAVA_LONG, i, numbers[i]);
        }
        struct.set(ValueLayout.ADDRESS, 40, pointers(buffers));
        struct.set(ValueLayout.ADDRESS, 48, pointers(children));
        struct.set(ValueLayout.ADDRESS, 64, release);
        return struct;
    }

    private MemorySegment schema(String format, String name, List<MemorySegment> children) {
        MemorySegment struct = arena.allocate(SCHEMA_BYTES, 8);
        struct.set(ValueLayout.ADDRESS, 0, arena.allocateFrom(format));
        struct.set(ValueLayout.ADDRESS, 8, arena.allocateFrom(name));
        struct.set(ValueLayout.JAVA_LONG, 24, 2);
        struct.set(ValueLayout.JAVA_LONG, 32, children.size());
        struct.set(ValueLayout.ADDRESS, 40, pointers(children));
        struct.set(ValueLayout.ADDRESS, 56, release);
        return struct;
    }

    private MemorySegment pointers(List<MemorySegment> targets) {
        MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, Math.max(1, targets.size()));
        for (int i = 0; i < targets.size(); i++) {
            pointers.setAtIndex(ValueLayout.ADDRESS, i, targets.get(i));
        }
        return pointers;
    }

    private MemorySegment ints(int... values) {
        return arena.allocateFrom(ValueLayout.JAVA_INT, values);
    }

    private MemorySegment bits(int bits) {
        return ints(bits);
    }

    private MemorySegment bytes(String text) {
        return arena.allocateFrom(ValueLayout.JAVA_BYTE, text.getBytes(StandardCharsets.UTF_8));
    }

    private MemorySegment stub(String method, FunctionDescriptor descriptor) {
        try {
            var function = MethodHandles.lookup().findStatic(SlicedArraysTest.class, method, descriptor.toMethodType());
            return Linker.nativeLinker().upcallStub(function, descriptor, arena);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @SuppressWarnings("unused")
    private static int getSchema(MemorySegment stream, MemorySegment target) {
        target.reinterpret(SCHEMA_BYTES).copyFrom(schema);
        return 0;
    }

    @SuppressWarnings("unused")
    private static int getNext(MemorySegment stream, MemorySegment target) {
        MemorySegment struct = target.reinterpret(ARRAY_BYTES);
        if (array == null) {
            struct.fill((byte) 0);
        } else {
            struct.copyFrom(array);
            array = null;
        }
        return 0;
    }

    @SuppressWarnings("unused")
    private static void release(MemorySegment struct) {
        released++;
    }
}
