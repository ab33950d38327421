package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// A compiler in Java: the image of a program is its name, its options and a running number. A program fails to
/// compile when a test set the messages that it shall fail with.
public final class FakeNvrtc extends Faults {
    private static final int COMPILATION = 6;

    private record Program(String name, String source, Map<String, String> headers) {}

    final LibNvrtc lib = bind(LibNvrtc.class, MethodHandles.lookup());
    private final Arena arena = Arena.ofAuto();
    private final Map<Long, Program> programs = new HashMap<>();
    private final Map<Long, String> images = new ConcurrentHashMap<>();
    private final List<Integer> architectures;
    private final Function<Nvrtc.Program, String> compiler;
    private String failure = "";
    private int compiled;
    private long nextHandle = 1;

    /// A compiler for these architectures.
    public FakeNvrtc(Integer... architectures) {
        this.architectures = List.of(architectures);
        this.compiler = null;
    }

    /// A compiler whose images are what `compiler` makes of programs.
    public FakeNvrtc(Function<Nvrtc.Program, String> compiler, Integer... architectures) {
        this.architectures = List.of(architectures);
        this.compiler = compiler;
    }

    /// The compiler as the rest sees it.
    public Nvrtc nvrtc() {
        return new Nvrtc(Path.of("fake"), () -> lib);
    }

    /// From now on programs fail with these messages; with none, they compile.
    public void failWith(String messages) {
        failure = messages;
    }

    /// How many programs were compiled.
    public synchronized int compiledCount() {
        return compiled;
    }

    /// How many programs were not destroyed.
    public synchronized int openPrograms() {
        return programs.size();
    }

    MemorySegment nvrtcGetErrorString(int code) {
        return arena.allocateFrom(code == COMPILATION ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_OTHER");
    }

    int nvrtcVersion(MemorySegment major, MemorySegment minor) {
        major.set(JAVA_INT, 0, 13);
        minor.set(JAVA_INT, 0, 0);
        return 0;
    }

    int nvrtcGetNumSupportedArchs(MemorySegment count) {
        count.set(JAVA_INT, 0, architectures.size());
        return 0;
    }

    int nvrtcGetSupportedArchs(MemorySegment list) {
        for (int i = 0; i < architectures.size(); i++) {
            list.setAtIndex(JAVA_INT, i, architectures.get(i));
        }
        return 0;
    }

    synchronized int nvrtcCreateProgram(
            MemorySegment program,
            MemorySegment source,
            MemorySegment name,
            int headerCount,
            MemorySegment headers,
            MemorySegment names) {
        Map<String, String> byName = new TreeMap<>();
        List<String> texts = strings(headers, headerCount);
        List<String> includes = strings(names, headerCount);
        for (int i = 0; i < headerCount; i++) {
            byName.put(includes.get(i), texts.get(i));
        }
        programs.put(nextHandle, new Program(name.getString(0), source.getString(0), byName));
        program.set(JAVA_LONG, 0, nextHandle++);
        return 0;
    }

    synchronized int nvrtcDestroyProgram(MemorySegment program) {
        images.remove(program.get(JAVA_LONG, 0));
        return programs.remove(program.get(JAVA_LONG, 0)) == null ? 4 : 0;
    }

    synchronized int nvrtcCompileProgram(long program, int optionCount, MemorySegment options) {
        compiled++;
        Program asked = programs.get(program);
        List<String> flags = strings(options, optionCount);
        images.put(
                program,
                compiler != null
                        ? compiler.apply(new Nvrtc.Program(asked.name(), asked.source(), asked.headers(), flags))
                        : asked.name() + flags + compiled);
        return failure.isEmpty() ? 0 : COMPILATION;
    }

    int nvrtcGetProgramLogSize(long program, MemorySegment size) {
        size.set(JAVA_LONG, 0, failure.length() + 1L);
        return 0;
    }

    int nvrtcGetProgramLog(long program, MemorySegment log) {
        log.setString(0, failure);
        return 0;
    }

    int nvrtcGetCUBINSize(long program, MemorySegment size) {
        size.set(JAVA_LONG, 0, images.get(program).length());
        return 0;
    }

    int nvrtcGetCUBIN(long program, MemorySegment cubin) {
        byte[] bytes = images.get(program).getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, cubin, JAVA_BYTE, 0, bytes.length);
        return 0;
    }

    int nvrtcGetPTXSize(long program, MemorySegment size) {
        return nvrtcGetCUBINSize(program, size);
    }

    int nvrtcGetPTX(long program, MemorySegment ptx) {
        return nvrtcGetCUBIN(program, ptx);
    }

    private static List<String> strings(MemorySegment array, int count) {
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            MemorySegment address = array.getAtIndex(ADDRESS, i);
            strings.add(Binding.region(address, 1 << 20, Arena.global()).getString(0));
        }
        return strings;
    }
}
