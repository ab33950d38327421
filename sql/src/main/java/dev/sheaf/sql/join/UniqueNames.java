package dev.sheaf.sql.join;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Keeps names apart, also for readers who ignore case: the second `a` becomes `a_1`.
public final class UniqueNames {
    /// Begins the names of columns that statements and queries add to those of a table: no name that is written does.
    public static final String OURS = "\uE000";

    private final Set<String> taken = new HashSet<>();

    /// No names yet.
    public UniqueNames() {}

    /// Names that are taken.
    public UniqueNames(Collection<String> taken) {
        taken.forEach(name -> this.taken.add(name.toLowerCase(Locale.ROOT)));
    }

    /// Whether a name is taken.
    public boolean isTaken(String name) {
        return taken.contains(name.toLowerCase(Locale.ROOT));
    }

    /// The name, or the first of `name_1`, `name_2`, ... that is free; it is taken from now on.
    public String unique(String name) {
        String candidate = name;
        for (int i = 1; !taken.add(candidate.toLowerCase(Locale.ROOT)); i++) {
            candidate = name + "_" + i;
        }
        return candidate;
    }

    /// Names in order, each made unique among those before it.
    public static List<String> of(List<String> names) {
        UniqueNames unique = new UniqueNames();
        return names.stream().map(unique::unique).toList();
    }
}
