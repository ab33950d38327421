package dev.sheaf.sql.function.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Places in a value of JSON: `$.a."b c"[0][#-1]`, `/a/0`, or the key of an object as it is. `$.a[*]` and `$.*` are
/// all elements or members there, and `$..a` all values of a key at any depth, those of the upper levels first. `[#]`
/// is the place behind the last element, where nothing is.
public final class JsonPath {
    /// The first group says that a step is one of any depth.
    private static final Pattern STEP = Pattern.compile("(\\.(?=\\.)|\\.\\.(?=\\[))?"
            + "(?:\\.\"([^\"]+)\"|\\.([^.\\[\"*]+)|\\[(?:#?(-\\d{1,9})|(\\d{1,9})|#)]|\\.\\*\\*?|\\[\\*])");

    /// A step to one place.
    private static final Pattern ONE =
            Pattern.compile("\\.\"([^\"]+)\"|\\.([^.\\[\"*]+)|\\[(?:#?(-\\d{1,9})|(\\d{1,9})|#)]");

    private JsonPath() {}

    /// Whether a path may stand for several values.
    public static boolean isOfMany(String path) {
        return path.startsWith("$")
                && STEP.matcher(path).results().anyMatch(step -> step.group().matches(".*\\*]?") || isDeep(step));
    }

    private static boolean isDeep(MatchResult step) {
        return step.group(1) != null || step.group().endsWith("**");
    }

    /// The values at a place, in their order; each may be the null of JSON.
    ///
    /// @throws IllegalArgumentException if the path is none
    public static Stream<Found> find(@Nullable Object root, String path) {
        Stream<Found> found = Stream.of(new Found(root));
        if (path.isEmpty()) {
            return found;
        }
        if (path.startsWith("/")) {
            for (String step : path.substring(1).split("/", -1)) {
                String key = step.replace("~1", "/").replace("~0", "~");
                found = found.flatMap(value -> value.pointed(key));
            }
            return found;
        }
        if (!path.startsWith("$")) {
            return found.flatMap(value -> value.key(path));
        }
        Matcher step = STEP.matcher(path).region(1, path.length());
        int end = 1;
        List<Found> values = found.toList();
        for (; step.lookingAt(); step.region(end, path.length())) {
            end = step.end();
            values = values.stream().flatMap(value -> value.step(step)).toList();
        }
        if (end < path.length()) {
            throw new IllegalArgumentException(
                    "there is no JSON path " + path + "; steps are .key, .\"key\", [0], [#-1], .*, [*] and ..key");
        }
        return values.stream();
    }

    /// What leads to one place, where nothing may be yet; an empty path leads to the whole value.
    ///
    /// @throws IllegalArgumentException if the path is none, or stands for several places
    static List<Step> steps(String path) {
        if (path.isEmpty()) {
            return List.of();
        }
        if (path.startsWith("/")) {
            return Stream.of(path.substring(1).split("/", -1))
                    .map(Step::pointed)
                    .toList();
        }
        if (!path.startsWith("$")) {
            return List.of(new Step(path, Step.NO_PLACE));
        }
        List<Step> steps = new ArrayList<>();
        Matcher step = ONE.matcher(path).region(1, path.length());
        int end = 1;
        for (; step.lookingAt(); step.region(end, path.length())) {
            end = step.end();
            steps.add(Step.of(step));
        }
        if (end < path.length()) {
            throw new IllegalArgumentException(
                    "there is no JSON path " + path + " to one place; steps are .key, .\"key\", [0], [#-1] and [#]");
        }
        return steps;
    }

    /// A step to one place: a member, an element, or either of them.
    ///
    /// @param key of the member; null if it is an element alone
    /// @param place of the element, from the end if it is negative
    record Step(@Nullable String key, int place) {
        private static final int NO_PLACE = Integer.MIN_VALUE;
        private static final int LAST = Integer.MAX_VALUE;

        private static Step pointed(String step) {
            String key = step.replace("~1", "/").replace("~0", "~");
            int place = key.matches("\\d{1,9}") ? Integer.parseInt(key) : key.equals("-") ? LAST : NO_PLACE;
            return new Step(key, place);
        }

        private static Step of(Matcher step) {
            if (step.group(1) != null || step.group(2) != null) {
                return new Step(step.group(1) != null ? step.group(1) : step.group(2), NO_PLACE);
            }
            String place = step.group(3) != null ? step.group(3) : step.group(4);
            return new Step(null, place != null ? Integer.parseInt(place) : LAST);
        }

        /// What would hold what the step leads to.
        Object holder() {
            return key == null ? List.of() : new Json.Members(List.of());
        }

        /// The place among elements.
        int index(int elements) {
            return place == LAST ? elements : place < 0 ? elements + place : place;
        }

        /// What is there.
        Optional<Found> find(@Nullable Object value) {
            if (value instanceof List<?> array && place != NO_PLACE) {
                int index = index(array.size());
                return index >= 0 && index < array.size() ? Optional.of(new Found(array.get(index))) : Optional.empty();
            }
            return value instanceof Json.Members members && key != null
                    ? members.find(key).map(entry -> new Found(entry.getValue()))
                    : Optional.empty();
        }

        /// Whether something can be added there.
        boolean isBehind(@Nullable Object value) {
            return value instanceof List<?> array
                    ? place != NO_PLACE && index(array.size()) == array.size()
                    : value instanceof Json.Members && key != null;
        }
    }

    /// A value of JSON, which may be its null.
    public record Found(@Nullable Object value) {
        private Stream<Found> step(Matcher step) {
            if (!isDeep(step)) {
                return plainStep(step);
            }
            return all().stream().flatMap(each -> step.group().endsWith("*") ? each.inner() : each.plainStep(step));
        }

        /// This value and all that lie in it, level by level.
        private List<Found> all() {
            List<Found> all = new ArrayList<>(List.of(this));
            for (int i = 0; i < all.size(); i++) {
                all.get(i).inner().forEach(all::add);
            }
            return all;
        }

        private Stream<Found> inner() {
            return Stream.concat(elements(), members());
        }

        private Stream<Found> plainStep(Matcher step) {
            String key = step.group(2) != null ? step.group(2) : step.group(3);
            String place = step.group(4) != null ? step.group(4) : step.group(5);
            if (step.group().endsWith("[#]")) {
                return Stream.empty();
            }
            if (key == null && place == null) {
                return step.group().endsWith("]") ? elements() : members();
            }
            return key != null ? key(key) : element(Integer.parseInt(place));
        }

        private Stream<Found> elements() {
            return value instanceof List<?> array ? array.stream().map(Found::new) : Stream.empty();
        }

        private Stream<Found> members() {
            return value instanceof Json.Members(List<Map.Entry<String, @Nullable Object>> entries)
                    ? entries.stream().map(entry -> new Found(entry.getValue()))
                    : Stream.empty();
        }

        private Stream<Found> key(String key) {
            return value instanceof Json.Members members
                    ? members.find(key).stream().map(entry -> new Found(entry.getValue()))
                    : Stream.empty();
        }

        private Stream<Found> pointed(String step) {
            return value instanceof List<?> && step.matches("\\d{1,9}") ? element(Integer.parseInt(step)) : key(step);
        }

        /// An element, from the end if the place is negative.
        private Stream<Found> element(int place) {
            if (!(value instanceof List<?> array)) {
                return Stream.empty();
            }
            int index = place < 0 ? array.size() + place : place;
            return index >= 0 && index < array.size() ? Stream.of(new Found(array.get(index))) : Stream.empty();
        }
    }
}
