package dev.sheaf.sql.function.value;

import dev.sheaf.sql.function.value.JsonPath.Found;
import dev.sheaf.sql.function.value.JsonPath.Step;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What becomes of one place in a value of JSON. Nothing is changed where the path leads nowhere.
public enum JsonEdit {
    /// Replaces what is there, and adds what is not.
    SET,
    /// Adds what is not there.
    INSERT,
    /// Replaces what is there.
    REPLACE,
    /// Takes out what is there.
    REMOVE;

    /// A text of JSON as it is to be; null if nothing is left of it. Cost: the text read and written once.
    ///
    /// @param given what is put there, as JSON; of no meaning to [#REMOVE]
    /// @throws IllegalArgumentException if a text is no JSON, or the path none, or one of several places
    public @Nullable String edit(String json, String path, String given) {
        Found value = new Found(JsonReader.read(given));
        Optional<Found> edited = edited(Optional.of(new Found(JsonReader.read(json))), JsonPath.steps(path), value);
        return edited.isPresent() ? Json.write(edited.get().value()) : null;
    }

    private Optional<Found> edited(Optional<Found> there, List<Step> steps, Found given) {
        if (steps.isEmpty()) {
            return switch (this) {
                case SET -> Optional.of(given);
                case INSERT -> there.or(() -> Optional.of(given));
                case REPLACE -> there.map(_ -> given);
                case REMOVE -> Optional.empty();
            };
        }
        Step step = steps.getFirst();
        Object value = there.isPresent() ? there.get().value() : step.holder();
        Optional<Found> before = step.find(value);
        boolean takesMore = (this == SET || this == INSERT) && step.isBehind(value);
        if (before.isEmpty() && !takesMore) {
            return there;
        }
        Optional<Found> after = edited(before, steps.subList(1, steps.size()), given);
        return after.equals(before) ? there : Optional.of(new Found(changed(value, step, after)));
    }

    private static Object changed(@Nullable Object value, Step step, Optional<Found> after) {
        if (value instanceof Json.Members members) {
            return changed(members, Objects.requireNonNull(step.key()), after);
        }
        List<@Nullable Object> elements = new ArrayList<>((List<?>) Objects.requireNonNull(value));
        int index = step.index(elements.size());
        if (index == elements.size()) {
            elements.add(null);
        }
        if (after.isPresent()) {
            elements.set(index, after.get().value());
        } else {
            elements.remove(index);
        }
        return elements;
    }

    /// A new member comes last.
    private static Json.Members changed(Json.Members members, String key, Optional<Found> after) {
        List<Map.Entry<String, @Nullable Object>> all = new ArrayList<>(members.entries());
        int place = members.find(key).map(all::indexOf).orElse(all.size());
        all.removeIf(entry -> entry.getKey().equals(key));
        after.ifPresent(found -> all.add(place, new SimpleEntry<>(key, found.value())));
        return new Json.Members(all);
    }
}
