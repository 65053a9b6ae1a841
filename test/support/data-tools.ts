/**
 * From a tool to the import: the command whose output the import reads as it was meant, and the one that people try first.
 * `test/import` runs those of npm's packages, and `test/interop` those of Debian's programs and PyPI's packages. Without `run`,
 * a row was measured once: its program cannot be had by any of them.
 */

export interface DataTool {
  tool: string;
  version: string;
  /** What people try first, if it does not write what was meant. */
  obvious?: { command: string; writes: string };
  /** Writes the plants to its output. */
  command: string;
  /** What it writes of {@link EXAMPLE}: an int64, quotes, a backslash and no value. */
  writes: string;
  /** The name of the file for its output, and the options of the import. */
  file: "plants.csv" | "plants.tsv" | "plants.ndjson" | "plants.json";
  options?: string;
  run?: "npm" | "Debian" | "PyPI";
}

/** `{ id: 9007199254740993, name: '5" pot \\ clay' }`, without a tag. */
export const EXAMPLE = { id: 9007199254740993n, name: '5" pot \\ clay' };

const JSON_LINE = String.raw`{"id":9007199254740993,"name":"5\" pot \\ clay","tag":null}`;
const TEXT_ID_LINE = JSON_LINE.replace("9007199254740993", '"9007199254740993"');
const ROUNDED_LINE = JSON_LINE.replace("993", "992");
const CSV_LINE = String.raw`9007199254740993,"5"" pot \ clay",`;
const COPY_LINE = String.raw`9007199254740993	5" pot \\ clay	\N`;

const node = (code: string) => `node --input-type=module -e '${code}'`;
const OPEN = 'import { DatabaseSync } from "node:sqlite"; const db = new DatabaseSync("plants.db");';
const SELECT =
  'const select = db.prepare("select id, name, tag from plants"); select.setReadBigInts(true); const plants = select.all();';

const python = (code: string) => `python3 -c '${code}'`;

/**
 * They read `plants.csv`, `plants.ndjson`, `plants.db` (SQLite), the database `plants` of a server, `plants.xlsx`, whose ids are
 * texts, or `numbers.xlsx`, whose ids are numbers. The name of a tool of PyPI is the name of its package.
 */
