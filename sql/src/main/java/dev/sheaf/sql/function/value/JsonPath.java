package dev.sheaf.sql.function.value;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Places in a value of JSON: `$.a."b c"[0][#-1]`, `/a/0`, or the key of an object as it is.
public final class JsonPath {
    private static final Pattern STEP =
            Pattern.compile("\\.\"([^\"]*)\"|\\.([^.\\[\"*]+)|\\[(?:#?(-\\d{1,9})|(\\d{1,9}))]");

    private JsonPath() {}

    /// The value at a place, if there is one.
    ///
    /// @throws IllegalArgumentException if the path is none
    public static Optional<Found> find(@Nullable Object root, String path) {
        Optional<Found> found = Optional.of(new Found(root));
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
        for (; step.lookingAt(); step.region(end, path.length())) {
            end = step.end();
            found = found.flatMap(value -> value.step(step));
        }
        if (end < path.length()) {
            throw new IllegalArgumentException("there is no JSON path " + path
                    + "; steps are .key, .\"key\", [0] and [#-1], and none stands for several values");
        }
        return found;
    }

    /// A value of JSON, which may be its null.
    public record Found(@Nullable Object value) {
        private Optional<Found> step(Matcher step) {
            String key = step.group(1) != null ? step.group(1) : step.group(2);
            String place = step.group(3) != null ? step.group(3) : step.group(4);
            return key != null ? key(key) : element(Integer.parseInt(place));
        }

        private Optional<Found> key(String key) {
            return value instanceof Map<?, ?> object && object.containsKey(key)
                    ? Optional.of(new Found(object.get(key)))
                    : Optional.empty();
        }

        private Optional<Found> pointed(String step) {
            return value instanceof List<?> && step.matches("\\d{1,9}") ? element(Integer.parseInt(step)) : key(step);
        }

        /// An element, from the end if the place is negative.
        private Optional<Found> element(int place) {
            if (!(value instanceof List<?> array)) {
                return Optional.empty();
            }
            int index = place < 0 ? array.size() + place : place;
            return index >= 0 && index < array.size() ? Optional.of(new Found(array.get(index))) : Optional.empty();
        }
    }
}
