// Operations of data frames in Polars. A line in, a line out: see ProcessEngine.
const pl = require("nodejs-polars");
const readline = require("node:readline");

const col = pl.col;
const tables = {};
const operations = {
  filter: (x, o) => x.filter(col(o.column).gt(o.above)),
  sort: (x, o) => x.sort(o.keys),
  group: (x, o) => x.groupBy(o.keys).agg(col("a").sum().alias("s"), col("a").max().alias("m")),
  join: (x) => x.join(tables.dims.lazy(), { on: "k", how: "inner" }),
  rolling: (x, o) => x.select(col("a").rollingMean({ windowSize: o.rows }).alias("n")),
  upper: (x) => x.withColumn(col("t").str.toUpperCase().alias("n")),
  lengths: (x) => x.withColumn(col("t").str.lengths().alias("n")),
  assign: (x, o) => x.withColumn(col("a").mul(o.factor).add(col("b")).alias("n")),
};

const total = (frame, name) => frame.getColumn(name).sum();
const answers = {
  filter: (x) => total(x, "a"),
  sort: (x, o) =>
    [0.25, 0.5, 0.75].reduce(
      (sum, part) =>
        sum + o.keys.reduce((s, key) => s + x.getColumn(key).getIndex(Math.floor(x.height * part)), 0),
      0,
    ),
  group: (x) => total(x, "s") + total(x, "m"),
  join: (x) => total(x, "w"),
  rolling: (x) => total(x, "n"),
  upper: (x) => total(x.withColumn(col("n").str.lengths().alias("l")), "l"),
  lengths: (x) => total(x, "n"),
  assign: (x) => total(x, "n"),
};

const run = (o) => operations[o.kind](tables.rows.lazy(), o).collectSync();

// Milliseconds of wall time and of the processors.
function cost(work) {
  const start = process.hrtime.bigint();
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return Number(process.hrtime.bigint() - start) / 1e6 + " " + (used.user + used.system) / 1e3;
}

function answer(request) {
  const [word, ...rest] = request.split(" ");
  const what = rest.join(" ");
  switch (word) {
    case "version":
      return "nodejs-polars " + require("nodejs-polars/package.json").version;
    case "load":
      return cost(() => {
        tables[rest[0]] = pl.readParquet(rest[1]);
      });
    case "run":
      return cost(() => run(JSON.parse(what)));
    case "answer": {
      const o = JSON.parse(what);
      const result = run(o);
      return result.height + " " + Number(answers[o.kind](result, o));
    }
    default:
      return "error: no such request";
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let text;
  try {
    text = answer(line);
  } catch (failure) {
    text = "error: " + String(failure.message).split("\n")[0];
  }
  process.stdout.write(text + "\n");
});
