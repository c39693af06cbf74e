"""Has openai-python hold a conversation of twenty turns over a socket with each model that it is given."""

import sys

from openai import OpenAI

client = OpenAI()
for model in sys.argv[1:]:
    previous = None
    with client.responses.connect() as connection:
        for count in range(20):
            event = {"type": "response.create", "model": model, "input": f"question {count}", "store": False}
            if previous is not None:
                event["previous_response_id"] = previous
            connection.send(event)
            text = ""
            for told in connection:
                if told.type == "error":
                    raise SystemExit(f"{model}: {told}")
                if told.type == "response.output_text.delta":
                    text += told.delta
                if told.type == "response.completed":
                    previous = told.response.id
                    break
            if f"{1 + 2 * count} message" not in text:
                raise SystemExit(f"{model}: {text}")
    print(f"{model}: 20 turns")
