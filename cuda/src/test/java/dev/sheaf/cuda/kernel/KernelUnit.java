package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.driver.Nvrtc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Variants that nvcc compiles at once, each in a namespace of its own: what nvcc does for an empty file
/// (CUDA's headers are 36,000 lines for each architecture) takes as long as an average variant does beyond
/// it.
record KernelUnit(Map<String, Specialization> variants) {
    private static final int VARIANTS = 16;

    /// An architecture, where none matters.
    private static final int ANY = 90;

    private static final Pattern GUARD = Pattern.compile("(?m)^#ifndef (\\w+)");

    /// All of them; each unit takes some of each kernel file, so that none takes long.
    static List<KernelUnit> of(List<Specialization> variants) {
        int units = Math.ceilDiv(variants.size(), VARIANTS);
        return IntStream.range(0, units)
                .mapToObj(first -> IntStream.iterate(first, i -> i < variants.size(), i -> i + units)
                        .boxed()
                        .collect(Collectors.toMap(
                                i -> "variant%03d".formatted(i), variants::get, (a, _) -> a, TreeMap::new)))
                .map(KernelUnit::new)
                .toList();
    }

    /// The variants that a compiler's log is about, by the names that it has for them.
    String namedIn(String log) {
        return variants.entrySet().stream()
                .filter(variant -> log.contains(variant.getKey()))
                .map(Map.Entry::toString)
                .collect(Collectors.joining("\n"));
    }

    /// Writes `unit.cu`, and beside it what the compiler reads for each variant, in a folder called after its
    /// namespace.
    void write(Path folder, List<Integer> architectures) throws IOException {
        StringBuilder unit = new StringBuilder();
        for (Map.Entry<String, Specialization> variant : variants.entrySet()) {
            Nvrtc.Program program = KernelProgram.of(variant.getValue(), architectures.getFirst(), architectures);
            Map<String, String> sources = new TreeMap<>(program.headers());
            sources.put(program.name(), program.source());
            write(folder.resolve(variant.getKey()), sources);
            unit.append("namespace ").append(variant.getKey()).append(" {\n");
            unit.append("#include \"%s/%s\"\n}\n".formatted(variant.getKey(), program.name()));
            guards(sources)
                    .forEach(guard -> unit.append("#undef ").append(guard).append('\n'));
        }
        Files.writeString(folder.resolve("unit.cu"), unit);
    }

    /// Writes one variant as `unit.cu`, and beside it what it includes.
    static void writeAlone(Specialization variant, Path folder) throws IOException {
        Nvrtc.Program program = KernelProgram.of(variant, ANY, List.of(ANY));
        Map<String, String> sources = new TreeMap<>(program.headers());
        sources.put("unit.cu", program.source());
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Files.writeString(folder.resolve(source.getKey()), source.getValue());
        }
    }

    /// Names of C know no namespaces: two kernels `extern "C"` of one name are one.
    private static void write(Path folder, Map<String, String> sources) throws IOException {
        Files.createDirectory(folder);
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Files.writeString(folder.resolve(source.getKey()), source.getValue().replace("extern \"C\" ", ""));
        }
    }

    /// What the headers define so that they are read once: once in each namespace it has to be.
    private static TreeSet<String> guards(Map<String, String> sources) {
        return sources.values().stream()
                .flatMap(text -> GUARD.matcher(text).results().map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
