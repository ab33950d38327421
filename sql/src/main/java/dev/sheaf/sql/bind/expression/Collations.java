package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// COLLATE where values are compared: a function brings all of them into a form in which those are equal that the
/// collation takes as equal.
public final class Collations {
    private static final Map<String, String> FUNCTIONS =
            Map.of("nocase", "lower", "noaccent", "strip_accents", "nfc", "nfc_normalize");

    private Collations() {}

    /// Values that are compared with each other, all of them collated as the first one that says how.
    static List<Expression> of(List<Expression> values) {
        return values.stream()
                .filter(Expression.Collate.class::isInstance)
                .map(Expression.Collate.class::cast)
                .filter(Collations::isKnown)
                .findFirst()
                .map(how -> values.stream().map(value -> of(value, how)).toList())
                .orElse(values);
    }

    /// A value that rows are ordered by.
    public static Expression of(Expression value) {
        return of(List.of(value)).getFirst();
    }

    /// What stands for a value where it is compared, if it says how it is.
    public static Optional<Expression> compared(Node value) {
        return value instanceof Expression.Collate collate && isKnown(collate)
                ? Optional.of(of(collate))
                : Optional.empty();
    }

    /// A value as it is shown.
    public static Expression shown(Expression value) {
        return value instanceof Expression.Collate collate && isKnown(collate) ? collate.operand() : value;
    }

    /// The same for a value that is looked for among the rows of a query.
    static Expression.InQuery of(Expression.InQuery in) {
        Expression found = new Expression.Position(1, in.at());
        List<Expression> collated = of(List.of(in.operand(), found));
        if (collated.getFirst().equals(in.operand())) {
            return in;
        }
        Item item = new Item(collated.getLast(), Optional.empty(), in.at());
        Relation rows = new Relation.Subquery(in.query(), false, in.at());
        Query query = Query.Select.of(List.of(item), Optional.of(rows), in.at());
        return new Expression.InQuery(collated.getFirst(), query, in.negated(), in.at());
    }

    private static boolean isKnown(Expression.Collate collate) {
        return collate.collation().stream().map(Collations::key).allMatch(FUNCTIONS::containsKey);
    }

    private static String key(Name name) {
        return name.text().toLowerCase(Locale.ROOT);
    }

    private static Expression of(Expression value, Expression.Collate how) {
        Expression result = value instanceof Expression.Collate own && isKnown(own) ? own.operand() : value;
        for (Name part : how.collation()) {
            Name function = new Name(FUNCTIONS.getOrDefault(key(part), ""), value.at());
            List<Argument> arguments = List.of(new Argument(Optional.empty(), result));
            result = new Expression.Call(List.of(function), arguments, Modifiers.NONE, Optional.empty(), value.at());
        }
        return result;
    }
}
