package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Bound;
import dev.sheaf.sql.tree.Clauses.Edge;
import dev.sheaf.sql.tree.Clauses.Exclusion;
import dev.sheaf.sql.tree.Clauses.Frame;
import dev.sheaf.sql.tree.Clauses.NamedOver;
import dev.sheaf.sql.tree.Clauses.NamedWindow;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Clauses.Over;
import dev.sheaf.sql.tree.Clauses.Unit;
import dev.sheaf.sql.tree.Clauses.Window;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import java.util.List;
import java.util.Optional;

/// Reads windows and their frames.
final class WindowParser {
    private final Cursor cursor;
    private final PartParser parts;

    WindowParser(Cursor cursor, PartParser parts) {
        this.cursor = cursor;
        this.parts = parts;
    }

    /// What stands behind OVER.
    Over over() {
        int start = cursor.start();
        if (!cursor.atSymbol("(")) {
            return new NamedOver(cursor.name(), cursor.from(start));
        }
        return window();
    }

    /// `w AS (...)`.
    NamedWindow named() {
        int start = cursor.start();
        Name name = cursor.name();
        cursor.expect("AS");
        Window window = window();
        return new NamedWindow(name, window, cursor.from(start));
    }

    private Window window() {
        int start = cursor.start();
        cursor.expectSymbol("(");
        Optional<Name> base = isBase() ? Optional.of(cursor.name()) : Optional.empty();
        List<Expression> partitionBy = List.of();
        if (cursor.accept("PARTITION")) {
            cursor.expect("BY");
            partitionBy = parts.expressions();
        }
        List<OrderItem> orderBy = cursor.at("ORDER") ? parts.orderBy() : List.of();
        Optional<Frame> frame = isFrame() ? Optional.of(frame()) : Optional.empty();
        cursor.expectSymbol(")");
        return new Window(base, partitionBy, orderBy, frame, cursor.from(start));
    }

    private boolean isBase() {
        return cursor.token().isName()
                && !cursor.at("PARTITION", "BY")
                && !(isFrame() && !cursor.ahead(1).isSymbol(")"));
    }

    private boolean isFrame() {
        return cursor.at("ROWS") || cursor.at("RANGE") || cursor.at("GROUPS");
    }

    private Frame frame() {
        int start = cursor.start();
        Unit unit = Unit.valueOf(cursor.next().word());
        Bound lower;
        Bound upper;
        if (cursor.accept("BETWEEN")) {
            lower = bound();
            cursor.expect("AND");
            upper = bound();
        } else {
            lower = bound();
            upper = new Bound(Edge.CURRENT_ROW, Optional.empty(), lower.at());
        }
        return new Frame(unit, lower, upper, exclusion(), cursor.from(start));
    }

    private Bound bound() {
        int start = cursor.start();
        if (cursor.accept("UNBOUNDED")) {
            Edge edge = isPreceding() ? Edge.UNBOUNDED_PRECEDING : Edge.UNBOUNDED_FOLLOWING;
            return new Bound(edge, Optional.empty(), cursor.from(start));
        }
        if (cursor.accept("CURRENT", "ROW")) {
            return new Bound(Edge.CURRENT_ROW, Optional.empty(), cursor.from(start));
        }
        Expression distance = parts.expression();
        Edge edge = isPreceding() ? Edge.PRECEDING : Edge.FOLLOWING;
        return new Bound(edge, Optional.of(distance), cursor.from(start));
    }

    private boolean isPreceding() {
        if (cursor.accept("PRECEDING")) {
            return true;
        }
        cursor.expect("FOLLOWING");
        return false;
    }

    private Exclusion exclusion() {
        if (!cursor.accept("EXCLUDE")) {
            return Exclusion.NO_OTHERS;
        }
        if (cursor.accept("CURRENT", "ROW")) {
            return Exclusion.CURRENT_ROW;
        }
        if (cursor.accept("NO", "OTHERS")) {
            return Exclusion.NO_OTHERS;
        }
        if (cursor.accept("TIES")) {
            return Exclusion.TIES;
        }
        cursor.expect("GROUP");
        return Exclusion.GROUP;
    }
}
