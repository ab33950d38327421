package dev.sheaf.sql.bind.scope;

import dev.sheaf.expr.Expr;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.tree.Name;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// How texts are compared: by what functions make of them, one after the other; as they are if there is none.
public record Collation(List<String> functions) {
    private static final Map<String, String> FUNCTIONS =
            Map.of("nocase", "lower", "noaccent", "strip_accents", "nfc", "nfc_normalize");

    private static final List<String> BINARY = List.of("c", "posix", "binary");

    public Collation {
        functions = List.copyOf(functions);
    }

    /// The collation of a name, such as NOCASE.NOACCENT; nothing if there is none.
    public static Optional<Collation> of(List<Name> names) {
        List<String> parts =
                names.stream().map(name -> name.text().toLowerCase(Locale.ROOT)).toList();
        if (parts.size() == 1 && BINARY.contains(parts.getFirst())) {
            return Optional.of(new Collation(List.of()));
        }
        return FUNCTIONS.keySet().containsAll(parts)
                ? Optional.of(new Collation(parts.stream()
                        .map(part -> FUNCTIONS.getOrDefault(part, ""))
                        .toList()))
                : Optional.empty();
    }

    /// Whether values are not compared as they are.
    public boolean changes() {
        return !functions.isEmpty();
    }

    /// What stands for a value where it is compared.
    public Expr key(Expr value) {
        Expr key = value;
        for (String function : functions) {
            key = ScalarFunctions.find(function).orElseThrow().of(List.of(key));
        }
        return key;
    }
}
