package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs kernels on the CPU: compiles them by g++ with `emulator.h` in front, and calls them. So the whole way
/// of a query is tested where there is no GPU, but for what only many threads at once show.
@SuppressWarnings("restricted") // it calls what it compiled
public final class Emulator implements FakeCuda.Launcher {
    private static final Pattern KERNEL = Pattern.compile(
            "extern \"C\" __global__ void\\s+(?:__launch_bounds__\\([^)]*\\)\\s+)?(\\w+)\\s*\\(([^)]*)\\)");
    private static final Pattern DYNAMIC_SHARED =
            Pattern.compile("extern __shared__ __align__\\(16\\) (\\w+) (\\w+)\\[\\];");
    private static final String HEADER_END = "// ---- end of the emulator ----";
    private static final Pattern WAITS = Pattern.compile("__sync|_sync\\(");

    private final Path folder;
    private final Map<String, MethodHandle> functions = new ConcurrentHashMap<>();
    private final Map<String, SymbolLookup> libraries = new ConcurrentHashMap<>();

    /// Keeps what it compiles in a folder, for the next run too.
    public Emulator(Path folder) {
        this.folder = folder;
    }

    /// Whether there is a compiler.
    public static boolean isPossible() {
        return Files.isExecutable(Path.of("/usr/bin/g++"));
    }

    /// A compiler of kernels as the rest sees it.
    public Nvrtc nvrtc() {
        return new FakeNvrtc(this::compile, 90).nvrtc();
    }

    /// The name of the library that a program was compiled to.
    private String compile(Nvrtc.Program program) {
        String text = text(program);
        String name = digest(text) + ".so";
        Path library = folder.resolve(name);
        if (!Files.exists(library)) {
            build(text, library);
        }
        return name;
    }

    private static String text(Nvrtc.Program program) {
        StringBuilder text = new StringBuilder(resource("/dev/sheaf/cuda/gpu/emulator.h"));
        inline(sharedByPointer(program.source()), new TreeMap<>(program.headers()), text);
        boolean waits = WAITS.matcher(text.substring(text.indexOf(HEADER_END))).find();
        Matcher kernel = KERNEL.matcher(program.source());
        while (kernel.find()) {
            text.append(launcher(kernel.group(1), kernel.group(2), waits));
        }
        return text.toString();
    }

    /// C++ has no arrays whose size a launch says.
    private static String sharedByPointer(String source) {
        return DYNAMIC_SHARED.matcher(source).replaceAll("$1* $2 = reinterpret_cast<$1*>(emulator::dynamic_shared);");
    }

    /// Each header once, where it is first included.
    private static void inline(String source, Map<String, String> headers, StringBuilder text) {
        for (String line : source.split("\n", -1)) {
            if (line.startsWith("#include \"")) {
                String header = headers.remove(line.substring(10, line.length() - 1));
                if (header != null) {
                    inline(header, headers, text);
                }
            } else {
                text.append(line).append('\n');
            }
        }
    }

    /// A function that takes the addresses of the arguments.
    private static String launcher(String kernel, String parameters, boolean waits) {
        List<String> arguments = new ArrayList<>();
        for (String parameter : parameters.split(",", -1)) {
            String type = parameter.strip().replaceFirst("\\w+$", "").strip();
            arguments.add("*(" + type + "*) launch_" + kernel + "_at[" + arguments.size() + "]");
        }
        return "static void** launch_" + kernel + "_at;\nextern \"C\" void launch_" + kernel
                + "(void** at, int blocks, int threads) {\n    launch_" + kernel
                + "_at = at;\n    emulator::run<" + waits + ">(blocks, threads, [] { " + kernel + "("
                + String.join(", ", arguments) + "); });\n}\n";
    }

    private void build(String text, Path library) {
        try {
            Files.createDirectories(folder);
            Path source = Files.createTempFile(folder, "kernel", ".cpp");
            Path output = Files.createTempFile(folder, "kernel", ".so");
            Files.writeString(source, text);
            Process process = new ProcessBuilder(
                            "/usr/bin/g++",
                            "-std=c++17",
                            "-O1",
                            "-ffp-contract=off",
                            "-fno-strict-aliasing",
                            "-fno-gnu-unique", // shared memory of one kernel is not that of others
                            "-shared",
                            "-fPIC",
                            "-w",
                            "-o",
                            output.toString(),
                            source.toString())
                    .redirectErrorStream(true)
                    .start();
            String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(source + " does not compile:\n" + log);
            }
            Files.move(output, library, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            Files.delete(source);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Override
    public synchronized void launch(
            byte[] image, String kernel, int blocks, int threads, int sharedBytes, MemorySegment parameters) {
        String text = new String(image, StandardCharsets.UTF_8);
        String library = text.substring(0, text.indexOf(".so") + 3);
        MethodHandle function = functions.computeIfAbsent(library + " " + kernel, _ -> find(library, kernel));
        try {
            function.invokeExact(parameters, blocks, threads);
        } catch (Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    private MethodHandle find(String library, String kernel) {
        SymbolLookup symbols = libraries.computeIfAbsent(
                library, name -> SymbolLookup.libraryLookup(folder.resolve(name), Arena.global()));
        MemorySegment symbol =
                symbols.find("launch_" + kernel).orElseThrow(() -> new AssertionError("no kernel " + kernel));
        return Linker.nativeLinker().downcallHandle(symbol, FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 32);
        } catch (NoSuchAlgorithmException missing) {
            throw new AssertionError(missing);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Emulator.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
