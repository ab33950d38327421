package dev.sheaf.groupby;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.groupby.rows.GroupKeys;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.order.CountingSort;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes [Groups] of a table: keys -> ids -> ids in the order of groups -> rows by group. Where keys have codes, or
/// there are very many groups: keys -> codes or hashes -> rows by group, from which ids follow when somebody asks.
final class GroupsMaker {
    private static final int CHUNK_ROWS = 1 << 16;

    private final Table table;
    private final GroupByOptions rules;
    private final GroupsOptions options;
    private final QueryContext context;
    private final Tasks tasks;

    GroupsMaker(Table table, GroupByOptions rules, GroupsOptions options, QueryContext context) {
        this.table = table;
        this.rules = rules;
        this.options = options;
        this.context = context;
        this.tasks = Workers.tasks(context);
        if (table.rowCount() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cannot keep groups of " + table.rowCount()
                    + " rows; group at most 2^31 - 1 at once, or aggregate without keeping groups");
        }
    }

    Groups make(List<Expr> keys, Optional<Expr> filter) {
        try (var _ = Checkpoint.watch(context::checkCancelled);
                Table keyTable = keyTable(keys)) {
            Optional<Groups> found = filter.isEmpty() ? ofRows(keyTable) : Optional.empty();
            return found.isPresent() ? found.get() : numbered(keyTable, filter);
        }
    }

    private Optional<Groups> ofRows(Table keyTable) {
        if (!options.sortedKeys().isEmpty() || !RowGroups.areFor(keyTable.columns(), rules.nullKeys())) {
            return Optional.empty();
        }
        return new RowGroups(keyTable, options.order(), context).find().map(this::groups);
    }

    private Groups groups(RowGroups.Found found) {
        try {
            CountingSort.Grouped rows = ordered(found.rows());
            return new Groups(table.retain(), found.keys(), rows, rules, options, context.pool());
        } catch (RuntimeException | Error failure) {
            found.keys().close();
            throw failure;
        }
    }

    private Groups numbered(Table keyTable, Optional<Expr> filter) {
        try (GroupIds found = find(keyTable, filter);
                GroupIds ids = ordered(found)) {
            CountingSort.Grouped rows = grouped(ids);
            try {
                GroupKeys keys = GroupKeys.of(ids.keys().retain(), ids.ids().retain(), context.pool());
                return new Groups(table.retain(), keys, rows, rules, options, context.pool());
            } catch (RuntimeException | Error failure) {
                rows.close();
                throw failure;
            }
        }
    }

    private Table keyTable(List<Expr> keys) {
        List<Field> fields = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            for (Expr key : keys) {
                Evaluator evaluator = Evaluator.compile(key.unaliased(), table.schema());
                fields.add(new Field(key.outputName(), evaluator.type().decoded()));
                columns.add(evaluator.evaluate(table, context.pool()));
            }
            return new Table(new Schema(fields), columns, table.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private GroupIds find(Table keyTable, Optional<Expr> filter) {
        if (!options.sortedKeys().isEmpty()) {
            SortedKeys sorted = new SortedKeys(keyTable, options.sortedKeys(), rules.nullKeys(), context);
            sorted.check();
            if (filter.isEmpty() && sorted.tellGroupsApart()) {
                return sorted.ids();
            }
        }
        List<Expr> columns =
                keyTable.schema().names().stream().<Expr>map(Expressions::col).toList();
        GroupByRequest request = new GroupByRequest(
                keyTable.schema(),
                Optional.empty(),
                columns,
                List.of(Expressions.count().as("#count")),
                rules.with(options.order() == Order.SORTED ? Order.UNSPECIFIED : options.order()));
        if (filter.isEmpty()) {
            return Backends.groupIds(request, keyTable, Optional.empty(), context);
        }
        Evaluator condition = Evaluator.compile(filter.get(), table.schema());
        if (!condition.type().equals(DataType.BOOL)) {
            throw new IllegalArgumentException(
                    "a filter has to be a condition, but " + filter.get() + " is " + condition.type());
        }
        try (Column wanted = condition.evaluate(table, context.pool())) {
            return Backends.groupIds(request, keyTable, Optional.of((BoolColumn) wanted), context);
        }
    }

    /// Ids and keys in the order that was asked for; that of first appearance was found with them.
    private GroupIds ordered(GroupIds found) {
        if (options.order() != Order.SORTED || found.groupCount() < 2) {
            return found.retain();
        }
        try (var _ = context.phases().time(Phase.SORT);
                Buffer groups = RowGroups.byKeys(found.keys(), context.pool(), tasks)) {
            if (Sorting.areInPlace(groups.segment(), found.groupCount())) {
                return found.retain();
            }
            Buffer ids = renumbered(found, groups.segment());
            try {
                return new GroupIds(ids, Take.rows(found.keys(), groups.segment(), found.groupCount(), context.pool()));
            } catch (RuntimeException | Error failure) {
                ids.close();
                throw failure;
            }
        }
    }

    /// New ids, by which group `groups[i]` is number i.
    private Buffer renumbered(GroupIds found, MemorySegment groups) {
        long rows = table.rowCount();
        Buffer ids = context.pool().allocate(rows * Integer.BYTES, "group of each row");
        try (Buffer places = RowGroups.inverse(groups, found.groupCount(), context.pool())) {
            MemorySegment place = places.segment();
            MemorySegment from = found.ids().segment();
            MemorySegment to = ids.segment();
            tasks.forEach((int) Math.ceilDiv(rows, CHUNK_ROWS), chunk -> {
                long end = Math.min(rows, (chunk + 1L) * CHUNK_ROWS);
                for (long row = (long) chunk * CHUNK_ROWS; row < end; row++) {
                    int id = from.get(ValueLayout.JAVA_INT, row << 2);
                    to.set(
                            ValueLayout.JAVA_INT,
                            row << 2,
                            id < 0 ? id : place.get(ValueLayout.JAVA_INT, (long) id << 2));
                }
            });
            return ids;
        } catch (RuntimeException | Error failure) {
            ids.close();
            throw failure;
        }
    }

    private CountingSort.Grouped grouped(GroupIds ids) {
        CountingSort.Grouped rows;
        try (var _ = context.phases().time(Phase.PARTITION)) {
            rows = CountingSort.of(
                    ids.ids().segment(), (int) table.rowCount(), ids.groupCount(), context.pool(), tasks);
        }
        return ordered(rows);
    }

    /// Rows in the order inside of groups that was asked for. Closes `rows` unless they are the result.
    private CountingSort.Grouped ordered(CountingSort.Grouped rows) {
        if (options.within().isEmpty()) {
            return rows;
        }
        try (var _ = context.phases().time(Phase.SORT);
                CountingSort.Grouped unordered = rows) {
            Buffer order = sorted(unordered);
            return new CountingSort.Grouped(unordered.offsets().retain(), order, unordered.rowCount());
        }
    }

    private Buffer sorted(CountingSort.Grouped rows) {
        List<Column> columns = options.within().stream()
                .map(each -> table.column(each.column()))
                .toList();
        List<SortDirection> directions =
                options.within().stream().map(GroupsOptions.Within::direction).toList();
        return Sorting.sortRuns(rows, columns, directions, table.rowCount(), context.pool(), tasks);
    }
}
