"""Uses tools of all servers with the official package for Python: of the older revisions before its version 2, of both from then on."""

import asyncio
import os
import sys

url = os.environ["GATEWAY_URL"] + "/mcp"
headers = {"Authorization": "Bearer " + os.environ["GATEWAY_KEY"]}


def text(result):
    return "".join(block.text for block in result.content)


async def use(client, revision, asked):
    tools = {tool.name for tool in (await client.list_tools()).tools}
    for name in ("everything__echo", "modern__add", "older__add", "sim__ask"):
        assert name in tools, tools
    assert text(await client.call_tool("everything__echo", {"message": "ä"})) == "Echo: ä"
    assert text(await client.call_tool("modern__add", {"a": 1, "b": 2.5})) == "3.5"
    assert text(await client.call_tool("older__add", {"a": 1, "b": 2.5})) == "3.5"
    assert asked in text(await client.call_tool("sim__ask", {}))
    told = []

    async def progress(done, total, message):
        told.append(done)

    arguments = {"duration": 0.3, "steps": 3}
    name = "everything__trigger-long-running-operation"
    result = await client.call_tool(name, arguments, progress_callback=progress)
    assert "completed" in text(result) and len(told) >= 2, told
    prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
    assert {"everything__simple-prompt", "sim__greeting"} <= prompts, prompts
    prompt = await client.get_prompt("sim__greeting", {"name": "Alan"})
    assert "Greet Alan" in prompt.messages[0].content.text
    uris = {str(resource.uri) for resource in (await client.list_resources()).resources}
    assert {"sim+sim://about", "modern+note:///1"} <= uris, uris
    read = await client.read_resource("sim+sim://notes/first")
    assert read.contents[0].text == "The first note."
    try:
        await client.call_tool("nobody__unknown", {})
    except Exception as error:
        assert "no such tool" in str(error), error
    else:
        raise SystemExit("a tool that is not there was called")
    print(f"{revision}: good")


async def older():
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(url, headers=headers) as (read, write, session_id):
        async with ClientSession(read, write) as session:
            begun = await session.initialize()
            assert session_id() is None
            await use(session, begun.protocolVersion, "2026-07-28 or later")


async def modern(mode):
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.types import ElicitResult

    async def answer(context, params):
        return ElicitResult(action="accept", content={"name": "Ada"})

    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=answer) as client:
            asked = "2026-07-28 or later" if mode == "legacy" else "Hello, Ada."
            await use(client, client.protocol_version, asked)


if sys.argv[1] == "1":
    asyncio.run(older())
else:
    for mode in ("auto", "legacy"):
        asyncio.run(modern(mode))
