package dev.sheaf.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Shows objects as interfaces of JDBC, which have hundreds of methods that are optional.
///
/// A call goes to the public method of the object that has the same name and parameters, one that names a column by its
/// label to that which takes its number ([Labelled]). What the object does not have is
/// `SQLFeatureNotSupportedException`, unless the interface has a default for it. Whatever a call throws becomes a
/// `SQLException`. Cost: a lookup and a reflective call, some tens of nanoseconds. Thread-safe.
final class Facade {
    private final Map<Class<?>, Map<Method, Optional<Way>>> ways = new ConcurrentHashMap<>();

    /// What has columns, whose numbers its methods take.
    interface Labelled {
        /// The number of the column of a label.
        int findColumn(String label) throws SQLException;
    }

    /// The method of an object that answers a call.
    ///
    /// @param isByLabel whether it takes the number of the column that the call names
    private record Way(Method method, boolean isByLabel) {
        static Optional<Way> of(Class<?> target, Method asked) {
            Class<?>[] parameters = asked.getParameterTypes();
            Optional<Way> same = of(target, asked.getName(), parameters, false);
            if (same.isPresent()
                    || parameters.length == 0
                    || parameters[0] != String.class
                    || !Labelled.class.isAssignableFrom(target)) {
                return same;
            }
            parameters[0] = int.class;
            return of(target, asked.getName(), parameters, true);
        }

        private static Optional<Way> of(Class<?> target, String name, Class<?>[] parameters, boolean isByLabel) {
            try {
                Method own = target.getMethod(name, parameters);
                own.setAccessible(true); // saves the check at every call
                return Optional.of(new Way(own, isByLabel));
            } catch (NoSuchMethodException none) {
                return Optional.empty();
            }
        }

        @Nullable
        Object take(Wrapping target, @Nullable Object @Nullable [] arguments)
                throws SQLException, IllegalAccessException, InvocationTargetException {
            if (isByLabel && target instanceof Labelled labelled && arguments != null) {
                @Nullable Object[] numbered = arguments.clone();
                numbered[0] = labelled.findColumn(String.valueOf(arguments[0]));
                return method.invoke(target, numbered);
            }
            return method.invoke(target, arguments);
        }
    }

    /// What answers methods that an object does not have.
    interface Otherwise {
        /// The value of a method that the object leaves out; empty if it is not supported.
        Optional<Object> answer(Method method) throws SQLException;
    }

    <T> T of(Class<T> type, Wrapping target) {
        return of(type, target, _ -> Optional.empty());
    }

    <T> T of(Class<T> type, Wrapping target, Otherwise otherwise) {
        Map<Method, Optional<Way>> known = ways.computeIfAbsent(target.getClass(), _ -> new ConcurrentHashMap<>());
        InvocationHandler handler =
                (proxy, method, arguments) -> call(known, target, otherwise, proxy, method, arguments);
        return type.cast(Proxy.newProxyInstance(Facade.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(
            Map<Method, Optional<Way>> known,
            Wrapping target,
            Otherwise otherwise,
            Object proxy,
            Method method,
            @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(target, proxy, method, arguments);
        }
        if (method.getDeclaringClass() == java.sql.Wrapper.class) {
            return unwrap(target, proxy, method, (Class<?>) Objects.requireNonNull(arguments)[0]);
        }
        Optional<Way> own = known.get(method);
        if (own == null) {
            own = Way.of(target.getClass(), method);
            known.put(method, own);
        }
        try {
            if (own.isPresent()) {
                return own.get().take(target, arguments);
            }
            return method.isDefault()
                    ? InvocationHandler.invokeDefault(proxy, method, arguments)
                    : refused(otherwise, method);
        } catch (InvocationTargetException failed) {
            throw Errors.of(failed.getTargetException());
        } catch (RuntimeException failed) {
            throw Errors.of(failed);
        }
    }

    private static Object refused(Otherwise otherwise, Method method) throws SQLException {
        return otherwise
                .answer(method)
                .orElseThrow(() -> new SQLFeatureNotSupportedException(
                        method.getDeclaringClass().getSimpleName() + "." + method.getName() + " is not supported",
                        Errors.NOT_SUPPORTED));
    }

    private static @Nullable Object unwrap(Wrapping target, Object proxy, Method method, Class<?> type)
            throws SQLException {
        Object found = type.isInstance(proxy) ? proxy : target.unwrapped(type);
        if (method.getName().equals("isWrapperFor")) {
            return found != null;
        }
        if (found == null) {
            throw new SQLException("this is no wrapper for " + type.getName(), Errors.GENERAL);
        }
        return found;
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone
    private static Object ofObject(
            Wrapping target, Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> proxy == Objects.requireNonNull(arguments)[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> target.toString();
        };
    }
}
