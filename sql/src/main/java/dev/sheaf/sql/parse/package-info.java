/// SQL text to a tree of `dev.sheaf.sql.tree`, in DuckDB's dialect and with the precedence of its grammar.
///
/// Start at [Parser]. `Lexer` splits the text into tokens; `Cursor` walks over them and remembers what was
/// expected; `StatementParser` reads statements, each kind by a class of its own, such as `ChangeParser`.
/// `Grammar` builds the recursive descent below them: `QueryParser` over `SelectParser` over `RelationParser`,
/// `PivotParser` and `WindowParser`; `ExpressionParser` (operators) over `OperandParser` over `CallParser`,
/// `StarParser` and `TypeParser`. Each knows those below it and reaches what may hold it, as a query inside of
/// an expression, by `PartParser`. `Expectations` words the errors.
@NullMarked
package dev.sheaf.sql.parse;

import org.jspecify.annotations.NullMarked;
