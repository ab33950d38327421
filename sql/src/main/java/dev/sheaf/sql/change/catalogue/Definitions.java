package dev.sheaf.sql.change.catalogue;

import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.function.NamedType;
import dev.sheaf.sql.function.value.Sequence;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Span;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What a session has by name besides tables and views, in any case: functions, macros, sequences, types and schemas,
/// of which one is in use. Thread-safe.
public final class Definitions {
    public static final String MAIN = "main";

    private final Map<String, List<Macro>> builtIn;
    private final Map<String, ScalarFunction> functions = new HashMap<>();
    private final Map<String, List<Macro>> macros = new HashMap<>();
    private final Map<String, Sequence> sequences = new HashMap<>();
    private final Map<String, NamedType> types = new HashMap<>();
    private final Set<String> schemas = new HashSet<>();
    private String schemaInUse = MAIN;

    /// @param builtIn macros by names in lower case, which stay; one of the session hides that of its name
    public Definitions(Map<String, List<Macro>> builtIn) {
        this.builtIn = Map.copyOf(builtIn);
    }

    /// What is there now, apart from what comes later.
    public synchronized Definitions copy() {
        Definitions copy = new Definitions(builtIn);
        copy.functions.putAll(functions);
        copy.macros.putAll(macros);
        copy.sequences.putAll(sequences);
        copy.types.putAll(types);
        copy.schemas.addAll(schemas);
        return copy;
    }

    /// Comes back to what there was, but for functions that were registered since.
    public synchronized void restore(Definitions before) {
        before.functions.forEach(functions::putIfAbsent);
        macros.clear();
        macros.putAll(before.macros);
        macros.keySet().removeAll(functions.keySet());
        sequences.clear();
        sequences.putAll(before.sequences);
        types.clear();
        types.putAll(before.types);
        schemas.clear();
        schemas.addAll(before.schemas);
        use(schemaInUse);
    }

    /// Gives a function its name, in place of a function or macro that had it.
    public synchronized void register(ScalarFunction function) {
        macros.remove(Relations.key(function.name()));
        functions.put(Relations.key(function.name()), function);
    }

    /// Gives a macro its name if no function or macro has it, or in place of the one that has if `replace`.
    ///
    /// @return whether it has the name
    public synchronized boolean addMacro(String name, List<Macro> bodies, boolean replace) {
        String key = Relations.key(name);
        if (!replace && functions.containsKey(key)) {
            return false;
        }
        boolean added = add(macros, name, bodies, replace);
        if (added) {
            functions.remove(key);
        }
        return added;
    }

    /// Gives a sequence its name if none has it, or in place of the one that has if `replace`.
    ///
    /// @return whether it has the name
    public synchronized boolean addSequence(String name, Sequence sequence, boolean replace) {
        return add(sequences, name, sequence, replace);
    }

    /// Gives a type its name if none has it, or in place of the one that has if `replace`.
    ///
    /// @return whether it has the name
    public synchronized boolean addType(String name, NamedType type, boolean replace) {
        return add(types, name, type, replace);
    }

    private static <T> boolean add(Map<String, T> all, String name, T one, boolean replace) {
        boolean added = replace || !all.containsKey(Relations.key(name));
        if (added) {
            all.put(Relations.key(name), one);
        }
        return added;
    }

    /// Forgets a macro.
    ///
    /// @return whether it was there
    public synchronized boolean removeMacro(String name) {
        return macros.remove(Relations.key(name)) != null;
    }

    /// Forgets a sequence.
    ///
    /// @return whether it was there
    public synchronized boolean removeSequence(String name) {
        return sequences.remove(Relations.key(name)) != null;
    }

    /// Forgets a type; columns of it keep theirs.
    ///
    /// @return whether it was there
    public synchronized boolean removeType(String name) {
        return types.remove(Relations.key(name)) != null;
    }

    /// The types that are made of one.
    public synchronized List<String> usersOf(String type) {
        String key = Relations.key(type);
        return types.entrySet().stream()
                .filter(other -> other.getValue().names().contains(key))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// Makes a schema known.
    ///
    /// @return whether there was none of its name
    public synchronized boolean addSchema(String name) {
        return schemas.add(Relations.key(name));
    }

    /// The schema of a table or view, if it is not main.
    synchronized Optional<String> schemaOf(String table) {
        int dot = table.indexOf('.');
        return Optional.of(table.substring(0, Math.max(dot, 0))).filter(this::hasSchema);
    }

    /// Whether there is a schema of a name besides main.
    public synchronized boolean hasSchema(String name) {
        return schemas.contains(Relations.key(name));
    }

    /// The names of the schemas besides main.
    public synchronized Set<String> schemas() {
        return new TreeSet<>(schemas);
    }

    /// Forgets a schema; main is in use where it was.
    public synchronized void removeSchema(String name) {
        schemas.remove(Relations.key(name));
        use(schemaInUse);
    }

    /// Looks for names without a schema in a schema first, or in main alone if there is none of that name.
    public synchronized void use(String schema) {
        schemaInUse = hasSchema(schema) ? Relations.key(schema) : MAIN;
    }

    /// A name in the schema that is in use.
    public synchronized String inUse(String name) {
        return schemaInUse.equals(MAIN) ? name : schemaInUse + "." + name;
    }

    /// The values with what queries see now.
    public synchronized Parameters with(Parameters given, SessionValues values) {
        Map<String, List<Macro>> all = new HashMap<>(builtIn);
        if (!schemaInUse.equals(MAIN)) {
            all.put("current_schema", List.of(new Macro(List.of(), new Expression.Text(schemaInUse, new Span(0, 0)))));
        }
        all.putAll(macros);
        all.keySet().removeAll(functions.keySet());
        return given.with(Map.copyOf(functions), all, Map.copyOf(sequences), Map.copyOf(types), values.variables())
                .with(values.settings());
    }
}
