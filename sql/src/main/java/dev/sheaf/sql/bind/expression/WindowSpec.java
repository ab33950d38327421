package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Edge;
import dev.sheaf.sql.tree.Clauses.Exclusion;
import dev.sheaf.sql.tree.Clauses.Frame;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import dev.sheaf.sql.tree.Clauses.Unit;
import dev.sheaf.sql.tree.Clauses.Window;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The specification of a window, what it takes over from a named one included.
public record WindowSpec(List<Expression> partitionBy, List<OrderItem> orderBy, Optional<Frame> frame) {

    /// The window that stands behind OVER: in parentheses, or a name from the WINDOW clause.
    static WindowSpec of(Over over, SelectContext context) {
        return switch (over) {
            case Clauses.NamedOver named ->
                of(context.windows().get(indexOf(named.name(), context.windows().size(), context)), context);
            case Window window -> of(window, context.windows().size(), context);
        };
    }

    private static WindowSpec of(NamedWindow named, SelectContext context) {
        return of(named.window(), context.windows().indexOf(named), context);
    }

    /// A window that may be based on the first `visible` named ones: those before it, so that none is based on itself.
    private static WindowSpec of(Window window, int visible, SelectContext context) {
        window.frame().ifPresent(frame -> Frames.check(frame, context.origins()));
        WindowSpec own = new WindowSpec(window.partitionBy(), window.orderBy(), window.frame());
        WindowSpec whole = own;
        if (window.base().isPresent()) {
            Name base = window.base().get();
            NamedWindow named = context.windows().get(indexOf(base, visible, context));
            whole = own.basedOn(of(named, context), base, context.origins());
        }
        Optional<Frame> frame = window.frame();
        if (frame.isPresent()) {
            Frames.checkOrder(frame.get(), whole.orderBy().size(), context.origins());
        }
        return whole;
    }

    private WindowSpec basedOn(WindowSpec base, Name name, Origins origins) {
        if (base.frame.isPresent()) {
            throw origins.error(
                    name,
                    "the window \"" + name.text() + "\" has a frame, so no window is based on it; write OVER "
                            + name.text() + " without parentheses");
        }
        if (!partitionBy.isEmpty()) {
            throw origins.error(
                    partitionBy.getFirst(), "PARTITION BY stands in the window \"" + name.text() + "\" alone");
        }
        if (!orderBy.isEmpty() && !base.orderBy.isEmpty()) {
            throw origins.error(orderBy.getFirst(), "the window \"" + name.text() + "\" has an ORDER BY already");
        }
        return new WindowSpec(base.partitionBy, orderBy.isEmpty() ? base.orderBy : orderBy, frame);
    }

    private static int indexOf(Name name, int visible, SelectContext context) {
        for (int i = 0; i < visible; i++) {
            if (context.windows().get(i).name().text().equalsIgnoreCase(name.text())) {
                return i;
            }
        }
        throw context.origins()
                .error(
                        name,
                        "there is no window \"" + name.text() + "\""
                                + names(context.windows().subList(0, visible)));
    }

    private static String names(List<NamedWindow> windows) {
        return windows.isEmpty()
                ? "; name it behind FROM: WINDOW w AS (PARTITION BY ...)"
                : windows.stream()
                        .map(window -> window.name().text())
                        .collect(Collectors.joining(", ", "; windows: ", ""));
    }

    /// Checks the windows of a WINDOW clause, those too that nobody uses.
    public static void check(SelectContext context) {
        UniqueNames names = new UniqueNames();
        for (NamedWindow named : context.windows()) {
            if (names.isTaken(named.name().text())) {
                throw context.origins()
                        .error(
                                named.name(),
                                "WINDOW names two windows \"" + named.name().text() + "\"");
            }
            names.unique(named.name().text());
            of(named, context);
        }
    }

    /// Whether the frame is the whole partition. Without ORDER BY all rows of a partition are peers, so that a
    /// frame up to the current row by RANGE, which is the default, is the partition, too.
    boolean coversPartition() {
        if (frame.isEmpty()) {
            return orderBy.isEmpty();
        }
        Frame given = frame.get();
        boolean peers = orderBy.isEmpty() && given.unit() != Unit.ROWS;
        boolean fromStart = given.lower().edge() == Edge.UNBOUNDED_PRECEDING
                || (peers && given.lower().edge() == Edge.CURRENT_ROW);
        boolean toEnd = given.upper().edge() == Edge.UNBOUNDED_FOLLOWING
                || (peers && given.upper().edge() == Edge.CURRENT_ROW);
        return given.exclusion() == Exclusion.NO_OTHERS && fromStart && toEnd;
    }
}