export const DATA_TOOLS: DataTool[] = [
  {
    tool: "Node's JSON and node:sqlite",
    version: "24.21",
    obvious: {
      command: node(
        'import { readFileSync } from "node:fs"; for (const line of readFileSync("plants.ndjson", "utf8").trim().split("\\n")) console.log(JSON.stringify(JSON.parse(line)))',
      ),
      writes: ROUNDED_LINE,
    },
    command: node(
      `${OPEN} ${SELECT} for (const plant of plants) console.log(JSON.stringify({ ...plant, id: String(plant.id) }))`,
    ),
    writes: TEXT_ID_LINE,
    file: "plants.ndjson",
    run: "npm",
  },
  {
    tool: "csv-stringify",
    version: "6.9.0",
    command: node(
      `import { stringify } from "csv-stringify/sync"; ${OPEN} ${SELECT} process.stdout.write(stringify(plants, { header: true }))`,
    ),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "npm",
  },
  {
    tool: "Papa Parse",
    version: "5.7.1",
    command: node(`import Papa from "papaparse"; ${OPEN} ${SELECT} console.log(Papa.unparse(plants))`),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "npm",
  },
  {
    tool: "sql.js",
    version: "1.16.0",
    obvious: {
      command: node(
        'import { readFileSync } from "node:fs"; import initSqlJs from "sql.js"; const { Database } = await initSqlJs(); const select = new Database(readFileSync("plants.db")).prepare("select id, name, tag from plants"); while (select.step()) console.log(JSON.stringify(select.getAsObject()))',
      ),
      writes: ROUNDED_LINE,
    },
    command: node(
      'import { readFileSync } from "node:fs"; import initSqlJs from "sql.js"; const { Database } = await initSqlJs(); const select = new Database(readFileSync("plants.db")).prepare("select cast(id as text) as id, name, tag from plants"); while (select.step()) console.log(JSON.stringify(select.getAsObject()))',
    ),
    writes: TEXT_ID_LINE,
    file: "plants.ndjson",
  },
  {
    tool: "jq (jq-wasm)",
    version: "1.8.2",
    obvious: {
      command: node(
        'import { readFileSync } from "node:fs"; import { raw } from "jq-wasm"; console.log((await raw(readFileSync("plants.ndjson", "utf8"), ".", [])).stdout)',
      ),
      writes: '  "id": 9007199254740993,',
    },
    command: node(
      'import { readFileSync } from "node:fs"; import { raw } from "jq-wasm"; console.log((await raw(readFileSync("plants.ndjson", "utf8"), ".", ["-c"])).stdout)',
    ),
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "npm",
  },
  {
    tool: "jq (use gojq)",
    version: "1.6",
    obvious: { command: "jq -c . plants.ndjson", writes: ROUNDED_LINE },
    command: "gojq -c . plants.ndjson",
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "Debian",
  },
  {
    tool: "sqlite3",
    version: "3.40.1",
    obvious: {
      command: "sqlite3 -csv -header -nullvalue NULL plants.db 'select id, name, tag from plants'",
      writes: `${CSV_LINE}NULL`,
    },
    command: "sqlite3 -csv -header plants.db 'select id, name, tag from plants'",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "Debian",
  },
  {
    tool: "sqlite3",
    version: "3.40.1",
    command: "sqlite3 -json plants.db 'select id, name, tag from plants'",
    writes: `${JSON_LINE},`,
    file: "plants.json",
    run: "Debian",
  },
  {
    tool: "psql",
    version: "15",
    obvious: { command: "psql plants -c 'copy plants to stdout'", writes: COPY_LINE },
    command: "psql plants --csv -c 'select id, name, tag from plants'",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "Debian",
  },
  {
    tool: "psql, COPY",
    version: "15",
    command: "psql plants -c 'copy plants to stdout (header)'",
    writes: COPY_LINE,
    file: "plants.tsv",
    options: "--escape backslash",
    run: "Debian",
  },
  {
    tool: "psql, row_to_json",
    version: "15",
    obvious: {
      command: "psql plants -c 'copy (select row_to_json(p) from plants p) to stdout'",
      writes: JSON_LINE.replaceAll("\\", "\\\\"),
    },
    command: "psql plants -At -c 'select row_to_json(p) from plants p'",
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "Debian",
  },
  {
    tool: "Miller",
    version: "6.6.0",
    command: "mlr --ijsonl --ocsv template -f id,name,tag plants.ndjson",
    writes: `${CSV_LINE}null`,
    file: "plants.csv",
    options: "--multiline --null null",
    run: "Debian",
  },
  {
    tool: "Miller, TSV",
    version: "6.6.0",
    command: "mlr --ijsonl --otsv template -f id,name,tag plants.ndjson",
    writes: COPY_LINE.replace("\\N", "null"),
    file: "plants.tsv",
    options: "--escape backslash --null null",
    run: "Debian",
  },
  {
    tool: "csvkit",
    version: "1.0.7",
    obvious: { command: "csvjson --stream plants.csv", writes: '{"id": 1.0, "name": "Fern"' },
    command: "csvformat -T plants.csv",
    writes: String.raw`9007199254740993	"5"" pot \ clay"`,
    file: "plants.tsv",
    options: "--multiline",
    run: "Debian",
  },
  {
    tool: "pandas",
    version: "1.5.3",
    obvious: {
      command: `/usr/bin/python3 -c 'import pandas; print(pandas.read_csv("plants.csv").to_csv(index=False))'`,
      writes: "9223372036854775807,,",
    },
    command: `/usr/bin/python3 -c 'import pandas; print(pandas.read_csv("plants.csv", dtype=str, keep_default_na=False).to_csv(index=False))'`,
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "Debian",
  },
  {
    tool: "csvkit",
    version: "2.2.0",
    obvious: { command: "csvjson --stream plants.csv", writes: '{"id": 9007199254740992.0, "name"' },
    command: "csvformat -T plants.csv",
    writes: String.raw`9007199254740993	"5"" pot \ clay"`,
    file: "plants.tsv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "pandas",
    version: "3.1.1",
    obvious: {
      command: python('import pandas; print(pandas.read_csv("plants.csv").to_csv(index=False))'),
      writes: "9223372036854775807,,",
    },
    command: python(
      'import pandas, sqlite3; print(pandas.read_sql("select id, name, tag from plants", sqlite3.connect("plants.db")).to_json(orient="records", lines=True))',
    ),
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "PyPI",
  },
  {
    tool: "polars",
    version: "2.1.0",
    command: python('import polars; print(polars.read_csv("plants.csv", infer_schema=False).write_ndjson())'),
    writes: TEXT_ID_LINE,
    file: "plants.ndjson",
    run: "PyPI",
  },
  {
    tool: "duckdb",
    version: "2.0.1",
    obvious: {
      command: python(
        'import duckdb; print(duckdb.sql("""from "plants.ndjson" """).df().to_csv(index=False))',
      ),
      writes: String.raw`9007199254740992.0,"5"" pot \ clay",`,
    },
    command: python(
      'import duckdb; duckdb.sql("""copy (from read_json("plants.ndjson", columns = {id: "bigint", name: "varchar", tag: "varchar"})) to "duckdb.ndjson" (format json)"""); print(open("duckdb.ndjson").read())',
    ),
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "PyPI",
  },
  {
    tool: "pyarrow",
    version: "26.0.1",
    command: python(
      'import pyarrow, sys; from pyarrow import csv, json; fields = pyarrow.schema({"id": "int64", "name": "string", "tag": "string"}); csv.write_csv(json.read_json("plants.ndjson", parse_options=json.ParseOptions(explicit_schema=fields)), sys.stdout.buffer)',
    ),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "petl",
    version: "1.7.30",
    obvious: {
      command: python(
        'import petl; petl.tocsv(petl.convertnumbers(petl.fromcsv("plants.csv")), "numbers.csv"); print(open("numbers.csv").read())',
      ),
      writes: "6,100000.0,100000",
    },
    command: python(
      'import petl, sqlite3; petl.tojson(petl.fromdb(sqlite3.connect("plants.db"), "select id, name, tag from plants"), "petl.ndjson", lines=True); print(open("petl.ndjson").read())',
    ),
    writes: String.raw`{"id": 9007199254740993, "name": "5\" pot \\ clay", "tag": null}`,
    file: "plants.ndjson",
    run: "PyPI",
  },
  {
    tool: "sqlite-utils",
    version: "4.2.1",
    command: "sqlite-utils rows plants.db plants --nl",
    writes: String.raw`{"id": 9007199254740993, "name": "5\" pot \\ clay", "tag": null}`,
    file: "plants.ndjson",
    run: "PyPI",
  },
  {
    tool: "frictionless",
    version: "5.21.0",
    obvious: { command: "frictionless extract plants.csv --json", writes: '"plants": [' },
    command: "frictionless extract plants.csv --csv --field-type string",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "pyexcel",
    version: "0.7.6",
    obvious: {
      command: python(
        'import pyexcel; pyexcel.save_as(file_name="plants.csv", dest_file_name="excel.csv"); print(open("excel.csv").read())',
      ),
      writes: "6,100000.0,100000",
    },
    command: python(
      'import pyexcel; pyexcel.save_as(file_name="plants.csv", dest_file_name="excel.csv", auto_detect_int=False, auto_detect_float=False, auto_detect_datetime=False); print(open("excel.csv").read())',
    ),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "openpyxl",
    version: "3.1.5",
    obvious: {
      command: python(
        'import csv, openpyxl, sys; csv.writer(sys.stdout).writerows(openpyxl.load_workbook("numbers.xlsx").active.values)',
      ),
      writes: String.raw`9007199254740992,"5"" pot \ clay",`,
    },
    command: python(
      'import csv, openpyxl, sys; csv.writer(sys.stdout).writerows(openpyxl.load_workbook("plants.xlsx").active.values)',
    ),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "python-calamine",
    version: "0.9.1",
    obvious: {
      command: python(
        'import csv, sys; from python_calamine import load_workbook; csv.writer(sys.stdout).writerows(load_workbook("numbers.xlsx").get_sheet_by_index(0).to_python())',
      ),
      writes: String.raw`9007199254740992.0,"5"" pot \ clay",`,
    },
    command: python(
      'import csv, sys; from python_calamine import load_workbook; csv.writer(sys.stdout).writerows(load_workbook("plants.xlsx").get_sheet_by_index(0).to_python())',
    ),
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "xlsx2csv",
    version: "0.8.6",
    obvious: { command: "xlsx2csv numbers.xlsx", writes: String.raw`9007199254740992,"5"" pot \ clay",` },
    command: "xlsx2csv plants.xlsx",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
    run: "PyPI",
  },
  {
    tool: "PHP",
    version: "8.2",
    command: `php -r '$found = (new SQLite3("plants.db"))->query("select id, name, tag from plants"); while ($plant = $found->fetchArray(SQLITE3_ASSOC)) echo json_encode($plant), "\\n";'`,
    writes: JSON_LINE,
    file: "plants.ndjson",
    run: "Debian",
  },
  {
    tool: "Ruby",
    version: "3.1",
    command: `ruby -rcsv -rjson -e 'CSV.foreach("plants.csv", headers: true) { |row| puts row.to_h.to_json }'`,
    writes: TEXT_ID_LINE,
    file: "plants.ndjson",
    run: "Debian",
  },
  {
    tool: "mysql (MariaDB)",
    version: "10.11.19",
    command: "mysql -B -e 'select id, name, tag from plants' plants",
    writes: COPY_LINE.replace("\\N", "NULL"),
    file: "plants.tsv",
    options: "--escape backslash --null NULL",
  },
  {
    tool: "ogr2ogr (GDAL)",
    version: "3.6.2",
    obvious: {
      command: "ogr2ogr -f GeoJSONSeq /vsistdout/ plants.db plants",
      writes: '{ "type": "Feature", "properties": { "id": 9007199254740993,',
    },
    command: "ogr2ogr -f CSV /vsistdout/ plants.db plants",
    writes: String.raw`"9007199254740993","5"" pot \ clay",`,
    file: "plants.csv",
    options: "--multiline",
  },
  {
    tool: "ClickHouse",
    version: "26.7.2",
    command: "clickhouse-client -q 'select id, name, tag from plants format TSVWithNames'",
    writes: COPY_LINE,
    file: "plants.tsv",
    options: "--escape backslash",
  },
  {
    tool: "Go's encoding/csv and encoding/json",
    version: "1.26.8",
    obvious: { command: "decoder := json.NewDecoder(os.Stdin); var plant any", writes: ROUNDED_LINE },
    command: "rows, _ := csv.NewReader(os.Stdin).ReadAll(); csv.NewWriter(os.Stdout).WriteAll(rows)",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
  },
  {
    tool: "Go's encoding/json/v2 (GOEXPERIMENT=jsonv2)",
    version: "1.26.8",
    obvious: { command: "var plant any; json.Unmarshal(line, &plant)", writes: ROUNDED_LINE },
    command:
      'var plant struct { ID int64 `json:"id"`; Name string `json:"name"`; Tag *string `json:"tag"` }; json.Unmarshal(line, &plant)',
    writes: JSON_LINE,
    file: "plants.ndjson",
  },
  {
    tool: "Rust's serde_json",
    version: "1.0.154",
    command: 'let plant: serde_json::Value = serde_json::from_str(line)?; println!("{plant}")',
    writes: JSON_LINE,
    file: "plants.ndjson",
  },
  {
    tool: "xsv",
    version: "0.13.0",
    command: "xsv select id,name,tag plants.csv",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
  },
  {
    tool: "Commons CSV",
    version: "1.14.1",
    command: "new CSVPrinter(System.out, CSVFormat.DEFAULT).printRecords(parser.getRecords())",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
  },
  {
    tool: "opencsv",
    version: "5.12.0",
    obvious: { command: "new CSVReader(reader)", writes: '"9007199254740993","5"" pot  clay",""' },
    command: "new CSVReaderBuilder(reader).withCSVParser(new RFC4180Parser()).build()",
    writes: String.raw`"9007199254740993","5"" pot \ clay",""`,
    file: "plants.csv",
    options: "--multiline",
  },
  {
    tool: "Jackson's CsvMapper",
    version: "2.20.1",
    command: "new CsvMapper().writer(schema.withHeader()).writeValueAsString(plants)",
    writes: CSV_LINE,
    file: "plants.csv",
    options: "--multiline",
  },
];
