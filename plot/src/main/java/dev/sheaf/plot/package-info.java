/// Pictures of frames, as SVG: start at [Plot].
///
/// [Points] are the values of a frame as a chart takes them; XChart draws them, and Batik writes what it draws.
@NullMarked
package dev.sheaf.plot;

import org.jspecify.annotations.NullMarked;
