package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// The compiler of kernels, loaded when it is first needed, or ahead. Thread-safe; needs no GPU.
public final class Nvrtc {
    /// The compiler recurses over expressions; a thread of our own gives it the room that a Java thread does
    /// not have.
    private static final long STACK_BYTES = 64 << 20;

    private static final ExitGuard EXIT = ExitGuard.ofThisProcess();

    private final Supplier<LibNvrtc> loader;
    private final Path library;
    private volatile @org.jspecify.annotations.Nullable Loaded loaded;

    /// What was learned when it was loaded.
    private record Loaded(LibNvrtc lib, String version, List<Integer> architectures) {}

    Nvrtc(Path library, Supplier<LibNvrtc> loader) {
        this.library = library;
        this.loader = loader;
    }

    /// The library at a path; it is not loaded yet.
    static Nvrtc at(Path library) {
        return new Nvrtc(library, () -> LibNvrtc.load(library));
    }

    /// What to compile: the text of a source, the headers that it includes by name, and options.
    public record Program(String name, String source, Map<String, String> headers, List<String> options) {
        public Program {
            headers = Map.copyOf(headers);
            options = List.copyOf(options);
        }
    }

    /// What the compiler says to a program.
    public sealed interface Outcome {

        /// It compiled. `log` has warnings, or is empty.
        record Compiled(byte[] image, String log) implements Outcome {}

        /// It did not; `log` has the compiler's messages.
        record Rejected(int code, String codeName, String log) implements Outcome {}
    }

    /// Begins to load it, on a thread of its own, for somebody who soon needs it. Who needs it first hears what goes
    /// wrong, and loads it again.
    public void loadAhead() {
        Thread.ofPlatform().name("sheaf-nvrtc").daemon().start(() -> {
            try {
                EXIT.run(this::loaded);
            } catch (RuntimeException | Error failure) {
                System.getLogger("dev.sheaf.cuda")
                        .log(System.Logger.Level.DEBUG, "NVRTC is not loaded ahead: {0}", failure.getMessage());
            }
        });
    }

    /// The file that it is loaded from.
    public Path library() {
        return library;
    }

    /// Its version: `13.0`.
    ///
    /// @throws IllegalArgumentException if the library cannot be loaded
    public String version() {
        return loaded().version();
    }

    /// The architectures that it compiles machine code for, such as 80 and 90, rising.
    public List<Integer> architectures() {
        return loaded().architectures();
    }

    /// Compiles a program, to a cubin or, if its architecture is a virtual one (`compute_90`), to PTX.
    ///
    /// @throws CudaException if the compiler fails for another reason than the program
    public Outcome compile(Program program) {
        LibNvrtc lib = loaded().lib();
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofPlatform().name("sheaf-nvrtc").daemon().stackSize(STACK_BYTES).start(() -> {
            try {
                outcome.complete(EXIT.run(() -> compileHere(lib, program)));
            } catch (RuntimeException | Error failure) {
                outcome.completeExceptionally(failure);
            }
        });
        try {
            return outcome.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof CudaException cause ? cause : failure;
        }
    }

