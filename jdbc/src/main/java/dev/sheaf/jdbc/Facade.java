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
/// A call goes to the public method of the object that has the same name and parameters. What the object does not have
/// is `SQLFeatureNotSupportedException`, unless the interface has a default for it. Whatever a call throws becomes a
/// `SQLException`. Cost: a lookup and a reflective call, some tens of nanoseconds. Thread-safe.
final class Facade {
    private final Map<Class<?>, Map<Method, Optional<Method>>> methods = new ConcurrentHashMap<>();

    /// What answers methods that an object does not have.
    interface Otherwise {
        /// The value of a method that the object leaves out; empty if it is not supported.
        Optional<Object> answer(Method method) throws SQLException;
    }

    <T> T of(Class<T> type, Wrapping target) {
        return of(type, target, _ -> Optional.empty());
    }

    <T> T of(Class<T> type, Wrapping target, Otherwise otherwise) {
        Map<Method, Optional<Method>> known =
                methods.computeIfAbsent(target.getClass(), _ -> new ConcurrentHashMap<>());
        InvocationHandler handler =
                (proxy, method, arguments) -> call(known, target, otherwise, proxy, method, arguments);
        return type.cast(Proxy.newProxyInstance(Facade.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(
            Map<Method, Optional<Method>> known,
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
        Optional<Method> own = known.get(method);
        if (own == null) {
            own = find(target.getClass(), method);
            known.put(method, own);
        }
        try {
            if (own.isPresent()) {
                return own.get().invoke(target, arguments);
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

    private static Optional<Method> find(Class<?> target, Method asked) {
        try {
            Method own = target.getMethod(asked.getName(), asked.getParameterTypes());
            own.setAccessible(true); // saves the check at every call
            return Optional.of(own);
        } catch (NoSuchMethodException none) {
            return Optional.empty();
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
