package dev.sheaf.cuda.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A kernel made for one kind of query: the file and what `spec.cuh` defines for it.
///
/// A value: equal specialisations are one compiled kernel. Hashes are written out, since queries look for kernels by
/// them, and what Java generates takes microseconds until it is compiled. Names are those that the kernel file asks
/// for; what they stand for is a known type, a number or a truth value, so that no text from outside can get into the
/// source.
///
/// ```java
/// Specialization.of(KernelFile.NUMBER_WORDS).type("Word", CudaType.U64).flag("HAS_NULLS", false)
/// ```
public record Specialization(KernelFile file, List<Definition> definitions) {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Za-z0-9_]*");
    private static final long MAX_UNSIGNED_INT = 0xffffffffL;

    public Specialization {
        definitions = List.copyOf(definitions);
    }

    /// One line of `spec.cuh`.
    public sealed interface Definition {
        String name();

        /// A name for a type.
        record Type(String name, CudaType type) implements Definition {
            @Override
            public int hashCode() {
                return 31 * name.hashCode() + type.ordinal();
            }
        }

        /// A whole number.
        record Constant(String name, long value) implements Definition {
            @Override
            public int hashCode() {
                return 31 * name.hashCode() + (int) value;
            }
        }

        /// A truth value.
        record Flag(String name, boolean value) implements Definition {
            @Override
            public int hashCode() {
                return 31 * name.hashCode() + (value ? 1 : 0);
            }
        }

        /// Lines of CUDA C++ that we generate from types, numbers and the names of columns by their numbers.
        record Code(String name, String text) implements Definition {
            @Override
            public int hashCode() {
                return 31 * name.hashCode() + text.hashCode();
            }
        }
    }

    @Override
    public int hashCode() {
        return 31 * file.hashCode() + definitions.hashCode();
    }

    /// A kernel without definitions yet.
    public static Specialization of(KernelFile file) {
        return new Specialization(file, List.of());
    }

    /// The same with a type.
    public Specialization type(String name, CudaType type) {
        return with(new Definition.Type(name, type));
    }

    /// The same with a number.
    public Specialization number(String name, long value) {
        return with(new Definition.Constant(name, value));
    }

    /// The same with a truth value.
    public Specialization flag(String name, boolean value) {
        return with(new Definition.Flag(name, value));
    }

    /// The same with generated lines; `name` says what they define. Nothing that a user wrote may be in them.
    public Specialization code(String name, String text) {
        return with(new Definition.Code(name, text));
    }

    private Specialization with(Definition definition) {
        if (!NAME.matcher(definition.name()).matches()) {
            throw new IllegalArgumentException("\"" + definition.name() + "\" cannot be a name in a kernel");
        }
        List<Definition> more = new ArrayList<>(definitions);
        more.add(definition);
        return new Specialization(file, more);
    }

    /// The text of `spec.cuh`.
    String header() {
        StringBuilder text = new StringBuilder("// What ")
                .append(file.fileName())
                .append(" is compiled for.\n#ifndef SHEAF_SPEC\n#define SHEAF_SPEC\n\n#include \"types.cuh\"\n\n");
        definitions.forEach(definition -> text.append(line(definition)).append('\n'));
        return text.append("\n#endif\n").toString();
    }

    private static String line(Definition definition) {
        return switch (definition) {
            case Definition.Type(String name, CudaType type) -> "typedef " + type.text() + " " + name + ";";
            case Definition.Constant(String name, long value) -> "constexpr " + constant(name, value) + ";";
            case Definition.Flag(String name, boolean value) -> "constexpr bool " + name + " = " + value + ";";
            case Definition.Code(String name, String text) -> "\n// " + name + "\n" + text;
        };
    }

    /// C++ has no negative literals, so the least of all numbers has to be computed.
    private static String constant(String name, long value) {
        if (value >= 0 && value <= MAX_UNSIGNED_INT) {
            return "u32 " + name + " = " + value + "u";
        }
        return "i64 " + name + " = " + (value == Long.MIN_VALUE ? Long.MIN_VALUE + 1 + "LL - 1" : value + "LL");
    }
}
