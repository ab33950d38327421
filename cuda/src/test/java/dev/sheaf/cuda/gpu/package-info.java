/// Tests on a GPU: the mark that they carry, what they run on, and how a host without Maven runs them.
package dev.sheaf.cuda.gpu;
