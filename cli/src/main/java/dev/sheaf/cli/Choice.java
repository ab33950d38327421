package dev.sheaf.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// An option of a command, told to picocli by code. Annotations would do, but picocli reads them through proxies that
/// the JDK makes when the process runs: some 40 ms of the 240 that `SELECT 1` takes. So what `sheaf sql` needs has
/// none.
///
/// @param <T> what the value is converted to
final class Choice<T> {
    private final OptionSpec spec;

    private Choice(OptionSpec.Builder builder) {
        this.spec = builder.build();
    }

    /// An option that takes a value.
    static <T> Choice<T> of(Class<T> type, String paramLabel, String description, String... names) {
        return new Choice<>(
                OptionSpec.builder(names).type(type).paramLabel(paramLabel).description(description));
    }

    /// An option that takes a value and may be given several times.
    static Choice<List<String>> list(String paramLabel, String description, String... names) {
        return new Choice<>(OptionSpec.builder(names)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(paramLabel)
                .description(description));
    }

    /// An option that is there or not.
    static Choice<Boolean> flag(String description, String... names) {
        return new Choice<>(OptionSpec.builder(names).type(boolean.class).description(description));
    }

    /// Adds options to a command in the order of its help.
    static void add(CommandSpec command, Choice<?>... choices) {
        for (Choice<?> choice : choices) {
            command.addOption(choice.spec);
        }
    }

    /// What was given, or null.
    @Nullable
    T value() {
        return spec.getValue();
    }

    /// What was given, or something else.
    T or(T otherwise) {
        return Objects.requireNonNullElse(value(), otherwise);
    }
}
