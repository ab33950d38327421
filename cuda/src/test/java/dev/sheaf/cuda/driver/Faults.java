package dev.sheaf.cuda.driver;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/// A library whose calls can be made to fail. Its functions are a record of method handles, bound to the methods of
/// this object that have the names of the C functions, or to the C functions themselves.
public abstract class Faults {
    public static final int OUT_OF_MEMORY = 2;
    public static final int ILLEGAL_ADDRESS = 700;
    public static final int LAUNCH_FAILED = 719;

    private final Map<String, Queue<Integer>> faults = new HashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private final ThreadLocal<Integer> taken = new ThreadLocal<>();

    /// The next call of a function returns this code and does nothing.
    public synchronized void failNext(String function, int code) {
        faults.computeIfAbsent(function, _ -> new ArrayDeque<>()).add(code);
    }

    /// After `calls` more calls of a function, this many of them return this code and do nothing.
    public synchronized void failAfter(String function, int calls, int code, int times) {
        Queue<Integer> queue = faults.computeIfAbsent(function, _ -> new ArrayDeque<>());
        for (int i = 0; i < calls; i++) {
            queue.add(0);
        }
        for (int i = 0; i < times; i++) {
            queue.add(code);
        }
    }

    /// Forgets the faults of a function that have not come yet.
    public synchronized void failNever(String function) {
        faults.remove(function);
    }

    /// Whether faults of a function have not come yet.
    public synchronized boolean isPending(String function) {
        Queue<Integer> pending = faults.get(function);
        return pending != null && !pending.isEmpty();
    }

    /// How often a function was called.
    synchronized int calls(String function) {
        return calls.getOrDefault(function, 0);
    }

    /// The functions of a library, as this object has them.
    ///
    /// @param lookup of the class that has the methods
    <R extends Record> R bind(Class<R> library, MethodHandles.Lookup lookup) {
        return Binding.bind(library, prototype -> handle(prototype, lookup));
    }

    private MethodHandle handle(Prototype prototype, MethodHandles.Lookup lookup) {
        MethodType type = prototype.descriptor().toMethodType();
        String name = name(prototype);
        try {
            return guarded(name, lookup.bind(this, name, type));
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError("the fake lacks " + type.returnType() + " " + name + type, missing);
        }
    }

    /// The functions of a library that is loaded, which do what they do unless they are told to fail.
    <R extends Record> R around(Class<R> library, R loaded) {
        Map<String, MethodHandle> real = new HashMap<>();
        try {
            for (RecordComponent component : library.getRecordComponents()) {
                String name = name(Binding.prototype(component));
                real.put(name, (MethodHandle) component.getAccessor().invoke(loaded));
            }
            return Binding.bind(library, prototype -> guarded(name(prototype), real.get(name(prototype))));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String name(Prototype prototype) {
        return prototype.name().replaceFirst("_v\\d$", "");
    }

    private MethodHandle guarded(String name, MethodHandle real) {
        MethodType type = real.type();
        if (type.returnType() != int.class) {
            return real;
        }
        try {
            MethodHandle hasFault = own("hasFault", boolean.class, name, type);
            return MethodHandles.guardWithTest(hasFault, own("takeFault", int.class, name, type), real);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private MethodHandle own(String method, Class<?> result, String name, MethodType type)
            throws ReflectiveOperationException {
        MethodHandle bound = MethodHandles.lookup()
                .bind(this, method, MethodType.methodType(result, String.class))
                .bindTo(name);
        return MethodHandles.dropArguments(bound, 0, type.parameterList());
    }

    /// Whether this call of a function fails; the code is then this thread's to take.
    synchronized boolean hasFault(String function) {
        calls.merge(function, 1, Integer::sum);
        Queue<Integer> pending = faults.get(function);
        int code = pending == null || pending.isEmpty() ? 0 : pending.remove();
        taken.set(code);
        return code != 0;
    }

    int takeFault(String function) {
        return taken.get();
    }
}
