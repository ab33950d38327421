package dev.sheaf.cuda.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/// Fills a record of method handles whose components carry a [C] prototype each. All restricted calls are here.
@SuppressWarnings("restricted")
final class Binding {
    private static final int MAX_TEXT_BYTES = 4096;

    private Binding() {}

    /// Loads a library for the rest of the process.
    ///
    /// @throws IllegalArgumentException if the file cannot be loaded
    static SymbolLookup load(Path library) {
        return SymbolLookup.libraryLookup(library, Arena.global());
    }

    /// Loads a library for the rest of the process and binds its functions.
    ///
    /// @throws IllegalArgumentException if the file cannot be loaded, or lacks one of the functions
    static <R extends Record> R load(Path library, Class<R> type) {
        SymbolLookup symbols = load(library);
        Linker linker = Linker.nativeLinker();
        return bind(
                type,
                prototype -> linker.downcallHandle(
                        symbols.find(prototype.name())
                                .orElseThrow(
                                        () -> new IllegalArgumentException(library + " lacks " + prototype.name())),
                        prototype.descriptor()));
    }

    /// Binds every component to what `handles` gives for its prototype.
    static <R extends Record> R bind(Class<R> type, Function<Prototype, MethodHandle> handles) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] bound = Arrays.stream(components)
                .map(component -> handles.apply(prototype(component)))
                .toArray();
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return type.getDeclaredConstructor(parameters).newInstance(bound);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// The text that a C function points at.
    static String text(MemorySegment pointer) {
        return pointer.reinterpret(MAX_TEXT_BYTES).getString(0);
    }

    /// The memory that a C function allocated; valid until the arena is closed.
    static MemorySegment region(MemorySegment pointer, long byteSize, Arena arena) {
        return pointer.reinterpret(byteSize, arena, null);
    }

    static Prototype prototype(RecordComponent component) {
        return Prototype.parse(
                Objects.requireNonNull(component.getAnnotation(C.class)).value());
    }
}
