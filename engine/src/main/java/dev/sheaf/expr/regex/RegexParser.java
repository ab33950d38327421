package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a regular expression.
final class RegexParser {
    private static final int MOST_DEPTH = 200;
    private static final int MOST_REPEATS = 1_000;
    private static final Pattern COUNTS = Pattern.compile("\\{(\\d{1,5})(,(\\d{0,5}))?}");
    private static final Pattern NAMED = Pattern.compile("\\(\\?P?<\\w+>");
    private static final Pattern FLAGS = Pattern.compile("\\(\\?([imsU]*)(?:-([imsU]+))?([:)])");

    private final String source;
    private Flags flags;
    private int at;
    private int depth;
    private int groups;

    RegexParser(String source, Flags flags) {
        this.source = source;
        this.flags = flags;
    }

    /// What holds for the rest of a group: any case, a dot that matches line feeds, `^` and `$` at lines, and few
    /// repeats rather than many.
    record Flags(boolean fold, boolean dotAll, boolean lines, boolean lazy) {
        Flags with(String letters, boolean on) {
            return new Flags(
                    letters.contains("i") ? on : fold,
                    letters.contains("s") ? on : dotAll,
                    letters.contains("m") ? on : lines,
                    letters.contains("U") ? on : lazy);
        }
    }

    int groups() {
        return groups;
    }

    /// The source as a text that stands for itself.
    RegexNode literal() {
        List<RegexNode> parts = new ArrayList<>();
        source.codePoints().forEach(point -> parts.add(RegexClasses.point(point, flags.fold())));
        return new RegexNode.Sequence(parts);
    }

    /// @throws IllegalArgumentException if the source is no regular expression
    RegexNode parse() {
        RegexNode tree = choice();
        if (at < source.length()) {
            throw new IllegalArgumentException("a ) has no (");
        }
        return tree;
    }

    private RegexNode choice() {
        if (++depth > MOST_DEPTH) {
            throw new IllegalArgumentException("it is nested more than " + MOST_DEPTH + " deep");
        }
        List<RegexNode> options = new ArrayList<>(List.of(sequence()));
        while (take("|")) {
            options.add(sequence());
        }
        depth--;
        return options.size() == 1 ? options.getFirst() : new RegexNode.Choice(options);
    }

    private RegexNode sequence() {
        List<RegexNode> parts = new ArrayList<>();
        while (at < source.length() && source.charAt(at) != '|' && source.charAt(at) != ')') {
            if (take("\\Q")) {
                quoted(parts);
            } else {
                parts.add(repeated(atom()));
            }
        }
        return new RegexNode.Sequence(parts);
    }

    private void quoted(List<RegexNode> parts) {
        while (at < source.length() && !take("\\E")) {
            parts.add(point());
        }
    }

    private boolean take(String expected) {
        boolean found = source.startsWith(expected, at);
        at += found ? expected.length() : 0;
        return found;
    }

    private RegexNode repeated(RegexNode body) {
        int before = at;
        RegexNode repeated = quantified(body);
        if (at > before && isRepeat()) {
            throw new IllegalArgumentException("a repeat follows another");
        }
        return repeated;
    }

    private boolean isRepeat() {
        return at < source.length() && ("*+?".indexOf(source.charAt(at)) >= 0 || counts().lookingAt());
    }

    private Matcher counts() {
        return COUNTS.matcher(source).region(at, source.length());
    }

    private RegexNode quantified(RegexNode body) {
        if (take("*")) {
            return repeat(body, 0, -1);
        }
        if (take("+")) {
            return repeat(body, 1, -1);
        }
        if (take("?")) {
            return repeat(body, 0, 1);
        }
        Matcher counts = counts();
        if (!counts.lookingAt()) {
            return body;
        }
        at = counts.end();
        int least = Integer.parseInt(counts.group(1));
        String most = counts.group(2) == null ? counts.group(1) : counts.group(3);
        return repeat(body, least, most.isEmpty() ? -1 : Integer.parseInt(most));
    }

    private RegexNode repeat(RegexNode body, int least, int most) {
        if (least > MOST_REPEATS || most > MOST_REPEATS || (most >= 0 && least > most)) {
            throw new IllegalArgumentException("a repeat is more than " + MOST_REPEATS + ", or its ends are swapped");
        }
        return new RegexNode.Repeat(body, least, most, take("?") == flags.lazy());
    }

    private RegexNode atom() {
        if (source.charAt(at) == '(') {
            return group();
        }
        if (isRepeat() && source.charAt(at) != '{') {
            throw new IllegalArgumentException("a repeat has nothing before it");
        }
        if (take(".")) {
            boolean all = flags.dotAll();
            return new RegexNode.One(point -> all || point != '\n');
        }
        if (take("^")) {
            return new RegexNode.Check(flags.lines() ? Place.LINE_START : Place.TEXT_START);
        }
        if (take("$")) {
            return new RegexNode.Check(flags.lines() ? Place.LINE_END : Place.TEXT_END);
        }
        return place();
    }

    private RegexNode place() {
        if (take("\\A")) {
            return new RegexNode.Check(Place.TEXT_START);
        }
        if (take("\\z")) {
            return new RegexNode.Check(Place.TEXT_END);
        }
        if (take("\\b")) {
            return new RegexNode.Check(Place.WORD_BORDER);
        }
        if (take("\\B")) {
            return new RegexNode.Check(Place.NO_WORD_BORDER);
        }
        boolean isClass = source.charAt(at) == '[' || source.charAt(at) == '\\';
        return isClass ? pointOfClass() : point();
    }

    private RegexNode pointOfClass() {
        RegexClasses classes = new RegexClasses(source, at);
        RegexNode one = classes.read(flags.fold());
        at = classes.end();
        return one;
    }

    private RegexNode point() {
        int point = source.codePointAt(at);
        at += Character.charCount(point);
        return RegexClasses.point(point, flags.fold());
    }

    private RegexNode group() {
        Flags outside = flags;
        Matcher start = FLAGS.matcher(source).region(at, source.length());
        if (start.lookingAt()) {
            at = start.end();
            String off = start.group(2);
            flags = flags.with(start.group(1), true).with(off == null ? "" : off, false);
            return start.group(3).equals(")") ? new RegexNode.Sequence(List.of()) : closed(choice(), outside);
        }
        Matcher named = NAMED.matcher(source).region(at, source.length());
        if (!named.lookingAt() && source.startsWith("(?", at)) {
            throw new IllegalArgumentException("a group starts with something unknown, or looks around");
        }
        at = named.lookingAt() ? named.end() : at + 1;
        int number = ++groups;
        return new RegexNode.Group(closed(choice(), outside), number);
    }

    private RegexNode closed(RegexNode body, Flags outside) {
        if (!take(")")) {
            throw new IllegalArgumentException("a ( has no )");
        }
        flags = outside;
        return body;
    }
}
