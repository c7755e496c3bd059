"""What our programs on other people's stacks have in common: a transcript as shield.py writes it, and its commands."""
import asyncio
import json
import sys
import time


def tell(event, **fields):
    print(json.dumps({"event": event, "time": round(time.monotonic(), 4), **fields}), flush=True)


async def obey(notify, reset=None):
    """Follows the commands on standard input, one a line: `notify HEX`, and `reset WORD` where that is given."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        word, value = line.decode().split()
        if word == "reset" and reset:
            await reset(value)
            tell("reset")
            continue
        if word != "notify":
            sys.exit(f"unknown command {word}")
        answer = notify(bytes.fromhex(value))
        if asyncio.iscoroutine(answer):
            await answer
        tell("notified", hex=value)
