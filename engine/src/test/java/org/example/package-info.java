/// Code as users have it, outside of Sheaf's packages.
@NullMarked
package org.example;

import org.jspecify.annotations.NullMarked;
