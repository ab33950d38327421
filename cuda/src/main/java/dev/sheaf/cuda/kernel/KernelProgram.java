package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.driver.Nvrtc;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the compiler gets for a specialisation.
final class KernelProgram {
    private KernelProgram() {}

    /// The program of a specialisation for an architecture: 90 gives machine code for compute capability 9.0.
    static Nvrtc.Program of(Specialization specialization, int architecture, List<Integer> compilerKnows) {
        return of(specialization, options(target(architecture, compilerKnows)));
    }

    private static Nvrtc.Program of(Specialization specialization, List<String> options) {
        KernelFile file = specialization.file();
        String defined = specialization.header();
        KernelFile.Source source = file.source(defined);
        Map<String, String> headers = new TreeMap<>(source.headers());
        headers.put(KernelFile.SPECIALIZATION, defined);
        return new Nvrtc.Program(file.fileName(), source.text(), headers, options);
    }

    /// fmad: a product and a sum are rounded apart, as on the CPU, so that both give the same bits.
    private static List<String> options(String target) {
        return List.of(
                "--gpu-architecture=" + target,
                "--std=c++17",
                "--fmad=false",
                "--device-int128",
                "--device-as-default-execution-space",
                "--generate-line-info");
    }

    /// Machine code where the compiler knows the architecture; else PTX for the newest one below, which the driver
    /// translates.
    private static String target(int architecture, List<Integer> compilerKnows) {
        if (compilerKnows.contains(architecture)) {
            return "sm_" + architecture;
        }
        return compilerKnows.stream()
                .filter(known -> known < architecture)
                .max(Integer::compare)
                .map(known -> "compute_" + known)
                .orElseThrow(() -> new IllegalArgumentException("NVRTC compiles for architectures " + compilerKnows
                        + ", and the device has " + architecture + "; install an NVRTC that fits the device"));
    }

    /// A hash of all that decides what comes out: the compiler's version, options, source and headers.
    static String key(Nvrtc.Program program, String compilerVersion) {
        MessageDigest digest = sha256();
        update(digest, compilerVersion);
        update(digest, program.name());
        program.options().forEach(option -> update(digest, option));
        update(digest, program.source());
        new TreeMap<>(program.headers()).forEach((name, text) -> {
            update(digest, name);
            update(digest, text);
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /// A hash of the source and the headers of a specialisation alone.
    static String sourceKey(Specialization specialization) {
        return key(of(specialization, List.of()), "");
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible); // every Java platform has it
        }
    }

    /// With its length before it, so that no two lists of texts look alike.
    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}
