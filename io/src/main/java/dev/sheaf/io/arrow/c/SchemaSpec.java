package dev.sheaf.io.arrow.c;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a struct ArrowSchema says.
///
/// @param format the type, in the letters of the C data interface; of the indices if there is a dictionary
/// @param dictionary the type of the values that indices stand for
public record SchemaSpec(
        String format,
        String name,
        boolean nullable,
        List<SchemaSpec> children,
        @Nullable SchemaSpec dictionary) {
    static final long BYTES = 72;
    static final long NAME = 8;
    static final long FLAGS = 24;
    static final long CHILD_COUNT = 32;
    static final long CHILDREN = 40;
    static final long DICTIONARY = 48;
    static final long RELEASE = 56;
    static final long PRIVATE = 64;
    static final long NULLABLE = 2;

    private static final int MOST_DEPTH = 64;
    private static final long MOST_CHILDREN = 1 << 16;

    static SchemaSpec read(MemorySegment struct) {
        return read(struct, 0);
    }

    /// Takes over the schema at an address and releases it.
    ///
    /// @throws IllegalArgumentException if it was released
    public static SchemaSpec take(long address) {
        MemorySegment struct = Structs.moved(address, BYTES, RELEASE, "schema");
        try {
            return read(struct);
        } finally {
            Functions.release(struct, RELEASE);
        }
    }

    private static SchemaSpec read(MemorySegment struct, int depth) {
        long count = Structs.number(struct, CHILD_COUNT);
        if (depth > MOST_DEPTH || count < 0 || count > MOST_CHILDREN) {
            throw new IllegalArgumentException("the schema has " + count + " fields, at depth " + depth);
        }
        List<SchemaSpec> children = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            children.add(read(Structs.element(struct, CHILDREN, i, count, BYTES), depth + 1));
        }
        boolean hasDictionary = Structs.number(struct, DICTIONARY) != 0;
        return new SchemaSpec(
                Structs.text(struct, 0),
                Structs.text(struct, NAME),
                (Structs.number(struct, FLAGS) & NULLABLE) != 0,
                children,
                hasDictionary ? read(Structs.pointed(struct, DICTIONARY, BYTES), depth + 1) : null);
    }
}
