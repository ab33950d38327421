package dev.sheaf.sql.change;

import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.List;

/// A statement that PREPARE gave a name.
///
/// @param source the text that it stands in
/// @param parameters numbers from 1 and names, see [dev.sheaf.sql.parse.Parser#parameters]
record Prepared(Source source, Statement statement, List<String> parameters) {}
