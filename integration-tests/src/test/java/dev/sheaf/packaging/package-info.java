/// What users get, as they get it: modules that resolve and need nothing but the JDK.
package dev.sheaf.packaging;
