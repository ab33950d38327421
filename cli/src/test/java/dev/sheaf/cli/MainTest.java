package dev.sheaf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void withoutACommandItSaysWhichThereAre() {
        assertThat(Outcome.of())
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "sheaf: which command? There are sql, head, groupby, convert, describe, datagen, demo, devices and help."
                                + " See 'sheaf --help'.\n"));
    }

    @Test
    void aMistypedCommandIsGuessed() {
        assertThat(Outcome.of("datgen").exitCode()).isEqualTo(2);
        assertThat(Outcome.of("datgen").err())
                .startsWith("sheaf: there is no command \"datgen\"; there are ")
                .endsWith("Did you mean \"datagen\"? See 'sheaf --help'.\n");
    }

    @Test
    void aMistypedOptionIsGuessed() {
        assertThat(Outcome.of("datagen", "orders", "--rows", "1", "-o", "a.csv", "--sed", "1"))
                .isEqualTo(new Outcome(
                        2,
                        "",
                        "sheaf: there is no option --sed. Did you mean \"--seed\"?"
                                + " See 'sheaf datagen orders --help'.\n"));
    }

    @Test
    void versionIsOneLine() {
        assertThat(Outcome.of("--version")).isEqualTo(new Outcome(0, "sheaf (unpackaged)\n", ""));
    }

    @Test
    void helpIsTheSameInBothWays() {
        Outcome help = Outcome.of("help", "datagen", "orders");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).startsWith("Usage: sheaf datagen orders ").contains("--rows=N");
        assertThat(Outcome.of("datagen", "orders", "--help")).isEqualTo(help);
        assertThat(Outcome.of("help")).isEqualTo(Outcome.of("--help"));
    }

    @Test
    void helpForAnUnknownCommandIsAWrongRequest() {
        assertThat(Outcome.of("help", "slq").exitCode()).isEqualTo(2);
        assertThat(Outcome.of("help", "datagen", "ordrs").err()).contains("Did you mean \"orders\"?");
    }
}
