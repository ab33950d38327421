package dev.sheaf.sql.bind.scope;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.function.NamedType;
import dev.sheaf.sql.function.value.Sequence;
import dev.sheaf.sql.tree.Macro;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a query takes from outside its text and its tables: the values of `?`, `$1` and `$name`, by number from 1
/// or by name, the functions and macros of the session, and the time.
public final class Parameters {
    private final Map<String, @Nullable Object> values;
    private final Map<String, ScalarFunction> functions;
    private final Map<String, List<Macro>> macros;
    private final Map<String, Sequence> sequences;
    private final Map<String, NamedType> types;
    private final Map<String, Expr.Literal> variables;
    private final SessionSettings settings;
    private final Instant now = Instant.now();

    private Parameters(
            Map<String, @Nullable Object> values,
            Map<String, ScalarFunction> functions,
            Map<String, List<Macro>> macros,
            Map<String, Sequence> sequences,
            Map<String, NamedType> types,
            Map<String, Expr.Literal> variables,
            SessionSettings settings) {
        this.settings = settings;
        this.values = values;
        this.functions = functions;
        this.macros = macros;
        this.sequences = sequences;
        this.types = types;
        this.variables = variables;
    }

    /// The same values, and functions, macros, sequences, types and variables by names in lower case.
    public Parameters with(
            Map<String, ScalarFunction> given,
            Map<String, List<Macro>> written,
            Map<String, Sequence> numbers,
            Map<String, NamedType> named,
            Map<String, Expr.Literal> set) {
        return new Parameters(values, given, written, numbers, named, set, settings);
    }

    /// The same with other settings.
    public Parameters with(SessionSettings said) {
        return new Parameters(values, functions, macros, sequences, types, variables, said);
    }

    /// What SET has said.
    public SessionSettings settings() {
        return settings;
    }

    /// The types of the session by names in lower case.
    public Map<String, NamedType> types() {
        return types;
    }

    /// The sequence of a name in lower case.
    public Optional<Sequence> sequence(String name) {
        return Optional.ofNullable(sequences.get(name));
    }

    /// The variable of a name in lower case.
    public Optional<Expr.Literal> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /// The bodies of the macro of a name in lower case; none if there is no such macro.
    public List<Macro> macro(String name) {
        return macros.getOrDefault(name, List.of());
    }

    /// The time that `now()` means: one for a whole statement.
    public Instant now() {
        return now;
    }

    /// The function of a name in lower case that the session was given.
    public Optional<ScalarFunction> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    /// The names of the functions and macros.
    public Set<String> functions() {
        Set<String> names = new HashSet<>(functions.keySet());
        names.addAll(macros.keySet());
        return names;
    }

    /// Values that are numbered from 1.
    public static Parameters of(List<?> values) {
        Map<String, @Nullable Object> numbered = new HashMap<>();
        for (int i = 0; i < values.size(); i++) {
            numbered.put(String.valueOf(i + 1), values.get(i));
        }
        return new Parameters(numbered, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), SessionSettings.NONE);
    }

    /// Values by name.
    public static Parameters of(Map<String, ?> values) {
        return new Parameters(
                new HashMap<>(values), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), SessionSettings.NONE);
    }

    public boolean contains(String key) {
        return values.containsKey(key);
    }

    @Nullable
    public Object get(String key) {
        return values.get(key);
    }

    /// What to say of a parameter that is not there.
    public String unknown(String key) {
        String wanted = "the parameter $" + key + " has no value; ";
        return values.isEmpty()
                ? wanted + "give values with the query: sql.query(text, value, ...)"
                : wanted + "there are values for $"
                        + String.join(", $", values.keySet().stream().sorted().toList());
    }
}
