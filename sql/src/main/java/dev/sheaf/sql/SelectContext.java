package dev.sheaf.sql;

import java.util.List;
import org.apache.calcite.sql.SqlWindow;

/// What the expressions of one SELECT share: the names they may use, and the calls they ask for.
record SelectContext(Statement statement, Scope scope, Aliases aliases, Calls calls, List<SqlWindow> windows) {
    /// For expressions of constants.
    static SelectContext ofConstants(Statement statement) {
        return new SelectContext(statement, Scope.EMPTY, new Aliases(), new Calls(Scope.EMPTY.schema()), List.of());
    }
}
