// The ten questions of db-benchmark in Polars. A line in, a line out: see ProcessEngine.
const pl = require("nodejs-polars");
const readline = require("node:readline");

const col = pl.col;
const questions = {
  q1: (x) => x.groupBy("id1").agg(col("v1").sum()),
  q2: (x) => x.groupBy(["id1", "id2"]).agg(col("v1").sum()),
  q3: (x) => x.groupBy("id3").agg(col("v1").sum(), col("v3").mean()),
  q4: (x) => x.groupBy("id4").agg(col("v1").mean(), col("v2").mean(), col("v3").mean()),
  q5: (x) => x.groupBy("id6").agg(col("v1").sum(), col("v2").sum(), col("v3").sum()),
  q6: (x) => x.groupBy(["id4", "id5"]).agg(col("v3").median().alias("median_v3"), col("v3").std().alias("sd_v3")),
  q7: (x) => x.groupBy("id3").agg(col("v1").max().minus(col("v2").min()).alias("range_v1_v2")),
  q8: (x) =>
    x
      .filter(col("v3").isNotNull())
      .groupBy("id6")
      .agg(col("v3").sort({ descending: true }).head(2).alias("largest2_v3"))
      .explode("largest2_v3"),
  q9: (x) => x.groupBy(["id2", "id4"]).agg(pl.pearsonCorr(col("v1"), col("v2")).pow(2).alias("r2")),
  q10: (x) => x.groupBy(["id1", "id2", "id3", "id4", "id5", "id6"]).agg(col("v3").sum(), col("v1").count().alias("n")),
};

let table;

function millis(work) {
  const start = process.hrtime.bigint();
  work();
  return String(Number(process.hrtime.bigint() - start) / 1e6);
}

function answer(request) {
  const space = request.indexOf(" ");
  const word = space < 0 ? request : request.slice(0, space);
  const what = request.slice(space + 1);
  switch (word) {
    case "version":
      return "nodejs-polars " + require("nodejs-polars/package.json").version;
    case "load":
      return millis(() => {
        table = pl.readParquet(what);
      });
    case "run":
      return millis(() => questions[what](table.lazy()).collectSync());
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
