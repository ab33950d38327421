package dev.sheaf.cuda.driver;

import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// The functions of `libnvrtc` that Sheaf calls; all of them are there since CUDA 11.2.
record LibNvrtc(
        @C("const char *nvrtcGetErrorString(nvrtcResult result)") MethodHandle nvrtcGetErrorString,
        @C("nvrtcResult nvrtcVersion(int *major, int *minor)") MethodHandle nvrtcVersion,
        @C("nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)") MethodHandle nvrtcGetNumSupportedArchs,
        @C("nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)") MethodHandle nvrtcGetSupportedArchs,
        @C("nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,"
                + " const char * const *headers, const char * const *includeNames)")
        MethodHandle nvrtcCreateProgram,
        @C("nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)") MethodHandle nvrtcDestroyProgram,
        @C("nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char * const *options)")
        MethodHandle nvrtcCompileProgram,
        @C("nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet)")
        MethodHandle nvrtcGetProgramLogSize,
        @C("nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)") MethodHandle nvrtcGetProgramLog,
        @C("nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet)") MethodHandle nvrtcGetCUBINSize,
        @C("nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)") MethodHandle nvrtcGetCUBIN,
        @C("nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet)") MethodHandle nvrtcGetPTXSize,
        @C("nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx)") MethodHandle nvrtcGetPTX) {

    /// @throws IllegalArgumentException if the library cannot be loaded or is too old
    static LibNvrtc load(Path library) {
        return Binding.load(library, LibNvrtc.class);
    }
}
