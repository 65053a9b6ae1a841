#!/bin/sh
# Guess: gpsbabel reads a unicsv file with id, lat, lon, name and description and writes it as unicsv
# with the same names, descriptions and order, also for two plants at one place, two of the same
# name, a name with a comma or a quote, and a line break in a description.
#
# Found, gpsbabel 1.8.0: an empty description is filled with the name, and an empty name with the
# description, also from GPX to GPX. A line break in quotes ends the record, with a warning. The column "id"
# is dropped: "No" counts the rows. The exit status is 0.
#
# Output: No,Latitude,Longitude,Name,Description
#         1,50.100000,8.100000,"Fern, red","indoor"
#         2,50.200000,8.200000,"Rose","Rose"
#         3,50.300000,8.300000,"red","red"
#         4,50.400000,8.400000,"Ivy","""line 1"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download gpsbabel=1.8.0+ds-5 libqt5core5a=5.15.8+dfsg-11+deb12u3 libshp2=1.5.0-3+b1 \
  libusb-1.0-0=2:1.0.26-1 libdouble-conversion3=3.2.1-1 libicu72=72.1-3+deb12u1 \
  libpcre2-16-0=10.42-1+deb12u2 libzstd1=1.5.4+dfsg2-5 libglib2.0-0=2.74.6-2+deb12u9 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(find "$dir" -name '*.so.*' -exec dirname {} + | sort -u | paste -s -d :)
export LD_LIBRARY_PATH

cat >plants.csv <<'CSV'
id,lat,lon,name,description
11,50.1,8.1,"Fern, red",indoor
12,50.2,8.2,Rose,
13,50.3,8.3,,red
14,50.4,8.4,Ivy,"line 1
line 2"
CSV

output=$(usr/bin/gpsbabel -i unicsv -f plants.csv -o unicsv -F - 2>messages | tr -d '\r')
echo "$output"
test "$output" = 'No,Latitude,Longitude,Name,Description
1,50.100000,8.100000,"Fern, red","indoor"
2,50.200000,8.200000,"Rose","Rose"
3,50.300000,8.300000,"red","red"
4,50.400000,8.400000,"Ivy","""line 1"'
