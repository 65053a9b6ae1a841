#!/bin/sh
# Guess: python-dwca-reader reads the core file of a Darwin Core Archive with fieldsEnclosedBy a double
# quote exactly: a line break, a tab and a doubled quote in a quoted name.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib python-dwca-reader==0.17.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import zipfile

from dwca.read import DwCAReader

META = """<archive xmlns="http://rs.tdwg.org/dwc/text/">
<core encoding="UTF-8" fieldsTerminatedBy="," linesTerminatedBy="\\n" fieldsEnclosedBy='&quot;' ignoreHeaderLines="1"
 rowType="http://rs.tdwg.org/dwc/terms/Taxon">
<files><location>plants.csv</location></files><id index="0"/>
<field index="1" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
<field index="2" term="http://rs.tdwg.org/dwc/terms/taxonRemarks"/>
</core></archive>"""
CSV = 'id,name,tag\n1,"Line\nbreak",a\n2,"5"" pot",b\n3,"Red, Fern",c\n4, Fern ,\n'
with zipfile.ZipFile("plants.zip", "w") as archive:
    archive.writestr("meta.xml", META)
    archive.writestr("plants.csv", CSV)
with DwCAReader("plants.zip") as archive:
    for row in archive:
        print(row.id, list(row.data.values()))
PYTHON

output=$(python3 run.py)
echo "$output"
