#!/bin/sh
# Guess: hutool's CsvUtil reads the rows that it wrote: names that begin with #, have outer blanks, quotes,
# commas or line breaks, and empty texts.
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
<dependency><groupId>cn.hutool</groupId><artifactId>hutool-core</artifactId><version>5.8.40</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import cn.hutool.core.text.csv.CsvUtil;
import java.io.StringReader;
import java.io.StringWriter;

public class Run {
  public static void main(String[] arguments) {
    String[] names = {"#1", " Fern ", "5\" pot", "\"Robusta\"", "a,b", "Line\nbreak", "Line\r\nbreak", "", "\"", "a\"\"b", "'x'", "Tab\tname"};
    for (boolean first : new boolean[] {true, false})
      for (String name : names) {
        StringWriter text = new StringWriter();
        var writer = CsvUtil.getWriter(text);
        writer.writeLine(first ? new String[] {name, "5", "t"} : new String[] {"5", "t", name});
        writer.writeLine("9", "next", "x");
        writer.flush();
        var rows = CsvUtil.getReader().read(new StringReader(text.toString())).getRows();
        String got = rows.size() < 2 ? "rows: " + rows : rows.get(0).get(first ? 0 : 2);
        if (!got.equals(name)) System.out.println("'" + name + "' as '" + text + "' is '" + got + "'");
      }
    System.out.println("done");
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
