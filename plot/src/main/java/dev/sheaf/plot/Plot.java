package dev.sheaf.plot;

import dev.sheaf.frame.DataFrame;
import dev.sheaf.frame.Series;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// A picture of columns of a frame, as SVG.
///
/// ```java
/// Plot.line(sales, "day", "units", "returns").title("Sales").write(Path.of("sales.svg"));
/// ```
/// Where a number is null, NaN or infinite, or `x` is null, there is no point. Columns go by name; one that is not
/// there is an [IllegalArgumentException], and so are plots of more than [#MOST_POINTS] rows or without a single
/// point. Needs the fonts of `java.desktop`.
public final class Plot {
    /// So many rows may be drawn; of more take a sample, group them, or `resample` them.
    public static final int MOST_POINTS = Points.MOST;

    private static final int MARKER = 5;
    private static final BasicStroke GRID = new BasicStroke(0.5f);

    private final Chart<?, ?> chart;
    private int width = 800;
    private int height = 500;

    private Plot(Chart<?, ?> chart) {
        this.chart = chart;
        chart.getStyler().setLegendVisible(chart.getSeriesMap().size() > 1);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
    }

    /// Columns of numbers as lines, row by row, over one of numbers, dates or timestamps.
    public static Plot line(DataFrame frame, String x, String... y) {
        return xy(XYSeriesRenderStyle.Line, frame, x, y);
    }

    /// A series of numbers as a line over its labels.
    public static Plot line(Series values) {
        DataFrame frame = labelled(values);
        List<String> names = frame.schema().names();
        return line(frame, names.getFirst(), names.getLast());
    }

    /// Columns of numbers as points over one of numbers, dates or timestamps.
    public static Plot scatter(DataFrame frame, String x, String... y) {
        return xy(XYSeriesRenderStyle.Scatter, frame, x, y);
    }

    private static Plot xy(XYSeriesRenderStyle style, DataFrame frame, String x, String... y) {
        XYChart chart = new XYChartBuilder().xAxisTitle(x).build();
        chart.getStyler().setDefaultSeriesRenderStyle(style);
        chart.getStyler().setTimezone(Points.ZONE);
        chart.getStyler().setMarkerSize(MARKER);
        for (String name : named(y)) {
            Points points = Points.of(frame, x, name);
            XYSeries drawn = chart.addSeries(name, points.x(), points.y());
            if (style == XYSeriesRenderStyle.Line) {
                drawn.setMarker(SeriesMarkers.NONE);
            }
        }
        chart.getStyler().setPlotGridLinesStroke(GRID);
        return new Plot(chart);
    }

    /// Columns of numbers as bars, one beside the other, for each value of `x`, as text.
    ///
    /// @throws IllegalArgumentException if a value of `x` comes twice; group the rows before
    public static Plot bar(DataFrame frame, String x, String... y) {
        CategoryChart chart = new CategoryChartBuilder().xAxisTitle(x).build();
        chart.getStyler().setPlotGridLinesStroke(GRID);
        for (String name : named(y)) {
            Points points = Points.byText(frame, x, name);
            chart.addSeries(name, points.x(), points.y());
        }
        return new Plot(chart);
    }

    /// A series of numbers as bars over its labels.
    public static Plot bar(Series values) {
        DataFrame frame = labelled(values);
        List<String> names = frame.schema().names();
        return bar(frame, names.getFirst(), names.getLast());
    }

    /// How many values of a column of numbers lie in each of `bins` ranges of one width from the least to the greatest.
    ///
    /// @throws IllegalArgumentException if there is no bin, or no finite value
    public static Plot histogram(DataFrame frame, int bins, String column) {
        Points points = Points.counted(frame, bins, column);
        CategoryChart chart = new CategoryChartBuilder()
                .xAxisTitle(column)
                .yAxisTitle("count")
                .build();
        chart.getStyler().setAvailableSpaceFill(1);
        chart.getStyler().setPlotGridLinesStroke(GRID);
        chart.addSeries(column, points.x(), points.y());
        return new Plot(chart);
    }

    private static DataFrame labelled(Series values) {
        if (values.index().levels() != 1) {
            throw new IllegalArgumentException("a plot over labels needs an index of one level, not of "
                    + values.index().levels());
        }
        return values.toFrame().resetIndex();
    }

    private static List<String> named(String... y) {
        if (y.length == 0) {
            throw new IllegalArgumentException("a plot needs a column of numbers");
        }
        return List.of(y);
    }

    /// Writes a title above the picture.
    public Plot title(String title) {
        chart.setTitle(title);
        return this;
    }

    /// Names what the axes show.
    public Plot axes(String x, String y) {
        chart.setXAxisTitle(x);
        chart.setYAxisTitle(y);
        return this;
    }

    /// So many units wide and high, 800 and 500 if nothing is said.
    ///
    /// @throws IllegalArgumentException unless both are above 0
    public Plot size(int newWidth, int newHeight) {
        if (newWidth <= 0 || newHeight <= 0) {
            throw new IllegalArgumentException("a picture of " + newWidth + " x " + newHeight);
        }
        width = newWidth;
        height = newHeight;
        return this;
    }

    /// The picture as an element of SVG, which may stand alone or inside of HTML. Texts are shapes in it, the same
    /// on every machine that reads it.
    public String toSvg() {
        return Svg.of(chart, width, height);
    }

    /// Writes [#toSvg()] to a file, in the place of what is there.
    ///
    /// @throws UncheckedIOException if that fails
    public void write(Path file) {
        try {
            Files.writeString(file, toSvg());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
