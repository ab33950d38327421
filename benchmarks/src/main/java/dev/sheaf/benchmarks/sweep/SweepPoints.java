package dev.sheaf.benchmarks.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The numbers of groups that a sweep measures.
///
/// @param switches the settings by the number of groups at which they change the strategy
/// @param most the largest number
record SweepPoints(Map<Long, String> switches, long most) {
    /// So many points at least are measured by turns.
    private static final int TURNS = 4;

    SweepPoints {
        switches = Map.copyOf(switches);
    }

    /// From 1 on in steps of the square root of 2.
    List<Long> steps() {
        List<Long> steps = new ArrayList<>();
        for (double groups = 1; groups <= most; groups *= Math.sqrt(2)) {
            steps.add(Math.round(groups));
        }
        return steps.stream().distinct().toList();
    }

    /// The switches that the points reach, in order.
    Map<Long, String> reached() {
        Map<Long, String> reached = new TreeMap<>(switches);
        reached.keySet().removeIf(groups -> groups > most);
        return reached;
    }

    /// One less than a number, the number, and one more.
    List<Long> around(long groups) {
        return List.of(groups - 1, groups, groups + 1).stream()
                .filter(near -> near >= 1 && near <= most)
                .toList();
    }

    /// All, in order: the steps, and what lies around switches.
    List<Long> all() {
        TreeSet<Long> all = new TreeSet<>(steps());
        reached().keySet().forEach(groups -> all.addAll(around(groups)));
        return List.copyOf(all);
    }

    /// Points that are measured by turns. Any step is in one of these with the next, and what lies around a switch is
    /// in one; so each begins with the step that ends the one before.
    List<List<Long>> windows() {
        List<List<Long>> windows = new ArrayList<>();
        List<Long> window = new ArrayList<>();
        for (long groups : all()) {
            window.add(groups);
            if (window.size() >= TURNS && isPlainStep(groups)) {
                windows.add(window);
                window = new ArrayList<>(List.of(groups));
            }
        }
        if (window.size() > 1) {
            windows.add(window);
        }
        return windows;
    }

    private boolean isPlainStep(long groups) {
        return steps().contains(groups)
                && reached().keySet().stream().noneMatch(near -> around(near).contains(groups));
    }
}
