package dev.sheaf.sql.tree;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes a tree anew with expressions in place of the columns of some names, and everything else in one place of the
/// text. The trees are records of records, so one walk over components takes every kind of node.
public final class Substitution {
    private final Map<String, Expression> arguments;
    private final Map<String, Expression> inQueries;

    /// Where all parts are said to be; null if each stays where it is.
    private final @Nullable Span at;

    /// The columns that were met outside of queries, parameters of lambdas aside.
    private final List<Expression.Column> paths = new ArrayList<>();

    /// The first words of the columns that were met, in small letters.
    private final Set<String> columns = new HashSet<>();

    /// How many parts the arguments have that were put in.
    private final Map<Expression, Integer> sizes = new IdentityHashMap<>();

    private int parts;
    private final boolean namesAlone;

    /// What may stand in front of the columns, in small letters; empty if nothing may.
    private final String relation;

    /// @param arguments by names in small letters
    /// @param inQueries what stands for them in queries inside, whose columns may have the names that they read
    public Substitution(Map<String, Expression> arguments, Map<String, Expression> inQueries, Span at) {
        this(arguments, inQueries, at, false, "");
    }

    private Substitution(
            Map<String, Expression> arguments,
            Map<String, Expression> inQueries,
            @Nullable Span at,
            boolean namesAlone,
            String relation) {
        this.namesAlone = namesAlone;
        this.relation = relation;
        this.arguments = arguments;
        this.inQueries = inQueries;
        this.at = at;
    }

    /// The first words of the columns that an expression or a query reads, in small letters.
    public static Set<String> columns(Node node) {
        Substitution reading = new Substitution(Map.of(), Map.of(), node.at());
        reading.written(node);
        return reading.columns;
    }

    /// The columns that an expression reads outside of queries, in the order of the text.
    public static List<Expression.Column> paths(Expression expression) {
        Substitution reading = new Substitution(Map.of(), Map.of(), expression.at());
        reading.written(expression);
        return List.copyOf(reading.paths);
    }

    /// One that leaves longer paths as they are, which begin with the name of a relation.
    public static Substitution ofNamesAlone(Map<String, Expression> arguments, Span at) {
        return new Substitution(arguments, Map.of(), at, true, "");
    }

    /// One that takes columns with the name of a relation in front of them, too, and leaves parts where they are.
    public static Substitution of(String relation, Map<String, Expression> arguments) {
        return new Substitution(arguments, Map.of(), null, false, relation.toLowerCase(Locale.ROOT));
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
                    case Span own -> place(own);
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
        List<Name> path = unqualified(column.path());
        String first = key(path.getFirst());
        columns.add(first);
        paths.add(column);
        Expression argument = arguments.get(first);
        if (argument == null || (namesAlone && !column.isSimple())) {
            return rebuilt(column);
        }
        parts += sizes.computeIfAbsent(argument, Substitution::size);
        Expression value = argument;
        for (Name field : path.subList(1, path.size())) {
            value = new Expression.Field(value, new Name(field.text(), place(field.at())), place(column.at()));
        }
        return value;
    }

    private Span place(Span own) {
        return at == null ? own : at;
    }

    private List<Name> unqualified(List<Name> path) {
        boolean isQualified =
                path.size() > 1 && key(path.getFirst()).equals(relation) && arguments.containsKey(key(path.get(1)));
        return isQualified ? path.subList(1, path.size()) : path;
    }

    private static int size(Expression argument) {
        Substitution reading = new Substitution(Map.of(), Map.of(), argument.at());
        reading.written(argument);
        return reading.parts;
    }

    private Query query(Query query) {
        Substitution inside = new Substitution(inQueries, inQueries, at, false, "");
        Query written = (Query) inside.rebuilt((Record) query);
        parts += inside.parts;
        columns.addAll(inside.columns);
        return written;
    }

    /// A parameter hides an argument of its name, and is called otherwise where an argument reads a column of it.
    private Expression lambda(Expression.Lambda lambda) {
        Substitution inner = within(lambda.parameters());
        Expression body = inner.written(lambda.body());
        addRead(inner, lambda.parameters());
        return new Expression.Lambda(inner.named(lambda.parameters()), body, place(lambda.at()));
    }

    /// As a lambda, whose names the list does not see.
    private Expression comprehension(Expression.Comprehension list) {
        Substitution inner = within(list.names());
        Expression element = inner.written(list.element());
        Optional<Expression> condition = inner.written(list.condition());
        addRead(inner, list.names());
        return new Expression.Comprehension(
                element, inner.named(list.names()), written(list.list()), condition, place(list.at()));
    }

    /// Adds what was met inside of what has names of its own.
    private void addRead(Substitution inner, List<Name> names) {
        parts += inner.parts;
        Set<String> own = names.stream().map(Substitution::key).collect(Collectors.toSet());
        inner.columns.stream().filter(column -> !own.contains(column)).forEach(columns::add);
        inner.paths.stream()
                .filter(path -> !own.contains(key(path.path().getFirst())))
                .forEach(paths::add);
    }

    /// For what sees some names of its own.
    private Substitution within(List<Name> names) {
        Substitution reading = new Substitution(Map.of(), Map.of(), at, false, "");
        arguments.values().forEach(reading::written);
        Map<String, Expression> inner = new HashMap<>(arguments);
        Map<String, Expression> innerQueries = new HashMap<>(inQueries);
        for (Name name : names) {
            String own = name.text();
            while (reading.columns.contains(own.toLowerCase(Locale.ROOT))) {
                own += "'";
            }
            Span place = place(name.at());
            Expression parameter = new Expression.Column(List.of(new Name(own, place)), place);
            inner.put(key(name), parameter);
            innerQueries.put(key(name), parameter);
        }
        return new Substitution(inner, innerQueries, at, namesAlone, relation);
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
