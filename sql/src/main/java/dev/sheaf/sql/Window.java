package dev.sheaf.sql;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.jspecify.annotations.Nullable;

/// The specification of a window, what it takes over from a named one included.
record Window(List<SqlNode> partitionBy, List<SqlNode> orderBy, boolean coversPartition) {

    /// The window that stands behind OVER: in parentheses, or a name from the WINDOW clause.
    static Window of(SqlNode node, SelectContext context) {
        if (node instanceof SqlIdentifier name) {
            return of(named(name, context), context);
        }
        SqlWindow window = (SqlWindow) node;
        boolean ordered = !window.getOrderList().isEmpty();
        Window own = new Window(window.getPartitionList(), window.getOrderList(), covers(window, ordered));
        @Nullable SqlIdentifier base = window.getRefName();
        return base == null ? own : own.basedOn(of(named(base, context), context), covers(window, true));
    }

    private Window basedOn(Window base, boolean framed) {
        return new Window(
                partitionBy.isEmpty() ? base.partitionBy : partitionBy,
                orderBy.isEmpty() ? base.orderBy : orderBy,
                base.orderBy.isEmpty() ? coversPartition : framed);
    }

    private static SqlWindow named(SqlIdentifier name, SelectContext context) {
        return context.windows().stream()
                .filter(window -> window.getDeclName() != null
                        && window.getDeclName().getSimple().equalsIgnoreCase(name.getSimple()))
                .findFirst()
                .orElseThrow(() -> context.statement()
                        .error(name, "there is no window \"" + name.getSimple() + "\"" + names(context)));
    }

    private static String names(SelectContext context) {
        return context.windows().isEmpty()
                ? "; name it behind FROM: WINDOW w AS (PARTITION BY ...)"
                : context.windows().stream()
                        .map(window -> String.valueOf(window.getDeclName()))
                        .collect(Collectors.joining(", ", "; windows: ", ""));
    }

    /// Whether the frame is the whole partition. Without ORDER BY all rows of a partition are peers, so that a
    /// frame up to the current row by RANGE, which is the default, is the partition, too.
    private static boolean covers(SqlWindow window, boolean ordered) {
        @Nullable SqlNode lower = window.getLowerBound();
        @Nullable SqlNode upper = window.getUpperBound();
        boolean fromStart = lower == null || SqlWindow.isUnboundedPreceding(lower);
        boolean toEnd = upper != null && SqlWindow.isUnboundedFollowing(upper);
        boolean toPeers = !ordered && !window.isRows() && (upper == null || SqlWindow.isCurrentRow(upper));
        boolean excludesNothing = SqlWindow.isExcludeNoOthers(window.getExclude());
        return excludesNothing && fromStart && (toEnd || toPeers);
    }
}
