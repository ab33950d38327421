package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads calls of functions. Those whose arguments have words between them become calls like any other:
/// `extract(year FROM x)` is `date_part('year', x)`.
final class CallParser {
    private final Cursor cursor;
    private final PartParser parts;
    private final WindowParser windows;

    CallParser(Cursor cursor, PartParser parts, WindowParser windows) {
        this.cursor = cursor;
        this.parts = parts;
        this.windows = windows;
    }

    /// The call of a function whose name has been read.
    Expression call(List<Name> function, int start) {
        cursor.expectSymbol("(");
        String name = function.getLast().text().toUpperCase(java.util.Locale.ROOT);
        Optional<Expression> special = function.size() > 1
                ? Optional.empty()
                : switch (name) {
                    case "EXTRACT" -> extract(function, start);
                    case "SUBSTRING" -> divided(function, "SUBSTRING", start);
                    case "OVERLAY" -> divided(function, "OVERLAY", start);
                    case "POSITION" -> position(function, start);
                    case "TRIM" -> trim(function, start);
                    default -> Optional.empty();
                };
        return special.orElseGet(() -> rows(name, plain(function, List.of(), start)));
    }

    /// Arguments in parentheses, as those of a function of this name.
    Expression.Call arguments(Name name) {
        cursor.expectSymbol("(");
        return plain(List.of(name), List.of(), name.at().start());
    }

    /// Functions that give a row for each element of a list: `unnest` of that list.
    private static Expression rows(String name, Expression.Call call) {
        return switch (name) {
            case "REGEXP_SPLIT_TO_TABLE" -> unnest(named("regexp_split_to_array", call.arguments(), call.at()));
            case "GENERATE_SUBSCRIPTS" ->
                call.arguments().size() == 2
                                && call.arguments().getLast().value()
                                        instanceof Expression.Numeral(String dimension, var _)
                                && dimension.equals("1")
                        ? unnest(subscripts(call))
                        : call;
            default -> call;
        };
    }

    private static Expression.Call subscripts(Expression.Call call) {
        Argument one = call.arguments().getLast();
        Argument length =
                new Argument(Optional.empty(), named("len", call.arguments().subList(0, 1), call.at()));
        return named("generate_series", List.of(one, length), call.at());
    }

    private static Expression.Call unnest(Expression.Call list) {
        return named("unnest", List.of(new Argument(Optional.empty(), list)), list.at());
    }

    /// `x!`.
    static Expression factorial(Expression operand, Span at) {
        return named("factorial", List.of(new Argument(Optional.empty(), operand)), at);
    }

    private static Expression.Call named(String name, List<Argument> arguments, Span at) {
        return new Expression.Call(List.of(new Name(name, at)), arguments, Modifiers.NONE, Optional.empty(), at);
    }

    /// `operand.method(arguments)`.
    Expression method(Expression operand, Name name, Span at) {
        cursor.expectSymbol("(");
        return plain(List.of(name), List.of(new Argument(Optional.empty(), operand)), at.start());
    }

    /// The rest of a call whose first arguments and opening parenthesis have been read.
    private Expression.Call plain(List<Name> function, List<Argument> before, int start) {
        boolean distinct = cursor.accept("DISTINCT");
        if (!distinct) {
            cursor.accept("ALL");
        }
        List<Argument> arguments = new ArrayList<>(before);
        boolean hasNone = cursor.atSymbol(")") || cursor.at("ORDER", "BY");
        if (!hasNone) {
            arguments.addAll(cursor.list(this::argument));
        }
        List<OrderItem> orderBy = cursor.at("ORDER") ? parts.orderBy() : List.of();
        Optional<Boolean> ignoreNulls = nulls();
        cursor.expectSymbol(")");
        Optional<Boolean> nullsBehind = ignoreNulls.isPresent() ? ignoreNulls : nulls();
        return behind(function, arguments, distinct, orderBy, nullsBehind, start);
    }

    private Optional<Boolean> nulls() {
        if (cursor.accept("IGNORE", "NULLS")) {
            return Optional.of(true);
        }
        return cursor.accept("RESPECT", "NULLS") ? Optional.of(false) : Optional.empty();
    }

    private Expression.Call behind(
            List<Name> function,
            List<Argument> arguments,
            boolean distinct,
            List<OrderItem> orderBy,
            Optional<Boolean> ignoreNulls,
            int start) {
        List<OrderItem> withinGroup = List.of();
        if (cursor.accept("WITHIN", "GROUP")) {
            withinGroup = cursor.parenthesised(parts::orderBy);
        }
        Optional<Expression> filter = Optional.empty();
        if (cursor.at("FILTER") && cursor.ahead(1).isSymbol("(")) {
            cursor.next();
            filter = Optional.of(cursor.parenthesised(() -> {
                cursor.accept("WHERE");
                return parts.expression();
            }));
        }
        boolean exportState = cursor.accept("EXPORT_STATE");
        Optional<Boolean> nulls = ignoreNulls.isPresent() ? ignoreNulls : nulls();
        Modifiers modifiers = new Modifiers(distinct, orderBy, nulls, withinGroup, filter, exportState);
        Optional<Over> over = isOver() ? Optional.of(over()) : Optional.empty();
        return new Expression.Call(function, List.copyOf(arguments), modifiers, over, cursor.from(start));
    }

