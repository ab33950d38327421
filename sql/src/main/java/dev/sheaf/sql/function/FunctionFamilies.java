package dev.sheaf.sql.function;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Functions by name, in families. The functions of a family are made when one of its names is first asked for: each is
/// a class that the virtual machine spins, and a process that made them all would spend more on them than on its query.
///
/// @param <F> what a name stands for
final class FunctionFamilies<F> {
    private final Map<String, Family<F>> families = new HashMap<>();

    /// Adds a family.
    ///
    /// @param names those of its functions, which no other family has, with white space between them
    /// @param made puts the functions of these names, and no others, into a map
    FunctionFamilies<F> with(String names, Consumer<Map<String, F>> made) {
        Family<F> family =
                new Family<>(Collections.list(new StringTokenizer(names)).size(), made);
        new StringTokenizer(names).asIterator().forEachRemaining(name -> families.put((String) name, family));
        return this;
    }

    Optional<F> find(String name) {
        Family<F> family = families.get(name);
        return family == null ? Optional.empty() : Optional.of(family.find(name));
    }

    Set<String> names() {
        return Collections.unmodifiableSet(families.keySet());
    }

    private static final class Family<F> {
        private final int size;
        private final Consumer<Map<String, F>> made;
        private @Nullable Map<String, F> functions;

        Family(int size, Consumer<Map<String, F>> made) {
            this.size = size;
            this.made = made;
        }

        /// @throws IllegalStateException if the functions are not those that were named
        synchronized F find(String name) {
            Map<String, F> known = functions;
            if (known == null) {
                known = new HashMap<>();
                made.accept(known);
                functions = known;
            }
            F function = known.get(name);
            if (function == null || known.size() != size) {
                throw new IllegalStateException(
                        "the names of the family of " + name + " are not those of its functions");
            }
            return function;
        }
    }
}
