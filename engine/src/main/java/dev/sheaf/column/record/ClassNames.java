package dev.sheaf.column.record;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;

/// What messages call the class of a value: a name that its user knows. `Map.of` makes a `Map1`, which is a Map to
/// everybody but its authors.
public final class ClassNames {
    private ClassNames() {}

    /// The simple name of the class of an object, or of the nearest public class or interface above it.
    public static String of(Object value) {
        return of(value.getClass());
    }

    /// As [#of(Object)], of a class.
    public static String of(Class<?> type) {
        if (type.isArray()) {
            return of(type.getComponentType()) + "[]";
        }
        boolean known =
                Modifier.isPublic(type.getModifiers()) || !type.getName().startsWith("java.");
        return known && !type.getSimpleName().isEmpty() ? type.getSimpleName() : above(type);
    }

    /// Interfaces come first: classes above are often skeletons, such as AbstractImmutableMap.
    private static String above(Class<?> type) {
        return Stream.<Class<?>>iterate(type, level -> level != null && level != Object.class, Class::getSuperclass)
                .flatMap(level -> Arrays.stream(level.getInterfaces()))
                .filter(level -> Modifier.isPublic(level.getModifiers()) && !isMarker(level))
                .findFirst()
                .map(ClassNames::of)
                .orElse("Object");
    }

    private static boolean isMarker(Class<?> type) {
        return type.getMethods().length == 0;
    }
}
