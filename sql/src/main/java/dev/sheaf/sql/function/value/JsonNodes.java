package dev.sheaf.sql.function.value;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The values inside a value of JSON, each with its place, as `json_each` and `json_tree` list them.
///
/// Ids count keys and values of the whole text in its order, from 0. Values may be nested to any depth, so nothing
/// here calls itself.
public final class JsonNodes {
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_]+");

    private JsonNodes() {}

    /// A value with its place: `key` is null at the top, `path` that of the value around it.
    public record Node(
            @Nullable String key,
            @Nullable Object value,
            long id,
            long parent,
            int depth,
            String fullKey,
            String path) {

        private boolean holdsOthers() {
            return value instanceof List || value instanceof Json.Members;
        }

        /// A row of the list, whose parent is null where there is none in it.
        Map<String, @Nullable Object> row(boolean hasParent) {
            Map<String, @Nullable Object> row = new HashMap<>();
            row.put("key", key);
            row.put("value", Json.write(value));
            row.put("type", JsonStructure.kind(value));
            row.put("atom", holdsOthers() || value == null ? null : Json.write(value));
            row.put("id", id);
            row.put("parent", hasParent ? parent : null);
            row.put("fullkey", fullKey);
            row.put("path", path);
            return row;
        }
    }

    /// A value that is still to be visited.
    private record Waiting(
            @Nullable String key, @Nullable Object value, long parent, int depth, String fullKey, String path) {}

    /// The values right inside the one at a path, which stands for itself if nothing is inside.
    public static List<Map<String, @Nullable Object>> each(String text, String path) {
        List<Node> all = below(text, path);
        boolean isAtom = all.size() == 1 && !all.getFirst().holdsOthers();
        return all.stream()
                .filter(node -> isAtom || node.depth() == 1)
                .map(node -> node.row(false))
                .toList();
    }

    /// The value at a path and all inside, each before those inside of it.
    public static List<Map<String, @Nullable Object>> tree(String text, String path) {
        return below(text, path).stream()
                .map(node -> node.row(node.depth() > 0))
                .toList();
    }

    @SuppressWarnings("ReferenceEquality") // others may have equal values
    private static List<Node> below(String text, String path) {
        Object root = JsonReader.read(text);
        Optional<JsonPath.Found> found = JsonPath.find(root, path).findFirst();
        if (found.isEmpty()) {
            return List.of();
        }
        Object start = found.get().value();
        String name = path.startsWith("$") || path.startsWith("/") ? path : "$.\"" + path + "\"";
        long first = visited(root, "$", 0).stream()
                .filter(node ->
                        node.value() == start && (isOwn(start) || node.fullKey().equals(name)))
                .findFirst()
                .map(Node::id)
                .orElse(0L);
        return visited(start, name, first);
    }

    /// Whether no other value is the same object.
    private static boolean isOwn(@Nullable Object value) {
        return value != null && !(value instanceof Boolean);
    }

    private static List<Node> visited(@Nullable Object start, String name, long first) {
        List<Node> nodes = new ArrayList<>();
        Deque<Waiting> waiting = new ArrayDeque<>(List.of(new Waiting(null, start, 0, 0, name, name)));
        long next = first;
        while (!waiting.isEmpty()) {
            Waiting at = waiting.pop();
            boolean isMember = at.depth() > 0 && !at.fullKey().equals(at.path() + "[" + at.key() + "]");
            next += isMember ? 1 : 0;
            nodes.add(new Node(at.key(), at.value(), next, at.parent(), at.depth(), at.fullKey(), at.path()));
            inside(at, next++).reversed().forEach(waiting::push);
        }
        return nodes;
    }

    private static String quoted(String key) {
        return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static List<Waiting> inside(Waiting at, long id) {
        List<Waiting> inside = new ArrayList<>();
        if (at.value() instanceof Json.Members members) {
            members.entries().forEach(member -> {
                String key = PLAIN_KEY.matcher(member.getKey()).matches() ? member.getKey() : quoted(member.getKey());
                inside.add(new Waiting(
                        member.getKey(),
                        member.getValue(),
                        id,
                        at.depth() + 1,
                        at.fullKey() + "." + key,
                        at.fullKey()));
            });
        } else if (at.value() instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                inside.add(new Waiting(
                        "" + i, list.get(i), id, at.depth() + 1, at.fullKey() + "[" + i + "]", at.fullKey()));
            }
        }
        return inside;
    }
}
