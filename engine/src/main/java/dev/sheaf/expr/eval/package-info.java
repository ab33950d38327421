/// Expressions run: a bound expression and a batch go in, a column comes out, or the rows that a condition keeps.
///
/// Start at [Evaluator], for a value, and [RowFilter], for a condition; both may be used by many threads.
/// `Compiler` picks the node of each call, `Program` is what it makes: nodes with vectors to run in, for one thread
/// at a time. `DictionaryNode` evaluates an expression of one dictionary column once for each of its values;
/// `RangeCodes` takes numbers of a narrow range as such a column, and `CodedCase` gives a CASE of constant texts as a
/// dictionary. [dev.sheaf.expr.bind.OperandOrder] has the cheap operands of AND and OR computed first.
@NullMarked
package dev.sheaf.expr.eval;

import org.jspecify.annotations.NullMarked;
