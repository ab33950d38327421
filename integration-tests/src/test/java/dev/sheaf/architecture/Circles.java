package dev.sheaf.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Files of a package that know each other in a circle: strongly connected sets of top-level types.
///
/// A sealed type and the types it permits count as knowing only their fields, arguments and so on: it has to name
/// them, and they it.
final class Circles {
    private final Map<String, Set<String>> uses = new HashMap<>();
    private final Map<String, Set<String>> permitted = new HashMap<>();

    private final Map<String, Integer> index = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> isOpen = new HashSet<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Circles() {}

    /// The circles of each package that has some.
    static Map<String, List<Set<String>>> of(JavaClasses classes) {
        Map<String, Circles> packages = new TreeMap<>();
        for (JavaClass type : classes) {
            packages.computeIfAbsent(type.getPackageName(), _ -> new Circles()).add(type);
        }
        Map<String, List<Set<String>>> circles = new TreeMap<>();
        packages.forEach((name, files) -> {
            List<Set<String>> some = files.find();
            if (!some.isEmpty()) {
                circles.put(name, some);
            }
        });
        return circles;
    }

    private void add(JavaClass type) {
        String file = file(type);
        Set<String> used = uses.computeIfAbsent(file, _ -> new TreeSet<>());
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass().getBaseComponentType();
            if (target.getPackageName().equals(type.getPackageName())) {
                used.add(file(target));
            }
        }
        for (Class<?> subclass : permits(type)) {
            permitted.computeIfAbsent(file, _ -> new HashSet<>()).add(file(subclass.getName()));
        }
    }

    /// The types that a sealed type permits. A class that extends one of a library that is not here, such as Spark,
    /// cannot be asked; no sealed type of ours does.
    private static Class<?>[] permits(JavaClass type) {
        try {
            Class<?>[] permits = type.reflect().getPermittedSubclasses();
            return permits == null ? new Class<?>[0] : permits;
        } catch (NoClassDefFoundError absent) {
            return new Class<?>[0];
        }
    }

    private static String file(JavaClass type) {
        return file(type.getName());
    }

    private static String file(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private List<Set<String>> find() {
        for (String file : new TreeSet<>(uses.keySet())) {
            if (!index.containsKey(file)) {
                visit(file);
            }
        }
        return found;
    }

    /// Tarjan's algorithm.
    private void visit(String file) {
        index.put(file, index.size());
        low.put(file, index.get(file));
        open.push(file);
        isOpen.add(file);
        for (String next : uses.getOrDefault(file, Set.of())) {
            if (next.equals(file) || areOneHierarchy(file, next)) {
                continue;
            }
            if (!index.containsKey(next)) {
                visit(next);
                low.merge(file, low.get(next), Math::min);
            } else if (isOpen.contains(next)) {
                low.merge(file, index.get(next), Math::min);
            }
        }
        if (low.get(file).equals(index.get(file))) {
            Set<String> circle = new TreeSet<>();
            String last;
            do {
                last = open.pop();
                isOpen.remove(last);
                circle.add(last.substring(last.lastIndexOf('.') + 1));
            } while (!last.equals(file));
            if (circle.size() > 1) {
                found.add(circle);
            }
        }
    }

    private boolean areOneHierarchy(String file, String other) {
        return permits(file, other) || permits(other, file);
    }

    private boolean permits(String file, String other) {
        for (String subclass : permitted.getOrDefault(file, Set.of())) {
            if (subclass.equals(other) || (!subclass.equals(file) && permits(subclass, other))) {
                return true;
            }
        }
        return false;
    }
}
