#!/bin/sh
# Guess: jsoniter, DSL-JSON and fastjson read an id in a Map as a Long or a BigInteger, with all digits,
# and write it so.
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
<dependency><groupId>com.jsoniter</groupId><artifactId>jsoniter</artifactId><version>0.9.23</version></dependency>
<dependency><groupId>com.dslplatform</groupId><artifactId>dsl-json</artifactId><version>2.0.2</version></dependency>
<dependency><groupId>com.alibaba</groupId><artifactId>fastjson</artifactId><version>2.0.60</version></dependency>
</dependencies></project>
XML
mvn -q -B "-Dmaven.repo.local=${M2_SHARED:-$dir/m2}" dependency:copy-dependencies -DoutputDirectory=lib >/dev/null 2>&1 || exit 77
cat >Run.java <<'JAVA'
import com.alibaba.fastjson.JSON;
import com.dslplatform.json.DslJson;
import com.jsoniter.JsonIterator;
import com.jsoniter.output.JsonStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

public class Run {
  public static void main(String[] arguments) throws Exception {
    for (String id : new String[] {"5", "9007199254740993", "9223372036854775807", "9223372036854775808", "1.0"}) {
      byte[] text = ("{\"id\":" + id + "}").getBytes(StandardCharsets.UTF_8);
      Object a = JsonIterator.deserialize(text, Map.class).get("id");
      Object b = new DslJson<>().deserialize(Map.class, text, text.length).get("id");
      Object c = JSON.parseObject(text, Map.class).get("id");
      System.out.println(id + ": jsoniter " + show(a) + " " + JsonStream.serialize(a) + ", dsl-json " + show(b) + ", fastjson " + show(c) + " any " + JsonIterator.deserialize(text).toLong("id"));
    }
  }
  static String show(Object value) {
    return value.getClass().getSimpleName() + " " + value;
  }
}
JAVA
output=$(java -cp 'lib/*' Run.java 2>/dev/null)
echo "$output"
