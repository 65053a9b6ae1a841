#!/bin/sh
# Guess: hutool's CsvUtil reads the rows that it wrote: names that begin with #, have outer blanks, quotes,
# commas or line breaks, and empty texts.
#
# Found, hutool 5.8.40: a row whose first cell begins with # is written without quotes, and read as a
# comment: the plant is missing. The other names stay.
#
# Needs Maven Central, Maven and a JDK 17 or later. Seen with Maven 3.8.7 and Java 17.0.15. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in mvn javac; do command -v $tool >/dev/null || exit 77; done
cat >pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>cn.hutool</groupId><artifactId>hutool-core</artifactId><version>5.8.40</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B "-Dmaven.repo.local=$dir/repository" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DoutputDirectory=lib >/dev/null 2>&1 || exit 77

cat >Run.java <<'JAVA'
import cn.hutool.core.text.csv.CsvUtil;
import java.io.StringReader;
import java.io.StringWriter;

public class Run {
  public static void main(String[] arguments) {
    StringWriter text = new StringWriter();
    var writer = CsvUtil.getWriter(text);
    for (String name : new String[] {"#1 Fern", " Moss ", "5\" pot", "Red, Fern"}) writer.writeLine(name, "5");
    writer.flush();
    for (var row : CsvUtil.getReader().read(new StringReader(text.toString())).getRows()) System.out.println(row.getRawList());
  }
}
JAVA
javac --release 17 -cp 'lib/*' Run.java 2>/dev/null || exit 77
output=$(java -cp 'lib/*:.' Run 2>/dev/null)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
[ Moss , 5]
[5" pot, 5]
[Red, Fern, 5]
OUTPUT
)"
