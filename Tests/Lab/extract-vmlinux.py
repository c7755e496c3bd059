#!/usr/bin/python3
"""extract-vmlinux.py BZIMAGE OUT: the uncompressed ELF kernel out of a bzImage, which QEMU boots without a boot loader."""
import lzma
import subprocess
import sys
import zlib


def tool(command):
    return lambda data: subprocess.run(command, input=data, capture_output=True).stdout


# What a compressed kernel begins with, and what unpacks it and ignores what follows.
FORMATS = [
    (b"\xfd7zXZ\x00", lambda data: lzma.LZMADecompressor().decompress(data)),
    (b"\x1f\x8b\x08", lambda data: zlib.decompressobj(31).decompress(data)),
    (b"\x28\xb5\x2f\xfd", tool(["zstd", "-dcq"])),
    (b"\x02\x21\x4c\x18", tool(["lz4", "-dcq"])),
]


def kernel_in(image):
    for magic, unpack in FORMATS:
        start = image.find(magic)
        while start >= 0:
            try:
                kernel = unpack(image[start:])
                if kernel.startswith(b"\x7fELF"):
                    return kernel
            except (lzma.LZMAError, zlib.error, FileNotFoundError):
                pass
            start = image.find(magic, start + 1)
    sys.exit(f"{sys.argv[1]}: no kernel found in it")


with open(sys.argv[1], "rb") as image_file:
    unpacked = kernel_in(image_file.read())
with open(sys.argv[2], "wb") as kernel_file:
    kernel_file.write(unpacked)
