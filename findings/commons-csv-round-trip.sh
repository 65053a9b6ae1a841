#!/bin/sh
# Guess: each format of Commons CSV for a database reads what it printed: null, an empty text, the text
# `\N`, the word NULL, a tab, a line break, a backslash and a quote (MYSQL, POSTGRESQL_TEXT,
# POSTGRESQL_CSV, INFORMIX_UNLOAD, ORACLE, MONGODB_TSV, TDF).
#
# Needs Maven Central, Maven 3.8 and Java 17 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v mvn >/dev/null || exit 77
cat >pom.xml <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>f</groupId><artifactId>f</artifactId><version>1</version>
<dependencies>
<dependency><groupId>org.apache.commons</groupId><artifactId>commons-csv</artifactId><version>1.14.1</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;

public class Run {
  public static void main(String[] arguments) throws Exception {
    String[] names = {null, "", "\\N", "NULL", "Tab\tname", "Line\nbreak", "C:\\temp", "5\" pot", " Fern ", "a,b", "a|b"};
    for (var format : CSVFormat.Predefined.values()) {
      StringBuilder different = new StringBuilder();
      for (String name : names) {
        StringWriter text = new StringWriter();
        try (CSVPrinter printer = new CSVPrinter(text, format.getFormat())) {
          printer.printRecord("1", name, "x");
        }
        String got;
        try (CSVParser parser = CSVParser.parse(new StringReader(text.toString()), format.getFormat())) {
          got = show(parser.getRecords().get(0).get(1));
        } catch (Exception error) {
          got = error.getClass().getSimpleName();
        }
        if (!got.equals(show(name))) different.append("; " + show(name) + " as " + show(text.toString()) + " is " + got);
      }
      System.out.println(format + different);
    }
  }

  static String show(String text) {
    return text == null ? "null" : "'" + text.replace("\n", "<LF>").replace("\r", "<CR>").replace("\t", "<TAB>") + "'";
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
