package dev.sheaf.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;

/// Whether a static field can change after its class is initialised: it is not final, or of a type whose values
/// change. Arrays are taken for constants.
final class StaticState {
    private static final List<Class<?>> CHANGING = List.of(
            AtomicBoolean.class,
            AtomicInteger.class,
            AtomicLong.class,
            AtomicReference.class,
            LongAdder.class,
            ThreadLocal.class,
            Lock.class);
    private static final List<String> UNMODIFIABLE = List.of(
            "java.util.ImmutableCollections",
            "java.util.Collections$Unmodifiable",
            "java.util.Collections$Empty",
            "java.util.Collections$Singleton",
            "java.util.KeyValueHolder");

    private StaticState() {}

    static boolean isState(JavaField field) {
        if (!field.getModifiers().contains(JavaModifier.STATIC)
                || field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return false;
        }
        JavaClass type = field.getRawType();
        if (!field.getModifiers().contains(JavaModifier.FINAL)
                || CHANGING.stream().anyMatch(type::isAssignableTo)) {
            return true;
        }
        return (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class)) && !isUnmodifiable(field);
    }

    private static boolean isUnmodifiable(JavaField field) {
        try {
            Field reflected = field.reflect();
            reflected.setAccessible(true);
            String name = reflected.get(null).getClass().getName();
            return UNMODIFIABLE.stream().anyMatch(name::startsWith);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(field.getFullName(), impossible);
        }
    }
}
