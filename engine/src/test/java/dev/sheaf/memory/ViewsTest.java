package dev.sheaf.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

class ViewsTest {
    @Test
    void viewsShareTheMemoryInTheOrderOfTheMachine() {
        try (MemoryPool pool = MemoryPool.withLimit(1 << 20);
                Buffer buffer = pool.allocate(40, "views")) {
            MemorySegment segment = buffer.segment();
            for (int i = 0; i < 5; i++) {
                segment.setAtIndex(ValueLayout.JAVA_LONG, i, 0x0102_0304_0506_0708L * (i + 1));
            }
            LongBuffer longs = Views.longs(segment, 1, 3);
            assertEquals(3, longs.capacity());
            assertEquals(segment.getAtIndex(ValueLayout.JAVA_LONG, 3), longs.get(2));
            assertEquals(
                    segment.getAtIndex(ValueLayout.JAVA_INT, 3),
                    Views.ints(segment, 3, 1).get(0));
            assertEquals(
                    segment.getAtIndex(ValueLayout.JAVA_SHORT, 5),
                    Views.shorts(segment).get(5));
            assertEquals(
                    segment.getAtIndex(ValueLayout.JAVA_DOUBLE, 4),
                    Views.doubles(segment, 4, 1).get(0));
            assertEquals(
                    segment.getAtIndex(ValueLayout.JAVA_FLOAT, 4),
                    Views.floats(segment).get(4));
            assertEquals(
                    segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 3),
                    Views.bytes(segment).getLong(3));
            longs.put(0, 7);
            assertEquals(7, segment.getAtIndex(ValueLayout.JAVA_LONG, 1));
        }
    }

    @Test
    void whatIsOutsideASegmentIsNotSeen() {
        try (MemoryPool pool = MemoryPool.withLimit(1 << 20);
                Buffer buffer = pool.allocate(40, "views")) {
            MemorySegment segment = buffer.segment().asSlice(0, 20);
            assertEquals(2, Views.longs(segment).capacity());
            assertThrows(IndexOutOfBoundsException.class, () -> Views.longs(segment, 1, 2));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> Views.ints(segment).get(5));
        }
    }
}