    private static Outcome compileHere(LibNvrtc lib, Program program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            create(lib, program, arena, out);
            long handle = out.get(JAVA_LONG, 0);
            try {
                return run(lib, program, handle, arena);
            } finally {
                check(lib, "nvrtcDestroyProgram", () ->
                        (int) lib.nvrtcDestroyProgram().invokeExact(out));
            }
        }
    }

    private static void create(LibNvrtc lib, Program program, Arena arena, MemorySegment out) {
        List<String> names = program.headers().keySet().stream().sorted().toList();
        MemorySegment source = arena.allocateFrom(program.source());
        MemorySegment name = arena.allocateFrom(program.name());
        MemorySegment headers =
                strings(names.stream().map(program.headers()::get).toList(), arena);
        MemorySegment includeNames = strings(names, arena);
        int count = names.size();
        check(lib, "nvrtcCreateProgram", () ->
                (int) lib.nvrtcCreateProgram().invokeExact(out, source, name, count, headers, includeNames));
    }

    private static Outcome run(LibNvrtc lib, Program program, long handle, Arena arena) {
        int count = program.options().size();
        MemorySegment options = strings(program.options(), arena);
        int code = NativeCall.code(() -> (int) lib.nvrtcCompileProgram().invokeExact(handle, count, options));
        String log = log(lib, handle, arena);
        if (code != 0) {
            return new Outcome.Rejected(code, name(lib, code), log);
        }
        boolean ptx = program.options().stream().anyMatch(option -> option.contains("=compute_"));
        return new Outcome.Compiled(ptx ? ptx(lib, handle, arena) : cubin(lib, handle, arena), log);
    }

    private static String log(LibNvrtc lib, long handle, Arena arena) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(lib, "nvrtcGetProgramLogSize", () ->
                (int) lib.nvrtcGetProgramLogSize().invokeExact(handle, size));
        MemorySegment log = arena.allocate(size.get(JAVA_LONG, 0) + 1);
        check(lib, "nvrtcGetProgramLog", () -> (int) lib.nvrtcGetProgramLog().invokeExact(handle, log));
        return log.getString(0);
    }

    private static byte[] cubin(LibNvrtc lib, long handle, Arena arena) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(lib, "nvrtcGetCUBINSize", () -> (int) lib.nvrtcGetCUBINSize().invokeExact(handle, size));
        MemorySegment cubin = arena.allocate(size.get(JAVA_LONG, 0));
        check(lib, "nvrtcGetCUBIN", () -> (int) lib.nvrtcGetCUBIN().invokeExact(handle, cubin));
        return cubin.toArray(JAVA_BYTE);
    }

    private static byte[] ptx(LibNvrtc lib, long handle, Arena arena) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(lib, "nvrtcGetPTXSize", () -> (int) lib.nvrtcGetPTXSize().invokeExact(handle, size));
        MemorySegment ptx = arena.allocate(size.get(JAVA_LONG, 0));
        check(lib, "nvrtcGetPTX", () -> (int) lib.nvrtcGetPTX().invokeExact(handle, ptx));
        return ptx.toArray(JAVA_BYTE);
    }

    /// An array of the addresses of strings that end in a zero.
    private static MemorySegment strings(List<String> values, Arena arena) {
        MemorySegment array = arena.allocate(ADDRESS, Math.max(values.size(), 1));
        for (int i = 0; i < values.size(); i++) {
            array.setAtIndex(ADDRESS, i, arena.allocateFrom(values.get(i)));
        }
        return array;
    }

    private Loaded loaded() {
        Loaded known = loaded;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            if (loaded == null) {
                loaded = load(loader.get());
            }
            return java.util.Objects.requireNonNull(loaded);
        }
    }

    private static Loaded load(LibNvrtc lib) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = arena.allocate(JAVA_INT);
            MemorySegment second = arena.allocate(JAVA_INT);
            check(lib, "nvrtcVersion", () -> (int) lib.nvrtcVersion().invokeExact(first, second));
            String version = first.get(JAVA_INT, 0) + "." + second.get(JAVA_INT, 0);
            check(lib, "nvrtcGetNumSupportedArchs", () ->
                    (int) lib.nvrtcGetNumSupportedArchs().invokeExact(first));
            MemorySegment architectures = arena.allocate(JAVA_INT, Math.max(first.get(JAVA_INT, 0), 1));
            check(lib, "nvrtcGetSupportedArchs", () ->
                    (int) lib.nvrtcGetSupportedArchs().invokeExact(architectures));
            return new Loaded(
                    lib,
                    version,
                    Arrays.stream(architectures.toArray(JAVA_INT))
                            .sorted()
                            .boxed()
                            .toList());
        }
    }

    private static void check(LibNvrtc lib, String call, NativeCall body) {
        int code = NativeCall.code(body);
        if (code != 0) {
            String name = name(lib, code);
            throw new CudaException(call + " failed: " + name + " (" + code + ").", call, code, name);
        }
    }

    private static String name(LibNvrtc lib, int code) {
        MemorySegment[] text = {MemorySegment.NULL};
        NativeCall.code(() -> {
            text[0] = (MemorySegment) lib.nvrtcGetErrorString().invokeExact(code);
            return 0;
        });
        return text[0].address() == 0 ? "NVRTC_ERROR_" + code : Binding.text(text[0]);
    }
}
