/// Values as text for people and for files of text. Start at [TableText], which draws tables, and at [ValueText].
@NullMarked
package dev.sheaf.text;

import org.jspecify.annotations.NullMarked;
