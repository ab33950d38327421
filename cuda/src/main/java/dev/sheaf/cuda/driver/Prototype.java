package dev.sheaf.cuda.driver;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A C function's name and types, read from its prototype.
///
/// Pointers become addresses; opaque handles and device addresses become 64-bit integers, which every calling
/// convention of 64-bit Linux passes alike.
record Prototype(String name, FunctionDescriptor descriptor) {
    private static final Pattern FUNCTION = Pattern.compile("(.+?)(\\w+)\\((.*)\\)");
    private static final Pattern PARAMETER = Pattern.compile("(.+?)\\w+");
    private static final Map<String, MemoryLayout> TYPES = Map.ofEntries(
            Map.entry("unsigned char", ValueLayout.JAVA_BYTE),
            Map.entry("int", ValueLayout.JAVA_INT),
            Map.entry("unsigned int", ValueLayout.JAVA_INT),
            Map.entry("CUresult", ValueLayout.JAVA_INT),
            Map.entry("CUdevice", ValueLayout.JAVA_INT),
            Map.entry("CUdevice_attribute", ValueLayout.JAVA_INT),
            Map.entry("CUfunction_attribute", ValueLayout.JAVA_INT),
            Map.entry("CUmemPool_attribute", ValueLayout.JAVA_INT),
            Map.entry("CUpointer_attribute", ValueLayout.JAVA_INT),
            Map.entry("nvrtcResult", ValueLayout.JAVA_INT),
            Map.entry("size_t", ValueLayout.JAVA_LONG),
            Map.entry("CUdeviceptr", ValueLayout.JAVA_LONG),
            Map.entry("CUcontext", ValueLayout.JAVA_LONG),
            Map.entry("CUstream", ValueLayout.JAVA_LONG),
            Map.entry("CUevent", ValueLayout.JAVA_LONG),
            Map.entry("CUmodule", ValueLayout.JAVA_LONG),
            Map.entry("CUfunction", ValueLayout.JAVA_LONG),
            Map.entry("CUmemoryPool", ValueLayout.JAVA_LONG),
            Map.entry("nvrtcProgram", ValueLayout.JAVA_LONG));

    /// Reads `CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)`.
    ///
    /// @throws IllegalArgumentException if it is not a prototype, or names a type that is not in the table above
    static Prototype parse(String c) {
        Matcher function = FUNCTION.matcher(c);
        if (!function.matches()) {
            throw new IllegalArgumentException("not a C prototype: " + c);
        }
        MemoryLayout[] parameters = parameters(function.group(3))
                .map(parameter -> layout(typeOf(parameter), c))
                .toArray(MemoryLayout[]::new);
        return new Prototype(function.group(2), FunctionDescriptor.of(layout(function.group(1), c), parameters));
    }

    private static Stream<String> parameters(String list) {
        return list.equals("void") ? Stream.empty() : Arrays.stream(list.split(",", -1));
    }

    /// A parameter without its name.
    private static String typeOf(String parameter) {
        Matcher matcher = PARAMETER.matcher(parameter.strip());
        return matcher.matches() ? matcher.group(1) : parameter;
    }

    private static MemoryLayout layout(String type, String c) {
        if (type.contains("*")) {
            return ValueLayout.ADDRESS;
        }
        MemoryLayout layout = TYPES.get(type.strip());
        if (layout == null) {
            throw new IllegalArgumentException("unknown type \"" + type.strip() + "\" in " + c);
        }
        return layout;
    }
}
