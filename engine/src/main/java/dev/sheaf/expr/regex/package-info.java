/// Regular expressions of RE2's dialect, in time bounded by the sizes of expression and text: a parser, the steps that
/// its tree becomes, and a search that takes no step twice at one place.
///
/// Start at [Regex]. `RegexParser` makes a tree of `RegexNode`s, `RegexCompiler` steps of the tree, a `RegexProgram`;
/// `RegexFirsts` says what may follow a step, and `RegexMatcher` runs them.
@NullMarked
package dev.sheaf.expr.regex;

import org.jspecify.annotations.NullMarked;