    /// `OVER (...)` or `OVER w`; alone it is an alias.
    private boolean isOver() {
        return cursor.at("OVER")
                && (cursor.ahead(1).isSymbol("(") || cursor.ahead(1).isName());
    }

    private Over over() {
        cursor.next();
        return windows.over();
    }

    private Argument argument() {
        boolean named =
                (cursor.token().kind() == Token.Kind.WORD || cursor.token().kind() == Token.Kind.QUOTED_NAME)
                        && (cursor.ahead(1).isSymbol(":=") || cursor.ahead(1).isSymbol("=>"));
        Optional<Name> name = named ? Optional.of(cursor.label()) : Optional.empty();
        if (named) {
            cursor.next();
        }
        return new Argument(name, parts.expression());
    }

    /// A call of plain arguments, whose closing parenthesis comes next.
    private Expression closed(String name, Name written, List<Expression> arguments, int start) {
        cursor.expectSymbol(")");
        List<Argument> plain = arguments.stream()
                .map(argument -> new Argument(Optional.empty(), argument))
                .toList();
        return behind(List.of(new Name(name, written.at())), plain, false, List.of(), Optional.empty(), start);
    }

    private Optional<Expression> extract(List<Name> function, int start) {
        Token unit = cursor.token();
        if (!cursor.ahead(1).is("FROM")) {
            return Optional.empty();
        }
        cursor.next();
        cursor.next();
        Expression part = new Expression.Text(unit.text(), unit.at());
        Expression moment = parts.expression();
        return Optional.of(closed("date_part", function.getLast(), List.of(part, moment), start));
    }

    /// `substring(x FROM 2 FOR 3)`, `overlay(x PLACING y FROM 2 FOR 3)`, or the same with commas.
    private Optional<Expression> divided(List<Name> function, String name, int start) {
        if (cursor.atSymbol(")")) {
            return Optional.empty();
        }
        Expression first = parts.expression();
        List<Expression> arguments = new ArrayList<>(List.of(first));
        if (cursor.atSymbol(",")) {
            cursor.next();
            arguments.addAll(parts.expressions());
        }
        if (name.equals("OVERLAY") && cursor.accept("PLACING")) {
            arguments.add(parts.expression());
        }
        if (cursor.accept("FROM")) {
            arguments.add(parts.expression());
        } else if (cursor.at("FOR")) {
            arguments.add(new Expression.Numeral("1", cursor.token().at()));
        }
        if (cursor.accept("FOR")) {
            arguments.add(parts.expression());
        }
        return Optional.of(closed(function.getLast().text(), function.getLast(), arguments, start));
    }

    /// `position(y IN x)`, which is `position(x, y)`.
    private Optional<Expression> position(List<Name> function, int start) {
        if (cursor.atSymbol(")")) {
            return Optional.empty();
        }
        List<Expression> arguments = new ArrayList<>(List.of(cursor.nested(parts::side)));
        if (cursor.accept("IN")) {
            arguments.addFirst(cursor.nested(parts::side));
        } else if (cursor.acceptSymbol(",")) {
            arguments.addAll(parts.expressions());
        }
        return Optional.of(closed(function.getLast().text(), function.getLast(), arguments, start));
    }

    /// `trim(LEADING y FROM x)`, `trim(BOTH FROM x)`, `trim(x, y)`.
    private Optional<Expression> trim(List<Name> function, int start) {
        if (cursor.atSymbol(")")) {
            return Optional.empty();
        }
        String name = function.getLast().text();
        boolean sided =
                Set.of("BOTH", "LEADING", "TRAILING").contains(cursor.token().word())
                        && !cursor.ahead(1).isSymbol(",")
                        && !cursor.ahead(1).isSymbol(")");
        if (sided) {
            name = switch (cursor.next().word()) {
                case "LEADING" -> "ltrim";
                case "TRAILING" -> "rtrim";
                default -> "trim";
            };
        }
        List<Expression> arguments = new ArrayList<>();
        if (!cursor.at("FROM")) {
            arguments.addAll(parts.expressions());
        }
        if (cursor.accept("FROM")) {
            arguments.addAll(0, parts.expressions());
        }
        return Optional.of(closed(name, function.getLast(), arguments, start));
    }
}
