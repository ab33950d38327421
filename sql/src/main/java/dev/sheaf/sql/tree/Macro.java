package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Expression.Argument;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// An expression or a query with parameters. A call stands for it with the arguments in their place.
///
/// @param body an [Expression], or a [Query] of a macro that stands in FROM
public record Macro(List<Parameter> parameters, Node body) {

    /// A parameter, and what it is if a call does not say.
    public record Parameter(Name name, Optional<Expression> otherwise) {}

    /// Whether it stands in FROM.
    public boolean isTable() {
        return body instanceof Query;
    }

    /// What a call stands for, in the place of the call; none if its arguments do not fit.
    ///
    /// @param inQueries what an argument is in a query of the body, whose columns may have the names that it reads
    public Optional<Substitution> of(Expression.Call call, UnaryOperator<Expression> inQueries) {
        Map<String, Expression> given = new HashMap<>();
        for (int i = 0; i < call.arguments().size(); i++) {
            int place = i;
            Argument argument = call.arguments().get(i);
            Optional<Name> name = argument.name()
                    .or(() ->
                            parameters.stream().skip(place).map(Parameter::name).findFirst());
            if (name.isEmpty() || given.put(Substitution.key(name.get()), argument.value()) != null) {
                return Optional.empty();
            }
        }
        Set<String> names = new HashSet<>();
        for (Parameter parameter : parameters) {
            String name = Substitution.key(parameter.name());
            names.add(name);
            parameter.otherwise().ifPresent(value -> given.putIfAbsent(name, value));
        }
        if (!given.keySet().equals(names)) {
            return Optional.empty();
        }
        Map<String, Expression> inside = new HashMap<>(given);
        inside.replaceAll((_, argument) -> inQueries.apply(argument));
        return Optional.of(new Substitution(given, inside, call.at()));
    }
}
