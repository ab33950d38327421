package dev.sheaf.sql.function.value;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Places in a value of JSON: `$.a."b c"[0][#-1]`, `/a/0`, or the key of an object as it is. `$.a[*]` and `$.*` are
/// all elements or members there.
public final class JsonPath {
    private static final Pattern STEP =
            Pattern.compile("\\.\"([^\"]*)\"|\\.([^.\\[\"*]+)|\\[(?:#?(-\\d{1,9})|(\\d{1,9}))]|\\.\\*|\\[\\*]");

    private JsonPath() {}

    /// Whether a path may stand for several values.
    public static boolean isOfMany(String path) {
        return path.startsWith("$")
                && STEP.matcher(path)
                        .results()
                        .map(MatchResult::group)
                        .anyMatch(step -> step.equals(".*") || step.equals("[*]"));
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
                    "there is no JSON path " + path + "; steps are .key, .\"key\", [0], [#-1], .* and [*]");
        }
        return values.stream();
    }

    /// A value of JSON, which may be its null.
    public record Found(@Nullable Object value) {
        private Stream<Found> step(Matcher step) {
            String key = step.group(1) != null ? step.group(1) : step.group(2);
            String place = step.group(3) != null ? step.group(3) : step.group(4);
            if (key == null && place == null) {
                return step.group().startsWith("[") ? elements() : members();
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
