package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.cuda.runs.RowScans;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What scans over the groups of a table need of it.
///
/// @param refusal why the device does not compute them, if it does not
/// @param columns the names of the columns that they read
record ScanPlan(Optional<String> refusal, List<String> columns) {

    /// What is asked of a table. Its hash is of what costs little: that of expressions is not, until it is compiled.
    record Asked(List<Expr> keys, Optional<Expr> filter, List<GroupScan> scans) {
        @Override
        public int hashCode() {
            int hash = keys.size();
            for (GroupScan scan : scans) {
                hash = 31 * hash + scan.name().hashCode();
            }
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Asked asked
                    && keys.equals(asked.keys)
                    && filter.equals(asked.filter)
                    && scans.equals(asked.scans);
        }

        /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
        ScanPlan over(Schema schema) {
            Set<String> columns = new LinkedHashSet<>();
            for (Expr read : read()) {
                addColumns(read, columns);
            }
            for (GroupScan scan : scans) {
                if (scan instanceof GroupScan.Run run) {
                    run.order().stream().map(GroupsOptions.Within::column).forEach(columns::add);
                }
            }
            return new ScanPlan(RowScans.refusal(keys, filter, scans, schema), List.copyOf(columns));
        }

        private List<Expr> read() {
            List<Expr> read = new ArrayList<>(keys);
            filter.ifPresent(read::add);
            for (GroupScan scan : scans) {
                switch (scan) {
                    case GroupScan.Run run -> run.input().ifPresent(read::add);
                    case GroupScan.Change change -> read.add(change.input());
                    case GroupScan.Replaced replaced -> read.addAll(List.of(replaced.input(), replaced.by()));
                    case GroupScan.Transformed transformed -> read.add(transformed.aggregate());
                    case GroupScan.GroupNumber _ -> {}
                }
            }
            return read;
        }

        private static void addColumns(Expr expr, Set<String> columns) {
            if (expr instanceof Expr.ColumnRef(String name)) {
                columns.add(name);
            }
            expr.children().forEach(child -> addColumns(child, columns));
        }
    }
}
