/// SQL text to a tree of `dev.sheaf.sql.tree`, in DuckDB's dialect and with the precedence of its grammar.
///
/// Start at [Parser]. `Lexer` splits the text into tokens; `Cursor` walks over them and remembers what was expected;
/// `StatementParser` reads statements, each kind by a class of its own, such as `ChangeParser`. `Grammar` holds the
/// parts of the recursive descent below them: `QueryParser`, `SelectParser`, `RelationParser`, `PivotParser`,
/// `WindowParser`, and for expressions `ExpressionParser` (operators), `OperandParser`, `CallParser`, `StarParser` and
/// `TypeParser`. `Expectations` words the errors.
@NullMarked
package dev.sheaf.sql.parse;

import org.jspecify.annotations.NullMarked;
