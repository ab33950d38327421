package dev.sheaf.cuda.driver;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The functions of `libnvrtc` that Sheaf calls; all of them are there since CUDA 11.2.
record LibNvrtc(
        @C("const char *nvrtcGetErrorString(nvrtcResult result)")
        MethodHandle nvrtcGetErrorString,

        @C("nvrtcResult nvrtcVersion(int *major, int *minor)")
        MethodHandle nvrtcVersion,

        @C("nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)")
        MethodHandle nvrtcGetNumSupportedArchs,

        @C("nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)")
        MethodHandle nvrtcGetSupportedArchs,

        @C("nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,"
                + " const char * const *headers, const char * const *includeNames)")
        MethodHandle nvrtcCreateProgram,

        @C("nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)")
        MethodHandle nvrtcDestroyProgram,

        @C("nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char * const *options)")
        MethodHandle nvrtcCompileProgram,

        @C("nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet)")
        MethodHandle nvrtcGetProgramLogSize,

        @C("nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)")
        MethodHandle nvrtcGetProgramLog,

        @C("nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet)")
        MethodHandle nvrtcGetCUBINSize,

        @C("nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)")
        MethodHandle nvrtcGetCUBIN,

        @C("nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet)")
        MethodHandle nvrtcGetPTXSize,

        @C("nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx)")
        MethodHandle nvrtcGetPTX) {

    private static final String BUILTINS = "libnvrtc-builtins.so.";

    /// Loads the library and, before it, the built-in functions that lie beside it: NVRTC asks the dynamic
    /// linker for those by their bare name, which finds them in any folder once they are loaded.
    ///
    /// @throws IllegalArgumentException if the library cannot be loaded or is too old
    static LibNvrtc load(Path library) {
        builtins(library).forEach(Binding::load);
        return Binding.load(library, LibNvrtc.class);
    }

    private static List<Path> builtins(Path library) {
        try (Stream<Path> files = Files.list(library.toRealPath().getParent())) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(BUILTINS))
                    .toList();
        } catch (IOException _) {
            return List.of(); // then they are where the dynamic linker looks, or NVRTC says what it misses
        }
    }
}
