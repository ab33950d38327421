package dev.sheaf.column.record;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A record class as names and classes of its components, in order; takes records apart and puts them together.
public final class RecordClass<R extends Record> {
    private final Class<R> type;
    private final RecordComponent[] components;

    /// The components of a record class.
    public RecordClass(Class<R> type) {
        this.type = type;
        this.components = type.getRecordComponents();
    }

    /// The number of components.
    public int size() {
        return components.length;
    }

    /// The name of a component.
    public String name(int component) {
        return components[component].getName();
    }

    /// The class of a component.
    public Class<?> type(int component) {
        return components[component].getType();
    }

    /// The class of the objects of a component of a class: `Integer` of `int`.
    public static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /// For each component its values in all records.
    ///
    /// @throws IllegalArgumentException if the class is not open to this module
    public List<List<@Nullable Object>> columns(Iterable<? extends R> records) {
        List<MethodHandle> accessors = accessors(type);
        List<List<@Nullable Object>> columns = new ArrayList<>();
        accessors.forEach(_ -> columns.add(new ArrayList<>()));
        for (R row : records) {
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).add(invoke(accessors.get(i), row));
            }
        }
        return columns;
    }

    /// Makes a record from the value of each component. It takes numbers of other classes where that loses nothing,
    /// and throws [IllegalArgumentException] of a value that does not fit.
    ///
    /// @throws IllegalArgumentException if the class is not open to this module
    public Function<IntFunction<@Nullable Object>, R> maker() {
        MethodHandle constructor = constructor(type).asSpreader(Object[].class, components.length);
        return values -> {
            @Nullable Object[] arguments = new @Nullable Object[components.length];
            for (int i = 0; i < components.length; i++) {
                arguments[i] = argument(components[i], values.apply(i));
            }
            return Objects.requireNonNull(type.cast(invoke(constructor, (Object) arguments)));
        };
    }

    /// The value as the component's class, numbers converted when that loses nothing.
    private static @Nullable Object argument(RecordComponent component, @Nullable Object value) {
        Class<?> wanted = boxed(component.getType());
        if (value == null && component.getType().isPrimitive()) {
            throw new IllegalArgumentException("component \"" + component.getName() + "\" is a primitive "
                    + component.getType() + ", but the column has a null; declare it as " + wanted.getSimpleName());
        }
        if (value == null || wanted.isInstance(value)) {
            return value;
        }
        if (value instanceof Number number && Number.class.isAssignableFrom(wanted)) {
            return exactNumber(component, wanted, new BigDecimal(number.toString()));
        }
        throw new IllegalArgumentException("component \"" + component.getName() + "\" of class "
                + wanted.getSimpleName() + " does not take " + value + " (" + ClassNames.of(value) + ")");
    }

    private static Object exactNumber(RecordComponent component, Class<?> wanted, BigDecimal value) {
        try {
            return switch (wanted.getSimpleName()) {
                case "Byte" -> value.byteValueExact();
                case "Short" -> value.shortValueExact();
                case "Integer" -> value.intValueExact();
                case "Long" -> value.longValueExact();
                case "BigInteger" -> value.toBigIntegerExact();
                case "BigDecimal" -> value;
                case "Float" -> value.floatValue();
                default -> value.doubleValue();
            };
        } catch (ArithmeticException inexact) {
            throw new IllegalArgumentException(
                    "component \"" + component.getName() + "\" of class " + wanted.getSimpleName() + " cannot hold "
                            + value,
                    inexact);
        }
    }

    private static List<MethodHandle> accessors(Class<? extends Record> type) {
        List<MethodHandle> accessors = new ArrayList<>();
        try {
            MethodHandles.Lookup lookup = lookup(type);
            for (RecordComponent component : type.getRecordComponents()) {
                accessors.add(lookup.unreflect(component.getAccessor()));
            }
        } catch (IllegalAccessException refused) {
            throw inaccessible(type, refused);
        }
        return accessors;
    }

    private static MethodHandle constructor(Class<? extends Record> type) {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return lookup(type).unreflectConstructor(type.getDeclaredConstructor(parameters));
        } catch (IllegalAccessException | NoSuchMethodException refused) {
            throw inaccessible(type, refused);
        }
    }

    private static MethodHandles.Lookup lookup(Class<?> type) throws IllegalAccessException {
        RecordClass.class.getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    private static IllegalArgumentException inaccessible(Class<?> type, Exception cause) {
        return new IllegalArgumentException(
                "record class " + type.getName() + " is not open to "
                        + RecordClass.class.getModule().getName() + "; open its package to it in module-info.java",
                cause);
    }

    private static @Nullable Object invoke(MethodHandle handle, Object argument) {
        try {
            return handle.invoke(argument);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalArgumentException(failure);
        }
    }
}
