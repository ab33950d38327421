package dev.sheaf.sql;

import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Functions of SQL that are expressions over others, as in DuckDB.
final class BuiltInMacros {
    private static final List<String> TEXTS = List.of(
            "json_group_array(x) AS json('[' || string_agg(coalesce(to_json(x), 'null'), ',') || ']')",
            "json_group_object(k, x) AS json('{' || string_agg(to_json(k::VARCHAR) || ':' || coalesce(to_json(x),"
                    + " 'null'), ',') || '}')",
            "json_group_structure(x) AS json_structure('[' || string_agg(coalesce(x, 'null'), ',') || ']') -> 0");

    /// Their bodies by name in lower case.
    static final Map<String, List<Macro>> ALL = all();

    private BuiltInMacros() {}

    private static Map<String, List<Macro>> all() {
        Map<String, List<Macro>> all = new HashMap<>();
        for (String text : TEXTS) {
            Statement.CreateMacro macro = (Statement.CreateMacro) Parser.statement(new Source("CREATE MACRO " + text));
            all.put(macro.macro().text(), macro.bodies());
        }
        return Map.copyOf(all);
    }
}
