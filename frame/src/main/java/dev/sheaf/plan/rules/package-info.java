/// Plans to better plans: a logical plan goes in, one with the same rows in the same order comes out. Start at
/// [Planner], which applies the rules in a fixed order until nothing changes; each rule is a class of its own.
@NullMarked
package dev.sheaf.plan.rules;

import org.jspecify.annotations.NullMarked;
