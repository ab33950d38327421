package dev.sheaf.sql.bind;

import dev.sheaf.sql.tree.Clauses.NamedWindow;
import java.util.List;

/// What the expressions of one SELECT share: the names they may use, and the calls they ask for.
record SelectContext(
        Origins origins, Parameters parameters, Scope scope, Aliases aliases, Calls calls, List<NamedWindow> windows) {
    /// For expressions over some columns, without aliases, aggregates or windows.
    static SelectContext of(Origins origins, Parameters parameters, Scope scope) {
        return new SelectContext(origins, parameters, scope, new Aliases(), new Calls(scope.schema()), List.of());
    }
}
