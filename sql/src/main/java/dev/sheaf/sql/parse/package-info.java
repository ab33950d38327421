/// SQL text to a tree of `dev.sheaf.sql.tree`, in DuckDB's dialect and with the precedence of its grammar.
///
/// Start at [Parser]. `Lexer` splits the text into tokens; `Cursor` walks over them and remembers what was expected;
/// `Grammar` holds the parts of the recursive descent: `StatementParser`, `QueryParser`, `SelectParser`,
/// `RelationParser`, `PivotParser`, `WindowParser`, and for expressions `ExpressionParser` (operators),
/// `OperandParser`, `CallParser`, `StarParser` and `TypeParser`. `Expectations` words the errors.
@NullMarked
package dev.sheaf.sql.parse;

import org.jspecify.annotations.NullMarked;
