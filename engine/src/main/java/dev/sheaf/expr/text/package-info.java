/// Nodes of texts: starts and sizes of UTF-8 bytes in, the same or numbers out. What is new is written to the arena
/// of the node, which each chunk empties. Start at `Substring` for how a node reads texts and `TextBuild` for how
/// one writes them; `LikePattern` matches what `LikeSyntax` took apart.
@NullMarked
package dev.sheaf.expr.text;

import org.jspecify.annotations.NullMarked;
