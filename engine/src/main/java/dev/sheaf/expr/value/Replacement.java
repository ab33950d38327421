package dev.sheaf.expr.value;

import dev.sheaf.expr.regex.Regex;
import dev.sheaf.expr.regex.RegexMatcher;

/// What stands in the place of matches.
record Replacement(String replacement, Regex regex) {

    String first(String text) {
        RegexMatcher matcher = regex.matcher(text);
        if (!matcher.find(0)) {
            return text;
        }
        StringBuilder out = new StringBuilder().append(text, 0, matcher.start());
        add(matcher, out);
        return out.append(text, matcher.end(), text.length()).toString();
    }

    /// An empty match where the one before ended is none.
    String all(String text) {
        RegexMatcher matcher = regex.matcher(text);
        StringBuilder out = new StringBuilder();
        int from = 0;
        int last = -1;
        int at = 0;
        while (matcher.find(at)) {
            out.append(text, from, matcher.start());
            from = matcher.end();
            if (matcher.start() == last && from == last) {
                at = from < text.length() ? text.offsetByCodePoints(from, 1) : from + 1;
            } else {
                add(matcher, out);
                last = from;
                at = from;
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    private void add(RegexMatcher matcher, StringBuilder out) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            if (c == '\\') {
                i++;
                escaped(i < replacement.length() ? replacement.charAt(i) : ' ', matcher, out);
            } else {
                out.append(c);
            }
        }
    }

    private void escaped(char c, RegexMatcher matcher, StringBuilder out) {
        if (c == '\\') {
            out.append(c);
        } else if (c >= '0' && c <= '9' && c - '0' <= regex.groups()) {
            String group = matcher.group(c - '0');
            out.append(group == null ? "" : group);
        } else {
            throw new IllegalArgumentException("the replacement '" + replacement
                    + "' has a \\ before something that is no group of '" + regex + "'");
        }
    }
}
