/// Values as text for people and for files of text. Start at [ValueText].
@NullMarked
package dev.sheaf.text;

import org.jspecify.annotations.NullMarked;
