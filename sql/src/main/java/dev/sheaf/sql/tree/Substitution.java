package dev.sheaf.sql.tree;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Writes a tree anew with expressions in place of the columns of some names, and everything else in one place of the
/// text. The trees are records of records, so one walk over components takes every kind of node.
public final class Substitution {
    private final Map<String, Expression> arguments;
    private final Map<String, Expression> inQueries;
    private final Span at;

    /// The first words of the columns that were met, in small letters.
    private final Set<String> columns = new HashSet<>();

    /// How many parts the arguments have that were put in.
    private final Map<Expression, Integer> sizes = new IdentityHashMap<>();

    private int parts;
    private final boolean namesAlone;

    /// @param arguments by names in small letters
    /// @param inQueries what stands for them in queries inside, whose columns may have the names that they read
    public Substitution(Map<String, Expression> arguments, Map<String, Expression> inQueries, Span at) {
        this(arguments, inQueries, at, false);
    }

    private Substitution(
            Map<String, Expression> arguments, Map<String, Expression> inQueries, Span at, boolean namesAlone) {
        this.namesAlone = namesAlone;
        this.arguments = arguments;
        this.inQueries = inQueries;
        this.at = at;
    }

    /// The first words of the columns that an expression reads, in small letters.
    public static Set<String> columns(Expression expression) {
        Substitution reading = new Substitution(Map.of(), Map.of(), expression.at());
        reading.written(expression);
        return reading.columns;
    }

    /// One that leaves longer paths as they are, which begin with the name of a relation.
    public static Substitution ofNamesAlone(Map<String, Expression> arguments, Span at) {
        return new Substitution(arguments, Map.of(), at, true);
    }

    /// The tree with the arguments in it.
    public <T extends Node> T in(T body) {
        return written(body);
    }

    /// How many parts were written, those of an argument in each of its places, constants aside.
    public int parts() {
        return parts;
    }

    /// A part of a kind becomes one of the same kind: columns are expressions, and nothing asks for a column alone.
    @SuppressWarnings("unchecked")
    private <T> T written(T part) {
        return (T)
                switch (part) {
                    case Span _ -> at;
                    case Expression.Column column -> column(column);
                    case Expression.Lambda lambda -> lambda(lambda);
                    case Query query -> query(query);
                    case Expression.Comprehension list -> comprehension(list);
                    case Record record -> rebuilt(record);
                    case List<?> list -> list.stream().map(this::written).toList();
                    case Optional<?> optional -> optional.map(this::written);
                    default -> part;
                };
    }

    private Expression column(Expression.Column column) {
        String first = key(column.path().getFirst());
        columns.add(first);
        Expression argument = arguments.get(first);
        if (argument == null || (namesAlone && !column.isSimple())) {
            return rebuilt(column);
        }
        parts += sizes.computeIfAbsent(argument, Substitution::size);
        Expression value = argument;
        for (Name field : column.path().subList(1, column.path().size())) {
            value = new Expression.Field(value, new Name(field.text(), at), at);
        }
        return value;
    }

    private static int size(Expression argument) {
        Substitution reading = new Substitution(Map.of(), Map.of(), argument.at());
        reading.written(argument);
        return reading.parts;
    }

    private Query query(Query query) {
        Substitution inside = new Substitution(inQueries, inQueries, at);
        Query written = (Query) inside.rebuilt((Record) query);
        parts += inside.parts;
        columns.addAll(inside.columns);
        return written;
    }

    /// A parameter hides an argument of its name, and is called otherwise where an argument reads a column of it.
    private Expression lambda(Expression.Lambda lambda) {
        Substitution inner = within(lambda.parameters());
        Expression body = inner.written(lambda.body());
        parts += inner.parts;
        return new Expression.Lambda(inner.named(lambda.parameters()), body, at);
    }

    /// As a lambda, whose names the list does not see.
    private Expression comprehension(Expression.Comprehension list) {
        Substitution inner = within(list.names());
        Expression element = inner.written(list.element());
        Optional<Expression> condition = inner.written(list.condition());
        parts += inner.parts;
        return new Expression.Comprehension(element, inner.named(list.names()), written(list.list()), condition, at);
    }

    /// For what sees some names of its own.
    private Substitution within(List<Name> names) {
        Substitution reading = new Substitution(Map.of(), Map.of(), at);
        arguments.values().forEach(reading::written);
        Map<String, Expression> inner = new HashMap<>(arguments);
        Map<String, Expression> innerQueries = new HashMap<>(inQueries);
        for (Name name : names) {
            String own = name.text();
            while (reading.columns.contains(own.toLowerCase(Locale.ROOT))) {
                own += "'";
            }
            Expression parameter = new Expression.Column(List.of(new Name(own, at)), at);
            inner.put(key(name), parameter);
            innerQueries.put(key(name), parameter);
        }
        return new Substitution(inner, innerQueries, at);
    }

    private List<Name> named(List<Name> names) {
        return names.stream()
                .map(name -> ((Expression.Column) Objects.requireNonNull(arguments.get(key(name)))).last())
                .toList();
    }

    @SuppressWarnings("unchecked") // the canonical constructor makes another of the same record
    private <T extends Record> T rebuilt(T record) {
        parts += record instanceof Expression.Numeral || record instanceof Expression.Text ? 0 : 1;
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = written(components[i].getAccessor().invoke(record));
            }
            return (T) record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException unreadable) {
            throw new AssertionError("trees are public records", unreadable);
        }
    }

    /// How a parameter is found by its name.
    public static String key(Name name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
