/// Tables that stay in the memory of a device while one operator after the other works on them there. Start at
/// [dev.sheaf.resident.ResidentTable]. A device that has such memory provides a
/// [dev.sheaf.resident.ResidentMemory]; frames ask for it.
@NullMarked
package dev.sheaf.resident;

import org.jspecify.annotations.NullMarked;
