package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexStep.At;
import dev.sheaf.expr.regex.RegexStep.Done;
import dev.sheaf.expr.regex.RegexStep.Fork;
import dev.sheaf.expr.regex.RegexStep.Mark;
import dev.sheaf.expr.regex.RegexStep.Take;
import java.util.ArrayList;
import java.util.List;

/// Makes the steps of a tree, from its end to its start: each part is given the number of the step behind it.
final class RegexCompiler {
    private static final int MOST_STEPS = 10_000;
    private static final Done UNKNOWN = new Done();

    private final List<RegexStep> steps = new ArrayList<>();

    /// @throws IllegalArgumentException if there would be more than 10,000
    static RegexProgram compile(RegexNode node) {
        RegexCompiler compiler = new RegexCompiler();
        int first = compiler.add(node, compiler.add(new Done()));
        return new RegexProgram(compiler.steps.toArray(RegexStep[]::new), first);
    }

    private int add(RegexStep step) {
        if (steps.size() == MOST_STEPS) {
            throw new IllegalArgumentException("it needs more than " + MOST_STEPS + " steps");
        }
        steps.add(step);
        return steps.size() - 1;
    }

    private int add(RegexNode node, int next) {
        return switch (node) {
            case RegexNode.One one -> add(new Take(one.taken(), next));
            case RegexNode.Check check -> add(new At(check.place(), next));
            case RegexNode.Sequence(var parts) -> {
                int first = next;
                for (RegexNode part : parts.reversed()) {
                    first = add(part, first);
                }
                yield first;
            }
            case RegexNode.Choice(var options) -> {
                int first = add(options.getLast(), next);
                for (RegexNode option : options.reversed().subList(1, options.size())) {
                    first = add(new Fork(add(option, next), first));
                }
                yield first;
            }
            case RegexNode.Group(RegexNode body, int number) -> {
                int end = add(new Mark(2 * number + 1, next));
                yield add(new Mark(2 * number, add(body, end)));
            }
            case RegexNode.Repeat repeat -> repeat(repeat, next);
        };
    }

    private int repeat(RegexNode.Repeat repeat, int next) {
        int first = next;
        int needed = repeat.least();
        if (repeat.most() < 0) {
            first = endless(repeat, next);
            needed = Math.max(0, needed - 1);
            first = repeat.least() == 0 ? fork(repeat, first, next) : first;
        } else {
            for (int i = repeat.least(); i < repeat.most(); i++) {
                first = fork(repeat, add(repeat.body(), first), next);
            }
        }
        for (int i = 0; i < needed; i++) {
            first = add(repeat.body(), first);
        }
        return first;
    }

    /// Once or more.
    private int endless(RegexNode.Repeat repeat, int next) {
        int again = add(UNKNOWN);
        int body = add(repeat.body(), again);
        steps.set(again, repeat.greedy() ? new Fork(body, next) : new Fork(next, body));
        return body;
    }

    private int fork(RegexNode.Repeat repeat, int body, int next) {
        return add(repeat.greedy() ? new Fork(body, next) : new Fork(next, body));
    }
}
