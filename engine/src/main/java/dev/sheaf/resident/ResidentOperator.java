package dev.sheaf.resident;

import dev.sheaf.column.Column;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.NullKeys;
import java.util.List;

/// What may be asked of a [ResidentTable]; each means what it means on the CPU. Sealed: a new operator fails to
/// compile where it matters.
public sealed interface ResidentOperator {
    /// Some columns, in the order given; shares their bytes.
    record Select(List<String> columns) implements ResidentOperator {
        public Select {
            columns = List.copyOf(columns);
        }
    }

    /// The rows for which a condition is true, in order.
    record Filter(Expr condition) implements ResidentOperator {}

    /// For each row the values of expressions, each under its [Expr#outputName()].
    record Project(List<Expr> expressions) implements ResidentOperator {
        public Project {
            expressions = List.copyOf(expressions);
        }
    }

    /// The rows of some numbers, int32 without null, in the order given. The column stays the caller's.
    record Take(Column rows) implements ResidentOperator {}

    /// At most `count` rows in order, after leaving out the first `offset`.
    record Limit(long offset, long count) implements ResidentOperator {
        /// @throws IllegalArgumentException if one of them is negative
        public Limit {
            if (offset < 0 || count < 0) {
                throw new IllegalArgumentException(
                        "rows are limited by numbers of 0 or more, not by " + count + " after " + offset);
            }
        }
    }

    /// The rows of other tables of the same device and types behind those of this one.
    record Append(List<ResidentTable> below) implements ResidentOperator {
        public Append {
            below = List.copyOf(below);
        }
    }

    /// A column for each scan with a value for each row, computed from the rows of its group: those that agree
    /// in the `keys`, or all without any. Columns are in the order of the scans, behind those of the table if
    /// `besideColumns`; rows in that of the table.
    record Scans(List<String> keys, NullKeys nullKeys, List<GroupScan> scans, boolean besideColumns)
            implements ResidentOperator {
        public Scans {
            keys = List.copyOf(keys);
            scans = List.copyOf(scans);
        }
    }

    /// Groups, over all columns of the request's input.
    record Group(GroupByRequest request) implements ResidentOperator {}
}
