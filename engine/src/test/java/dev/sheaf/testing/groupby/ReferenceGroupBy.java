package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Values;
import dev.sheaf.testing.groupby.ReferenceAggregation.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The group-by contract in the fewest words: a map from keys to rows, and each aggregate computed from the rows
/// of its group. Slow, exact, and written from the contract alone.
///
/// An unspecified order of groups comes out as that of first appearance.
public final class ReferenceGroupBy {
    private final GroupByRequest request;
    private final Schema schema;

    /// What `request` means.
    public ReferenceGroupBy(GroupByRequest request) {
        this.request = request;
        this.schema = request.input();
    }

    /// A row of the stream and its ordinal.
    private record InputRow(long ordinal, List<@Nullable Object> values) {}

    /// A group: its keys, and its rows in the order of their ordinals.
    private record Group(List<@Nullable Object> keys, List<InputRow> rows) {}

    /// The result for a stream.
    ///
    /// @throws ArithmeticException if a result does not fit
    public Sample execute(List<Piece> stream) {
        List<List<@Nullable Object>> result = new ArrayList<>();
        for (Group group : groups(inOrder(stream))) {
            List<@Nullable Object> row = new ArrayList<>(group.keys());
            request.aggregates().forEach(aggregate -> row.add(aggregate(aggregate, group)));
            result.add(row);
        }
        return Sample.plain(resultSchema(), columns(result));
    }

    private static List<InputRow> inOrder(List<Piece> stream) {
        List<InputRow> rows = new ArrayList<>();
        stream.stream().sorted(Comparator.comparingLong(Piece::firstRow)).forEach(piece -> {
            for (int row = 0; row < piece.rows().rowCount(); row++) {
                rows.add(new InputRow(piece.firstRow() + row, piece.rows().row(row)));
            }
        });
        return rows;
    }

    private List<Group> groups(List<InputRow> rows) {
        Map<@Nullable Object, Group> groups = new LinkedHashMap<>();
        if (request.keys().isEmpty()) {
            groups.put(Values.comparable(List.of()), new Group(List.of(), new ArrayList<>()));
        }
        for (InputRow row : rows) {
            if (request.filter().isPresent() && !isTrue(request.filter().get(), row)) {
                continue;
            }
            List<@Nullable Object> keys = request.keys().stream()
                    .map(key -> ReferenceOrder.key(ReferenceExpr.evaluate(key, schema, row.values())))
                    .collect(Collectors.toList());
            if (request.options().nullKeys() == NullKeys.INCLUDE || !keys.contains(null)) {
                groups.computeIfAbsent(Values.comparable(keys), _ -> new Group(keys, new ArrayList<>()))
                        .rows()
                        .add(row);
            }
        }
        return request.options().order() == Order.SORTED
                ? groups.values().stream().sorted(byKeys()).toList()
                : List.copyOf(groups.values());
    }

    private Comparator<Group> byKeys() {
        Comparator<Group> order = (_, _) -> 0;
        for (int i = 0; i < request.keys().size(); i++) {
            int key = i;
            order = order.thenComparing(group -> group.keys().get(key), ReferenceOrder.nullsLast());
        }
        return order;
    }

    private @Nullable Object aggregate(Expr expr, Group group) {
        Expr.Aggregate aggregate = (Expr.Aggregate) expr.unaliased();
        List<Member> members = new ArrayList<>();
        Set<@Nullable Object> seen = new HashSet<>();
        for (InputRow row : group.rows()) {
            if (aggregate.filter().isPresent() && !isTrue(aggregate.filter().get(), row)) {
                continue;
            }
            List<@Nullable Object> arguments = aggregate.arguments().stream()
                    .map(argument -> ReferenceExpr.evaluate(argument, schema, row.values()))
                    .collect(Collectors.toList());
            List<@Nullable Object> asKey =
                    arguments.stream().map(ReferenceOrder::key).collect(Collectors.toList());
            if (!aggregate.distinct()) {
                members.add(new Member(row.ordinal(), arguments));
            } else if (seen.add(Values.comparable(asKey))) {
                members.add(new Member(row.ordinal(), asKey));
            }
        }
        try {
            return aggregation(expr).of(members);
        } catch (ArithmeticException overflow) {
            throw new ArithmeticException(expr.outputName() + " of " + group.keys() + ": " + overflow.getMessage());
        }
    }

    private ReferenceAggregation aggregation(Expr expr) {
        Expr.Aggregate aggregate = (Expr.Aggregate) expr.unaliased();
        return new ReferenceAggregation(
                aggregate.aggregation(),
                aggregate.arguments().stream().map(this::type).toList(),
                request.options().overflow());
    }

    private boolean isTrue(Expr condition, InputRow row) {
        return ReferenceExpr.isTrue(condition, schema, row.values());
    }

    private DataType type(Expr column) {
        return schema.type(((Expr.ColumnRef) column.unaliased()).name());
    }

    private Schema resultSchema() {
        List<Field> fields = new ArrayList<>();
        request.keys().forEach(key -> fields.add(new Field(key.outputName(), type(key))));
        request.aggregates()
                .forEach(aggregate -> fields.add(
                        new Field(aggregate.outputName(), aggregation(aggregate).type())));
        return new Schema(fields);
    }

    private List<List<@Nullable Object>> columns(List<List<@Nullable Object>> rows) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < resultSchema().size(); i++) {
            int column = i;
            columns.add(rows.stream().map(row -> row.get(column)).collect(Collectors.toList()));
        }
        return columns;
    }
}
