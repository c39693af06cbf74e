// Made by scripts/make-code.ts; do not edit. Inputs: 09b100e6a40d8703
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import equal from 'ajv/dist/runtime/equal.js';
"use strict";
export const validateFile = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"gateway.schema.json","title":"GatewayFile","description":"The configuration of the gateway. Unknown fields are errors; top-level fields that begin with `x-` are free, for anchors.","type":"object","required":["version","listen"],"if":{"required":["include"]},"else":{"required":["backends","models"]},"additionalProperties":false,"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}},"properties":{"version":{"const":1,"description":"The version of this language. Required.","examples":[1]},"include":{"type":"array","maxItems":1000,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Further files with `backends`, `models`, `rate_limits`, `groups`, `keys`, `tests`, `never` and `survives`, relative to this file and read as one with it; `*` in the name of a file stands for any characters, and what it matches is taken in order. A name stands in one file only, and an included file includes none. At most 1,000 files of 16 MiB, 64 MiB in all. No default: all stands in this file.","examples":[["models/*.yaml","teams/search.yaml"]]},"extra_capabilities":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/capability_name"},"description":"Capabilities of your own, beyond the thirteen that the interface names. Deployments may list them and requests may ask for them.","default":[],"examples":[["fine_tuned"]]},"listen":{"$ref":"#/$defs/listen","description":"The public listener, which speaks HTTPS. Required.","examples":[{"address":"0.0.0.0:8443","tls":{"cert":"/etc/gateway/tls.crt","key":"/etc/gateway/tls.key"}}]},"admin":{"$ref":"#/$defs/admin","description":"A listener for operators: health, metrics, status. No default: without it there is none.","examples":[{"address":"127.0.0.1:9901","token":"${GATEWAY_ADMIN_TOKEN}"}]},"workers":{"anyOf":[{"const":"auto"},{"type":"integer","minimum":1,"maximum":256}],"description":"How many processes serve requests. `auto`: one a core, but no more than the CPU quota of the container.","default":"auto","examples":[4]},"log":{"$ref":"#/$defs/log","description":"What the gateway logs.","default":{},"examples":[{"level":"info"}]},"tracing":{"$ref":"#/$defs/tracing","description":"Traces for an OpenTelemetry collector. No default: nothing is traced.","examples":[{"otlp":"http://127.0.0.1:4318"}]},"routing":{"$ref":"#/$defs/routing","description":"How deployments are chosen, for all models.","default":{},"examples":[{"generic_tags":"called_endpoint"}]},"catalogue":{"type":"object","description":"Prices of vendors, beside those that come with the gateway.","additionalProperties":false,"properties":{"file":{"type":"string","minLength":1,"description":"A price list of your own, or a newer one, up to 16 MiB: its models go before those of the same name that come with the gateway. No default: there is none.","examples":["prices.json"]},"max_age":{"$ref":"#/$defs/duration","x-bounds":["1d","3650d"],"description":"How old prices may be, 1d to 3650d (ten years), before `gateway check` notes that a budget rests on them.","default":"90d","examples":["180d"]}},"default":{},"examples":[{"file":"prices.json"}]},"endpoints":{"type":"object","propertyNames":{"$ref":"#/$defs/endpoint"},"additionalProperties":{"$ref":"#/$defs/endpoint_settings"},"description":"What is said of endpoints, by name; one with `path` is an endpoint of your own, up to 64 of them.","default":{},"examples":[{"moderations":{"default_model":"omni-moderation-latest"}},{"ocr":{"path":"/v1/ocr","usage":{"pages":"/usage_info/pages_processed"}}}]},"stateful":{"$ref":"#/$defs/stateful","description":"What backends keep for clients: responses, conversations, files, batches.","default":{},"examples":[{"ids":"signed","endpoints":["responses","conversations"]}]},"backends":{"type":"object","minProperties":1,"propertyNames":{"$ref":"#/$defs/plain_name"},"additionalProperties":{"$ref":"#/$defs/backend"},"description":"Servers that run models, by name. Required, at least one; with `include` it may stand in another file. No default.","examples":[{"openai":{"url":"https://api.openai.com/v1","auth":{"bearer":"${OPENAI_API_KEY}"}}}]},"models":{"type":"object","minProperties":1,"propertyNames":{"$ref":"#/$defs/model_name"},"additionalProperties":{"$ref":"#/$defs/model"},"description":"Models, by the identifier that clients send. Required, at least one; with `include` it may stand in another file. No default.","examples":[{"gpt-4o-mini":{"deployments":[{"backend":"openai","endpoints":{"chat_completions":["streaming"]}}]}}]},"rate_limits":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/rate_limit"},"description":"Rules by name; the one named `default` holds for keys that name none.","default":{},"examples":[{"standard":{"requests":["20/s","600/min"],"tokens":"200000/min","concurrency":20}}]},"groups":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/group"},"description":"What several keys share, by name: one limit over all of them, and what each of them may use at most.","default":{},"examples":[{"research":{"rate_limit":{"budget":"500 USD/month"}}}]},"keys":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/key"},"description":"Credentials of clients, by name.","default":{},"examples":[{"team-a":{"hash":"sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"}}]},"identity":{"$ref":"#/$defs/identity","description":"Tokens of issuers that are taken beside secrets.","default":{},"examples":[{"issuers":{"cluster":{"issuer":"https://kubernetes.default.svc","audience":"llm-gateway","rules":[{"when":{"sub":"system:serviceaccount:prod:*"},"key":"prod"}]}}}]},"keys_file":{"type":"string","minLength":1,"description":"A file with a `keys:` map of its own, relative to this file; read as JSON when its name ends in `.json`. Only `secret` takes a reference in it; other texts are literal. No default.","examples":["keys.yaml"]},"keys_store":{"enum":["redis"],"description":"Keeps keys for all gateways that share the Redis or Valkey of `state.redis`, beside the `keys_file`: what any gateway's dashboard, its API or `gateway key` makes holds in all of them within a second. Hashes only; what was there last is kept in `state.dir`. No default.","examples":["redis"]},"state":{"$ref":"#/$defs/state","description":"Where the gateway itself writes.","default":{},"examples":[{"dir":"/var/lib/gateway"}]},"tests":{"type":"array","items":{"$ref":"#/$defs/routing_test"},"description":"Routing tests, run by `gateway check`.","default":[],"examples":[[{"name":"images go to openai","request":{"endpoint":"chat_completions","model":"gpt-4o-mini","tags":["vision"]},"expect":{"deployment":"openai"}}]]},"never":{"type":"array","items":{"$ref":"#/$defs/never"},"description":"What no request may ever reach, proved by `gateway check` for every key, endpoint, set of tags, chain of models and outage.","default":[],"examples":[[{"name":"keys of the EU stay in the EU","request":{"key":"eu-*"},"reaches":{"backend":"us-*"}}]]},"survives":{"type":"array","items":{"$ref":"#/$defs/survives"},"description":"What is to be served whichever backends are down, proved by `gateway check`.","default":[],"examples":[[{"name":"the chat model survives any outage","request":{"model":"gpt-4o-mini"},"outages":1}]]}},"$defs":{"name":{"description":"Letters, digits and `. _ - / : @ +`.","type":"string","pattern":"^[A-Za-z0-9._/:@+-]+$","maxLength":256},"model_name":{"description":"Visible ASCII characters and single spaces between them. `*` only at the end: the entry takes every id that begins so and that no other entry takes.","type":"string","pattern":"^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$","maxLength":256},"plain_name":{"description":"Letters, digits and `. _ - : @ +`, no `/`.","type":"string","pattern":"^[A-Za-z0-9._:@+-]+$","maxLength":256},"capability_name":{"description":"Lower-case letters, digits, `_` and `-`.","type":"string","pattern":"^[a-z0-9][a-z0-9_-]*$","maxLength":64},"capability":{"description":"What a deployment can do: one of the thirteen names, or one that `extra_capabilities` lists.","anyOf":[{"enum":["vision","pdf_input","audio_input","reasoning","streaming","function_calling","parallel_function_calling","tool_choice","computer_use","assistant_prefill","prompt_caching","web_search","url_context"]},{"type":"string","minLength":1}]},"endpoint":{"description":"An endpoint: one that comes with the gateway, or one that `endpoints` declares.","anyOf":[{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads"]},{"$ref":"#/$defs/endpoint_name"}]},"endpoint_settings":{"type":"object","additionalProperties":false,"properties":{"default_model":{"type":"string","minLength":1,"description":"The model of requests that name none, as some clients do for images and moderations; a deployment of it has to serve the endpoint. No default: such requests are answered with 400.","examples":["omni-moderation-latest"]},"backends":{"type":"array","minItems":1,"maxItems":16,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Where objects go that belong to no other one yet, on the endpoints of `stateful`: to the first that is well. What is kept is asked for where it is, whatever stands here. Default: what `stateful.default` says.","examples":[["openai"]]},"price":{"$ref":"#/$defs/kept_price","description":"What requests of an endpoint of `stateful` that asks for no model cost. That of `files` holds for uploads too. No default: nobody knows, and no key with a budget may call it.","examples":[{"per_request":0}]},"path":{"$ref":"#/$defs/path","description":"Declares an endpoint of your own, which is called here: a path that nothing else is at. `{id}` stands for one segment, which goes on as it came, `{model}` for one that names the model. No default: one that comes with the gateway has its own.","examples":["/v1/ocr"]},"methods":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["GET","POST","PUT","PATCH","DELETE"]},"description":"How one of your own is called. Default: POST.","examples":[["POST"]]},"family":{"enum":["openai","anthropic"],"description":"Whose form errors have on one of your own; `x-api-key` counts with `anthropic`. Default: `openai`.","examples":["anthropic"]},"body":{"enum":["json","multipart","streamed","none"],"description":"What requests of one of your own carry: a JSON object, a form, anything that goes on as it comes, or nothing. Default: `json`, and `none` where only GET and DELETE are taken.","examples":["multipart"]},"model":{"type":"object","additionalProperties":false,"minProperties":1,"description":"Where requests of one of your own name the model; nothing else of a body is read or changed, and tags come in their header. Default: in the path that has `{model}`, else in the field `model` of the body or the form.","examples":[{"in":"query"}],"properties":{"in":{"enum":["body","form","query","header","path","none"],"description":"`none`: requests have no model and go to `backends`; keys that are to call it list it by name. Default: as above.","examples":["query"]},"field":{"type":"string","minLength":1,"maxLength":64,"description":"The name of the field, part, parameter or header. Default: `model`, and `x-model` of a header.","examples":["model_id"]},"default":{"type":"string","minLength":1,"description":"The model of requests that name none; a deployment of it has to serve the endpoint. No default: such requests are answered with 400.","examples":["mistral-ocr"]}}},"answer":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["json","events","binary"]},"description":"What answers of one of your own are; the first is what a request gets that asks for none. `events`: where the body has `stream: true`. Default: `json`.","examples":[["json","events"]]},"failover":{"enum":["full","model","none"],"description":"Who may answer in place of whom on one of your own. `full`: other deployments of the model, and then its `fallbacks`. `model`: other deployments of the model. `none`: there is one attempt. Default: `model`.","examples":["full"]},"usage":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"$ref":"#/$defs/answer_places"},"description":"Where answers of one of your own say what was used, as JSON pointers: `input`, `output`, `cached_input`, `audio_input`, `image_input`, `audio_output` and `image_output` in tokens, `images`, `seconds`, `characters` and `search_units`; any other name is a unit of `per_unit`. Of a list its length counts. No default: answers use nothing but a request.","examples":[{"input":"/usage/prompt_tokens","pages":"/usage_info/pages_processed"}]},"estimate":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000},"description":"What a request to one of your own is taken to use until its answer says it, and where it does not: of what `usage` names, a number for each request. Default: `input` by the size of the body, and 0 of all else.","examples":[{"output":0,"pages":1}]},"max_body":{"$ref":"#/$defs/size","x-bounds":["1B","8GiB"],"description":"The largest body of one of your own: up to 256MiB, and up to 8GiB with `streamed`. Default: `listen.max_body`, and 512MiB with `streamed`.","examples":["50MiB"]},"events":{"type":"object","additionalProperties":false,"description":"How streams of one of your own end. Default: with `[DONE]`.","examples":[{"terminal":"[DONE]"}],"properties":{"terminal":{"type":"string","minLength":1,"maxLength":128,"description":"The `type` of the last event, or `[DONE]` where that is all that its data has. Default: `[DONE]`.","examples":["ocr.done"]}}}}},"kept_price":{"type":"object","additionalProperties":false,"required":["per_request"],"properties":{"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for each request that its backend did not refuse. Required; 0 for what costs nothing.","examples":[0.0001]},"unknown_batch":{"type":"number","minimum":0,"maximum":1000000,"description":"On `batches`: USD that a batch reserves of budgets whose file did not come through this gateway, until it is known what it used. Default: 1.","examples":[25]}}},"stateful":{"type":"object","title":"Stateful","additionalProperties":false,"properties":{"ids":{"enum":["off","signed","plain"],"description":"What becomes of the ids of objects that backends keep. `off`: nothing is known of them, and their paths are not there. `signed`: each says where its object is and whose it is, and nobody else's key can use it. `plain`: as the vendor gives them, where one backend serves one owner.","default":"off","examples":["signed"]},"endpoints":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/stateful_endpoint"},"description":"What is kept; needed with `signed` and `plain`. `responses`: to read, cancel and delete them by their ids. `files`: uploads too.","default":[],"examples":[["responses","conversations"]]},"default":{"type":"object","additionalProperties":{"type":"string","minLength":1},"propertyNames":{"$ref":"#/$defs/endpoint"},"description":"The backend for objects that belong to no other one yet, by endpoint; short for `endpoints.NAME.backends` with one.","default":{},"examples":[{"files":"openai","conversations":"openai"}]},"encrypted_content":{"enum":["pass","pin"],"description":"Reasoning that clients send back is of use to the account alone that made it. `pin`: it is signed as ids are, and the requests that hold it go there. `pass`: as it comes.","default":"pass","examples":["pin"]},"unsigned":{"enum":["refuse","allow"],"description":"What becomes of an id without a signature, with `signed`: 404, or it goes to the backend as it is. `allow` is for one owner: whoever knows an id may use it.","default":"refuse","examples":["allow"]},"shared_ids":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Ids as vendors gave them that every key may name, with `signed`: such as vector stores that you fill. A request goes to any deployment of its model, so each has to have them.","default":[],"examples":[["vs_68d1f0c3a4b5c6d7"]]},"short_owners_until":{"$ref":"#/$defs/time","description":"Until when ids as version 1.0 gave them (`~g1`) are good. They hold four bytes of a digest of the owner's name, and two names can be found that agree in them. Until then ids of containers and parts of uploads, which 1.0 did not sign, pass too. No default: none is good.","examples":["2027-03-01","2027-03-01T00:00:00Z"]},"settle_after":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How soon a backend is first asked, 100ms to 1h after it was made, what a response in the background or a batch used, if no client has been told by then. It is asked again after waits of half its age, at most half an hour, for three days.","default":"10s","examples":["1m"]}}},"stateful_endpoint":{"description":"One of the kinds of objects that backends keep.","enum":["batches","containers","conversations","files","message_batches","responses"]},"state_ids":{"type":"object","additionalProperties":false,"properties":{"secret":{"$ref":"#/$defs/secret","description":"What ids are signed with: 32 bytes in base64, as `openssl rand -base64 32` prints them. All gateways that serve the same clients need the same. Default: made once, and kept in `ids.key` in `state.dir`.","examples":["${GATEWAY_IDS_SECRET}"]},"previous":{"type":"array","maxItems":8,"items":{"$ref":"#/$defs/secret"},"description":"Secrets that ids were signed with before, which are still good.","default":[],"examples":[["${GATEWAY_IDS_SECRET_2025}"]]}}},"grant":{"description":"An endpoint, or a word for several.","anyOf":[{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads","all","stateless"]},{"$ref":"#/$defs/endpoint_name"}]},"duration":{"description":"A whole number and a unit: `250ms`, `2s`, `5m`, `1h`, `90d`. A day is 24 hours.","type":"string","pattern":"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},"catalogue_entry":{"description":"`VENDOR/ID` of a model in the price list: `openai/gpt-5`; or `true`, for the `vendor` of the backend and the model's name there.","type":["string","boolean"],"maxLength":256,"pattern":"^([^/]+/.+|.*\\$\\{.*)$"},"size":{"description":"A whole number and a unit: `512B`, `64KiB`, `32MiB`, `1GiB`.","type":"string","pattern":"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"},"address":{"description":"`host:port`; an IPv6 address stands in brackets.","type":"string","pattern":"^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"},"time":{"description":"A date, or a date and time with its zone.","type":"string","pattern":"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},"reference":{"description":"Text that holds `${NAME}` or `${file:PATH}`.","type":"string","pattern":"\\$\\{"},"claim_name":{"description":"The name of a claim; dots lead into objects.","type":"string","minLength":1,"maxLength":256,"pattern":"^[!-~]+( [!-~]+)*$"},"path":{"description":"A request path, from the root of the host.","type":"string","pattern":"^(/[^\\s?#]*|.*\\$\\{.*)$"},"endpoint_path":{"description":"A request path, from the root of the host, or one for each way of answering. `{model}` stands for the deployment's name of the model.","type":["string","object"],"pattern":"^(/[^\\s?#]*|.*\\$\\{.*)$","additionalProperties":false,"properties":{"whole":{"$ref":"#/$defs/path","description":"Where whole answers are asked for. Required.","examples":["/model/{model}/invoke"]},"stream":{"$ref":"#/$defs/path","description":"Where streams are. Required.","examples":["/model/{model}/invoke-with-response-stream"]}},"required":["whole","stream"]},"wire":{"description":"The form of messages.","type":["string","object"],"pattern":"^(standard|vertex|bedrock)$","additionalProperties":false,"properties":{"vertex":{"type":"object","description":"What is said of it beside the word. No default.","additionalProperties":false,"properties":{"anthropic_version":{"$ref":"#/$defs/anthropic_version","description":"Put into bodies that do not have it. Default: `vertex-2023-10-16`.","examples":["vertex-2023-10-16"]}},"examples":[{"anthropic_version":"vertex-2023-10-16"}]},"bedrock":{"type":"object","description":"What is said of it beside the word. No default.","additionalProperties":false,"properties":{"anthropic_version":{"$ref":"#/$defs/anthropic_version","description":"Put into bodies that do not have it. Default: `bedrock-2023-05-31`.","examples":["bedrock-2023-05-31"]},"betas":{"type":"array","description":"The names of a request's `anthropic-beta` that go into its body; others are left out. Default: all of them.","uniqueItems":true,"maxItems":64,"items":{"type":"string","minLength":1,"maxLength":256},"examples":[["context-1m-2025-08-07"],[]]}},"examples":[{"betas":["context-1m-2025-08-07"]}]}},"oneOf":[{"type":"string"},{"not":{"type":"string"},"required":["vertex"]},{"not":{"type":"string"},"required":["bedrock"]}]},"anthropic_version":{"description":"A version of the form of messages at a cloud.","type":"string","pattern":"^[A-Za-z0-9._-]{1,64}$"},"project":{"description":"The id of a Google Cloud project, or its number in quotes.","type":"string","pattern":"^([a-z0-9][a-z0-9:.-]{0,127}|.*\\$\\{.*)$"},"location":{"description":"A location of Google Cloud.","type":"string","pattern":"^([a-z][a-z0-9-]{0,63}|.*\\$\\{.*)$"},"hash":{"description":"SHA-256 of a whole key.","type":"string","pattern":"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"},"file":{"description":"A path, relative to the file that names it.","type":"string","minLength":1},"secret":{"description":"A secret; write `${NAME}` or `${file:PATH}`.","type":"string","minLength":1},"headers":{"description":"Header names and their values.","type":"object","propertyNames":{"$ref":"#/$defs/header_name"},"additionalProperties":{"type":"string"}},"query_name":{"description":"The name of a query parameter: visible ASCII characters.","type":"string","pattern":"^[!-~]+$","maxLength":256},"header_name":{"description":"The name of an HTTP header.","type":"string","pattern":"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},"header_glob":{"description":"The name of an HTTP header; a `*` at its end takes all that begin so.","type":"string","pattern":"^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$","maxLength":128},"body_path":{"type":"string","description":"A field of a request's body: names with dots between them.","pattern":"^[^.\\s*]+(\\.[^.\\s*]+)*$","maxLength":256},"listen":{"type":"object","description":"The public listener.","additionalProperties":false,"properties":{"address":{"$ref":"#/$defs/address","description":"Where to listen, `host:port`. Port 0 takes a free one. Required.","examples":["0.0.0.0:8443","[::]:8443"]},"tls":{"$ref":"#/$defs/listen_tls","description":"How clients reach it over TLS: exactly one of `cert` with `key`, `self_signed`, `terminated_by`. Required.","examples":[{"cert":"/etc/gateway/tls.crt","key":"/etc/gateway/tls.key"}]},"max_body":{"$ref":"#/$defs/size","x-bounds":["1B","256MiB"],"description":"The largest request body, up to 256MiB.","default":"32MiB","examples":["64MiB"]},"max_buffered":{"$ref":"#/$defs/size","x-bounds":["1B","1024GiB"],"description":"How much one worker holds of all request bodies together, and of answers that are not passed on yet or that a translation keeps; at least `max_body`.","default":"512MiB","examples":["1GiB"]},"headers_timeout":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a client may take to send the headers of a request, up to 1h.","default":"10s","examples":["5s"]},"body_timeout":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a client may be silent in the middle of a body, up to 1h.","default":"30s","examples":["60s"]},"min_body_rate":{"$ref":"#/$defs/size","x-bounds":["0B","256MiB"],"description":"How much of a body has to come in a second, on average, once it has taken longer than `body_timeout`; up to 256MiB, and `0B` takes any pace.","default":"1KiB","examples":["16KiB"]},"keep_alive":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a connection without a request stays open, up to 1h. Longer than the balancer in front keeps it.","default":"65s","examples":["75s"]},"max_connections":{"type":"integer","minimum":1,"maximum":1000000,"description":"Connections that one worker holds open. Beyond them the one goes first that was silent for longest and has shown no valid key.","default":10000,"examples":[2000]},"heartbeat":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"Sends a comment to the client of a stream whose backend has been silent for so long, so that balancers in between keep the connection; 100ms to 1h. Streams that are translated, or come in Amazon's frames, have an event of their dialect in its place where that knows one (`ping` of messages). Default: 30s for those, none for others.","examples":["15s"]},"drain":{"$ref":"#/$defs/duration","x-bounds":["0s","1h"],"description":"How long answers in flight may take once the gateway is asked to stop, up to 1h; what is not done then is cut, and its client told so.","default":"25s","examples":["60s"]},"drain_delay":{"$ref":"#/$defs/duration","x-bounds":["0s","10m"],"description":"How long the gateway serves on as before when it is asked to stop, with `/readyz` already at 503, so that balancers take it out first; up to 10m.","default":"0s","examples":["5s"]},"health_path":{"$ref":"#/$defs/path","description":"A path of the public listener that answers 200, and 503 while the gateway stops, without a key and over plain HTTP too where `terminated_by` is set: for balancers that can't reach the admin listener. No default: there is none.","examples":["/healthz"]}},"required":["address","tls"]},"listen_tls":{"type":"object","description":"A certificate, or who holds it; and which clients may show one.","additionalProperties":false,"properties":{"cert":{"$ref":"#/$defs/file","description":"The certificate with its chain, a PEM file; needs `key`. No default.","examples":["/etc/gateway/tls.crt"]},"key":{"$ref":"#/$defs/file","description":"The certificate's private key, a PEM file without passphrase; needs `cert`. No default.","examples":["/etc/gateway/tls.key"]},"self_signed":{"const":true,"description":"Makes a certificate and keeps it in `state.dir`; for development. No default.","examples":[true]},"terminated_by":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.","examples":[["10.0.0.0/8","fd00::/8"]]},"client_ca":{"$ref":"#/$defs/file","description":"The authorities whose certificates clients may show, a PEM file; with `cert` or `self_signed`. A reload takes a new one, for open connections too. No default: no client is asked.","examples":["/etc/gateway/clients-ca.pem"]},"client_auth":{"enum":["optional","required"],"description":"Whether a client without a good certificate may connect; needs `client_ca`. Default: `optional`.","examples":["required"]},"client_certificate_header":{"$ref":"#/$defs/header_name","description":"The header in which the balancers of `terminated_by` send the certificate that a client showed them and they verified: RFC 9440, or PEM with its signs escaped. They have to take it out of what clients send. No default.","examples":["Client-Cert"]}},"oneOf":[{"required":["cert","key"],"not":{"anyOf":[{"required":["self_signed"]},{"required":["terminated_by"]}]}},{"required":["self_signed"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}},{"required":["terminated_by"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}}]},"tls":{"type":"object","description":"A certificate, or who holds it.","additionalProperties":false,"properties":{"cert":{"$ref":"#/$defs/file","description":"The certificate with its chain, a PEM file; needs `key`. No default.","examples":["/etc/gateway/tls.crt"]},"key":{"$ref":"#/$defs/file","description":"The certificate's private key, a PEM file without passphrase; needs `cert`. No default.","examples":["/etc/gateway/tls.key"]},"self_signed":{"const":true,"description":"Makes a certificate and keeps it in `state.dir`; for development. No default.","examples":[true]},"terminated_by":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.","examples":[["10.0.0.0/8","fd00::/8"]]}},"oneOf":[{"required":["cert","key"],"not":{"anyOf":[{"required":["self_signed"]},{"required":["terminated_by"]}]}},{"required":["self_signed"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}},{"required":["terminated_by"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}}]},"admin":{"type":"object","description":"The listener for operators.","additionalProperties":false,"properties":{"address":{"$ref":"#/$defs/address","description":"Where to listen, `host:port`. Anything but loopback needs `tls`. Required.","examples":["127.0.0.1:9901"]},"tls":{"$ref":"#/$defs/tls","description":"As `listen.tls`. No default: plain HTTP, which only loopback may speak.","examples":[{"self_signed":true}]},"token":{"$ref":"#/$defs/secret","description":"Signs in and may change things; at least 16 characters. No default.","examples":["${GATEWAY_ADMIN_TOKEN}"]},"read_token":{"$ref":"#/$defs/secret","description":"May read metrics and status; at least 16 characters. No default.","examples":["${GATEWAY_READ_TOKEN}"]},"oidc":{"$ref":"#/$defs/admin_oidc","description":"Signs people in on the dashboard by OpenID Connect. No default: the `token` signs in.","examples":[{"issuer":"https://login.example.com","client_id":"gateway","client_secret":"${OIDC_CLIENT_SECRET}","url":"https://gateway.example.com:9901","roles":{"admin":{"groups":"platform"},"read":{"groups":["engineering","support-*"]}}}]}},"required":["address"]},"admin_oidc":{"type":"object","description":"Where people who use the dashboard sign in, and what they may do there.","additionalProperties":false,"properties":{"issuer":{"type":"string","minLength":1,"description":"The URL of the OpenID provider, as its tokens name it; `https://` off loopback. Required.","examples":["https://login.example.com"]},"client_id":{"type":"string","minLength":1,"description":"What the gateway is called there. Required.","examples":["gateway"]},"client_secret":{"$ref":"#/$defs/secret","description":"What proves there that it is the gateway; a new one is taken by a reload. Required.","examples":["${OIDC_CLIENT_SECRET}"]},"url":{"type":"string","minLength":1,"description":"Where browsers find this listener, without a path. `/dashboard/callback` under it is to be registered at the provider as the redirect URI, `/dashboard` as where to go after signing out. Required off loopback. Default: the listener's own address.","examples":["https://gateway.example.com:9901"]},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":256},"description":"What is asked for; `openid` has to be among them. Many providers give a refresh token, with which roles are looked at again, only for `offline_access`, and groups for a scope of their own.","default":["openid","profile","email"],"examples":[["openid","profile","email","groups","offline_access"]]},"session":{"$ref":"#/$defs/duration","x-bounds":["5m","168h"],"description":"How long a person stays signed in at most, 5m to 168h; 30 minutes without a hand on the page end it sooner.","default":"8h","examples":["12h"]},"roles":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"admin":{"$ref":"#/$defs/claims","description":"Who may change things. No default: nobody who signs in so.","examples":[{"groups":"platform"}]},"read":{"$ref":"#/$defs/claims","description":"Who sees everything and changes nothing. No default: nobody but those of `admin`.","examples":[{"groups":["engineering","support-*"]}]}},"description":"What people may do, by their claims; whoever has no role is not let in. Required.","examples":[{"admin":{"groups":"platform"}}]}},"required":["issuer","client_id","client_secret","roles"]},"claims":{"type":"object","description":"Claims that all have to hold. One holds where its value, or one of the values of its list, is one of these; `*` matches anything. A dot goes into an object. `email` counts only where `email_verified` is true.","minProperties":1,"propertyNames":{"minLength":1,"maxLength":256},"additionalProperties":{"anyOf":[{"type":"string","minLength":1},{"type":"array","minItems":1,"items":{"type":"string","minLength":1}}]}},"log":{"type":"object","description":"What the gateway logs.","additionalProperties":false,"properties":{"level":{"anyOf":[{"enum":["trace","debug","info","warn","error","fatal","silent"]},{"$ref":"#/$defs/reference"}],"description":"The least severity that is logged.","default":"info","examples":["debug","${LOG_LEVEL:-info}"]},"file":{"$ref":"#/$defs/file","description":"A file that the log is appended to; opened anew on SIGUSR1, as logrotate wants it. Default: standard output.","examples":["/var/log/gateway/gateway.log"]},"sample":{"type":"number","minimum":0,"maximum":1,"description":"The share of requests that have a line in the log. Those that were refused, failed or tried more than once always have.","default":1,"examples":[0.1]},"client_ip":{"enum":["full","masked","none"],"description":"How addresses of clients are logged: in full, without their last part (a network), or not at all.","default":"full","examples":["masked"]},"exclude":{"type":"array","items":{"$ref":"#/$defs/path"},"uniqueItems":true,"description":"Paths whose requests have no line in the log, whatever came of them: health checks, for one. Compared byte for byte with what was asked for, up to the `?`.","default":[],"examples":[["/health"]]}}},"tracing":{"type":"object","description":"Traces in OpenTelemetry's form: a span for every request and one for every attempt.","additionalProperties":false,"required":["otlp"],"properties":{"otlp":{"type":"string","minLength":1,"description":"Where a collector takes OTLP over HTTP; `/v1/traces` is added to a URL without a path. Required.","examples":["http://127.0.0.1:4318"]},"sample":{"type":"number","minimum":0,"maximum":1,"description":"The share of requests that are traced; a client that sends `traceparent` decides for itself.","default":1,"examples":[0.05]},"headers":{"$ref":"#/$defs/headers","description":"Sent to the collector, such as its key.","default":{},"examples":[{"x-api-key":"${COLLECTOR_KEY}"}]}}},"routing":{"type":"object","description":"How deployments are chosen, for all models.","additionalProperties":false,"properties":{"generic_tags":{"enum":["every_endpoint","called_endpoint"],"description":"What a tag without endpoint asks for: the capability on every endpoint that the deployment serves, or only on the one called.","default":"every_endpoint","examples":["called_endpoint"]},"max_attempts":{"type":"integer","minimum":1,"maximum":6,"description":"How many deployments of a model are tried for one request; over all models of a chain they are six.","default":3,"examples":[2]},"infer":{"enum":["prefer","require","off"],"description":"What is made of the capabilities that a request evidently uses (a stream, images, tools and so on) without asking for them: deployments that have them are tried first, or are the only ones tried, or it makes no difference.","default":"prefer","examples":["require"]},"circuit":{"type":"object","description":"When a deployment that fails is left alone, and for how long.","additionalProperties":false,"properties":{"failures":{"type":"integer","minimum":1,"maximum":1000,"description":"So many failures in a row open the circuit: the deployment is not tried.","default":5,"examples":[3]},"window":{"$ref":"#/$defs/duration","x-bounds":["1s","1h"],"description":"They count as in a row within this time; 1s to 1h.","default":"30s","examples":["1m"]},"open":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How long the circuit is open the first time, 100ms to 1h. Then one request finds out how things are.","default":"10s","examples":["5s"]},"max_open":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"If that one fails, the time doubles, up to this; 100ms to 1h.","default":"120s","examples":["5m"]}},"default":{},"examples":[{"failures":3,"open":"5s"}]}}},"rate":{"description":"A number per `s`, `min`, `h` or `day`: `600/min`.","type":"string","pattern":"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"},"rates":{"description":"One rate or several.","type":["string","array"],"pattern":"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$","minItems":1,"items":{"$ref":"#/$defs/rate"}},"budget":{"description":"US dollars per calendar day, week or month, or in all: `100 USD/month`, `20 USD/total`.","type":"string","pattern":"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},"model_limits":{"type":"object","minProperties":1,"description":"What holds for the models of one pattern.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]}}},"capacity":{"type":"object","minProperties":1,"description":"How much is sent somewhere at most, by all keys together.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["300/min",["10/s","300/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["240000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once, over all workers. No default: any number.","examples":[50]}}},"rate_limit":{"type":"object","minProperties":1,"description":"How much a key may use.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}}},"redis":{"type":"object","description":"A Redis or Valkey that all gateways share. It counts and nothing else.","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","minLength":1,"description":"`redis://` or, with TLS, `rediss://`, with user and password where the server asks for them. Required.","examples":["${REDIS_URL}","rediss://redis.internal:6380"]},"on_failure":{"enum":["local","allow","deny"],"description":"While it does not answer: each gateway applies its share, nothing is limited, or limited keys get a 503.","default":"local","examples":["deny"]},"gateways":{"type":"integer","minimum":1,"maximum":10000,"description":"How many gateways share it. Required with `on_failure: local`. No default.","examples":[2]},"prefix":{"type":"string","pattern":"^([A-Za-z0-9._/:@+-]{1,64}|.*\\$\\{.*)$","description":"Before the names of all keys in it.","default":"gateway:","examples":["staging:"]},"tls":{"type":"object","description":"TLS towards it, with `rediss://`. No field is needed for public servers.","additionalProperties":false,"properties":{"ca":{"$ref":"#/$defs/file","description":"Certificates to trust in place of the system's, a PEM file. No default.","examples":["/etc/ssl/internal-ca.pem"]},"server_name":{"type":"string","pattern":"^([A-Za-z0-9._-]+|.*\\$\\{.*)$","description":"The name to ask for and to check. Default: the host of `url`.","examples":["redis.internal"]},"cert":{"$ref":"#/$defs/file","description":"Our certificate, a PEM file; needs `key`. No default.","examples":["/etc/gateway/client.crt"]},"key":{"$ref":"#/$defs/file","description":"Our certificate's private key, a PEM file; needs `cert`. No default.","examples":["/etc/gateway/client.key"]}},"dependentRequired":{"cert":["key"],"key":["cert"]},"default":{},"examples":[{"ca":"/etc/ssl/internal-ca.pem"}]}}},"state":{"type":"object","description":"Where the gateway itself writes.","additionalProperties":false,"properties":{"dir":{"$ref":"#/$defs/file","description":"A directory. Default: `$STATE_DIRECTORY`, else `.gateway` in the working directory.","examples":["/var/lib/gateway"]},"store":{"enum":["memory","redis"],"description":"Where limits are counted: on this host, or for all gateways together.","default":"memory","examples":["redis"]},"redis":{"$ref":"#/$defs/redis","description":"The Redis or Valkey that counts, with `store: redis`, and keeps keys, with `keys_store: redis`. No default.","examples":[{"url":"${REDIS_URL}","gateways":2}]},"ids":{"$ref":"#/$defs/state_ids","description":"What the ids of objects are signed with (`stateful`).","default":{},"examples":[{"secret":"${GATEWAY_IDS_SECRET}"}]}}},"backend":{"type":"object","description":"A server that runs models: exactly one of `url` and `simulator`.","additionalProperties":false,"properties":{"url":{"type":"string","minLength":1,"description":"Base URL, `http` or `https`, with or without `/v1`. No default.","examples":["https://api.openai.com/v1","http://127.0.0.1:11434"]},"plaintext":{"type":"boolean","description":"Says that `http://` to another host is meant; silences the warning.","default":false,"examples":[true]},"paths":{"type":"object","description":"Replaces the request path of an endpoint, from the root of the host; `{ whole: PATH, stream: PATH }` where streams have a path of their own. `{model}` in a path, once, is the deployment's `model`, encoded as one segment. `gemini` and `bedrock_converse` are for `via`.","additionalProperties":{"$ref":"#/$defs/endpoint_path"},"properties":{"batches":{"$ref":"#/$defs/endpoint_path","description":"Path of batches. Default: the path of `url` and `/v1/batches`.","examples":["/openai/v1/batches"]},"chat_completions":{"$ref":"#/$defs/endpoint_path","description":"Path of chat_completions. Default: the path of `url` and `/v1/chat/completions`.","examples":["/openai/v1/chat/completions"]},"completions":{"$ref":"#/$defs/endpoint_path","description":"Path of completions. Default: the path of `url` and `/v1/completions`.","examples":["/openai/v1/completions"]},"containers":{"$ref":"#/$defs/endpoint_path","description":"Path of containers. Default: the path of `url` and `/v1/containers`.","examples":["/openai/v1/containers"]},"conversations":{"$ref":"#/$defs/endpoint_path","description":"Path of conversations. Default: the path of `url` and `/v1/conversations`.","examples":["/openai/v1/conversations"]},"count_tokens":{"$ref":"#/$defs/endpoint_path","description":"Path of count_tokens. Default: the path of `url` and `/v1/messages/count_tokens`.","examples":["/openai/v1/messages/count_tokens"]},"decisions":{"$ref":"#/$defs/endpoint_path","description":"Path of decisions. Default: the path of `url` and `/v1/decisions`.","examples":["/openai/v1/decisions"]},"embeddings":{"$ref":"#/$defs/endpoint_path","description":"Path of embeddings. Default: the path of `url` and `/v1/embeddings`.","examples":["/openai/v1/embeddings"]},"files":{"$ref":"#/$defs/endpoint_path","description":"Path of files. Default: the path of `url` and `/v1/files`.","examples":["/openai/v1/files"]},"image_edits":{"$ref":"#/$defs/endpoint_path","description":"Path of image_edits. Default: the path of `url` and `/v1/images/edits`.","examples":["/openai/v1/images/edits"]},"image_variations":{"$ref":"#/$defs/endpoint_path","description":"Path of image_variations. Default: the path of `url` and `/v1/images/variations`.","examples":["/openai/v1/images/variations"]},"images":{"$ref":"#/$defs/endpoint_path","description":"Path of images. Default: the path of `url` and `/v1/images/generations`.","examples":["/openai/v1/images/generations"]},"message_batches":{"$ref":"#/$defs/endpoint_path","description":"Path of message_batches. Default: the path of `url` and `/v1/messages/batches`.","examples":["/openai/v1/messages/batches"]},"messages":{"$ref":"#/$defs/endpoint_path","description":"Path of messages. Default: the path of `url` and `/v1/messages`.","examples":["/openai/v1/messages"]},"moderations":{"$ref":"#/$defs/endpoint_path","description":"Path of moderations. Default: the path of `url` and `/v1/moderations`.","examples":["/openai/v1/moderations"]},"rerank":{"$ref":"#/$defs/endpoint_path","description":"Path of rerank. Default: the path of `url` and `/v1/rerank`.","examples":["/openai/v1/rerank"]},"responses":{"$ref":"#/$defs/endpoint_path","description":"Path of responses. Default: the path of `url` and `/v1/responses`.","examples":["/openai/v1/responses"]},"responses_compact":{"$ref":"#/$defs/endpoint_path","description":"Path of responses_compact. Default: the path of `url` and `/v1/responses/compact`.","examples":["/openai/v1/responses/compact"]},"responses_input_tokens":{"$ref":"#/$defs/endpoint_path","description":"Path of responses_input_tokens. Default: the path of `url` and `/v1/responses/input_tokens`.","examples":["/openai/v1/responses/input_tokens"]},"speech":{"$ref":"#/$defs/endpoint_path","description":"Path of speech. Default: the path of `url` and `/v1/audio/speech`.","examples":["/openai/v1/audio/speech"]},"transcriptions":{"$ref":"#/$defs/endpoint_path","description":"Path of transcriptions. Default: the path of `url` and `/v1/audio/transcriptions`.","examples":["/openai/v1/audio/transcriptions"]},"translations":{"$ref":"#/$defs/endpoint_path","description":"Path of translations. Default: the path of `url` and `/v1/audio/translations`.","examples":["/openai/v1/audio/translations"]},"uploads":{"$ref":"#/$defs/endpoint_path","description":"Path of uploads. Default: the path of `url` and `/v1/uploads`.","examples":["/openai/v1/uploads"]},"gemini":{"$ref":"#/$defs/path","description":"Path of `via: gemini`, with {model} in it. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:generateContent`.","examples":["/proxy/v1beta/models/{model}:generateContent"]},"gemini_stream":{"$ref":"#/$defs/path","description":"The same for streams. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:streamGenerateContent`.","examples":["/proxy/v1beta/models/{model}:streamGenerateContent"]},"bedrock_converse":{"$ref":"#/$defs/path","description":"Path of `via: bedrock_converse`, with {model} in it. Default: the path of `url`, without `/v1`, and `/model/{model}/converse`.","examples":["/proxy/model/{model}/converse"]},"bedrock_converse_stream":{"$ref":"#/$defs/path","description":"The same for streams. Default: the path of `url`, without `/v1`, and `/model/{model}/converse-stream`.","examples":["/proxy/model/{model}/converse-stream"]}},"default":{},"examples":[{"chat_completions":"/v1beta/openai/chat/completions"},{"chat_completions":"/openai/deployments/{model}/chat/completions"}],"propertyNames":{"$ref":"#/$defs/endpoint_name"}},"wire":{"$ref":"#/$defs/wire","description":"How messages go there. `vertex`: as Claude on Google's Vertex AI wants them, below `project` and `location`. `bedrock`: as InvokeModel of Amazon Bedrock wants them, whose event stream becomes server-sent events; chat_completions and responses go to `/openai/v1/...` there. A word, or a map of one with more of it.","default":"standard","examples":["vertex","bedrock",{"bedrock":{"betas":["context-1m-2025-08-07"]}}]},"project":{"$ref":"#/$defs/project","description":"The Google Cloud project of `wire: vertex`. No default.","examples":["my-project"]},"location":{"$ref":"#/$defs/location","description":"The location of `wire: vertex`, such as `global`, `eu` or a region. No default.","examples":["europe-west4"]},"query":{"type":"object","description":"Query parameters of every request to this backend, such as the `api-version` of Azure's dated paths. Names and values as they are meant, in visible ASCII characters: they are encoded by the gateway. They replace a client's parameters of the same name, in upper or lower case. Not for credentials, which stand in `auth`.","propertyNames":{"$ref":"#/$defs/query_name"},"additionalProperties":{"type":"string","maxLength":2048},"default":{},"examples":[{"api-version":"2025-04-01-preview"}]},"auth":{"$ref":"#/$defs/auth","description":"Our credential at this backend, in exactly one form: it stands in the file (`bearer`, or `header` with `value`), or it is renewed while the gateway runs (`file`, `exec`, `oauth2`, `aws`, `google` or `azure`). No default: none is sent.","examples":[{"azure":{"workload_identity":true}},{"bearer":"${OPENAI_API_KEY}"},{"header":"x-api-key","value":"${file:/run/secrets/anthropic}"}]},"headers":{"$ref":"#/$defs/headers","description":"Headers that are always set; clients cannot override them.","default":{},"examples":[{"OpenAI-Organization":"org-123"}]},"default_headers":{"$ref":"#/$defs/headers","description":"Headers that are set where the client sent none of that name.","default":{},"examples":[{"anthropic-version":"2023-06-01"}]},"add_headers":{"type":"object","description":"Members of comma-separated headers that go along with what the client sent under that name, or with what `default_headers` says: each once, behind the client's own.","propertyNames":{"$ref":"#/$defs/header_name"},"additionalProperties":{"type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":256}},"default":{},"examples":[{"anthropic-beta":["oauth-2025-04-20"]}]},"flavor":{"enum":["openai","vllm","llama_cpp","deepseek","openrouter","generic"],"description":"What kind of server its chat_completions are of, for deployments that serve another endpoint through them (`via: chat_completions`): which fields it takes, and in what form. `generic`: one that is none of these. Default: `openai` at OpenAI, Azure and the simulator, `openrouter` and `deepseek` at theirs; elsewhere such deployments need it.","examples":["vllm","llama_cpp"]},"forward_app_headers":{"type":"boolean","description":"Sends `HTTP-Referer`, `X-Title` and `X-OpenRouter-Title` on to this backend.","default":false,"examples":[true]},"forward_answer_headers":{"type":"array","description":"Headers of this backend's answers that clients get although they tell of the operator's account: `openai-organization`, `openai-project`, `anthropic-organization-id`, and those that begin with `x-ratelimit-` or `anthropic-ratelimit-`; a `*` at the end takes all that begin so. What the gateway says under the same name of a key's own limits goes before.","items":{"$ref":"#/$defs/header_glob"},"maxItems":64,"default":[],"examples":[["x-should-retry","anthropic-ratelimit-unified-*"]]},"request":{"type":"object","description":"Changes requests on their way to this backend. What is changed is what limits count.","additionalProperties":false,"properties":{"remove_headers":{"type":"array","description":"Headers of clients that do not go on; a `*` at the end of a name takes all that begin so.","items":{"$ref":"#/$defs/header_glob"},"maxItems":64,"default":[],"examples":[["anthropic-beta","x-stainless-*"]]},"remove":{"type":"array","description":"Fields that are taken out of the body. Dots lead into objects.","items":{"$ref":"#/$defs/body_path"},"maxItems":64,"default":[],"examples":[["context_management","reasoning.summary"]]},"set":{"type":"object","description":"Fields of the body that always have these values, any JSON up to 4 KiB without secrets. Dots lead into objects, which are made where they are absent.","propertyNames":{"$ref":"#/$defs/body_path"},"maxProperties":64,"additionalProperties":{"description":"Any JSON."},"default":{},"examples":[{"store":false,"provider.data_collection":"deny"}]},"default":{"type":"object","description":"The same where a request leaves them out, or null.","propertyNames":{"$ref":"#/$defs/body_path"},"maxProperties":64,"additionalProperties":{"description":"Any JSON."},"default":{},"examples":[{"temperature":0.2}]}},"default":{},"examples":[{"remove_headers":["anthropic-beta"],"remove":["context_management"]}]},"timeouts":{"type":"object","description":"How long to wait for this backend.","additionalProperties":false,"properties":{"connect":{"$ref":"#/$defs/duration","x-bounds":["1ms","10m"],"description":"Until the connection stands, TLS included; up to 10m.","default":"5s","examples":["2s"]},"first_byte":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Until the head of a streamed answer; up to 24h. A whole answer's head comes when it is done, so for that `answer` and `total` count.","default":"120s","examples":["30s"]},"answer":{"$ref":"#/$defs/duration","x-bounds":["1s","24h"],"description":"For all of a whole (not streamed) answer, from the start of the attempt; 1s to 24h. What runs out is tried elsewhere once. No default: only `total` counts.","examples":["2m"]},"idle":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Between two bytes of an answer; up to 24h. Also how long a client may take nothing of it.","default":"300s","examples":["60s"]},"progress":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Between two events of a stream that are not comments; up to 24h.","default":"300s","examples":["60s"]},"total":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"For the whole request, from its start; up to 24h.","default":"600s","examples":["30m"]}},"default":{},"examples":[{"connect":"2s","first_byte":"30s","total":"10m"}]},"proxy":{"type":"string","description":"The way to this backend: through a proxy (`http://host:port` or `https://host:port`, with `user:secret@` before the host where it asks for that; CONNECT), `environment` for what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say, or `none`. No default: direct, and `serve` says so where a proxy is in the environment.","examples":["http://proxy.internal:3128","environment"]},"max_connection_age":{"type":"string","x-bounds":["1s","24h"],"description":"How old a connection may be that still takes a request, 1s to 24h, or `none`: so that a name that has moved and a pod that is new are noticed while traffic flows. Each connection's own age is up to a fifth less, so that they do not all end at once.","default":"10m","examples":["1m"]},"vendor":{"type":"string","minLength":1,"maxLength":128,"description":"Whose prices its deployments have that say `catalogue: true`: a vendor of the price list. No default.","examples":["amazon-bedrock"]},"usage_in_streams":{"enum":["ask","given","none"],"description":"How the backend's streams of chat completions and completions tell what they used. `ask`: `stream_options.include_usage` is put in where usage is kept (`state.dir`, or a price in the file) or a limit counts tokens or money, and what it brings is kept from a client that did not ask; a backend that refuses it is sent the request again without. `given`: they tell it unasked. `none`: they can't, and estimates count. In the last two nothing is added, and a client's own field passes as it came.","default":"ask","examples":["given"]},"formerly":{"type":"array","maxItems":16,"uniqueItems":true,"items":{"$ref":"#/$defs/plain_name"},"description":"Names that the backend had before: ids that were signed under them are still good.","default":[],"examples":[["openai-old"]]},"lists":{"type":"string","minLength":1,"maxLength":256,"description":"The `objects_owner` that has this backend's account to himself: his keys may list what is kept there. No default: lists show everybody's objects, and are not there.","examples":["research"]},"max_requests_per_connection":{"type":"integer","minimum":1,"maximum":1000000,"description":"Closes a connection after so many requests; 1 for a backend that nobody trusts to answer in step (one that was found out of step gets it for an hour). No default: a connection is used as long as it is good.","examples":[1000]},"rate_limit":{"$ref":"#/$defs/capacity","description":"What all of its deployments are sent together at most, as the vendor's quota has it. Beyond it they are passed over. No default: any amount.","examples":[{"requests":"600/min","tokens":"1000000/min"}]},"max_connections":{"type":"integer","minimum":1,"maximum":1000000,"description":"Requests that one worker has in flight there. When all are taken a request waits, at most `timeouts.connect`, and then goes elsewhere.","default":4096,"examples":[200]},"health":{"type":"object","description":"Asks the backend itself whether it is well, beside what its answers say. While it is not, its deployments are not tried. No default: nothing is asked.","additionalProperties":false,"properties":{"path":{"$ref":"#/$defs/path","description":"Requested with GET and this backend's credential; any 2xx within `timeouts.connect` is well. Twice in a row anything else is not. Required.","examples":["/health"]},"interval":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How often each worker asks, 100ms to 1h.","default":"10s","examples":["5s"]}},"required":["path"],"examples":[{"path":"/health","interval":"5s"}]},"tls":{"type":"object","description":"TLS towards this backend. No field is needed for public servers.","additionalProperties":false,"properties":{"ca":{"$ref":"#/$defs/file","description":"Certificates to trust in place of the system's, a PEM file. No default.","examples":["/etc/ssl/internal-ca.pem"]},"server_name":{"type":"string","pattern":"^([A-Za-z0-9._-]+|.*\\$\\{.*)$","description":"The name to ask for and to check. Default: the host of `url`.","examples":["models.internal"]},"cert":{"$ref":"#/$defs/file","description":"Our certificate, a PEM file; needs `key`. No default.","examples":["/etc/gateway/client.crt"]},"key":{"$ref":"#/$defs/file","description":"Our certificate's private key, a PEM file; needs `cert`. No default.","examples":["/etc/gateway/client.key"]}},"dependentRequired":{"cert":["key"],"key":["cert"]},"default":{},"examples":[{"ca":"/etc/ssl/internal-ca.pem"}]},"simulator":{"type":"object","description":"The built-in backend in place of a `url`: needs no network and no key. No default.","additionalProperties":false,"properties":{"latency":{"$ref":"#/$defs/duration","x-bounds":["0ms","10m"],"description":"How long it takes until an answer begins, up to 10m.","default":"0ms","examples":["20ms"]},"tokens_per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"How fast it writes; 0 for as fast as it can.","default":0,"examples":[200]},"text":{"type":"string","description":"What it answers. Default: a text that depends on the prompt.","examples":["Hello from the simulator."]}},"examples":[{"latency":"20ms","tokens_per_second":200}]}},"oneOf":[{"required":["url"]},{"required":["simulator"]}]},"auth":{"type":"object","description":"Our credential at a backend, in exactly one form.","additionalProperties":false,"properties":{"bearer":{"$ref":"#/$defs/secret","description":"Sent as `Authorization: Bearer ...`. No default.","examples":["${OPENAI_API_KEY}"]},"header":{"$ref":"#/$defs/header_name","description":"The header that carries `value`, or the token of `file`, `exec`, `oauth2`, `google` or `azure`. Default: `authorization` for a token.","examples":["x-api-key"]},"value":{"$ref":"#/$defs/secret","description":"The value of `header`. No default.","examples":["${file:/run/secrets/anthropic}"]},"prefix":{"$ref":"#/$defs/token_prefix","description":"What stands before the token of `file`, `exec`, `oauth2`, `google` or `azure` in its header; `\"\"` for nothing. Default: `Bearer` and a space.","examples":[""]},"file":{"$ref":"#/$defs/file","description":"A file of up to 64 KiB with a token that somebody else keeps fresh: one line of text, or JSON with `token` or `access_token` and, where it is known, `expires_in`, `expires_at` or `expiry`. It is read anew whenever it changes, without a reload. No default.","examples":["/var/run/secrets/tokens/llm"]},"exec":{"$ref":"#/$defs/auth_exec","description":"A program that prints a token, or JSON as in `file`. No default.","examples":[{"command":["/usr/local/bin/mint-token","--audience","llm"],"every":"45m"}]},"oauth2":{"$ref":"#/$defs/auth_oauth2","description":"Tokens of a token endpoint (OAuth 2). No default.","examples":[{"token_url":"https://login.example.com/oauth2/token","client_id":"gateway","client_secret":"${OAUTH_SECRET}","scope":"llm.invoke"}]},"aws":{"$ref":"#/$defs/auth_aws","description":"Amazon's credentials; each request is signed, or carries a key that is made of them. No default.","examples":[{},{"role":{"arn":"arn:aws:iam::111122223333:role/gateway"}}]},"google":{"$ref":"#/$defs/auth_google","description":"Google's access tokens: of a service account, a federated identity, a user or the machine. No default.","examples":[{},{"credentials":"/etc/gateway/vertex.json"}]},"azure":{"$ref":"#/$defs/auth_azure","description":"Tokens of Microsoft Entra. No default.","examples":[{"workload_identity":true}]}},"oneOf":[{"required":["bearer"],"not":{"anyOf":[{"required":["header"]},{"required":["value"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["header","value"],"not":{"anyOf":[{"required":["bearer"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["file"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["exec"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["oauth2"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["aws"],"not":{"anyOf":[{"required":["bearer"]},{"required":["header"]},{"required":["value"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["google"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["azure"]}]}},{"required":["azure"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]}]}}]},"auth_exec":{"type":"object","description":"A program that prints a token. No shell is between.","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"maxItems":64,"items":{"type":"string"},"description":"The program, as an absolute path, and its arguments, at most 64 in all. Required.","examples":[["/usr/local/bin/mint-token","--audience","llm"]]},"every":{"$ref":"#/$defs/duration","x-bounds":["30s","24h"],"description":"How often it is run where its output does not say how long the token lives, 30s to 24h. Default: 30m.","examples":["45m"]},"timeout":{"$ref":"#/$defs/duration","x-bounds":["1s","60s"],"description":"How long it may take, 1s to 60s; then it is ended.","default":"10s","examples":["30s"]},"env":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/variable_name"},"description":"Names of environment variables that it gets besides PATH, HOME and LANG.","default":[],"examples":[["VAULT_ADDR"]]}}},"auth_oauth2":{"type":"object","description":"How tokens are asked for at a token endpoint.","additionalProperties":false,"required":["token_url"],"properties":{"token_url":{"$ref":"#/$defs/open_text","description":"The token endpoint: https://, or http:// on loopback, without a user; a query may be there. Redirects are not followed. Required.","examples":["https://login.example.com/oauth2/token"]},"grant":{"enum":["client_credentials","jwt_bearer","token_exchange"],"description":"How it is asked. With `jwt_bearer` the JWT in the file of `assertion` is the grant itself, with `token_exchange` it is the subject token.","default":"client_credentials","examples":["token_exchange"]},"client_id":{"$ref":"#/$defs/open_text","description":"Who asks. No default: nobody is named.","examples":["gateway"]},"client_secret":{"$ref":"#/$defs/secret","description":"The client's secret, at most 4 KiB; needs `client_id`. No default.","examples":["${OAUTH_SECRET}"]},"send_secret":{"enum":["basic","body"],"description":"How `client_id` and `client_secret` are sent: as HTTP Basic authentication (RFC 6749, 2.3.1), or as fields of the body.","default":"basic","examples":["body"]},"private_key":{"$ref":"#/$defs/secret","description":"A private key in PEM form, as `${file:PATH}`, that signs a JWT in place of a secret (`private_key_jwt`, RFC 7523); needs `client_id`. No default.","examples":["${file:/run/secrets/client-key.pem}"]},"key_id":{"$ref":"#/$defs/open_text","description":"The `kid` of that JWT. No default: it has none.","examples":["2026-01"]},"alg":{"enum":["RS256","ES256","PS256"],"description":"How that JWT is signed: RS256 and PS256 take an RSA key, ES256 one on the curve P-256.","default":"RS256","examples":["ES256"]},"assertion_audience":{"$ref":"#/$defs/open_text","description":"The `aud` of that JWT. Default: `token_url`.","examples":["https://login.example.com"]},"assertion":{"type":"object","description":"A federated JWT that somebody else keeps fresh: what `jwt_bearer` and `token_exchange` exchange, and with `client_credentials` what the client proves itself with in place of a secret. No default.","additionalProperties":false,"required":["file"],"properties":{"file":{"$ref":"#/$defs/file","description":"A file of up to 64 KiB with the JWT, read anew at each renewal. Required.","examples":["/var/run/secrets/tokens/llm"]}},"examples":[{"file":"/var/run/secrets/tokens/llm"}]},"subject_token_type":{"$ref":"#/$defs/open_text","description":"What kind of token the assertion of a `token_exchange` is. Default: `urn:ietf:params:oauth:token-type:jwt`.","examples":["urn:ietf:params:oauth:token-type:id_token"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for, with spaces between. No default.","examples":["llm.invoke"]},"audience":{"$ref":"#/$defs/open_text","description":"Whom the token is for. No default.","examples":["https://llm.example.com"]},"resource":{"$ref":"#/$defs/open_text","description":"What it is to be used at (RFC 8707). No default.","examples":["https://llm.example.com"]},"parameters":{"type":"object","propertyNames":{"$ref":"#/$defs/parameter_name"},"additionalProperties":{"type":"string","maxLength":4096},"description":"Further fields of the request.","default":{},"examples":[{"identity_provider_id":"idp_1"}]},"body":{"enum":["form","json"],"description":"How the fields are written: as a form, as the standard has it, or as JSON.","default":"form","examples":["json"]},"headers":{"$ref":"#/$defs/headers","description":"Headers of the request for a token; never `authorization`.","default":{},"examples":[{"anthropic-beta":"oauth-2025-04-20"}]},"lifetime":{"$ref":"#/$defs/duration","x-bounds":["10s","24h"],"description":"How long a token lives where the answer does not say so, 10s to 24h.","default":"5m","examples":["1h"]}}},"auth_aws":{"type":"object","description":"Amazon's credentials. Where no field says where they come from, Amazon's own provider looks in its usual places: environment, profile (SSO too), web identity, container, instance metadata.","additionalProperties":false,"dependentRequired":{"access_key":["secret_key"],"secret_key":["access_key"],"session_token":["access_key","secret_key"]},"properties":{"region":{"$ref":"#/$defs/open_text","description":"The region that requests are signed for. Default: the one in the host of `url`, else the variable AWS_REGION, else AWS_DEFAULT_REGION.","examples":["eu-central-1"]},"service":{"$ref":"#/$defs/open_text","description":"The service that requests are signed for. Default: `bedrock-mantle` where the host of `url` begins with it, else `bedrock`.","examples":["bedrock-mantle"]},"as":{"enum":["signature","api_key"],"description":"How requests carry them: `signature` signs each request; `api_key` makes a short-term API key of Bedrock's of them, which the IAM action `bedrock:CallWithBearerToken` must allow.","default":"signature","examples":["api_key"]},"access_key":{"$ref":"#/$defs/secret","description":"The id of a static access key, at most 4 KiB; needs `secret_key`. No default.","examples":["${BEDROCK_ACCESS_KEY}"]},"secret_key":{"$ref":"#/$defs/secret","description":"Its secret, at most 4 KiB; needs `access_key`. No default.","examples":["${BEDROCK_SECRET_KEY}"]},"session_token":{"$ref":"#/$defs/secret","description":"The token of a temporary session, at most 4 KiB; needs `access_key` and `secret_key`. Nothing renews it. No default.","examples":["${BEDROCK_SESSION_TOKEN}"]},"profile":{"$ref":"#/$defs/open_text","description":"A profile of the shared files, with SSO, a role or a program where it names one. Default: the variable AWS_PROFILE, else `default`.","examples":["llm"]},"config_file":{"$ref":"#/$defs/file","description":"The shared configuration file. Default: the variable AWS_CONFIG_FILE, else `~/.aws/config`.","examples":["/etc/gateway/aws-config"]},"credentials_file":{"$ref":"#/$defs/file","description":"The shared credentials file. Default: the variable AWS_SHARED_CREDENTIALS_FILE, else `~/.aws/credentials`.","examples":["/etc/gateway/aws-credentials"]},"role":{"type":"object","description":"A role that is assumed with what the rest resolves to. No default: none is.","additionalProperties":false,"required":["arn"],"properties":{"arn":{"$ref":"#/$defs/open_text","description":"The role. Required.","examples":["arn:aws:iam::111122223333:role/gateway"]},"external_id":{"type":"string","minLength":2,"maxLength":1224,"description":"What the role's owner asks for besides. No default.","examples":["team-a"]},"session_name":{"$ref":"#/$defs/open_text","description":"The name of the session, as Amazon's logs show it: 2 to 64 letters, digits and `_ + = , . @ -`.","default":"gateway","examples":["gateway-eu"]},"duration":{"$ref":"#/$defs/duration","x-bounds":["15m","12h"],"description":"How long a session lasts, 15m to 12h; the role may allow less.","default":"1h","examples":["4h"]}},"examples":[{"arn":"arn:aws:iam::111122223333:role/gateway"}]},"from":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["env","profile","web_identity","container","imds"]},"description":"The only places that Amazon's provider looks in, in this order. Default: all of them in its own order.","examples":[["web_identity"]]}}},"auth_google":{"type":"object","description":"Where Google's access tokens come from.","additionalProperties":false,"properties":{"credentials":{"$ref":"#/$defs/key_file","description":"The path of a key file (`service_account`, `external_account` or `authorized_user`), which is watched, or what it holds as `${file:PATH}` or `${NAME}`. Default: the file that the variable GOOGLE_APPLICATION_CREDENTIALS names, else the metadata server of the machine.","examples":["/etc/gateway/vertex.json"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for, with spaces between.","default":"https://www.googleapis.com/auth/cloud-platform","examples":["https://www.googleapis.com/auth/generative-language"]},"impersonate":{"$ref":"#/$defs/open_text","description":"The e-mail of a service account whose tokens are made with those. No default: none is impersonated.","examples":["llm@my-project.iam.gserviceaccount.com"]},"quota_project":{"$ref":"#/$defs/open_text","description":"The project whose quota counts, sent as `x-goog-user-project`. No default.","examples":["my-project"]}}},"auth_azure":{"type":"object","description":"Where tokens of Microsoft Entra come from: exactly one of `client_secret`, `workload_identity` and `managed_identity`.","additionalProperties":false,"properties":{"client_secret":{"$ref":"#/$defs/secret","description":"The secret of an application, at most 4 KiB. No default.","examples":["${AZURE_CLIENT_SECRET}"]},"workload_identity":{"const":true,"description":"The file that the variable AZURE_FEDERATED_TOKEN_FILE names proves who we are; it is read anew at each renewal. No default.","examples":[true]},"managed_identity":{"type":["boolean","object"],"additionalProperties":false,"properties":{"client_id":{"$ref":"#/$defs/open_text","description":"The client id of an identity that was assigned by a user. No default: the machine's own.","examples":["11111111-2222-3333-4444-555555555555"]}},"description":"`true` for the identity of the machine, App Service or container, or the client id of one that was assigned to it. No default.","examples":[true,{"client_id":"11111111-2222-3333-4444-555555555555"}]},"tenant":{"$ref":"#/$defs/open_text","description":"The tenant's id or domain. Default: the variable AZURE_TENANT_ID.","examples":["contoso.onmicrosoft.com"]},"client_id":{"$ref":"#/$defs/open_text","description":"The application's id. Default: the variable AZURE_CLIENT_ID.","examples":["11111111-2222-3333-4444-555555555555"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for.","default":"https://cognitiveservices.azure.com/.default","examples":["https://ai.azure.com/.default"]},"authority":{"$ref":"#/$defs/open_text","description":"Where Entra is: https://, or http:// on loopback. Default: the variable AZURE_AUTHORITY_HOST, else `https://login.microsoftonline.com`.","examples":["https://login.microsoftonline.us"]}},"oneOf":[{"required":["client_secret"]},{"required":["workload_identity"]},{"required":["managed_identity"]}]},"open_text":{"description":"A text that is no secret.","type":"string","minLength":1,"maxLength":4096},"key_file":{"description":"The path of a key file, relative to the file that names it, or what it holds.","type":"string","minLength":1},"token_prefix":{"description":"What stands before a token in its header.","type":"string","maxLength":64},"variable_name":{"description":"The name of an environment variable.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"parameter_name":{"description":"The name of a field of a request for a token.","type":"string","pattern":"^[A-Za-z0-9._-]{1,128}$"},"model":{"type":"object","description":"A model that clients can name.","additionalProperties":false,"properties":{"owned_by":{"type":"string","minLength":1,"description":"Shown in the list of models.","default":"gateway","examples":["openai"]},"display_name":{"type":"string","minLength":1,"maxLength":200,"description":"What people are to read in the list of models, as the picker of Claude Code shows it. No default: the id.","examples":["Qwen3 Coder, in house"]},"description":{"type":"string","minLength":1,"maxLength":2000,"description":"Shown in the list of models. No default: nothing is.","examples":["For code; keeps nothing"]},"created":{"type":["string","integer"],"pattern":"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$","minimum":0,"maximum":253402300799,"description":"Shown in the list of models: a date, or Unix seconds.","default":0,"examples":["2024-07-18",1721260800]},"balance":{"enum":["least_busy","weighted","lowest_latency","lowest_cost","sticky"],"description":"Which deployment of equal priority is tried first. `least_busy`: the fewest requests under way for its weight. `weighted`: at random by weight. `lowest_latency`: the faster of two drawn at random, by time to the first byte. `lowest_cost`: by `price`. `sticky`: the same one for the same session (`session_from`), else key, so that prompt caches are met again.","default":"least_busy","examples":["sticky"]},"codex":{"type":"object","additionalProperties":false,"required":["base_instructions_file"],"description":"What Codex is told of the model where it asks for its own list of models (`GET /v1/models?client_version=`), and by `gateway codex catalogue`. No default: Codex is told nothing of it.","examples":[{"base_instructions_file":"codex-instructions.md","efforts":["low","medium","high"]}],"properties":{"base_instructions_file":{"$ref":"#/$defs/file","description":"The text that Codex begins its requests with, up to 1 MiB of UTF-8: an entry of the list takes the place of the one that Codex brings along, with its instructions. Required.","examples":["codex-instructions.md"]},"context_window":{"type":"integer","minimum":1,"maximum":100000000,"description":"Tokens of request and answer together. Default: as the price list has it for the first deployment with `catalogue`, else unknown.","examples":[272000]},"efforts":{"type":"array","uniqueItems":true,"maxItems":6,"items":{"enum":["none","minimal","low","medium","high","xhigh"]},"description":"Words of effort that Codex offers. Default: those of `accepts` of the first deployment that has them, else none.","examples":[["low","medium","high"]]},"parallel_tools":{"type":"boolean","description":"Whether the model calls several tools at once. Default: `false`.","examples":[true]},"images":{"type":"boolean","description":"Whether the model takes images. Default: `true`.","examples":[false]}}},"session_from":{"type":"array","uniqueItems":true,"maxItems":16,"items":{"$ref":"#/$defs/header_name"},"description":"Where a request says which session it is of: names of headers, and `prompt_cache_key` of the body; the first that says something counts. A header other than `x-session-id` has to have 8 characters at least. `balance: sticky` and the log go by it.","default":["x-session-id","x-claude-code-session-id","session-id","thread-id","prompt_cache_key"],"examples":[["x-conversation","prompt_cache_key"]]},"fallbacks":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Models to try after the deployments of this one.","default":[],"examples":[["claude-haiku"]]},"deployments":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/deployment"},"description":"Where it runs. Required, at least one.","examples":[[{"backend":"openai","endpoints":{"chat_completions":["streaming"]}}]]}},"required":["deployments"]},"price":{"type":"object","description":"What it costs, in US dollars. Exactly one unit settles a request: the tokens that its answer reports, else another unit, else estimated tokens; `per_request` and `per_tool_call` come on top.","additionalProperties":false,"minProperties":1,"properties":{"input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million tokens of the request. Default: as `catalogue` has it; `output` needs it beside it.","examples":[0.15]},"cached_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that a cache held. Default: as `catalogue` has it, else as `input`.","examples":[0.075]},"cache_write":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that were written to a cache. Default: as `catalogue` has it, else as `input`.","examples":[0.19]},"cache_write_1h":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that were written to a cache for an hour. Default: as `catalogue` has it, else as `cache_write`.","examples":[0.3]},"audio_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are sound. Default: as `catalogue` has it, else as `input`.","examples":[10]},"image_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are images. Default: as `catalogue` has it, else as `input`.","examples":[10]},"output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million tokens of the answer. Default: as `catalogue` has it; `input` needs it beside it where answers have tokens.","examples":[0.6]},"audio_output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are sound. Default: as `catalogue` has it, else as `output`.","examples":[20]},"image_output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are images. Default: as `catalogue` has it, else as `output`.","examples":[40]},"per_image":{"description":"USD for one image: a number, or a map by `QUALITY/SIZE` with a `default`. No default: they have no price.","examples":[0.04,{"default":0.17,"low/1024x1024":0.01}],"anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"type":"object","required":["default"],"propertyNames":{"pattern":"^(?:default|[^/]+/[^/]+)$"},"properties":{"default":{"type":"number","minimum":0,"maximum":1000000}},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000}}]},"per_minute":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a minute of audio or video, to the second. No default: they have no price.","examples":[0.006]},"per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a second of audio or video, in place of `per_minute`. No default: they have no price.","examples":[0.1]},"per_million_characters":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a million characters that are spoken. No default: they have no price.","examples":[15]},"per_search_unit":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for one search unit, as rerankers count. No default: they have no price.","examples":[0.002]},"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for each request, on top of what settles it. No default: requests as such cost nothing.","examples":[0.005]},"per_unit":{"type":"object","minProperties":1,"description":"USD for one of each unit that answers of an endpoint name. No default: none has a price.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"pages":0.001}]},"per_tool_call":{"type":"object","minProperties":1,"description":"USD for one call of each tool that the vendor runs, on top of what settles the request. No default: none has a price.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"web_search":0.01}]},"tiers":{"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/price_tier"},"description":"Other prices for longer requests. Default: as `catalogue` has it, else none.","examples":[[{"above_input":200000,"input":5,"output":22.5}]]},"tiers_by_service":{"type":"object","minProperties":1,"description":"What the unit that settles is multiplied by, by the tier of service that the answer names. No default: 1.","propertyNames":{"pattern":"^[a-z][a-z0-9_-]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":100},"examples":[{"flex":0.5,"priority":1.75,"batch":0.5}]}},"examples":[{"input":0.15,"cached_input":0.075,"output":0.6}]},"price_tier":{"type":"object","additionalProperties":false,"required":["above_input"],"minProperties":2,"description":"What differs where a request is longer; what is left out is as below it.","properties":{"above_input":{"type":"integer","minimum":1,"maximum":1000000000,"description":"Holds for all of a request whose input has more tokens than this, cached and written ones included. Required.","examples":[200000]},"input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `input` below it, for such requests. Default: as below it.","examples":[0.15]},"cached_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cached_input` below it, for such requests. Default: as below it.","examples":[0.075]},"cache_write":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cache_write` below it, for such requests. Default: as below it.","examples":[0.19]},"cache_write_1h":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cache_write_1h` below it, for such requests. Default: as below it.","examples":[0.3]},"audio_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `audio_input` below it, for such requests. Default: as below it.","examples":[10]},"image_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `image_input` below it, for such requests. Default: as below it.","examples":[10]},"output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `output` below it, for such requests. Default: as below it.","examples":[0.6]},"audio_output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `audio_output` below it, for such requests. Default: as below it.","examples":[20]},"image_output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `image_output` below it, for such requests. Default: as below it.","examples":[40]},"per_image":{"description":"As `per_image` below it, for such requests. Default: as below it.","examples":[0.04,{"default":0.17,"low/1024x1024":0.01}],"anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"type":"object","required":["default"],"propertyNames":{"pattern":"^(?:default|[^/]+/[^/]+)$"},"properties":{"default":{"type":"number","minimum":0,"maximum":1000000}},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000}}]},"per_minute":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_minute` below it, for such requests. Default: as below it.","examples":[0.006]},"per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_second` below it, for such requests. Default: as below it.","examples":[0.1]},"per_million_characters":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_million_characters` below it, for such requests. Default: as below it.","examples":[15]},"per_search_unit":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_search_unit` below it, for such requests. Default: as below it.","examples":[0.002]},"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_request` below it, for such requests. Default: as below it.","examples":[0.005]},"per_unit":{"type":"object","minProperties":1,"description":"As `per_unit` below it, for such requests. Default: as below it.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"pages":0.001}]},"per_tool_call":{"type":"object","minProperties":1,"description":"As `per_tool_call` below it, for such requests. Default: as below it.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"web_search":0.01}]}},"examples":[{"above_input":200000,"input":5,"output":22.5}]},"served_endpoint":{"description":"The capabilities that are guaranteed on an endpoint which the backend itself has; or `via`, where requests are translated.","type":["array","object"],"items":{"$ref":"#/$defs/capability"},"additionalProperties":false,"properties":{"via":{"enum":["chat_completions","messages","responses","gemini","bedrock_converse"],"description":"The dialect that requests are translated to, and answers from: what the backend is asked in. Another endpoint than this one, or `gemini` (generateContent) or `bedrock_converse`. Required.","examples":["chat_completions","gemini"]},"capabilities":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What is guaranteed there, which may be no more than what the translation can keep. Default: what is guaranteed on the endpoint that `via` names, or `capabilities` of the deployment where it is not listed, less what does not survive the translation.","examples":[["streaming","function_calling"]]}},"required":["via"]},"dropped_path":{"description":"A field of a request as its client writes it: names with dots between them, `[]` behind a list; or `tools.TYPE`.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*)*$","maxLength":256},"accepts":{"type":"object","description":"What a model takes.","additionalProperties":false,"minProperties":1,"properties":{"temperature":{"type":"boolean","description":"`false`: `temperature`, `top_p` and `top_k` are left out, which is reported. Default: `true`.","examples":[false]},"efforts":{"type":"array","uniqueItems":true,"minItems":1,"items":{"enum":["none","minimal","low","medium","high","xhigh","max"]},"description":"Words of effort that it knows. Another one becomes the nearest lower one, or the lowest, which is reported. Default: all.","examples":[["low","medium","high"]]},"thinking":{"type":"boolean","description":"`false`: nothing is said of effort and thinking, which is reported. Default: `true`.","examples":[false]},"tool_choice":{"type":"array","uniqueItems":true,"minItems":1,"items":{"enum":["auto","none","required","named"]},"description":"How a choice of tools may be made: `required` is any tool, `named` a certain one. A request with another one passes the deployment over. Default: all.","examples":[["auto","none"]]}}},"translation":{"type":"object","description":"How requests are translated.","additionalProperties":false,"properties":{"max_tokens":{"type":"integer","minimum":1,"maximum":10000000,"description":"The bound of the answer where the client sends none. Messages cannot do without one: required where chat_completions or responses are served `via: messages`. No default.","examples":[32000]},"drop":{"type":"array","uniqueItems":true,"maxItems":256,"items":{"$ref":"#/$defs/dropped_path"},"description":"Fields of requests that are left out of the translation, where otherwise a request which has one would be refused, and that are taken out of it too where they could be said. As the client writes them: `temperature`, `reasoning.summary`, `messages[].content[].citations`; `tools.web_search` is a type of tool. What lies below a path goes with it. What is left out is reported on the answer.","default":[],"examples":[["tools.web_search","service_tier"],["temperature","top_p","top_k"]]},"unknown_fields":{"enum":["refuse","drop"],"description":"What becomes of fields that nobody knows. `refuse`: the deployment is not eligible for the request. `drop`: they are left out, which is reported.","default":"refuse","examples":["drop"]},"reasoning":{"enum":["adaptive","budget","level","anthropic","none"],"description":"How effort is said. Messages: `adaptive`, `budget` (Claude before 4.6) or `none`; gemini: `level` or `budget` (Gemini 2.5); bedrock_converse: `anthropic` or `none`. `none`: requests that ask for effort are not served there. Default: `adaptive`, `level` and `none`.","examples":["budget"]},"budgets":{"type":"object","additionalProperties":false,"description":"What each effort comes to in thinking tokens, with `reasoning: budget` and `anthropic`. None is smaller than that of less effort. Default: as each says.","properties":{"minimal":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort minimal. Default: 1024.","examples":[1024]},"low":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort low. Default: 2048.","examples":[4096]},"medium":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort medium. Default: 8192.","examples":[8192]},"high":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort high. Default: 24576.","examples":[24576]},"xhigh":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort xhigh. Default: 32768.","examples":[32768]},"max":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort max. Default: 60000.","examples":[60000]}},"examples":[{"low":4096}]},"cache":{"enum":["marked","auto"],"description":"What a backend is asked to keep in its prompt cache, for messages and bedrock_converse. `marked`: what the client marks. `auto`: the whole of a request in which nothing is marked, too.","default":"marked","examples":["auto"]},"late_system":{"enum":["in_place","hoist"],"description":"What becomes of system messages that stand behind others: they stay there, or go to the first one's end. Default: by the `flavor` of the backend; `in_place` for messages. Gemini and bedrock_converse always hoist.","examples":["hoist"]},"json_object":{"enum":["asked","refused"],"default":"asked","description":"What becomes of an answer in JSON without a schema (`response_format: json_object`), for which messages and bedrock_converse have no field: it is asked for in words, as a last system text, and told in `x-gateway-changed`; or the deployment is passed over.","examples":["refused"]},"system_parts":{"enum":["kept","joined"],"description":"Whether a system message with several parts keeps them, for chat_completions. Default: by the `flavor` of the backend.","examples":["joined"]},"developer_role":{"enum":["kept","system"],"description":"What becomes of the role `developer`, for chat_completions. Default: by the `flavor` of the backend.","examples":["system"]},"token_field":{"enum":["max_tokens","max_completion_tokens"],"description":"The field of chat_completions that bounds the answer. Default: by the `flavor` of the backend.","examples":["max_tokens"]},"reasoning_field":{"enum":["reasoning_content","reasoning","none"],"description":"Where clients of chat_completions find the text of reasoning in answers. `none`: nowhere.","default":"reasoning_content","examples":["reasoning"]},"show_reasoning":{"enum":["asked","always"],"description":"Whether clients of messages see reasoning only when they ask for thinking. Default: `always` with `flavor: deepseek`, which wants it back; else `asked`.","examples":["always"]},"image_urls":{"type":"boolean","description":"Sends URLs of images on to gemini, which otherwise refuses them; the gateway itself fetches none.","default":false,"examples":[true]}}},"deployment":{"type":"object","description":"One model on one backend.","additionalProperties":false,"properties":{"backend":{"type":"string","minLength":1,"description":"The name of a backend. Required.","examples":["openai"]},"id":{"$ref":"#/$defs/plain_name","description":"Its own name, where one model uses a backend twice. Default: the backend's name.","examples":["openai-eu"]},"model":{"type":"string","minLength":1,"maxLength":256,"description":"The name that the backend knows the model by. Default: the model's identifier. Where that ends in `*`, a `*` at the end of this name is what it stood for.","examples":["gpt-4o-mini-2024-07-18"]},"priority":{"type":"integer","minimum":0,"maximum":1000000,"description":"Lower is tried first.","default":0,"examples":[1]},"rate_limit":{"$ref":"#/$defs/capacity","description":"What it is sent at most, as the vendor's quota has it. Beyond it other deployments are tried, and where nobody is left the answer is 429 `capacity_exceeded`. No default: any amount.","examples":[{"requests":"300/min","tokens":"240000/min"}]},"disabled":{"type":"boolean","description":"Takes it out: no request is tried on it, and its capabilities count for nothing. `gateway drain` does the same while serving.","default":false,"examples":[true]},"weight":{"type":"number","minimum":0,"maximum":1000000,"description":"Its share among deployments of equal priority. 0: only when the others have failed.","default":1,"examples":[3]},"catalogue":{"$ref":"#/$defs/catalogue_entry","description":"The model in the price list that comes with the gateway, as VENDOR/ID, or `true` for the `vendor` of the backend and the model's name there: what `price` leaves out is taken from there when the file is loaded. No default: nothing is.","examples":["openai/gpt-4o-mini"]},"price":{"$ref":"#/$defs/price","description":"What it costs. Default: as `catalogue` has it, else unknown.","examples":[{"input":0.15,"cached_input":0.075,"output":0.6}]},"capabilities":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on every endpoint listed below; of one with `via`, as `via` says.","default":[],"examples":[["streaming","function_calling"]]},"accepts":{"$ref":"#/$defs/accepts","description":"What its model takes of what its dialect allows. What is translated is made so that the model takes it; what is native stays as it is. Default: all.","examples":[{"temperature":false,"efforts":["low","medium","high"]}]},"translation":{"$ref":"#/$defs/translation","description":"How requests are translated, where an endpoint below has `via`. No default.","examples":[{"max_tokens":32000,"drop":["temperature"]}]},"endpoints":{"type":"object","description":"The endpoints it serves and what it guarantees on each, beside `capabilities`; those that `endpoints` declares, too. `{ via: DIALECT }` in place of a list serves one through another dialect. Required, at least one.","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/capability"}},"properties":{"chat_completions":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on chat_completions; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"messages"}]},"completions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on completions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"count_tokens":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on count_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"decisions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on decisions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"embeddings":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on embeddings, where `base64` can stand too; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"image_edits":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on image_edits; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"image_variations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on image_variations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"images":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on images; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"messages":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on messages; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"chat_completions"}]},"moderations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on moderations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"rerank":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on rerank; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"responses":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on responses; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"messages"}]},"responses_compact":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on responses_compact; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"responses_input_tokens":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on responses_input_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"speech":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on speech; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"transcriptions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on transcriptions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"translations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on translations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]}},"minProperties":1,"examples":[{"chat_completions":["vision"],"completions":[]}],"propertyNames":{"$ref":"#/$defs/endpoint_name"}}},"required":["backend","endpoints"]},"end_user_source":{"type":"string","description":"Where a request says for whom it is.","pattern":"^(header [!#$%&'*+.^_`|~0-9A-Za-z-]+|body (user|metadata\\.user_id|safety_identifier)|.*\\$\\{.*)$"},"group":{"type":"object","description":"What several keys share.","additionalProperties":false,"properties":{"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much all its keys may use together: the name of one of `rate_limits`, or a rule of its own. No default: any amount.","examples":["standard",{"budget":"500 USD/month"}]},"models":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"The models that its keys may use at most; `*` matches anything.","default":["*"],"examples":[["gpt-4o-mini","claude-*"]]},"endpoints":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/grant"},"description":"The endpoints that its keys may use at most; `all` and `stateless` (those that keep nothing at the backend) stand for several.","default":["all"],"examples":[["chat_completions"]]},"group":{"type":"string","minLength":1,"description":"The group that this one belongs to; there may be three above a key. No default.","examples":["company"]}}},"key":{"type":"object","description":"Who may call: at most one of `hash` and `secret`. With neither it is reached by its `certificate`, or by a rule of `identity`.","additionalProperties":false,"properties":{"hash":{"type":["string","array"],"pattern":"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$","minItems":1,"uniqueItems":true,"items":{"type":"string","$ref":"#/$defs/hash"},"description":"SHA-256 of the whole key, as `gateway key hash` prints it; several while a key is replaced, where ` until TIME` says how long an old one is valid. No default.","examples":["sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"]},"secret":{"$ref":"#/$defs/secret","description":"The key itself, from `${NAME}` or `${file:PATH}`. No default.","examples":["${CI_GATEWAY_KEY}"]},"certificate":{"type":"object","description":"The certificate that a client has to show. With `hash` or `secret` both are needed; alone it reaches the key where no bearer came. No default.","additionalProperties":false,"properties":{"san":{"type":"string","minLength":1,"maxLength":2048,"description":"One of its alternative names, whole: a host, a URI, an address or a mail address. No default.","examples":["spiffe://example.com/ns/prod/sa/search","search.internal.example.com"]},"subject":{"type":"string","minLength":1,"maxLength":2048,"description":"Its whole subject (RFC 4514), as `openssl x509 -noout -subject -nameopt RFC2253` prints it. No default.","examples":["CN=search,OU=prod,O=Example"]},"fingerprint":{"type":"string","minLength":1,"maxLength":128,"description":"SHA-256 of the whole certificate, as `openssl x509 -noout -fingerprint -sha256` prints it. No default.","examples":["5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C"]}},"oneOf":[{"required":["san"]},{"required":["subject"]},{"required":["fingerprint"]}],"examples":[{"san":"spiffe://example.com/ns/prod/sa/search"}]},"models":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"The models it may use; `*` matches anything.","default":["*"],"examples":[["gpt-4o-mini","claude-*"]]},"endpoints":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/grant"},"description":"The endpoints it may use; `all` and `stateless` (those that keep nothing at the backend) stand for several, later ones of the gateway included.","default":["chat_completions","completions","count_tokens","messages","responses","responses_input_tokens"],"examples":[["chat_completions"]]},"expires":{"$ref":"#/$defs/time","description":"From this time on it is refused. No default: never.","examples":["2027-01-01T00:00:00Z","2027-01-01"]},"not_before":{"$ref":"#/$defs/time","description":"Until this time it is refused. No default.","examples":["2026-01-01"]},"disabled":{"type":"boolean","description":"Refuses it without removing it.","default":false,"examples":[true]},"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much it may use: the name of one of `rate_limits`, or a rule of its own. Default: the rule `default`, if there is one.","examples":["standard",{"requests":"60/min"}]},"objects_owner":{"type":"string","minLength":1,"maxLength":256,"description":"Whose the objects are that backends keep for it (`stateful`): keys with the same owner share them. Default: the name of the key, which shares with none.","examples":["research"]},"group":{"type":"string","minLength":1,"description":"The one of `groups` that it belongs to: it is held by the limits of that one, and may use no more than that one may. No default.","examples":["research"]},"end_users":{"type":"object","additionalProperties":false,"required":["from","rate_limit"],"properties":{"from":{"type":"array","minItems":1,"maxItems":8,"uniqueItems":true,"items":{"$ref":"#/$defs/end_user_source"},"description":"Where a request says who it is for: `header NAME`, `body user`, `body metadata.user_id` or `body safety_identifier`; the first that is there counts. Whoever has the key can say what he likes. Required.","examples":[["header x-end-user","body user","body metadata.user_id","body safety_identifier"]]},"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much each end user may use: the name of one of `rate_limits`, or a rule of its own, whose budgets are those of a day. Required.","examples":["standard",{"requests":"20/min"}]}},"description":"Limits that each end user of this key has for itself. Requests that name none share one. No default.","examples":[{"from":["header x-end-user","body user"],"rate_limit":{"requests":"20/min"}}]},"owner":{"type":"string","minLength":1,"maxLength":256,"description":"Who answers for it; a remark without effect. No default.","examples":["team-a@example.com"]},"created":{"$ref":"#/$defs/time","description":"When it was made, as commands and the dashboard write it; a remark without effect. No default.","examples":["2026-01-01T09:00:00Z"]},"note":{"type":"string","minLength":1,"maxLength":1024,"description":"What it is for; a remark without effect. No default.","examples":["nightly evaluation"]},"allow_from":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses and ranges it may be used from. No default: any.","examples":[["10.0.0.0/8","2001:db8::7"]]},"tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":64},"description":"Tags that every request of this key asks for, such as where data may be processed.","default":[],"examples":[["eu_resident"]]},"nested_models":{"enum":["allow","refuse"],"description":"What becomes of requests that name further models within their body, which the vendor runs in the same call, as advisors and `fallbacks` of the messages API are. `allow` takes those that the key may use; `refuse` answers 400.","default":"allow","examples":["refuse"]}},"not":{"required":["hash","secret"]}},"identity":{"type":"object","description":"Who else is let in, beside keys with a secret: tokens of issuers.","additionalProperties":false,"properties":{"resource":{"$ref":"#/$defs/open_text","description":"The https:// URL that this gateway has to its clients, where they are told which issuers it takes tokens of: `/.well-known/oauth-protected-resource` is served, and each 401 names it (RFC 9728). No default: nothing is told.","examples":["https://llm.example.com"]},"issuers":{"$ref":"#/$defs/issuers","description":"Issuers of JWTs that are taken as a bearer, by name.","default":{},"examples":[{"ci":{"issuer":"https://token.actions.githubusercontent.com","audience":"https://llm.example.com","rules":[{"when":{"repository_owner":"example"},"key":"ci"}]}}]}}},"included_identity":{"type":"object","description":"Further issuers of tokens.","additionalProperties":false,"properties":{"issuers":{"$ref":"#/$defs/issuers","description":"Issuers of JWTs that are taken as a bearer, by name.","default":{},"examples":[{"ci":{"issuer":"https://token.actions.githubusercontent.com","audience":"https://llm.example.com","rules":[{"when":{"repository_owner":"example"},"key":"ci"}]}}]}}},"issuers":{"type":"object","description":"Issuers of tokens, by name.","propertyNames":{"$ref":"#/$defs/plain_name"},"additionalProperties":{"$ref":"#/$defs/issuer"}},"issuer":{"type":"object","description":"Who signs tokens, and which keys they lead to.","additionalProperties":false,"required":["issuer","audience","rules"],"properties":{"issuer":{"$ref":"#/$defs/open_text","description":"What its tokens have as `iss`, to the letter: https://, or http:// on loopback. Required.","examples":["https://login.example.com/realms/main"]},"audience":{"type":["string","array"],"minLength":1,"minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"What its tokens have as `aud`, or among several: one of these, to the letter. Required.","examples":["https://llm.example.com",["llm","https://llm.example.com"]]},"jwks":{"$ref":"#/$defs/open_text","description":"The key set that its tokens are signed with: a URL (https://, or http:// on loopback) or a file, at most 1 MiB. Default: what its `/.well-known/openid-configuration` names.","examples":["https://login.example.com/keys","/var/run/secrets/cluster-keys.json"]},"algorithms":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA","Ed25519"]},"description":"The algorithms that its tokens may be signed with, all of them with a public key.","default":["RS256","PS256","ES256","EdDSA"],"examples":[["ES256"]]},"clock_skew":{"$ref":"#/$defs/duration","x-bounds":["0s","5m"],"description":"By how much its clock and this one's may differ, up to 5m.","default":"30s","examples":["5s"]},"rules":{"type":"array","minItems":1,"maxItems":256,"items":{"$ref":"#/$defs/identity_rule"},"description":"Which key a token leads to: the first rule that matches. A token that none matches is refused. Required.","examples":[[{"when":{"sub":"system:serviceaccount:prod:*"},"key":"prod"}]]}}},"identity_rule":{"type":"object","description":"Which tokens, and the key whose rights and limits hold for them.","additionalProperties":false,"required":["when","key"],"properties":{"when":{"type":"object","description":"Claims and what each of them has to be: a value, a pattern in which `*` stands for anything, or a list of which one has to match. Dots lead into objects; of a claim that is a list one entry has to match. `{}` takes every token. Required.","maxProperties":32,"propertyNames":{"$ref":"#/$defs/claim_name"},"additionalProperties":{"type":["string","number","boolean","array"],"minItems":1,"uniqueItems":true,"items":{"type":["string","number","boolean"]},"description":"The value, or several."},"examples":[{"repository_owner":"example","ref":["refs/heads/main","refs/tags/*"]}]},"key":{"type":"string","minLength":1,"description":"The name of the key. Required.","examples":["ci"]},"each":{"$ref":"#/$defs/claim_name","description":"A claim each of whose values counts for itself under the key's `rate_limit`, as if each had a key of its own; tokens that do not have it count as one. Groups count all together. As many are remembered as `end_users`, and budgets are those of a day. No default: all who come to the key share its limits.","examples":["sub"]}}},"keys_file":{"type":"object","description":"The content of a `keys_file`.","additionalProperties":false,"properties":{"keys":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/key"},"description":"Credentials of clients, by name. Required.","examples":[{"team-a":{"hash":"sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"}}]}},"title":"KeysFile","required":["keys"],"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}},"routing_test":{"type":"object","description":"A request, what is down, and what must come out; or what was used of a deployment, and what it must cost.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it shows. Required.","examples":["images go to openai"]},"request":{"type":"object","description":"What is asked. No default: required, but beside `usage`.","additionalProperties":false,"properties":{"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Required.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`. No default; `models` can stand alone, and what names no model needs neither: objects that backends keep, an own endpoint with `model: { in: none }`.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`.","default":[],"examples":[["claude-haiku"]]},"tags":{"type":"array","items":{"type":"string"},"description":"The wanted tags.","default":[],"examples":[["vision","chat_completions:streaming"]]},"key":{"type":"string","minLength":1,"description":"The name of the key that asks. Default: one that may use everything.","examples":["team-a"]},"claims":{"type":"object","description":"The claims of a token that is sound, in place of `key`: the rules of its issuer have to lead somewhere. `iss` may be left out where there is one issuer, `aud` always. No default.","additionalProperties":{"description":"Any JSON."},"examples":[{"iss":"https://login.example.com","sub":"service-a","groups":["staff"]}]}},"required":["endpoint"],"examples":[{"endpoint":"chat_completions","model":"gpt-4o-mini"}]},"usage":{"type":"object","description":"What was used of a deployment, in place of a request: counts, or an answer that is read as its backend's would be. No default.","additionalProperties":false,"required":["deployment"],"minProperties":2,"properties":{"deployment":{"type":"string","minLength":1,"description":"The deployment, as `MODEL/NAME`, or its name where no other has it. Required.","examples":["gpt-4o-mini/openai"]},"answer":{"$ref":"#/$defs/file","description":"A file with a whole answer, or with the events of a stream. No default.","examples":["answers/stream.txt"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint that the answer is of. Default: the one that the deployment serves.","examples":["responses"]},"input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request, cached and written ones included. No default: none.","examples":[1000000]},"cached_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that a cache held. No default: none.","examples":[900000]},"cache_write":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that were written to a cache. No default: none.","examples":[1000]},"cache_write_1h":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of the written ones that are kept for an hour. No default: none.","examples":[1000]},"audio_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request that are sound. No default: none.","examples":[100]},"image_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request that are images. No default: none.","examples":[100]},"output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the answer. No default: none.","examples":[1000]},"audio_output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that are sound. No default: none.","examples":[100]},"image_output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that are images. No default: none.","examples":[100]},"images":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Images. No default: none.","examples":[1]},"seconds":{"type":"number","minimum":0,"maximum":1000000000000,"description":"Seconds of audio or video. No default: none.","examples":[12.5]},"characters":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Characters that are spoken. No default: none.","examples":[500]},"search_units":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Search units. No default: none.","examples":[1]},"image_kind":{"type":"string","description":"Their quality and size. No default: the `default` of `per_image` holds.","examples":["high/1024x1024"]},"units":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000000},"description":"Units of `per_unit`, by name. No default: none.","examples":[{"pages":3}]},"tool_calls":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000000},"description":"Calls of tools that the vendor runs, by name. No default: none.","examples":[{"web_search":2}]},"service_tier":{"type":"string","minLength":1,"maxLength":64,"description":"The tier of service that the answer names. No default.","examples":["flex"]}},"examples":[{"deployment":"gpt-4o-mini/openai","input":1000000,"cached_input":900000,"output":1000}]},"body":{"type":["string","object"],"minLength":1,"additionalProperties":{"description":"Any JSON."},"description":"The JSON body of the request, or a file with it: its model, its tags and what it uses. What `request` says goes before it. Where deployments translate requests it is said for them, too. No default.","examples":["requests/image.json",{"messages":[{"role":"user","content":"hi"}],"logprobs":true}]},"down":{"type":"array","items":{"type":"string","minLength":1},"description":"What is out of order: backends, or deployments as `MODEL/NAME`.","default":[],"examples":[["openai"],["gpt-4o-mini/local"]]},"expect":{"type":"object","description":"What must come out. Required, at least one field.","additionalProperties":false,"properties":{"deployment":{"type":"string","minLength":1,"description":"The deployment that is tried first (of equals the heaviest, then the one declared first): its name, or `MODEL/NAME`; on endpoints for what backends keep, the backend where new ones go. No default.","examples":["openai","gpt-4o-mini/local"]},"order":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All deployments that are tried, in that order; of equals the heaviest, then the one declared first. No default.","examples":[["openai","local"],["gpt-4o-mini/openai","claude-haiku/claude"]]},"eligible":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All deployments of the chain that serve the endpoint and satisfy the tags, up or down, in any order. No default.","examples":[["openai","local"],[]]},"model":{"type":"string","minLength":1,"description":"The model whose deployment is tried first. No default.","examples":["gpt-4o-mini"]},"status":{"type":"integer","minimum":100,"maximum":599,"description":"The HTTP status of the answer. No default.","examples":[503]},"code":{"type":"string","minLength":1,"description":"The `error.code` of the answer. No default.","examples":["503","model_not_found"]},"via":{"enum":["native","chat_completions","messages","responses","gemini","bedrock_converse"],"description":"What the deployment that is tried first is asked in; `native` where nothing is translated. No default.","examples":["chat_completions"]},"dropped":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All fields of `body` that the deployment which is tried first is not told of, in any order, with `[]` for indices. No default.","examples":[["cache_control"],[]]},"changed":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All fields of `body` that it is told something near of. No default.","examples":[["max_tokens"]]},"param":{"type":"string","minLength":1,"description":"The field that the error names. No default.","examples":["logprobs"]},"cost":{"type":"string","minLength":1,"description":"What it costs, to the billionth of a US dollar; only beside `usage`. No default.","examples":["0.1316 USD"]}},"minProperties":1,"examples":[{"deployment":"openai"},{"status":503,"code":"503"}]}},"required":["name","expect"],"if":{"required":["usage"]},"else":{"required":["request"],"anyOf":[{"required":["body"]},{"type":"object","properties":{"request":{"type":"object","anyOf":[{"required":["model"]},{"required":["models"]},{"required":["endpoint"],"properties":{"endpoint":{"enum":["batches","containers","conversations","files","message_batches","uploads"]}}},{"required":["endpoint"],"properties":{"endpoint":{"not":{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads"]}}}}]}}}]}},"never":{"type":"object","description":"Requests, and what none of them may reach.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it says. Required.","examples":["keys of the EU stay in the EU"]},"request":{"type":"object","description":"Which requests it is about; what is left out may be anything.","additionalProperties":false,"properties":{"key":{"type":"string","minLength":1,"description":"The names of keys; `*` matches anything. Disabled and expired keys count. Default: every key.","examples":["eu-*"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Default: every one.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`: every chain that begins with it, unless `models` is there too. Default: any.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`; an empty list is a request without. Default: any.","examples":[["claude-haiku"],[]]},"tags":{"type":"array","maxItems":32,"items":{"type":"string","minLength":1,"maxLength":64},"description":"The wanted tags, and whatever else is wanted beside them. Default: any.","examples":[["vision"],["chat_completions:eu_resident"]]}},"default":{},"examples":[{"key":"eu-*"}]},"reaches":{"type":"object","description":"What they may not reach: deployments that match all that is given. Required, at least one field.","additionalProperties":false,"properties":{"backend":{"type":"string","minLength":1,"description":"The names of backends; `*` matches anything. No default.","examples":["us-*"]},"deployment":{"type":"string","minLength":1,"description":"The names of deployments, or `MODEL/NAME`; `*` matches anything. No default.","examples":["gpt-4o-mini/us"]}},"minProperties":1,"examples":[{"backend":"us-*"}]}},"required":["name","reaches"]},"survives":{"type":"object","description":"Requests, and how many backends may be down while they are served.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it says. Required.","examples":["the chat model survives any outage"]},"request":{"type":"object","description":"Which requests it is about, of those that are served while nothing is down.","additionalProperties":false,"properties":{"key":{"type":"string","minLength":1,"description":"The names of keys; `*` matches anything. Default: every key.","examples":["team-*"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Default: every one.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`. Default: each one, unless `models` stands alone.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`.","default":[],"examples":[["claude-haiku"]]},"tags":{"type":"array","maxItems":32,"items":{"type":"string","minLength":1,"maxLength":64},"description":"The wanted tags.","default":[],"examples":[["vision"]]}},"default":{},"examples":[{"model":"gpt-4o-mini"}]},"outages":{"type":"integer","minimum":1,"maximum":8,"description":"So many backends may be down at once, whichever they are.","default":1,"examples":[2]}},"required":["name"]},"included_file":{"type":"object","title":"IncludedFile","description":"The content of a file that `include` names.","additionalProperties":false,"properties":{"backends":{"type":"object","propertyNames":{"$ref":"#/$defs/plain_name"},"additionalProperties":{"$ref":"#/$defs/backend"},"description":"Servers that run models, by name.","default":{},"examples":[{"openai":{"url":"https://api.openai.com/v1","auth":{"bearer":"${OPENAI_API_KEY}"}}}]},"models":{"type":"object","propertyNames":{"$ref":"#/$defs/model_name"},"additionalProperties":{"$ref":"#/$defs/model"},"description":"Models, by the identifier that clients send.","default":{},"examples":[{"gpt-4o-mini":{"deployments":[{"backend":"openai","endpoints":{"chat_completions":["streaming"]}}]}}]},"rate_limits":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/rate_limit"},"description":"Rules by name; the one named `default` holds for keys that name none.","default":{},"examples":[{"standard":{"requests":["20/s","600/min"]}}]},"identity":{"$ref":"#/$defs/included_identity","description":"Issuers of tokens that are taken beside secrets.","default":{},"examples":[{"issuers":{"cluster":{"issuer":"https://kubernetes.default.svc","audience":"llm-gateway","rules":[{"when":{"sub":"system:serviceaccount:prod:*"},"key":"prod"}]}}}]},"groups":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/group"},"description":"What several keys share, by name.","default":{},"examples":[{"research":{"rate_limit":{"budget":"500 USD/month"}}}]},"keys":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/key"},"description":"Credentials of clients, by name.","default":{},"examples":[{"team-a":{"hash":"sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"}}]},"tests":{"type":"array","items":{"$ref":"#/$defs/routing_test"},"description":"Routing tests, run by `gateway check` with those of the other files.","default":[],"examples":[[{"name":"images go to openai","request":{"endpoint":"chat_completions","model":"gpt-4o-mini","tags":["vision"]},"expect":{"deployment":"openai"}}]]},"never":{"type":"array","items":{"$ref":"#/$defs/never"},"description":"What no request may ever reach, proved by `gateway check` over all files.","default":[],"examples":[[{"name":"keys of the EU stay in the EU","request":{"key":"eu-*"},"reaches":{"backend":"us-*"}}]]},"survives":{"type":"array","items":{"$ref":"#/$defs/survives"},"description":"What is to be served whichever backends are down, proved by `gateway check` over all files.","default":[],"examples":[[{"name":"the chat model survives any outage","request":{"model":"gpt-4o-mini"},"outages":1}]]}},"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}},"tests_file":{"type":"object","title":"TestsFile","description":"The content of a file with routing tests of its own, for `gateway check --tests`.","additionalProperties":false,"properties":{"tests":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/routing_test"},"description":"Routing tests. Required.","examples":[[{"name":"images go to openai","request":{"endpoint":"chat_completions","model":"gpt-4o-mini","tags":["vision"]},"expect":{"deployment":"openai"}}]]}},"required":["tests"],"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}},"endpoint_name":{"description":"Lower-case letters, digits and `_`.","type":"string","pattern":"^[a-z][a-z0-9_]{0,63}$"},"json_pointer":{"description":"Where something stands in a JSON object: names with a slash before each.","type":"string","pattern":"^/[^~]*$"},"answer_places":{"description":"A JSON pointer, or several of which the first counts that leads to something.","type":["string","array"],"pattern":"^/[^~]*$","minItems":1,"items":{"$ref":"#/$defs/json_pointer"}}}};
const schema32 = {"description":"Lower-case letters, digits, `_` and `-`.","type":"string","pattern":"^[a-z0-9][a-z0-9_-]*$","maxLength":64};
const schema42 = {"description":"A whole number and a unit: `250ms`, `2s`, `5m`, `1h`, `90d`. A day is 24 hours.","type":"string","pattern":"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"};
const schema86 = {"description":"Letters, digits and `. _ - : @ +`, no `/`.","type":"string","pattern":"^[A-Za-z0-9._:@+-]+$","maxLength":256};
const schema172 = {"description":"Visible ASCII characters and single spaces between them. `*` only at the end: the entry takes every id that begins so and that no other entry takes.","type":"string","pattern":"^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$","maxLength":256};
const schema204 = {"description":"Letters, digits and `. _ - / : @ +`.","type":"string","pattern":"^[A-Za-z0-9._/:@+-]+$","maxLength":256};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const func0 = equal.default;
const pattern4 = new RegExp("^x-", "u");
const pattern5 = new RegExp("^[a-z0-9][a-z0-9_-]*$", "u");
const pattern10 = new RegExp("^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$", "u");
const pattern36 = new RegExp("^[A-Za-z0-9._:@+-]+$", "u");
const pattern77 = new RegExp("^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$", "u");
const pattern91 = new RegExp("^[A-Za-z0-9._/:@+-]+$", "u");
const schema33 = {"type":"object","description":"The public listener.","additionalProperties":false,"properties":{"address":{"$ref":"#/$defs/address","description":"Where to listen, `host:port`. Port 0 takes a free one. Required.","examples":["0.0.0.0:8443","[::]:8443"]},"tls":{"$ref":"#/$defs/listen_tls","description":"How clients reach it over TLS: exactly one of `cert` with `key`, `self_signed`, `terminated_by`. Required.","examples":[{"cert":"/etc/gateway/tls.crt","key":"/etc/gateway/tls.key"}]},"max_body":{"$ref":"#/$defs/size","x-bounds":["1B","256MiB"],"description":"The largest request body, up to 256MiB.","default":"32MiB","examples":["64MiB"]},"max_buffered":{"$ref":"#/$defs/size","x-bounds":["1B","1024GiB"],"description":"How much one worker holds of all request bodies together, and of answers that are not passed on yet or that a translation keeps; at least `max_body`.","default":"512MiB","examples":["1GiB"]},"headers_timeout":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a client may take to send the headers of a request, up to 1h.","default":"10s","examples":["5s"]},"body_timeout":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a client may be silent in the middle of a body, up to 1h.","default":"30s","examples":["60s"]},"min_body_rate":{"$ref":"#/$defs/size","x-bounds":["0B","256MiB"],"description":"How much of a body has to come in a second, on average, once it has taken longer than `body_timeout`; up to 256MiB, and `0B` takes any pace.","default":"1KiB","examples":["16KiB"]},"keep_alive":{"$ref":"#/$defs/duration","x-bounds":["1ms","1h"],"description":"How long a connection without a request stays open, up to 1h. Longer than the balancer in front keeps it.","default":"65s","examples":["75s"]},"max_connections":{"type":"integer","minimum":1,"maximum":1000000,"description":"Connections that one worker holds open. Beyond them the one goes first that was silent for longest and has shown no valid key.","default":10000,"examples":[2000]},"heartbeat":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"Sends a comment to the client of a stream whose backend has been silent for so long, so that balancers in between keep the connection; 100ms to 1h. Streams that are translated, or come in Amazon's frames, have an event of their dialect in its place where that knows one (`ping` of messages). Default: 30s for those, none for others.","examples":["15s"]},"drain":{"$ref":"#/$defs/duration","x-bounds":["0s","1h"],"description":"How long answers in flight may take once the gateway is asked to stop, up to 1h; what is not done then is cut, and its client told so.","default":"25s","examples":["60s"]},"drain_delay":{"$ref":"#/$defs/duration","x-bounds":["0s","10m"],"description":"How long the gateway serves on as before when it is asked to stop, with `/readyz` already at 503, so that balancers take it out first; up to 10m.","default":"0s","examples":["5s"]},"health_path":{"$ref":"#/$defs/path","description":"A path of the public listener that answers 200, and 503 while the gateway stops, without a key and over plain HTTP too where `terminated_by` is set: for balancers that can't reach the admin listener. No default: there is none.","examples":["/healthz"]}},"required":["address","tls"]};
const schema34 = {"description":"`host:port`; an IPv6 address stands in brackets.","type":"string","pattern":"^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"};
const schema40 = {"description":"A whole number and a unit: `512B`, `64KiB`, `32MiB`, `1GiB`.","type":"string","pattern":"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"};
const schema49 = {"description":"A request path, from the root of the host.","type":"string","pattern":"^(/[^\\s?#]*|.*\\$\\{.*)$"};
const pattern6 = new RegExp("^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$", "u");
const pattern8 = new RegExp("^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$", "u");
const pattern17 = new RegExp("^(/[^\\s?#]*|.*\\$\\{.*)$", "u");
const schema35 = {"type":"object","description":"A certificate, or who holds it; and which clients may show one.","additionalProperties":false,"properties":{"cert":{"$ref":"#/$defs/file","description":"The certificate with its chain, a PEM file; needs `key`. No default.","examples":["/etc/gateway/tls.crt"]},"key":{"$ref":"#/$defs/file","description":"The certificate's private key, a PEM file without passphrase; needs `cert`. No default.","examples":["/etc/gateway/tls.key"]},"self_signed":{"const":true,"description":"Makes a certificate and keeps it in `state.dir`; for development. No default.","examples":[true]},"terminated_by":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.","examples":[["10.0.0.0/8","fd00::/8"]]},"client_ca":{"$ref":"#/$defs/file","description":"The authorities whose certificates clients may show, a PEM file; with `cert` or `self_signed`. A reload takes a new one, for open connections too. No default: no client is asked.","examples":["/etc/gateway/clients-ca.pem"]},"client_auth":{"enum":["optional","required"],"description":"Whether a client without a good certificate may connect; needs `client_ca`. Default: `optional`.","examples":["required"]},"client_certificate_header":{"$ref":"#/$defs/header_name","description":"The header in which the balancers of `terminated_by` send the certificate that a client showed them and they verified: RFC 9440, or PEM with its signs escaped. They have to take it out of what clients send. No default.","examples":["Client-Cert"]}},"oneOf":[{"required":["cert","key"],"not":{"anyOf":[{"required":["self_signed"]},{"required":["terminated_by"]}]}},{"required":["self_signed"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}},{"required":["terminated_by"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}}]};
const schema36 = {"description":"A path, relative to the file that names it.","type":"string","minLength":1};
const schema39 = {"description":"The name of an HTTP header.","type":"string","pattern":"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"};
const pattern7 = new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", "u");

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.self_signed === undefined) && (missing0 = "self_signed")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.terminated_by === undefined) && (missing1 = "terminated_by")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err3 = {instancePath,schemaPath:"#/oneOf/0/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cert === undefined){
const err4 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "cert"},message:"must have required property '"+"cert"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.key === undefined){
const err5 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs8 = errors;
const _errs9 = errors;
const _errs10 = errors;
const _errs11 = errors;
let valid4 = false;
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.cert === undefined) && (missing2 = "cert")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid2 = _errs12 === errors;
valid4 = valid4 || _valid2;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.key === undefined) && (missing3 = "key")){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid2 = _errs13 === errors;
valid4 = valid4 || _valid2;
if(!valid4){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs10 === errors;
if(valid3){
const err9 = {instancePath,schemaPath:"#/oneOf/1/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.self_signed === undefined){
const err10 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "self_signed"},message:"must have required property '"+"self_signed"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs14 = errors;
const _errs15 = errors;
const _errs16 = errors;
const _errs17 = errors;
let valid6 = false;
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if((data.cert === undefined) && (missing4 = "cert")){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid3 = _errs18 === errors;
valid6 = valid6 || _valid3;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing5;
if((data.key === undefined) && (missing5 = "key")){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid3 = _errs19 === errors;
valid6 = valid6 || _valid3;
if(!valid6){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
var valid5 = _errs16 === errors;
if(valid5){
const err14 = {instancePath,schemaPath:"#/oneOf/2/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.terminated_by === undefined){
const err15 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "terminated_by"},message:"must have required property '"+"terminated_by"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
}
}
if(!valid0){
const err16 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "cert") || (key0 === "key")) || (key0 === "self_signed")) || (key0 === "terminated_by")) || (key0 === "client_ca")) || (key0 === "client_auth")) || (key0 === "client_certificate_header"))){
const err17 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.cert !== undefined){
let data0 = data.cert;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err18 = {instancePath:instancePath+"/cert",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/cert",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.key !== undefined){
let data1 = data.key;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err20 = {instancePath:instancePath+"/key",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/key",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.self_signed !== undefined){
if(true !== data.self_signed){
const err22 = {instancePath:instancePath+"/self_signed",schemaPath:"#/properties/self_signed/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.terminated_by !== undefined){
let data3 = data.terminated_by;
if(Array.isArray(data3)){
if(data3.length < 1){
const err23 = {instancePath:instancePath+"/terminated_by",schemaPath:"#/properties/terminated_by/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err24 = {instancePath:instancePath+"/terminated_by/" + i0,schemaPath:"#/properties/terminated_by/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/terminated_by/" + i0,schemaPath:"#/properties/terminated_by/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/terminated_by",schemaPath:"#/properties/terminated_by/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.client_ca !== undefined){
let data5 = data.client_ca;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err27 = {instancePath:instancePath+"/client_ca",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/client_ca",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.client_auth !== undefined){
let data6 = data.client_auth;
if(!((data6 === "optional") || (data6 === "required"))){
const err29 = {instancePath:instancePath+"/client_auth",schemaPath:"#/properties/client_auth/enum",keyword:"enum",params:{allowedValues: schema35.properties.client_auth.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.client_certificate_header !== undefined){
let data7 = data.client_certificate_header;
if(typeof data7 === "string"){
if(!pattern7.test(data7)){
const err30 = {instancePath:instancePath+"/client_certificate_header",schemaPath:"#/$defs/header_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/client_certificate_header",schemaPath:"#/$defs/header_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.max_body === undefined){
data.max_body = "32MiB";
}
if(data.max_buffered === undefined){
data.max_buffered = "512MiB";
}
if(data.headers_timeout === undefined){
data.headers_timeout = "10s";
}
if(data.body_timeout === undefined){
data.body_timeout = "30s";
}
if(data.min_body_rate === undefined){
data.min_body_rate = "1KiB";
}
if(data.keep_alive === undefined){
data.keep_alive = "65s";
}
if(data.max_connections === undefined){
data.max_connections = 10000;
}
if(data.drain === undefined){
data.drain = "25s";
}
if(data.drain_delay === undefined){
data.drain_delay = "0s";
}
if(data.address === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.tls === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tls"},message:"must have required property '"+"tls"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema33.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.address !== undefined){
let data0 = data.address;
if(typeof data0 === "string"){
if(!pattern6.test(data0)){
const err3 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"},message:"must match pattern \""+"^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.tls !== undefined){
if(!(validate22(data.tls, {instancePath:instancePath+"/tls",parentData:data,parentDataProperty:"tls",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate22.errors);
errors = vErrors.length;
}
}
let data2 = data.max_body;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err5 = {instancePath:instancePath+"/max_body",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/max_body",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
let data3 = data.max_buffered;
if(typeof data3 === "string"){
if(!pattern8.test(data3)){
const err7 = {instancePath:instancePath+"/max_buffered",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/max_buffered",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
let data4 = data.headers_timeout;
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err9 = {instancePath:instancePath+"/headers_timeout",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/headers_timeout",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
let data5 = data.body_timeout;
if(typeof data5 === "string"){
if(!pattern10.test(data5)){
const err11 = {instancePath:instancePath+"/body_timeout",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/body_timeout",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
let data6 = data.min_body_rate;
if(typeof data6 === "string"){
if(!pattern8.test(data6)){
const err13 = {instancePath:instancePath+"/min_body_rate",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/min_body_rate",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
let data7 = data.keep_alive;
if(typeof data7 === "string"){
if(!pattern10.test(data7)){
const err15 = {instancePath:instancePath+"/keep_alive",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/keep_alive",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
let data8 = data.max_connections;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err17 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000000 || isNaN(data8)){
const err18 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err19 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.heartbeat !== undefined){
let data9 = data.heartbeat;
if(typeof data9 === "string"){
if(!pattern10.test(data9)){
const err20 = {instancePath:instancePath+"/heartbeat",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/heartbeat",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
let data10 = data.drain;
if(typeof data10 === "string"){
if(!pattern10.test(data10)){
const err22 = {instancePath:instancePath+"/drain",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/drain",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
let data11 = data.drain_delay;
if(typeof data11 === "string"){
if(!pattern10.test(data11)){
const err24 = {instancePath:instancePath+"/drain_delay",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/drain_delay",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.health_path !== undefined){
let data12 = data.health_path;
if(typeof data12 === "string"){
if(!pattern17.test(data12)){
const err26 = {instancePath:instancePath+"/health_path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/health_path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema50 = {"type":"object","description":"The listener for operators.","additionalProperties":false,"properties":{"address":{"$ref":"#/$defs/address","description":"Where to listen, `host:port`. Anything but loopback needs `tls`. Required.","examples":["127.0.0.1:9901"]},"tls":{"$ref":"#/$defs/tls","description":"As `listen.tls`. No default: plain HTTP, which only loopback may speak.","examples":[{"self_signed":true}]},"token":{"$ref":"#/$defs/secret","description":"Signs in and may change things; at least 16 characters. No default.","examples":["${GATEWAY_ADMIN_TOKEN}"]},"read_token":{"$ref":"#/$defs/secret","description":"May read metrics and status; at least 16 characters. No default.","examples":["${GATEWAY_READ_TOKEN}"]},"oidc":{"$ref":"#/$defs/admin_oidc","description":"Signs people in on the dashboard by OpenID Connect. No default: the `token` signs in.","examples":[{"issuer":"https://login.example.com","client_id":"gateway","client_secret":"${OIDC_CLIENT_SECRET}","url":"https://gateway.example.com:9901","roles":{"admin":{"groups":"platform"},"read":{"groups":["engineering","support-*"]}}}]}},"required":["address"]};
const schema55 = {"description":"A secret; write `${NAME}` or `${file:PATH}`.","type":"string","minLength":1};
const schema52 = {"type":"object","description":"A certificate, or who holds it.","additionalProperties":false,"properties":{"cert":{"$ref":"#/$defs/file","description":"The certificate with its chain, a PEM file; needs `key`. No default.","examples":["/etc/gateway/tls.crt"]},"key":{"$ref":"#/$defs/file","description":"The certificate's private key, a PEM file without passphrase; needs `cert`. No default.","examples":["/etc/gateway/tls.key"]},"self_signed":{"const":true,"description":"Makes a certificate and keeps it in `state.dir`; for development. No default.","examples":[true]},"terminated_by":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses of the balancers that end TLS in front of this gateway. Only they may connect, and they must send `X-Forwarded-Proto: https`. No default.","examples":[["10.0.0.0/8","fd00::/8"]]}},"oneOf":[{"required":["cert","key"],"not":{"anyOf":[{"required":["self_signed"]},{"required":["terminated_by"]}]}},{"required":["self_signed"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}},{"required":["terminated_by"],"not":{"anyOf":[{"required":["cert"]},{"required":["key"]}]}}]};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.self_signed === undefined) && (missing0 = "self_signed")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.terminated_by === undefined) && (missing1 = "terminated_by")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err3 = {instancePath,schemaPath:"#/oneOf/0/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cert === undefined){
const err4 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "cert"},message:"must have required property '"+"cert"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.key === undefined){
const err5 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs8 = errors;
const _errs9 = errors;
const _errs10 = errors;
const _errs11 = errors;
let valid4 = false;
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.cert === undefined) && (missing2 = "cert")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid2 = _errs12 === errors;
valid4 = valid4 || _valid2;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.key === undefined) && (missing3 = "key")){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid2 = _errs13 === errors;
valid4 = valid4 || _valid2;
if(!valid4){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs10 === errors;
if(valid3){
const err9 = {instancePath,schemaPath:"#/oneOf/1/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.self_signed === undefined){
const err10 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "self_signed"},message:"must have required property '"+"self_signed"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs14 = errors;
const _errs15 = errors;
const _errs16 = errors;
const _errs17 = errors;
let valid6 = false;
const _errs18 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if((data.cert === undefined) && (missing4 = "cert")){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid3 = _errs18 === errors;
valid6 = valid6 || _valid3;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing5;
if((data.key === undefined) && (missing5 = "key")){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid3 = _errs19 === errors;
valid6 = valid6 || _valid3;
if(!valid6){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
var valid5 = _errs16 === errors;
if(valid5){
const err14 = {instancePath,schemaPath:"#/oneOf/2/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.terminated_by === undefined){
const err15 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "terminated_by"},message:"must have required property '"+"terminated_by"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid0 = _errs14 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
}
}
if(!valid0){
const err16 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "cert") || (key0 === "key")) || (key0 === "self_signed")) || (key0 === "terminated_by"))){
const err17 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.cert !== undefined){
let data0 = data.cert;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err18 = {instancePath:instancePath+"/cert",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/cert",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.key !== undefined){
let data1 = data.key;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err20 = {instancePath:instancePath+"/key",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/key",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.self_signed !== undefined){
if(true !== data.self_signed){
const err22 = {instancePath:instancePath+"/self_signed",schemaPath:"#/properties/self_signed/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.terminated_by !== undefined){
let data3 = data.terminated_by;
if(Array.isArray(data3)){
if(data3.length < 1){
const err23 = {instancePath:instancePath+"/terminated_by",schemaPath:"#/properties/terminated_by/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err24 = {instancePath:instancePath+"/terminated_by/" + i0,schemaPath:"#/properties/terminated_by/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/terminated_by/" + i0,schemaPath:"#/properties/terminated_by/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/terminated_by",schemaPath:"#/properties/terminated_by/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema57 = {"type":"object","description":"Where people who use the dashboard sign in, and what they may do there.","additionalProperties":false,"properties":{"issuer":{"type":"string","minLength":1,"description":"The URL of the OpenID provider, as its tokens name it; `https://` off loopback. Required.","examples":["https://login.example.com"]},"client_id":{"type":"string","minLength":1,"description":"What the gateway is called there. Required.","examples":["gateway"]},"client_secret":{"$ref":"#/$defs/secret","description":"What proves there that it is the gateway; a new one is taken by a reload. Required.","examples":["${OIDC_CLIENT_SECRET}"]},"url":{"type":"string","minLength":1,"description":"Where browsers find this listener, without a path. `/dashboard/callback` under it is to be registered at the provider as the redirect URI, `/dashboard` as where to go after signing out. Required off loopback. Default: the listener's own address.","examples":["https://gateway.example.com:9901"]},"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":256},"description":"What is asked for; `openid` has to be among them. Many providers give a refresh token, with which roles are looked at again, only for `offline_access`, and groups for a scope of their own.","default":["openid","profile","email"],"examples":[["openid","profile","email","groups","offline_access"]]},"session":{"$ref":"#/$defs/duration","x-bounds":["5m","168h"],"description":"How long a person stays signed in at most, 5m to 168h; 30 minutes without a hand on the page end it sooner.","default":"8h","examples":["12h"]},"roles":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"admin":{"$ref":"#/$defs/claims","description":"Who may change things. No default: nobody who signs in so.","examples":[{"groups":"platform"}]},"read":{"$ref":"#/$defs/claims","description":"Who sees everything and changes nothing. No default: nobody but those of `admin`.","examples":[{"groups":["engineering","support-*"]}]}},"description":"What people may do, by their claims; whoever has no role is not let in. Required.","examples":[{"admin":{"groups":"platform"}}]}},"required":["issuer","client_id","client_secret","roles"]};
const schema60 = {"type":"object","description":"Claims that all have to hold. One holds where its value, or one of the values of its list, is one of these; `*` matches anything. A dot goes into an object. `email` counts only where `email_verified` is true.","minProperties":1,"propertyNames":{"minLength":1,"maxLength":256},"additionalProperties":{"anyOf":[{"type":"string","minLength":1},{"type":"array","minItems":1,"items":{"type":"string","minLength":1}}]}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scopes === undefined){
data.scopes = ["openid","profile","email"];
}
if(data.session === undefined){
data.session = "8h";
}
if(data.issuer === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.client_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_id"},message:"must have required property '"+"client_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.client_secret === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_secret"},message:"must have required property '"+"client_secret"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.roles === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "roles"},message:"must have required property '"+"roles"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(((((((key0 === "issuer") || (key0 === "client_id")) || (key0 === "client_secret")) || (key0 === "url")) || (key0 === "scopes")) || (key0 === "session")) || (key0 === "roles"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.issuer !== undefined){
let data0 = data.issuer;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/issuer",schemaPath:"#/properties/issuer/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/issuer",schemaPath:"#/properties/issuer/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.client_id !== undefined){
let data1 = data.client_id;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err7 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.client_secret !== undefined){
let data2 = data.client_secret;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.url !== undefined){
let data3 = data.url;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let data4 = data.scopes;
if(Array.isArray(data4)){
if(data4.length < 1){
const err13 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(func2(data5) > 256){
const err14 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"#/properties/scopes/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data4[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err17 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err18 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data6 = data.session;
if(typeof data6 === "string"){
if(!pattern10.test(data6)){
const err19 = {instancePath:instancePath+"/session",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/session",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.roles !== undefined){
let data7 = data.roles;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length < 1){
const err21 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key1 in data7){
if(!((key1 === "admin") || (key1 === "read"))){
const err22 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data7.admin !== undefined){
let data8 = data7.admin;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(Object.keys(data8).length < 1){
const err23 = {instancePath:instancePath+"/roles/admin",schemaPath:"#/$defs/claims/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
for(const key2 in data8){
const _errs24 = errors;
if(typeof key2 === "string"){
if(func2(key2) > 256){
const err24 = {instancePath:instancePath+"/roles/admin",schemaPath:"#/$defs/claims/propertyNames/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(func2(key2) < 1){
const err25 = {instancePath:instancePath+"/roles/admin",schemaPath:"#/$defs/claims/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var valid8 = _errs24 === errors;
if(!valid8){
const err26 = {instancePath:instancePath+"/roles/admin",schemaPath:"#/$defs/claims/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
for(const key3 in data8){
let data9 = data8[key3];
const _errs27 = errors;
let valid10 = false;
const _errs28 = errors;
if(typeof data9 === "string"){
if(func2(data9) < 1){
const err27 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid0 = _errs28 === errors;
valid10 = valid10 || _valid0;
const _errs30 = errors;
if(Array.isArray(data9)){
if(data9.length < 1){
const err29 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
const len1 = data9.length;
for(let i2=0; i2<len1; i2++){
let data10 = data9[i2];
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err30 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var _valid0 = _errs30 === errors;
valid10 = valid10 || _valid0;
if(!valid10){
const err33 = {instancePath:instancePath+"/roles/admin/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
else {
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/roles/admin",schemaPath:"#/$defs/claims/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data7.read !== undefined){
let data11 = data7.read;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length < 1){
const err35 = {instancePath:instancePath+"/roles/read",schemaPath:"#/$defs/claims/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key4 in data11){
const _errs37 = errors;
if(typeof key4 === "string"){
if(func2(key4) > 256){
const err36 = {instancePath:instancePath+"/roles/read",schemaPath:"#/$defs/claims/propertyNames/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key4};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(func2(key4) < 1){
const err37 = {instancePath:instancePath+"/roles/read",schemaPath:"#/$defs/claims/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key4};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var valid14 = _errs37 === errors;
if(!valid14){
const err38 = {instancePath:instancePath+"/roles/read",schemaPath:"#/$defs/claims/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
for(const key5 in data11){
let data12 = data11[key5];
const _errs40 = errors;
let valid16 = false;
const _errs41 = errors;
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err39 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid1 = _errs41 === errors;
valid16 = valid16 || _valid1;
const _errs43 = errors;
if(Array.isArray(data12)){
if(data12.length < 1){
const err41 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
const len2 = data12.length;
for(let i3=0; i3<len2; i3++){
let data13 = data12[i3];
if(typeof data13 === "string"){
if(func2(data13) < 1){
const err42 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i3,schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
var _valid1 = _errs43 === errors;
valid16 = valid16 || _valid1;
if(!valid16){
const err45 = {instancePath:instancePath+"/roles/read/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/claims/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
else {
errors = _errs40;
if(vErrors !== null){
if(_errs40){
vErrors.length = _errs40;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err46 = {instancePath:instancePath+"/roles/read",schemaPath:"#/$defs/claims/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/roles",schemaPath:"#/properties/roles/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.address === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "address") || (key0 === "tls")) || (key0 === "token")) || (key0 === "read_token")) || (key0 === "oidc"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.address !== undefined){
let data0 = data.address;
if(typeof data0 === "string"){
if(!pattern6.test(data0)){
const err2 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/address/pattern",keyword:"pattern",params:{pattern: "^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"},message:"must match pattern \""+"^((\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+):\\d{1,5}|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/address",schemaPath:"#/$defs/address/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.tls !== undefined){
if(!(validate26(data.tls, {instancePath:instancePath+"/tls",parentData:data,parentDataProperty:"tls",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate26.errors);
errors = vErrors.length;
}
}
if(data.token !== undefined){
let data2 = data.token;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err4 = {instancePath:instancePath+"/token",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/token",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.read_token !== undefined){
let data3 = data.read_token;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err6 = {instancePath:instancePath+"/read_token",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/read_token",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.oidc !== undefined){
if(!(validate28(data.oidc, {instancePath:instancePath+"/oidc",parentData:data,parentDataProperty:"oidc",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema62 = {"type":"object","description":"What the gateway logs.","additionalProperties":false,"properties":{"level":{"anyOf":[{"enum":["trace","debug","info","warn","error","fatal","silent"]},{"$ref":"#/$defs/reference"}],"description":"The least severity that is logged.","default":"info","examples":["debug","${LOG_LEVEL:-info}"]},"file":{"$ref":"#/$defs/file","description":"A file that the log is appended to; opened anew on SIGUSR1, as logrotate wants it. Default: standard output.","examples":["/var/log/gateway/gateway.log"]},"sample":{"type":"number","minimum":0,"maximum":1,"description":"The share of requests that have a line in the log. Those that were refused, failed or tried more than once always have.","default":1,"examples":[0.1]},"client_ip":{"enum":["full","masked","none"],"description":"How addresses of clients are logged: in full, without their last part (a network), or not at all.","default":"full","examples":["masked"]},"exclude":{"type":"array","items":{"$ref":"#/$defs/path"},"uniqueItems":true,"description":"Paths whose requests have no line in the log, whatever came of them: health checks, for one. Compared byte for byte with what was asked for, up to the `?`.","default":[],"examples":[["/health"]]}}};
const schema63 = {"description":"Text that holds `${NAME}` or `${file:PATH}`.","type":"string","pattern":"\\$\\{"};
const pattern20 = new RegExp("\\$\\{", "u");

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.level === undefined){
data.level = "info";
}
if(data.sample === undefined){
data.sample = 1;
}
if(data.client_ip === undefined){
data.client_ip = "full";
}
if(data.exclude === undefined){
data.exclude = [];
}
for(const key0 in data){
if(!(((((key0 === "level") || (key0 === "file")) || (key0 === "sample")) || (key0 === "client_ip")) || (key0 === "exclude"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.level;
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(!(((((((data0 === "trace") || (data0 === "debug")) || (data0 === "info")) || (data0 === "warn")) || (data0 === "error")) || (data0 === "fatal")) || (data0 === "silent"))){
const err1 = {instancePath:instancePath+"/level",schemaPath:"#/properties/level/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema62.properties.level.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs5 = errors;
if(typeof data0 === "string"){
if(!pattern20.test(data0)){
const err2 = {instancePath:instancePath+"/level",schemaPath:"#/$defs/reference/pattern",keyword:"pattern",params:{pattern: "\\$\\{"},message:"must match pattern \""+"\\$\\{"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/level",schemaPath:"#/$defs/reference/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err4 = {instancePath:instancePath+"/level",schemaPath:"#/properties/level/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data.file !== undefined){
let data1 = data.file;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data.sample;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data3 = data.client_ip;
if(!(((data3 === "full") || (data3 === "masked")) || (data3 === "none"))){
const err10 = {instancePath:instancePath+"/client_ip",schemaPath:"#/properties/client_ip/enum",keyword:"enum",params:{allowedValues: schema62.properties.client_ip.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
let data4 = data.exclude;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(!pattern17.test(data5)){
const err11 = {instancePath:instancePath+"/exclude/" + i0,schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/exclude/" + i0,schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data4[i1], data4[j0])){
const err13 = {instancePath:instancePath+"/exclude",schemaPath:"#/properties/exclude/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/exclude",schemaPath:"#/properties/exclude/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema66 = {"type":"object","description":"Traces in OpenTelemetry's form: a span for every request and one for every attempt.","additionalProperties":false,"required":["otlp"],"properties":{"otlp":{"type":"string","minLength":1,"description":"Where a collector takes OTLP over HTTP; `/v1/traces` is added to a URL without a path. Required.","examples":["http://127.0.0.1:4318"]},"sample":{"type":"number","minimum":0,"maximum":1,"description":"The share of requests that are traced; a client that sends `traceparent` decides for itself.","default":1,"examples":[0.05]},"headers":{"$ref":"#/$defs/headers","description":"Sent to the collector, such as its key.","default":{},"examples":[{"x-api-key":"${COLLECTOR_KEY}"}]}}};
const schema67 = {"description":"Header names and their values.","type":"object","propertyNames":{"$ref":"#/$defs/header_name"},"additionalProperties":{"type":"string"}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern7.test(key0)){
const err0 = {instancePath,schemaPath:"#/$defs/header_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/$defs/header_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
for(const key1 in data){
if(typeof data[key1] !== "string"){
const err3 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.sample === undefined){
data.sample = 1;
}
if(data.headers === undefined){
data.headers = {};
}
if(data.otlp === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "otlp"},message:"must have required property '"+"otlp"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "otlp") || (key0 === "sample")) || (key0 === "headers"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.otlp !== undefined){
let data0 = data.otlp;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/otlp",schemaPath:"#/properties/otlp/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/otlp",schemaPath:"#/properties/otlp/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data1 = data.sample;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/sample",schemaPath:"#/properties/sample/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(validate34(data.headers, {instancePath:instancePath+"/headers",parentData:data,parentDataProperty:"headers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate34.errors);
errors = vErrors.length;
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema69 = {"type":"object","description":"How deployments are chosen, for all models.","additionalProperties":false,"properties":{"generic_tags":{"enum":["every_endpoint","called_endpoint"],"description":"What a tag without endpoint asks for: the capability on every endpoint that the deployment serves, or only on the one called.","default":"every_endpoint","examples":["called_endpoint"]},"max_attempts":{"type":"integer","minimum":1,"maximum":6,"description":"How many deployments of a model are tried for one request; over all models of a chain they are six.","default":3,"examples":[2]},"infer":{"enum":["prefer","require","off"],"description":"What is made of the capabilities that a request evidently uses (a stream, images, tools and so on) without asking for them: deployments that have them are tried first, or are the only ones tried, or it makes no difference.","default":"prefer","examples":["require"]},"circuit":{"type":"object","description":"When a deployment that fails is left alone, and for how long.","additionalProperties":false,"properties":{"failures":{"type":"integer","minimum":1,"maximum":1000,"description":"So many failures in a row open the circuit: the deployment is not tried.","default":5,"examples":[3]},"window":{"$ref":"#/$defs/duration","x-bounds":["1s","1h"],"description":"They count as in a row within this time; 1s to 1h.","default":"30s","examples":["1m"]},"open":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How long the circuit is open the first time, 100ms to 1h. Then one request finds out how things are.","default":"10s","examples":["5s"]},"max_open":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"If that one fails, the time doubles, up to this; 100ms to 1h.","default":"120s","examples":["5m"]}},"default":{},"examples":[{"failures":3,"open":"5s"}]}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.generic_tags === undefined){
data.generic_tags = "every_endpoint";
}
if(data.max_attempts === undefined){
data.max_attempts = 3;
}
if(data.infer === undefined){
data.infer = "prefer";
}
if(data.circuit === undefined){
data.circuit = {};
}
for(const key0 in data){
if(!((((key0 === "generic_tags") || (key0 === "max_attempts")) || (key0 === "infer")) || (key0 === "circuit"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.generic_tags;
if(!((data0 === "every_endpoint") || (data0 === "called_endpoint"))){
const err1 = {instancePath:instancePath+"/generic_tags",schemaPath:"#/properties/generic_tags/enum",keyword:"enum",params:{allowedValues: schema69.properties.generic_tags.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
let data1 = data.max_attempts;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 6 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 6},message:"must be <= 6"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/max_attempts",schemaPath:"#/properties/max_attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data2 = data.infer;
if(!(((data2 === "prefer") || (data2 === "require")) || (data2 === "off"))){
const err5 = {instancePath:instancePath+"/infer",schemaPath:"#/properties/infer/enum",keyword:"enum",params:{allowedValues: schema69.properties.infer.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
let data3 = data.circuit;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.failures === undefined){
data3.failures = 5;
}
if(data3.window === undefined){
data3.window = "30s";
}
if(data3.open === undefined){
data3.open = "10s";
}
if(data3.max_open === undefined){
data3.max_open = "120s";
}
for(const key1 in data3){
if(!((((key1 === "failures") || (key1 === "window")) || (key1 === "open")) || (key1 === "max_open"))){
const err6 = {instancePath:instancePath+"/circuit",schemaPath:"#/properties/circuit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data4 = data3.failures;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err7 = {instancePath:instancePath+"/circuit/failures",schemaPath:"#/properties/circuit/properties/failures/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 1000 || isNaN(data4)){
const err8 = {instancePath:instancePath+"/circuit/failures",schemaPath:"#/properties/circuit/properties/failures/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/circuit/failures",schemaPath:"#/properties/circuit/properties/failures/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
let data5 = data3.window;
if(typeof data5 === "string"){
if(!pattern10.test(data5)){
const err10 = {instancePath:instancePath+"/circuit/window",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/circuit/window",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
let data6 = data3.open;
if(typeof data6 === "string"){
if(!pattern10.test(data6)){
const err12 = {instancePath:instancePath+"/circuit/open",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/circuit/open",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
let data7 = data3.max_open;
if(typeof data7 === "string"){
if(!pattern10.test(data7)){
const err14 = {instancePath:instancePath+"/circuit/max_open",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/circuit/max_open",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/circuit",schemaPath:"#/properties/circuit/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema74 = {"description":"An endpoint: one that comes with the gateway, or one that `endpoints` declares.","anyOf":[{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads"]},{"$ref":"#/$defs/endpoint_name"}]};
const schema75 = {"description":"Lower-case letters, digits and `_`.","type":"string","pattern":"^[a-z][a-z0-9_]{0,63}$"};
const pattern27 = new RegExp("^[a-z][a-z0-9_]{0,63}$", "u");

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(((((((((((((((((((((((data === "batches") || (data === "chat_completions")) || (data === "completions")) || (data === "containers")) || (data === "conversations")) || (data === "count_tokens")) || (data === "decisions")) || (data === "embeddings")) || (data === "files")) || (data === "image_edits")) || (data === "image_variations")) || (data === "images")) || (data === "message_batches")) || (data === "messages")) || (data === "moderations")) || (data === "rerank")) || (data === "responses")) || (data === "responses_compact")) || (data === "responses_input_tokens")) || (data === "speech")) || (data === "transcriptions")) || (data === "translations")) || (data === "uploads"))){
const err0 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema74.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs2 = errors;
if(typeof data === "string"){
if(!pattern27.test(data)){
const err1 = {instancePath,schemaPath:"#/$defs/endpoint_name/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/$defs/endpoint_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema76 = {"type":"object","additionalProperties":false,"properties":{"default_model":{"type":"string","minLength":1,"description":"The model of requests that name none, as some clients do for images and moderations; a deployment of it has to serve the endpoint. No default: such requests are answered with 400.","examples":["omni-moderation-latest"]},"backends":{"type":"array","minItems":1,"maxItems":16,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Where objects go that belong to no other one yet, on the endpoints of `stateful`: to the first that is well. What is kept is asked for where it is, whatever stands here. Default: what `stateful.default` says.","examples":[["openai"]]},"price":{"$ref":"#/$defs/kept_price","description":"What requests of an endpoint of `stateful` that asks for no model cost. That of `files` holds for uploads too. No default: nobody knows, and no key with a budget may call it.","examples":[{"per_request":0}]},"path":{"$ref":"#/$defs/path","description":"Declares an endpoint of your own, which is called here: a path that nothing else is at. `{id}` stands for one segment, which goes on as it came, `{model}` for one that names the model. No default: one that comes with the gateway has its own.","examples":["/v1/ocr"]},"methods":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["GET","POST","PUT","PATCH","DELETE"]},"description":"How one of your own is called. Default: POST.","examples":[["POST"]]},"family":{"enum":["openai","anthropic"],"description":"Whose form errors have on one of your own; `x-api-key` counts with `anthropic`. Default: `openai`.","examples":["anthropic"]},"body":{"enum":["json","multipart","streamed","none"],"description":"What requests of one of your own carry: a JSON object, a form, anything that goes on as it comes, or nothing. Default: `json`, and `none` where only GET and DELETE are taken.","examples":["multipart"]},"model":{"type":"object","additionalProperties":false,"minProperties":1,"description":"Where requests of one of your own name the model; nothing else of a body is read or changed, and tags come in their header. Default: in the path that has `{model}`, else in the field `model` of the body or the form.","examples":[{"in":"query"}],"properties":{"in":{"enum":["body","form","query","header","path","none"],"description":"`none`: requests have no model and go to `backends`; keys that are to call it list it by name. Default: as above.","examples":["query"]},"field":{"type":"string","minLength":1,"maxLength":64,"description":"The name of the field, part, parameter or header. Default: `model`, and `x-model` of a header.","examples":["model_id"]},"default":{"type":"string","minLength":1,"description":"The model of requests that name none; a deployment of it has to serve the endpoint. No default: such requests are answered with 400.","examples":["mistral-ocr"]}}},"answer":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["json","events","binary"]},"description":"What answers of one of your own are; the first is what a request gets that asks for none. `events`: where the body has `stream: true`. Default: `json`.","examples":[["json","events"]]},"failover":{"enum":["full","model","none"],"description":"Who may answer in place of whom on one of your own. `full`: other deployments of the model, and then its `fallbacks`. `model`: other deployments of the model. `none`: there is one attempt. Default: `model`.","examples":["full"]},"usage":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"$ref":"#/$defs/answer_places"},"description":"Where answers of one of your own say what was used, as JSON pointers: `input`, `output`, `cached_input`, `audio_input`, `image_input`, `audio_output` and `image_output` in tokens, `images`, `seconds`, `characters` and `search_units`; any other name is a unit of `per_unit`. Of a list its length counts. No default: answers use nothing but a request.","examples":[{"input":"/usage/prompt_tokens","pages":"/usage_info/pages_processed"}]},"estimate":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000},"description":"What a request to one of your own is taken to use until its answer says it, and where it does not: of what `usage` names, a number for each request. Default: `input` by the size of the body, and 0 of all else.","examples":[{"output":0,"pages":1}]},"max_body":{"$ref":"#/$defs/size","x-bounds":["1B","8GiB"],"description":"The largest body of one of your own: up to 256MiB, and up to 8GiB with `streamed`. Default: `listen.max_body`, and 512MiB with `streamed`.","examples":["50MiB"]},"events":{"type":"object","additionalProperties":false,"description":"How streams of one of your own end. Default: with `[DONE]`.","examples":[{"terminal":"[DONE]"}],"properties":{"terminal":{"type":"string","minLength":1,"maxLength":128,"description":"The `type` of the last event, or `[DONE]` where that is all that its data has. Default: `[DONE]`.","examples":["ocr.done"]}}}}};
const schema77 = {"type":"object","additionalProperties":false,"required":["per_request"],"properties":{"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for each request that its backend did not refuse. Required; 0 for what costs nothing.","examples":[0.0001]},"unknown_batch":{"type":"number","minimum":0,"maximum":1000000,"description":"On `batches`: USD that a batch reserves of budgets whose file did not come through this gateway, until it is known what it used. Default: 1.","examples":[25]}}};
const schema79 = {"description":"A JSON pointer, or several of which the first counts that leads to something.","type":["string","array"],"pattern":"^/[^~]*$","minItems":1,"items":{"$ref":"#/$defs/json_pointer"}};
const schema80 = {"description":"Where something stands in a JSON object: names with a slash before each.","type":"string","pattern":"^/[^~]*$"};
const pattern30 = new RegExp("^/[^~]*$", "u");

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema79.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern30.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^/[^~]*$"},message:"must match pattern \""+"^/[^~]*$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern30.test(data0)){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/json_pointer/pattern",keyword:"pattern",params:{pattern: "^/[^~]*$"},message:"must match pattern \""+"^/[^~]*$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/json_pointer/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema76.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.default_model !== undefined){
let data0 = data.default_model;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.backends !== undefined){
let data1 = data.backends;
if(Array.isArray(data1)){
if(data1.length > 16){
const err3 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err5 = {instancePath:instancePath+"/backends/" + i0,schemaPath:"#/properties/backends/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/backends/" + i0,schemaPath:"#/properties/backends/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err7 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err8 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.price !== undefined){
let data3 = data.price;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.per_request === undefined){
const err9 = {instancePath:instancePath+"/price",schemaPath:"#/$defs/kept_price/required",keyword:"required",params:{missingProperty: "per_request"},message:"must have required property '"+"per_request"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "per_request") || (key1 === "unknown_batch"))){
const err10 = {instancePath:instancePath+"/price",schemaPath:"#/$defs/kept_price/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data3.per_request !== undefined){
let data4 = data3.per_request;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 1000000 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/price/per_request",schemaPath:"#/$defs/kept_price/properties/per_request/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err12 = {instancePath:instancePath+"/price/per_request",schemaPath:"#/$defs/kept_price/properties/per_request/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/price/per_request",schemaPath:"#/$defs/kept_price/properties/per_request/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.unknown_batch !== undefined){
let data5 = data3.unknown_batch;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1000000 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/price/unknown_batch",schemaPath:"#/$defs/kept_price/properties/unknown_batch/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/price/unknown_batch",schemaPath:"#/$defs/kept_price/properties/unknown_batch/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/price/unknown_batch",schemaPath:"#/$defs/kept_price/properties/unknown_batch/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/price",schemaPath:"#/$defs/kept_price/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.path !== undefined){
let data6 = data.path;
if(typeof data6 === "string"){
if(!pattern17.test(data6)){
const err18 = {instancePath:instancePath+"/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.methods !== undefined){
let data7 = data.methods;
if(Array.isArray(data7)){
if(data7.length < 1){
const err20 = {instancePath:instancePath+"/methods",schemaPath:"#/properties/methods/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
const len1 = data7.length;
for(let i2=0; i2<len1; i2++){
let data8 = data7[i2];
if(!(((((data8 === "GET") || (data8 === "POST")) || (data8 === "PUT")) || (data8 === "PATCH")) || (data8 === "DELETE"))){
const err21 = {instancePath:instancePath+"/methods/" + i2,schemaPath:"#/properties/methods/items/enum",keyword:"enum",params:{allowedValues: schema76.properties.methods.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
let i3 = data7.length;
let j1;
if(i3 > 1){
outer0:
for(;i3--;){
for(j1 = i3; j1--;){
if(func0(data7[i3], data7[j1])){
const err22 = {instancePath:instancePath+"/methods",schemaPath:"#/properties/methods/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err23 = {instancePath:instancePath+"/methods",schemaPath:"#/properties/methods/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.family !== undefined){
let data9 = data.family;
if(!((data9 === "openai") || (data9 === "anthropic"))){
const err24 = {instancePath:instancePath+"/family",schemaPath:"#/properties/family/enum",keyword:"enum",params:{allowedValues: schema76.properties.family.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.body !== undefined){
let data10 = data.body;
if(!((((data10 === "json") || (data10 === "multipart")) || (data10 === "streamed")) || (data10 === "none"))){
const err25 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/enum",keyword:"enum",params:{allowedValues: schema76.properties.body.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.model !== undefined){
let data11 = data.model;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length < 1){
const err26 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key2 in data11){
if(!(((key2 === "in") || (key2 === "field")) || (key2 === "default"))){
const err27 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data11.in !== undefined){
let data12 = data11.in;
if(!((((((data12 === "body") || (data12 === "form")) || (data12 === "query")) || (data12 === "header")) || (data12 === "path")) || (data12 === "none"))){
const err28 = {instancePath:instancePath+"/model/in",schemaPath:"#/properties/model/properties/in/enum",keyword:"enum",params:{allowedValues: schema76.properties.model.properties.in.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data11.field !== undefined){
let data13 = data11.field;
if(typeof data13 === "string"){
if(func2(data13) > 64){
const err29 = {instancePath:instancePath+"/model/field",schemaPath:"#/properties/model/properties/field/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data13) < 1){
const err30 = {instancePath:instancePath+"/model/field",schemaPath:"#/properties/model/properties/field/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/model/field",schemaPath:"#/properties/model/properties/field/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data11.default !== undefined){
let data14 = data11.default;
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err32 = {instancePath:instancePath+"/model/default",schemaPath:"#/properties/model/properties/default/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/model/default",schemaPath:"#/properties/model/properties/default/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.answer !== undefined){
let data15 = data.answer;
if(Array.isArray(data15)){
if(data15.length < 1){
const err35 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
const len2 = data15.length;
for(let i4=0; i4<len2; i4++){
let data16 = data15[i4];
if(!(((data16 === "json") || (data16 === "events")) || (data16 === "binary"))){
const err36 = {instancePath:instancePath+"/answer/" + i4,schemaPath:"#/properties/answer/items/enum",keyword:"enum",params:{allowedValues: schema76.properties.answer.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
let i5 = data15.length;
let j2;
if(i5 > 1){
outer1:
for(;i5--;){
for(j2 = i5; j2--;){
if(func0(data15[i5], data15[j2])){
const err37 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/uniqueItems",keyword:"uniqueItems",params:{i: i5, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i5+" are identical)"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
break outer1;
}
}
}
}
}
else {
const err38 = {instancePath:instancePath+"/answer",schemaPath:"#/properties/answer/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.failover !== undefined){
let data17 = data.failover;
if(!(((data17 === "full") || (data17 === "model")) || (data17 === "none"))){
const err39 = {instancePath:instancePath+"/failover",schemaPath:"#/properties/failover/enum",keyword:"enum",params:{allowedValues: schema76.properties.failover.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.usage !== undefined){
let data18 = data.usage;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err40 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
for(const key3 in data18){
const _errs38 = errors;
if(typeof key3 === "string"){
if(!pattern27.test(key3)){
const err41 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
var valid14 = _errs38 === errors;
if(!valid14){
const err42 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
for(const key4 in data18){
if(!(validate42(data18[key4], {instancePath:instancePath+"/usage/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data18,parentDataProperty:key4,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate42.errors);
errors = vErrors.length;
}
}
}
else {
const err43 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.estimate !== undefined){
let data20 = data.estimate;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err44 = {instancePath:instancePath+"/estimate",schemaPath:"#/properties/estimate/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
for(const key5 in data20){
const _errs43 = errors;
if(typeof key5 === "string"){
if(!pattern27.test(key5)){
const err45 = {instancePath:instancePath+"/estimate",schemaPath:"#/properties/estimate/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
var valid16 = _errs43 === errors;
if(!valid16){
const err46 = {instancePath:instancePath+"/estimate",schemaPath:"#/properties/estimate/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
for(const key6 in data20){
let data21 = data20[key6];
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 1000000000 || isNaN(data21)){
const err47 = {instancePath:instancePath+"/estimate/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/estimate/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err48 = {instancePath:instancePath+"/estimate/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/estimate/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/estimate/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/estimate/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/estimate",schemaPath:"#/properties/estimate/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.max_body !== undefined){
let data22 = data.max_body;
if(typeof data22 === "string"){
if(!pattern8.test(data22)){
const err51 = {instancePath:instancePath+"/max_body",schemaPath:"#/$defs/size/pattern",keyword:"pattern",params:{pattern: "^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(B|KiB|MiB|GiB)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/max_body",schemaPath:"#/$defs/size/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.events !== undefined){
let data23 = data.events;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key7 in data23){
if(!(key7 === "terminal")){
const err53 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data23.terminal !== undefined){
let data24 = data23.terminal;
if(typeof data24 === "string"){
if(func2(data24) > 128){
const err54 = {instancePath:instancePath+"/events/terminal",schemaPath:"#/properties/events/properties/terminal/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(func2(data24) < 1){
const err55 = {instancePath:instancePath+"/events/terminal",schemaPath:"#/properties/events/properties/terminal/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/events/terminal",schemaPath:"#/properties/events/properties/terminal/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema82 = {"type":"object","title":"Stateful","additionalProperties":false,"properties":{"ids":{"enum":["off","signed","plain"],"description":"What becomes of the ids of objects that backends keep. `off`: nothing is known of them, and their paths are not there. `signed`: each says where its object is and whose it is, and nobody else's key can use it. `plain`: as the vendor gives them, where one backend serves one owner.","default":"off","examples":["signed"]},"endpoints":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/stateful_endpoint"},"description":"What is kept; needed with `signed` and `plain`. `responses`: to read, cancel and delete them by their ids. `files`: uploads too.","default":[],"examples":[["responses","conversations"]]},"default":{"type":"object","additionalProperties":{"type":"string","minLength":1},"propertyNames":{"$ref":"#/$defs/endpoint"},"description":"The backend for objects that belong to no other one yet, by endpoint; short for `endpoints.NAME.backends` with one.","default":{},"examples":[{"files":"openai","conversations":"openai"}]},"encrypted_content":{"enum":["pass","pin"],"description":"Reasoning that clients send back is of use to the account alone that made it. `pin`: it is signed as ids are, and the requests that hold it go there. `pass`: as it comes.","default":"pass","examples":["pin"]},"unsigned":{"enum":["refuse","allow"],"description":"What becomes of an id without a signature, with `signed`: 404, or it goes to the backend as it is. `allow` is for one owner: whoever knows an id may use it.","default":"refuse","examples":["allow"]},"shared_ids":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Ids as vendors gave them that every key may name, with `signed`: such as vector stores that you fill. A request goes to any deployment of its model, so each has to have them.","default":[],"examples":[["vs_68d1f0c3a4b5c6d7"]]},"short_owners_until":{"$ref":"#/$defs/time","description":"Until when ids as version 1.0 gave them (`~g1`) are good. They hold four bytes of a digest of the owner's name, and two names can be found that agree in them. Until then ids of containers and parts of uploads, which 1.0 did not sign, pass too. No default: none is good.","examples":["2027-03-01","2027-03-01T00:00:00Z"]},"settle_after":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How soon a backend is first asked, 100ms to 1h after it was made, what a response in the background or a batch used, if no client has been told by then. It is asked again after waits of half its age, at most half an hour, for three days.","default":"10s","examples":["1m"]}}};
const schema83 = {"description":"One of the kinds of objects that backends keep.","enum":["batches","containers","conversations","files","message_batches","responses"]};
const schema84 = {"description":"A date, or a date and time with its zone.","type":"string","pattern":"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"};
const pattern34 = new RegExp("^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$", "u");

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ids === undefined){
data.ids = "off";
}
if(data.endpoints === undefined){
data.endpoints = [];
}
if(data.default === undefined){
data.default = {};
}
if(data.encrypted_content === undefined){
data.encrypted_content = "pass";
}
if(data.unsigned === undefined){
data.unsigned = "refuse";
}
if(data.shared_ids === undefined){
data.shared_ids = [];
}
if(data.settle_after === undefined){
data.settle_after = "10s";
}
for(const key0 in data){
if(!((((((((key0 === "ids") || (key0 === "endpoints")) || (key0 === "default")) || (key0 === "encrypted_content")) || (key0 === "unsigned")) || (key0 === "shared_ids")) || (key0 === "short_owners_until")) || (key0 === "settle_after"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.ids;
if(!(((data0 === "off") || (data0 === "signed")) || (data0 === "plain"))){
const err1 = {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/enum",keyword:"enum",params:{allowedValues: schema82.properties.ids.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
let data1 = data.endpoints;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!((((((data2 === "batches") || (data2 === "containers")) || (data2 === "conversations")) || (data2 === "files")) || (data2 === "message_batches")) || (data2 === "responses"))){
const err2 = {instancePath:instancePath+"/endpoints/" + i0,schemaPath:"#/$defs/stateful_endpoint/enum",keyword:"enum",params:{allowedValues: schema83.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data1[i1], data1[j0])){
const err3 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
let data3 = data.default;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 in data3){
const _errs9 = errors;
if(!(validate39(key1, {instancePath:instancePath+"/default",parentData:data3,parentDataProperty:"default",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
var valid5 = _errs9 === errors;
if(!valid5){
const err5 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key2 in data3){
let data4 = data3[key2];
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err6 = {instancePath:instancePath+"/default/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/default/additionalProperties/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/default/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/default/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/default",schemaPath:"#/properties/default/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
let data5 = data.encrypted_content;
if(!((data5 === "pass") || (data5 === "pin"))){
const err9 = {instancePath:instancePath+"/encrypted_content",schemaPath:"#/properties/encrypted_content/enum",keyword:"enum",params:{allowedValues: schema82.properties.encrypted_content.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data6 = data.unsigned;
if(!((data6 === "refuse") || (data6 === "allow"))){
const err10 = {instancePath:instancePath+"/unsigned",schemaPath:"#/properties/unsigned/enum",keyword:"enum",params:{allowedValues: schema82.properties.unsigned.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
let data7 = data.shared_ids;
if(Array.isArray(data7)){
const len1 = data7.length;
for(let i2=0; i2<len1; i2++){
let data8 = data7[i2];
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err11 = {instancePath:instancePath+"/shared_ids/" + i2,schemaPath:"#/properties/shared_ids/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/shared_ids/" + i2,schemaPath:"#/properties/shared_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let i3 = data7.length;
let j1;
if(i3 > 1){
const indices0 = {};
for(;i3--;){
let item0 = data7[i3];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j1 = indices0[item0];
const err13 = {instancePath:instancePath+"/shared_ids",schemaPath:"#/properties/shared_ids/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
break;
}
indices0[item0] = i3;
}
}
}
else {
const err14 = {instancePath:instancePath+"/shared_ids",schemaPath:"#/properties/shared_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.short_owners_until !== undefined){
let data9 = data.short_owners_until;
if(typeof data9 === "string"){
if(!pattern34.test(data9)){
const err15 = {instancePath:instancePath+"/short_owners_until",schemaPath:"#/$defs/time/pattern",keyword:"pattern",params:{pattern: "^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/short_owners_until",schemaPath:"#/$defs/time/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
let data10 = data.settle_after;
if(typeof data10 === "string"){
if(!pattern10.test(data10)){
const err17 = {instancePath:instancePath+"/settle_after",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/settle_after",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema87 = {"type":"object","description":"A server that runs models: exactly one of `url` and `simulator`.","additionalProperties":false,"properties":{"url":{"type":"string","minLength":1,"description":"Base URL, `http` or `https`, with or without `/v1`. No default.","examples":["https://api.openai.com/v1","http://127.0.0.1:11434"]},"plaintext":{"type":"boolean","description":"Says that `http://` to another host is meant; silences the warning.","default":false,"examples":[true]},"paths":{"type":"object","description":"Replaces the request path of an endpoint, from the root of the host; `{ whole: PATH, stream: PATH }` where streams have a path of their own. `{model}` in a path, once, is the deployment's `model`, encoded as one segment. `gemini` and `bedrock_converse` are for `via`.","additionalProperties":{"$ref":"#/$defs/endpoint_path"},"properties":{"batches":{"$ref":"#/$defs/endpoint_path","description":"Path of batches. Default: the path of `url` and `/v1/batches`.","examples":["/openai/v1/batches"]},"chat_completions":{"$ref":"#/$defs/endpoint_path","description":"Path of chat_completions. Default: the path of `url` and `/v1/chat/completions`.","examples":["/openai/v1/chat/completions"]},"completions":{"$ref":"#/$defs/endpoint_path","description":"Path of completions. Default: the path of `url` and `/v1/completions`.","examples":["/openai/v1/completions"]},"containers":{"$ref":"#/$defs/endpoint_path","description":"Path of containers. Default: the path of `url` and `/v1/containers`.","examples":["/openai/v1/containers"]},"conversations":{"$ref":"#/$defs/endpoint_path","description":"Path of conversations. Default: the path of `url` and `/v1/conversations`.","examples":["/openai/v1/conversations"]},"count_tokens":{"$ref":"#/$defs/endpoint_path","description":"Path of count_tokens. Default: the path of `url` and `/v1/messages/count_tokens`.","examples":["/openai/v1/messages/count_tokens"]},"decisions":{"$ref":"#/$defs/endpoint_path","description":"Path of decisions. Default: the path of `url` and `/v1/decisions`.","examples":["/openai/v1/decisions"]},"embeddings":{"$ref":"#/$defs/endpoint_path","description":"Path of embeddings. Default: the path of `url` and `/v1/embeddings`.","examples":["/openai/v1/embeddings"]},"files":{"$ref":"#/$defs/endpoint_path","description":"Path of files. Default: the path of `url` and `/v1/files`.","examples":["/openai/v1/files"]},"image_edits":{"$ref":"#/$defs/endpoint_path","description":"Path of image_edits. Default: the path of `url` and `/v1/images/edits`.","examples":["/openai/v1/images/edits"]},"image_variations":{"$ref":"#/$defs/endpoint_path","description":"Path of image_variations. Default: the path of `url` and `/v1/images/variations`.","examples":["/openai/v1/images/variations"]},"images":{"$ref":"#/$defs/endpoint_path","description":"Path of images. Default: the path of `url` and `/v1/images/generations`.","examples":["/openai/v1/images/generations"]},"message_batches":{"$ref":"#/$defs/endpoint_path","description":"Path of message_batches. Default: the path of `url` and `/v1/messages/batches`.","examples":["/openai/v1/messages/batches"]},"messages":{"$ref":"#/$defs/endpoint_path","description":"Path of messages. Default: the path of `url` and `/v1/messages`.","examples":["/openai/v1/messages"]},"moderations":{"$ref":"#/$defs/endpoint_path","description":"Path of moderations. Default: the path of `url` and `/v1/moderations`.","examples":["/openai/v1/moderations"]},"rerank":{"$ref":"#/$defs/endpoint_path","description":"Path of rerank. Default: the path of `url` and `/v1/rerank`.","examples":["/openai/v1/rerank"]},"responses":{"$ref":"#/$defs/endpoint_path","description":"Path of responses. Default: the path of `url` and `/v1/responses`.","examples":["/openai/v1/responses"]},"responses_compact":{"$ref":"#/$defs/endpoint_path","description":"Path of responses_compact. Default: the path of `url` and `/v1/responses/compact`.","examples":["/openai/v1/responses/compact"]},"responses_input_tokens":{"$ref":"#/$defs/endpoint_path","description":"Path of responses_input_tokens. Default: the path of `url` and `/v1/responses/input_tokens`.","examples":["/openai/v1/responses/input_tokens"]},"speech":{"$ref":"#/$defs/endpoint_path","description":"Path of speech. Default: the path of `url` and `/v1/audio/speech`.","examples":["/openai/v1/audio/speech"]},"transcriptions":{"$ref":"#/$defs/endpoint_path","description":"Path of transcriptions. Default: the path of `url` and `/v1/audio/transcriptions`.","examples":["/openai/v1/audio/transcriptions"]},"translations":{"$ref":"#/$defs/endpoint_path","description":"Path of translations. Default: the path of `url` and `/v1/audio/translations`.","examples":["/openai/v1/audio/translations"]},"uploads":{"$ref":"#/$defs/endpoint_path","description":"Path of uploads. Default: the path of `url` and `/v1/uploads`.","examples":["/openai/v1/uploads"]},"gemini":{"$ref":"#/$defs/path","description":"Path of `via: gemini`, with {model} in it. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:generateContent`.","examples":["/proxy/v1beta/models/{model}:generateContent"]},"gemini_stream":{"$ref":"#/$defs/path","description":"The same for streams. Default: the path of `url`, without `/v1`, and `/v1beta/models/{model}:streamGenerateContent`.","examples":["/proxy/v1beta/models/{model}:streamGenerateContent"]},"bedrock_converse":{"$ref":"#/$defs/path","description":"Path of `via: bedrock_converse`, with {model} in it. Default: the path of `url`, without `/v1`, and `/model/{model}/converse`.","examples":["/proxy/model/{model}/converse"]},"bedrock_converse_stream":{"$ref":"#/$defs/path","description":"The same for streams. Default: the path of `url`, without `/v1`, and `/model/{model}/converse-stream`.","examples":["/proxy/model/{model}/converse-stream"]}},"default":{},"examples":[{"chat_completions":"/v1beta/openai/chat/completions"},{"chat_completions":"/openai/deployments/{model}/chat/completions"}],"propertyNames":{"$ref":"#/$defs/endpoint_name"}},"wire":{"$ref":"#/$defs/wire","description":"How messages go there. `vertex`: as Claude on Google's Vertex AI wants them, below `project` and `location`. `bedrock`: as InvokeModel of Amazon Bedrock wants them, whose event stream becomes server-sent events; chat_completions and responses go to `/openai/v1/...` there. A word, or a map of one with more of it.","default":"standard","examples":["vertex","bedrock",{"bedrock":{"betas":["context-1m-2025-08-07"]}}]},"project":{"$ref":"#/$defs/project","description":"The Google Cloud project of `wire: vertex`. No default.","examples":["my-project"]},"location":{"$ref":"#/$defs/location","description":"The location of `wire: vertex`, such as `global`, `eu` or a region. No default.","examples":["europe-west4"]},"query":{"type":"object","description":"Query parameters of every request to this backend, such as the `api-version` of Azure's dated paths. Names and values as they are meant, in visible ASCII characters: they are encoded by the gateway. They replace a client's parameters of the same name, in upper or lower case. Not for credentials, which stand in `auth`.","propertyNames":{"$ref":"#/$defs/query_name"},"additionalProperties":{"type":"string","maxLength":2048},"default":{},"examples":[{"api-version":"2025-04-01-preview"}]},"auth":{"$ref":"#/$defs/auth","description":"Our credential at this backend, in exactly one form: it stands in the file (`bearer`, or `header` with `value`), or it is renewed while the gateway runs (`file`, `exec`, `oauth2`, `aws`, `google` or `azure`). No default: none is sent.","examples":[{"azure":{"workload_identity":true}},{"bearer":"${OPENAI_API_KEY}"},{"header":"x-api-key","value":"${file:/run/secrets/anthropic}"}]},"headers":{"$ref":"#/$defs/headers","description":"Headers that are always set; clients cannot override them.","default":{},"examples":[{"OpenAI-Organization":"org-123"}]},"default_headers":{"$ref":"#/$defs/headers","description":"Headers that are set where the client sent none of that name.","default":{},"examples":[{"anthropic-version":"2023-06-01"}]},"add_headers":{"type":"object","description":"Members of comma-separated headers that go along with what the client sent under that name, or with what `default_headers` says: each once, behind the client's own.","propertyNames":{"$ref":"#/$defs/header_name"},"additionalProperties":{"type":"array","minItems":1,"maxItems":64,"uniqueItems":true,"items":{"type":"string","minLength":1,"maxLength":256}},"default":{},"examples":[{"anthropic-beta":["oauth-2025-04-20"]}]},"flavor":{"enum":["openai","vllm","llama_cpp","deepseek","openrouter","generic"],"description":"What kind of server its chat_completions are of, for deployments that serve another endpoint through them (`via: chat_completions`): which fields it takes, and in what form. `generic`: one that is none of these. Default: `openai` at OpenAI, Azure and the simulator, `openrouter` and `deepseek` at theirs; elsewhere such deployments need it.","examples":["vllm","llama_cpp"]},"forward_app_headers":{"type":"boolean","description":"Sends `HTTP-Referer`, `X-Title` and `X-OpenRouter-Title` on to this backend.","default":false,"examples":[true]},"forward_answer_headers":{"type":"array","description":"Headers of this backend's answers that clients get although they tell of the operator's account: `openai-organization`, `openai-project`, `anthropic-organization-id`, and those that begin with `x-ratelimit-` or `anthropic-ratelimit-`; a `*` at the end takes all that begin so. What the gateway says under the same name of a key's own limits goes before.","items":{"$ref":"#/$defs/header_glob"},"maxItems":64,"default":[],"examples":[["x-should-retry","anthropic-ratelimit-unified-*"]]},"request":{"type":"object","description":"Changes requests on their way to this backend. What is changed is what limits count.","additionalProperties":false,"properties":{"remove_headers":{"type":"array","description":"Headers of clients that do not go on; a `*` at the end of a name takes all that begin so.","items":{"$ref":"#/$defs/header_glob"},"maxItems":64,"default":[],"examples":[["anthropic-beta","x-stainless-*"]]},"remove":{"type":"array","description":"Fields that are taken out of the body. Dots lead into objects.","items":{"$ref":"#/$defs/body_path"},"maxItems":64,"default":[],"examples":[["context_management","reasoning.summary"]]},"set":{"type":"object","description":"Fields of the body that always have these values, any JSON up to 4 KiB without secrets. Dots lead into objects, which are made where they are absent.","propertyNames":{"$ref":"#/$defs/body_path"},"maxProperties":64,"additionalProperties":{"description":"Any JSON."},"default":{},"examples":[{"store":false,"provider.data_collection":"deny"}]},"default":{"type":"object","description":"The same where a request leaves them out, or null.","propertyNames":{"$ref":"#/$defs/body_path"},"maxProperties":64,"additionalProperties":{"description":"Any JSON."},"default":{},"examples":[{"temperature":0.2}]}},"default":{},"examples":[{"remove_headers":["anthropic-beta"],"remove":["context_management"]}]},"timeouts":{"type":"object","description":"How long to wait for this backend.","additionalProperties":false,"properties":{"connect":{"$ref":"#/$defs/duration","x-bounds":["1ms","10m"],"description":"Until the connection stands, TLS included; up to 10m.","default":"5s","examples":["2s"]},"first_byte":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Until the head of a streamed answer; up to 24h. A whole answer's head comes when it is done, so for that `answer` and `total` count.","default":"120s","examples":["30s"]},"answer":{"$ref":"#/$defs/duration","x-bounds":["1s","24h"],"description":"For all of a whole (not streamed) answer, from the start of the attempt; 1s to 24h. What runs out is tried elsewhere once. No default: only `total` counts.","examples":["2m"]},"idle":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Between two bytes of an answer; up to 24h. Also how long a client may take nothing of it.","default":"300s","examples":["60s"]},"progress":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"Between two events of a stream that are not comments; up to 24h.","default":"300s","examples":["60s"]},"total":{"$ref":"#/$defs/duration","x-bounds":["1ms","24h"],"description":"For the whole request, from its start; up to 24h.","default":"600s","examples":["30m"]}},"default":{},"examples":[{"connect":"2s","first_byte":"30s","total":"10m"}]},"proxy":{"type":"string","description":"The way to this backend: through a proxy (`http://host:port` or `https://host:port`, with `user:secret@` before the host where it asks for that; CONNECT), `environment` for what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say, or `none`. No default: direct, and `serve` says so where a proxy is in the environment.","examples":["http://proxy.internal:3128","environment"]},"max_connection_age":{"type":"string","x-bounds":["1s","24h"],"description":"How old a connection may be that still takes a request, 1s to 24h, or `none`: so that a name that has moved and a pod that is new are noticed while traffic flows. Each connection's own age is up to a fifth less, so that they do not all end at once.","default":"10m","examples":["1m"]},"vendor":{"type":"string","minLength":1,"maxLength":128,"description":"Whose prices its deployments have that say `catalogue: true`: a vendor of the price list. No default.","examples":["amazon-bedrock"]},"usage_in_streams":{"enum":["ask","given","none"],"description":"How the backend's streams of chat completions and completions tell what they used. `ask`: `stream_options.include_usage` is put in where usage is kept (`state.dir`, or a price in the file) or a limit counts tokens or money, and what it brings is kept from a client that did not ask; a backend that refuses it is sent the request again without. `given`: they tell it unasked. `none`: they can't, and estimates count. In the last two nothing is added, and a client's own field passes as it came.","default":"ask","examples":["given"]},"formerly":{"type":"array","maxItems":16,"uniqueItems":true,"items":{"$ref":"#/$defs/plain_name"},"description":"Names that the backend had before: ids that were signed under them are still good.","default":[],"examples":[["openai-old"]]},"lists":{"type":"string","minLength":1,"maxLength":256,"description":"The `objects_owner` that has this backend's account to himself: his keys may list what is kept there. No default: lists show everybody's objects, and are not there.","examples":["research"]},"max_requests_per_connection":{"type":"integer","minimum":1,"maximum":1000000,"description":"Closes a connection after so many requests; 1 for a backend that nobody trusts to answer in step (one that was found out of step gets it for an hour). No default: a connection is used as long as it is good.","examples":[1000]},"rate_limit":{"$ref":"#/$defs/capacity","description":"What all of its deployments are sent together at most, as the vendor's quota has it. Beyond it they are passed over. No default: any amount.","examples":[{"requests":"600/min","tokens":"1000000/min"}]},"max_connections":{"type":"integer","minimum":1,"maximum":1000000,"description":"Requests that one worker has in flight there. When all are taken a request waits, at most `timeouts.connect`, and then goes elsewhere.","default":4096,"examples":[200]},"health":{"type":"object","description":"Asks the backend itself whether it is well, beside what its answers say. While it is not, its deployments are not tried. No default: nothing is asked.","additionalProperties":false,"properties":{"path":{"$ref":"#/$defs/path","description":"Requested with GET and this backend's credential; any 2xx within `timeouts.connect` is well. Twice in a row anything else is not. Required.","examples":["/health"]},"interval":{"$ref":"#/$defs/duration","x-bounds":["100ms","1h"],"description":"How often each worker asks, 100ms to 1h.","default":"10s","examples":["5s"]}},"required":["path"],"examples":[{"path":"/health","interval":"5s"}]},"tls":{"type":"object","description":"TLS towards this backend. No field is needed for public servers.","additionalProperties":false,"properties":{"ca":{"$ref":"#/$defs/file","description":"Certificates to trust in place of the system's, a PEM file. No default.","examples":["/etc/ssl/internal-ca.pem"]},"server_name":{"type":"string","pattern":"^([A-Za-z0-9._-]+|.*\\$\\{.*)$","description":"The name to ask for and to check. Default: the host of `url`.","examples":["models.internal"]},"cert":{"$ref":"#/$defs/file","description":"Our certificate, a PEM file; needs `key`. No default.","examples":["/etc/gateway/client.crt"]},"key":{"$ref":"#/$defs/file","description":"Our certificate's private key, a PEM file; needs `cert`. No default.","examples":["/etc/gateway/client.key"]}},"dependentRequired":{"cert":["key"],"key":["cert"]},"default":{},"examples":[{"ca":"/etc/ssl/internal-ca.pem"}]},"simulator":{"type":"object","description":"The built-in backend in place of a `url`: needs no network and no key. No default.","additionalProperties":false,"properties":{"latency":{"$ref":"#/$defs/duration","x-bounds":["0ms","10m"],"description":"How long it takes until an answer begins, up to 10m.","default":"0ms","examples":["20ms"]},"tokens_per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"How fast it writes; 0 for as fast as it can.","default":0,"examples":[200]},"text":{"type":"string","description":"What it answers. Default: a text that depends on the prompt.","examples":["Hello from the simulator."]}},"examples":[{"latency":"20ms","tokens_per_second":200}]}},"oneOf":[{"required":["url"]},{"required":["simulator"]}]};
const schema99 = {"description":"The id of a Google Cloud project, or its number in quotes.","type":"string","pattern":"^([a-z0-9][a-z0-9:.-]{0,127}|.*\\$\\{.*)$"};
const schema100 = {"description":"A location of Google Cloud.","type":"string","pattern":"^([a-z][a-z0-9-]{0,63}|.*\\$\\{.*)$"};
const schema101 = {"description":"The name of a query parameter: visible ASCII characters.","type":"string","pattern":"^[!-~]+$","maxLength":256};
const schema151 = {"description":"The name of an HTTP header; a `*` at its end takes all that begin so.","type":"string","pattern":"^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$","maxLength":128};
const schema153 = {"type":"string","description":"A field of a request's body: names with dots between them.","pattern":"^[^.\\s*]+(\\.[^.\\s*]+)*$","maxLength":256};
const pattern48 = new RegExp("^([a-z0-9][a-z0-9:.-]{0,127}|.*\\$\\{.*)$", "u");
const pattern49 = new RegExp("^([a-z][a-z0-9-]{0,63}|.*\\$\\{.*)$", "u");
const pattern50 = new RegExp("^[!-~]+$", "u");
const pattern59 = new RegExp("^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$", "u");
const pattern61 = new RegExp("^[^.\\s*]+(\\.[^.\\s*]+)*$", "u");
const pattern75 = new RegExp("^([A-Za-z0-9._-]+|.*\\$\\{.*)$", "u");
const schema89 = {"description":"A request path, from the root of the host, or one for each way of answering. `{model}` stands for the deployment's name of the model.","type":["string","object"],"pattern":"^(/[^\\s?#]*|.*\\$\\{.*)$","additionalProperties":false,"properties":{"whole":{"$ref":"#/$defs/path","description":"Where whole answers are asked for. Required.","examples":["/model/{model}/invoke"]},"stream":{"$ref":"#/$defs/path","description":"Where streams are. Required.","examples":["/model/{model}/invoke-with-response-stream"]}},"required":["whole","stream"]};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema89.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern17.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.whole === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "whole"},message:"must have required property '"+"whole"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.stream === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stream"},message:"must have required property '"+"stream"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "whole") || (key0 === "stream"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.whole !== undefined){
let data0 = data.whole;
if(typeof data0 === "string"){
if(!pattern17.test(data0)){
const err5 = {instancePath:instancePath+"/whole",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/whole",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.stream !== undefined){
let data1 = data.stream;
if(typeof data1 === "string"){
if(!pattern17.test(data1)){
const err7 = {instancePath:instancePath+"/stream",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/stream",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema96 = {"description":"The form of messages.","type":["string","object"],"pattern":"^(standard|vertex|bedrock)$","additionalProperties":false,"properties":{"vertex":{"type":"object","description":"What is said of it beside the word. No default.","additionalProperties":false,"properties":{"anthropic_version":{"$ref":"#/$defs/anthropic_version","description":"Put into bodies that do not have it. Default: `vertex-2023-10-16`.","examples":["vertex-2023-10-16"]}},"examples":[{"anthropic_version":"vertex-2023-10-16"}]},"bedrock":{"type":"object","description":"What is said of it beside the word. No default.","additionalProperties":false,"properties":{"anthropic_version":{"$ref":"#/$defs/anthropic_version","description":"Put into bodies that do not have it. Default: `bedrock-2023-05-31`.","examples":["bedrock-2023-05-31"]},"betas":{"type":"array","description":"The names of a request's `anthropic-beta` that go into its body; others are left out. Default: all of them.","uniqueItems":true,"maxItems":64,"items":{"type":"string","minLength":1,"maxLength":256},"examples":[["context-1m-2025-08-07"],[]]}},"examples":[{"betas":["context-1m-2025-08-07"]}]}},"oneOf":[{"type":"string"},{"not":{"type":"string"},"required":["vertex"]},{"not":{"type":"string"},"required":["bedrock"]}]};
const schema97 = {"description":"A version of the form of messages at a cloud.","type":"string","pattern":"^[A-Za-z0-9._-]{1,64}$"};
const pattern45 = new RegExp("^(standard|vertex|bedrock)$", "u");
const pattern46 = new RegExp("^[A-Za-z0-9._-]{1,64}$", "u");

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema96.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(typeof data !== "string"){
const err1 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs4 = errors;
const _errs5 = errors;
const _errs6 = errors;
if(typeof data !== "string"){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid1 = _errs6 === errors;
if(valid1){
const err3 = {instancePath,schemaPath:"#/oneOf/1/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.vertex === undefined){
const err4 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "vertex"},message:"must have required property '"+"vertex"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs8 = errors;
const _errs9 = errors;
const _errs10 = errors;
if(typeof data !== "string"){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid2 = _errs10 === errors;
if(valid2){
const err6 = {instancePath,schemaPath:"#/oneOf/2/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bedrock === undefined){
const err7 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "bedrock"},message:"must have required property '"+"bedrock"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
}
}
if(!valid0){
const err8 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(typeof data === "string"){
if(!pattern45.test(data)){
const err9 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^(standard|vertex|bedrock)$"},message:"must match pattern \""+"^(standard|vertex|bedrock)$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "vertex") || (key0 === "bedrock"))){
const err10 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.vertex !== undefined){
let data0 = data.vertex;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(!(key1 === "anthropic_version")){
const err11 = {instancePath:instancePath+"/vertex",schemaPath:"#/properties/vertex/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.anthropic_version !== undefined){
let data1 = data0.anthropic_version;
if(typeof data1 === "string"){
if(!pattern46.test(data1)){
const err12 = {instancePath:instancePath+"/vertex/anthropic_version",schemaPath:"#/$defs/anthropic_version/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,64}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/vertex/anthropic_version",schemaPath:"#/$defs/anthropic_version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/vertex",schemaPath:"#/properties/vertex/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.bedrock !== undefined){
let data2 = data.bedrock;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key2 in data2){
if(!((key2 === "anthropic_version") || (key2 === "betas"))){
const err15 = {instancePath:instancePath+"/bedrock",schemaPath:"#/properties/bedrock/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.anthropic_version !== undefined){
let data3 = data2.anthropic_version;
if(typeof data3 === "string"){
if(!pattern46.test(data3)){
const err16 = {instancePath:instancePath+"/bedrock/anthropic_version",schemaPath:"#/$defs/anthropic_version/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,64}$"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/bedrock/anthropic_version",schemaPath:"#/$defs/anthropic_version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data2.betas !== undefined){
let data4 = data2.betas;
if(Array.isArray(data4)){
if(data4.length > 64){
const err18 = {instancePath:instancePath+"/bedrock/betas",schemaPath:"#/properties/bedrock/properties/betas/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(func2(data5) > 256){
const err19 = {instancePath:instancePath+"/bedrock/betas/" + i0,schemaPath:"#/properties/bedrock/properties/betas/items/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(func2(data5) < 1){
const err20 = {instancePath:instancePath+"/bedrock/betas/" + i0,schemaPath:"#/properties/bedrock/properties/betas/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/bedrock/betas/" + i0,schemaPath:"#/properties/bedrock/properties/betas/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data4[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err22 = {instancePath:instancePath+"/bedrock/betas",schemaPath:"#/properties/bedrock/properties/betas/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err23 = {instancePath:instancePath+"/bedrock/betas",schemaPath:"#/properties/bedrock/properties/betas/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/bedrock",schemaPath:"#/properties/bedrock/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema102 = {"type":"object","description":"Our credential at a backend, in exactly one form.","additionalProperties":false,"properties":{"bearer":{"$ref":"#/$defs/secret","description":"Sent as `Authorization: Bearer ...`. No default.","examples":["${OPENAI_API_KEY}"]},"header":{"$ref":"#/$defs/header_name","description":"The header that carries `value`, or the token of `file`, `exec`, `oauth2`, `google` or `azure`. Default: `authorization` for a token.","examples":["x-api-key"]},"value":{"$ref":"#/$defs/secret","description":"The value of `header`. No default.","examples":["${file:/run/secrets/anthropic}"]},"prefix":{"$ref":"#/$defs/token_prefix","description":"What stands before the token of `file`, `exec`, `oauth2`, `google` or `azure` in its header; `\"\"` for nothing. Default: `Bearer` and a space.","examples":[""]},"file":{"$ref":"#/$defs/file","description":"A file of up to 64 KiB with a token that somebody else keeps fresh: one line of text, or JSON with `token` or `access_token` and, where it is known, `expires_in`, `expires_at` or `expiry`. It is read anew whenever it changes, without a reload. No default.","examples":["/var/run/secrets/tokens/llm"]},"exec":{"$ref":"#/$defs/auth_exec","description":"A program that prints a token, or JSON as in `file`. No default.","examples":[{"command":["/usr/local/bin/mint-token","--audience","llm"],"every":"45m"}]},"oauth2":{"$ref":"#/$defs/auth_oauth2","description":"Tokens of a token endpoint (OAuth 2). No default.","examples":[{"token_url":"https://login.example.com/oauth2/token","client_id":"gateway","client_secret":"${OAUTH_SECRET}","scope":"llm.invoke"}]},"aws":{"$ref":"#/$defs/auth_aws","description":"Amazon's credentials; each request is signed, or carries a key that is made of them. No default.","examples":[{},{"role":{"arn":"arn:aws:iam::111122223333:role/gateway"}}]},"google":{"$ref":"#/$defs/auth_google","description":"Google's access tokens: of a service account, a federated identity, a user or the machine. No default.","examples":[{},{"credentials":"/etc/gateway/vertex.json"}]},"azure":{"$ref":"#/$defs/auth_azure","description":"Tokens of Microsoft Entra. No default.","examples":[{"workload_identity":true}]}},"oneOf":[{"required":["bearer"],"not":{"anyOf":[{"required":["header"]},{"required":["value"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["header","value"],"not":{"anyOf":[{"required":["bearer"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["file"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["exec"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["oauth2"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["aws"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["aws"],"not":{"anyOf":[{"required":["bearer"]},{"required":["header"]},{"required":["value"]},{"required":["prefix"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["google"]},{"required":["azure"]}]}},{"required":["google"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["azure"]}]}},{"required":["azure"],"not":{"anyOf":[{"required":["bearer"]},{"required":["value"]},{"required":["file"]},{"required":["exec"]},{"required":["oauth2"]},{"required":["aws"]},{"required":["google"]}]}}]};
const schema106 = {"description":"What stands before a token in its header.","type":"string","maxLength":64};
const schema108 = {"type":"object","description":"A program that prints a token. No shell is between.","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"maxItems":64,"items":{"type":"string"},"description":"The program, as an absolute path, and its arguments, at most 64 in all. Required.","examples":[["/usr/local/bin/mint-token","--audience","llm"]]},"every":{"$ref":"#/$defs/duration","x-bounds":["30s","24h"],"description":"How often it is run where its output does not say how long the token lives, 30s to 24h. Default: 30m.","examples":["45m"]},"timeout":{"$ref":"#/$defs/duration","x-bounds":["1s","60s"],"description":"How long it may take, 1s to 60s; then it is ended.","default":"10s","examples":["30s"]},"env":{"type":"array","uniqueItems":true,"items":{"$ref":"#/$defs/variable_name"},"description":"Names of environment variables that it gets besides PATH, HOME and LANG.","default":[],"examples":[["VAULT_ADDR"]]}}};
const schema111 = {"description":"The name of an environment variable.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"};
const pattern54 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.timeout === undefined){
data.timeout = "10s";
}
if(data.env === undefined){
data.env = [];
}
if(data.command === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "command") || (key0 === "every")) || (key0 === "timeout")) || (key0 === "env"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.command !== undefined){
let data0 = data.command;
if(Array.isArray(data0)){
if(data0.length > 64){
const err2 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(typeof data0[i0] !== "string"){
const err4 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.every !== undefined){
let data2 = data.every;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err6 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/every",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
let data3 = data.timeout;
if(typeof data3 === "string"){
if(!pattern10.test(data3)){
const err8 = {instancePath:instancePath+"/timeout",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/timeout",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data4 = data.env;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(!pattern54.test(data5)){
const err10 = {instancePath:instancePath+"/env/" + i1,schemaPath:"#/$defs/variable_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_]*$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/env/" + i1,schemaPath:"#/$defs/variable_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let i2 = data4.length;
let j0;
if(i2 > 1){
outer0:
for(;i2--;){
for(j0 = i2; j0--;){
if(func0(data4[i2], data4[j0])){
const err12 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err13 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema112 = {"type":"object","description":"How tokens are asked for at a token endpoint.","additionalProperties":false,"required":["token_url"],"properties":{"token_url":{"$ref":"#/$defs/open_text","description":"The token endpoint: https://, or http:// on loopback, without a user; a query may be there. Redirects are not followed. Required.","examples":["https://login.example.com/oauth2/token"]},"grant":{"enum":["client_credentials","jwt_bearer","token_exchange"],"description":"How it is asked. With `jwt_bearer` the JWT in the file of `assertion` is the grant itself, with `token_exchange` it is the subject token.","default":"client_credentials","examples":["token_exchange"]},"client_id":{"$ref":"#/$defs/open_text","description":"Who asks. No default: nobody is named.","examples":["gateway"]},"client_secret":{"$ref":"#/$defs/secret","description":"The client's secret, at most 4 KiB; needs `client_id`. No default.","examples":["${OAUTH_SECRET}"]},"send_secret":{"enum":["basic","body"],"description":"How `client_id` and `client_secret` are sent: as HTTP Basic authentication (RFC 6749, 2.3.1), or as fields of the body.","default":"basic","examples":["body"]},"private_key":{"$ref":"#/$defs/secret","description":"A private key in PEM form, as `${file:PATH}`, that signs a JWT in place of a secret (`private_key_jwt`, RFC 7523); needs `client_id`. No default.","examples":["${file:/run/secrets/client-key.pem}"]},"key_id":{"$ref":"#/$defs/open_text","description":"The `kid` of that JWT. No default: it has none.","examples":["2026-01"]},"alg":{"enum":["RS256","ES256","PS256"],"description":"How that JWT is signed: RS256 and PS256 take an RSA key, ES256 one on the curve P-256.","default":"RS256","examples":["ES256"]},"assertion_audience":{"$ref":"#/$defs/open_text","description":"The `aud` of that JWT. Default: `token_url`.","examples":["https://login.example.com"]},"assertion":{"type":"object","description":"A federated JWT that somebody else keeps fresh: what `jwt_bearer` and `token_exchange` exchange, and with `client_credentials` what the client proves itself with in place of a secret. No default.","additionalProperties":false,"required":["file"],"properties":{"file":{"$ref":"#/$defs/file","description":"A file of up to 64 KiB with the JWT, read anew at each renewal. Required.","examples":["/var/run/secrets/tokens/llm"]}},"examples":[{"file":"/var/run/secrets/tokens/llm"}]},"subject_token_type":{"$ref":"#/$defs/open_text","description":"What kind of token the assertion of a `token_exchange` is. Default: `urn:ietf:params:oauth:token-type:jwt`.","examples":["urn:ietf:params:oauth:token-type:id_token"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for, with spaces between. No default.","examples":["llm.invoke"]},"audience":{"$ref":"#/$defs/open_text","description":"Whom the token is for. No default.","examples":["https://llm.example.com"]},"resource":{"$ref":"#/$defs/open_text","description":"What it is to be used at (RFC 8707). No default.","examples":["https://llm.example.com"]},"parameters":{"type":"object","propertyNames":{"$ref":"#/$defs/parameter_name"},"additionalProperties":{"type":"string","maxLength":4096},"description":"Further fields of the request.","default":{},"examples":[{"identity_provider_id":"idp_1"}]},"body":{"enum":["form","json"],"description":"How the fields are written: as a form, as the standard has it, or as JSON.","default":"form","examples":["json"]},"headers":{"$ref":"#/$defs/headers","description":"Headers of the request for a token; never `authorization`.","default":{},"examples":[{"anthropic-beta":"oauth-2025-04-20"}]},"lifetime":{"$ref":"#/$defs/duration","x-bounds":["10s","24h"],"description":"How long a token lives where the answer does not say so, 10s to 24h.","default":"5m","examples":["1h"]}}};
const schema113 = {"description":"A text that is no secret.","type":"string","minLength":1,"maxLength":4096};
const schema124 = {"description":"The name of a field of a request for a token.","type":"string","pattern":"^[A-Za-z0-9._-]{1,128}$"};
const pattern55 = new RegExp("^[A-Za-z0-9._-]{1,128}$", "u");

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.grant === undefined){
data.grant = "client_credentials";
}
if(data.send_secret === undefined){
data.send_secret = "basic";
}
if(data.alg === undefined){
data.alg = "RS256";
}
if(data.parameters === undefined){
data.parameters = {};
}
if(data.body === undefined){
data.body = "form";
}
if(data.headers === undefined){
data.headers = {};
}
if(data.lifetime === undefined){
data.lifetime = "5m";
}
if(data.token_url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token_url"},message:"must have required property '"+"token_url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema112.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.token_url !== undefined){
let data0 = data.token_url;
if(typeof data0 === "string"){
if(func2(data0) > 4096){
const err2 = {instancePath:instancePath+"/token_url",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/token_url",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/token_url",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data1 = data.grant;
if(!(((data1 === "client_credentials") || (data1 === "jwt_bearer")) || (data1 === "token_exchange"))){
const err5 = {instancePath:instancePath+"/grant",schemaPath:"#/properties/grant/enum",keyword:"enum",params:{allowedValues: schema112.properties.grant.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.client_id !== undefined){
let data2 = data.client_id;
if(typeof data2 === "string"){
if(func2(data2) > 4096){
const err6 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.client_secret !== undefined){
let data3 = data.client_secret;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let data4 = data.send_secret;
if(!((data4 === "basic") || (data4 === "body"))){
const err11 = {instancePath:instancePath+"/send_secret",schemaPath:"#/properties/send_secret/enum",keyword:"enum",params:{allowedValues: schema112.properties.send_secret.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.private_key !== undefined){
let data5 = data.private_key;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err12 = {instancePath:instancePath+"/private_key",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/private_key",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.key_id !== undefined){
let data6 = data.key_id;
if(typeof data6 === "string"){
if(func2(data6) > 4096){
const err14 = {instancePath:instancePath+"/key_id",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data6) < 1){
const err15 = {instancePath:instancePath+"/key_id",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/key_id",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
let data7 = data.alg;
if(!(((data7 === "RS256") || (data7 === "ES256")) || (data7 === "PS256"))){
const err17 = {instancePath:instancePath+"/alg",schemaPath:"#/properties/alg/enum",keyword:"enum",params:{allowedValues: schema112.properties.alg.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.assertion_audience !== undefined){
let data8 = data.assertion_audience;
if(typeof data8 === "string"){
if(func2(data8) > 4096){
const err18 = {instancePath:instancePath+"/assertion_audience",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(func2(data8) < 1){
const err19 = {instancePath:instancePath+"/assertion_audience",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/assertion_audience",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.assertion !== undefined){
let data9 = data.assertion;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.file === undefined){
const err21 = {instancePath:instancePath+"/assertion",schemaPath:"#/properties/assertion/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key1 in data9){
if(!(key1 === "file")){
const err22 = {instancePath:instancePath+"/assertion",schemaPath:"#/properties/assertion/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data9.file !== undefined){
let data10 = data9.file;
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err23 = {instancePath:instancePath+"/assertion/file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/assertion/file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/assertion",schemaPath:"#/properties/assertion/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.subject_token_type !== undefined){
let data11 = data.subject_token_type;
if(typeof data11 === "string"){
if(func2(data11) > 4096){
const err26 = {instancePath:instancePath+"/subject_token_type",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(func2(data11) < 1){
const err27 = {instancePath:instancePath+"/subject_token_type",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/subject_token_type",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.scope !== undefined){
let data12 = data.scope;
if(typeof data12 === "string"){
if(func2(data12) > 4096){
const err29 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data12) < 1){
const err30 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.audience !== undefined){
let data13 = data.audience;
if(typeof data13 === "string"){
if(func2(data13) > 4096){
const err32 = {instancePath:instancePath+"/audience",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(func2(data13) < 1){
const err33 = {instancePath:instancePath+"/audience",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/audience",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.resource !== undefined){
let data14 = data.resource;
if(typeof data14 === "string"){
if(func2(data14) > 4096){
const err35 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func2(data14) < 1){
const err36 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
let data15 = data.parameters;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key2 in data15){
const _errs43 = errors;
if(typeof key2 === "string"){
if(!pattern55.test(key2)){
const err38 = {instancePath:instancePath+"/parameters",schemaPath:"#/$defs/parameter_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,128}$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/parameters",schemaPath:"#/$defs/parameter_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key2};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var valid13 = _errs43 === errors;
if(!valid13){
const err40 = {instancePath:instancePath+"/parameters",schemaPath:"#/properties/parameters/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
for(const key3 in data15){
let data16 = data15[key3];
if(typeof data16 === "string"){
if(func2(data16) > 4096){
const err41 = {instancePath:instancePath+"/parameters/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/parameters/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/parameters/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/parameters/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/parameters",schemaPath:"#/properties/parameters/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
let data17 = data.body;
if(!((data17 === "form") || (data17 === "json"))){
const err44 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/enum",keyword:"enum",params:{allowedValues: schema112.properties.body.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!(validate34(data.headers, {instancePath:instancePath+"/headers",parentData:data,parentDataProperty:"headers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate34.errors);
errors = vErrors.length;
}
let data19 = data.lifetime;
if(typeof data19 === "string"){
if(!pattern10.test(data19)){
const err45 = {instancePath:instancePath+"/lifetime",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/lifetime",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema126 = {"type":"object","description":"Amazon's credentials. Where no field says where they come from, Amazon's own provider looks in its usual places: environment, profile (SSO too), web identity, container, instance metadata.","additionalProperties":false,"dependentRequired":{"access_key":["secret_key"],"secret_key":["access_key"],"session_token":["access_key","secret_key"]},"properties":{"region":{"$ref":"#/$defs/open_text","description":"The region that requests are signed for. Default: the one in the host of `url`, else the variable AWS_REGION, else AWS_DEFAULT_REGION.","examples":["eu-central-1"]},"service":{"$ref":"#/$defs/open_text","description":"The service that requests are signed for. Default: `bedrock-mantle` where the host of `url` begins with it, else `bedrock`.","examples":["bedrock-mantle"]},"as":{"enum":["signature","api_key"],"description":"How requests carry them: `signature` signs each request; `api_key` makes a short-term API key of Bedrock's of them, which the IAM action `bedrock:CallWithBearerToken` must allow.","default":"signature","examples":["api_key"]},"access_key":{"$ref":"#/$defs/secret","description":"The id of a static access key, at most 4 KiB; needs `secret_key`. No default.","examples":["${BEDROCK_ACCESS_KEY}"]},"secret_key":{"$ref":"#/$defs/secret","description":"Its secret, at most 4 KiB; needs `access_key`. No default.","examples":["${BEDROCK_SECRET_KEY}"]},"session_token":{"$ref":"#/$defs/secret","description":"The token of a temporary session, at most 4 KiB; needs `access_key` and `secret_key`. Nothing renews it. No default.","examples":["${BEDROCK_SESSION_TOKEN}"]},"profile":{"$ref":"#/$defs/open_text","description":"A profile of the shared files, with SSO, a role or a program where it names one. Default: the variable AWS_PROFILE, else `default`.","examples":["llm"]},"config_file":{"$ref":"#/$defs/file","description":"The shared configuration file. Default: the variable AWS_CONFIG_FILE, else `~/.aws/config`.","examples":["/etc/gateway/aws-config"]},"credentials_file":{"$ref":"#/$defs/file","description":"The shared credentials file. Default: the variable AWS_SHARED_CREDENTIALS_FILE, else `~/.aws/credentials`.","examples":["/etc/gateway/aws-credentials"]},"role":{"type":"object","description":"A role that is assumed with what the rest resolves to. No default: none is.","additionalProperties":false,"required":["arn"],"properties":{"arn":{"$ref":"#/$defs/open_text","description":"The role. Required.","examples":["arn:aws:iam::111122223333:role/gateway"]},"external_id":{"type":"string","minLength":2,"maxLength":1224,"description":"What the role's owner asks for besides. No default.","examples":["team-a"]},"session_name":{"$ref":"#/$defs/open_text","description":"The name of the session, as Amazon's logs show it: 2 to 64 letters, digits and `_ + = , . @ -`.","default":"gateway","examples":["gateway-eu"]},"duration":{"$ref":"#/$defs/duration","x-bounds":["15m","12h"],"description":"How long a session lasts, 15m to 12h; the role may allow less.","default":"1h","examples":["4h"]}},"examples":[{"arn":"arn:aws:iam::111122223333:role/gateway"}]},"from":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["env","profile","web_identity","container","imds"]},"description":"The only places that Amazon's provider looks in, in this order. Default: all of them in its own order.","examples":[["web_identity"]]}}};

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.as === undefined){
data.as = "signature";
}
for(const key0 in data){
if(!(func1.call(schema126.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.region !== undefined){
let data0 = data.region;
if(typeof data0 === "string"){
if(func2(data0) > 4096){
const err1 = {instancePath:instancePath+"/region",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/region",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/region",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.service !== undefined){
let data1 = data.service;
if(typeof data1 === "string"){
if(func2(data1) > 4096){
const err4 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/service",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data.as;
if(!((data2 === "signature") || (data2 === "api_key"))){
const err7 = {instancePath:instancePath+"/as",schemaPath:"#/properties/as/enum",keyword:"enum",params:{allowedValues: schema126.properties.as.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.access_key !== undefined){
let data3 = data.access_key;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err8 = {instancePath:instancePath+"/access_key",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/access_key",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.secret_key !== undefined){
let data4 = data.secret_key;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err10 = {instancePath:instancePath+"/secret_key",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/secret_key",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.session_token !== undefined){
let data5 = data.session_token;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err12 = {instancePath:instancePath+"/session_token",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/session_token",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.profile !== undefined){
let data6 = data.profile;
if(typeof data6 === "string"){
if(func2(data6) > 4096){
const err14 = {instancePath:instancePath+"/profile",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data6) < 1){
const err15 = {instancePath:instancePath+"/profile",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/profile",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.config_file !== undefined){
let data7 = data.config_file;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err17 = {instancePath:instancePath+"/config_file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/config_file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.credentials_file !== undefined){
let data8 = data.credentials_file;
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err19 = {instancePath:instancePath+"/credentials_file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/credentials_file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.role !== undefined){
let data9 = data.role;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.session_name === undefined){
data9.session_name = "gateway";
}
if(data9.duration === undefined){
data9.duration = "1h";
}
if(data9.arn === undefined){
const err21 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/required",keyword:"required",params:{missingProperty: "arn"},message:"must have required property '"+"arn"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
for(const key1 in data9){
if(!((((key1 === "arn") || (key1 === "external_id")) || (key1 === "session_name")) || (key1 === "duration"))){
const err22 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data9.arn !== undefined){
let data10 = data9.arn;
if(typeof data10 === "string"){
if(func2(data10) > 4096){
const err23 = {instancePath:instancePath+"/role/arn",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(func2(data10) < 1){
const err24 = {instancePath:instancePath+"/role/arn",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/role/arn",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data9.external_id !== undefined){
let data11 = data9.external_id;
if(typeof data11 === "string"){
if(func2(data11) > 1224){
const err26 = {instancePath:instancePath+"/role/external_id",schemaPath:"#/properties/role/properties/external_id/maxLength",keyword:"maxLength",params:{limit: 1224},message:"must NOT have more than 1224 characters"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(func2(data11) < 2){
const err27 = {instancePath:instancePath+"/role/external_id",schemaPath:"#/properties/role/properties/external_id/minLength",keyword:"minLength",params:{limit: 2},message:"must NOT have fewer than 2 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/role/external_id",schemaPath:"#/properties/role/properties/external_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
let data12 = data9.session_name;
if(typeof data12 === "string"){
if(func2(data12) > 4096){
const err29 = {instancePath:instancePath+"/role/session_name",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(func2(data12) < 1){
const err30 = {instancePath:instancePath+"/role/session_name",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/role/session_name",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
let data13 = data9.duration;
if(typeof data13 === "string"){
if(!pattern10.test(data13)){
const err32 = {instancePath:instancePath+"/role/duration",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/role/duration",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.from !== undefined){
let data14 = data.from;
if(Array.isArray(data14)){
if(data14.length < 1){
const err35 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
let data15 = data14[i0];
if(!(((((data15 === "env") || (data15 === "profile")) || (data15 === "web_identity")) || (data15 === "container")) || (data15 === "imds"))){
const err36 = {instancePath:instancePath+"/from/" + i0,schemaPath:"#/properties/from/items/enum",keyword:"enum",params:{allowedValues: schema126.properties.from.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
let i1 = data14.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data14[i1], data14[j0])){
const err37 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err38 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.access_key !== undefined){
if(data.secret_key === undefined){
const err39 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "access_key",
    missingProperty: "secret_key",
    depsCount: 1,
    deps: "secret_key"},message:"must have property secret_key when property access_key is present"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.secret_key !== undefined){
if(data.access_key === undefined){
const err40 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "secret_key",
    missingProperty: "access_key",
    depsCount: 1,
    deps: "access_key"},message:"must have property access_key when property secret_key is present"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.session_token !== undefined){
if(data.access_key === undefined){
const err41 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "session_token",
    missingProperty: "access_key",
    depsCount: 2,
    deps: "access_key, secret_key"},message:"must have properties access_key, secret_key when property session_token is present"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data.secret_key === undefined){
const err42 = {instancePath,schemaPath:"#/dependentRequired",keyword:"dependentRequired",params:{property: "session_token",
    missingProperty: "secret_key",
    depsCount: 2,
    deps: "access_key, secret_key"},message:"must have properties access_key, secret_key when property session_token is present"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema138 = {"type":"object","description":"Where Google's access tokens come from.","additionalProperties":false,"properties":{"credentials":{"$ref":"#/$defs/key_file","description":"The path of a key file (`service_account`, `external_account` or `authorized_user`), which is watched, or what it holds as `${file:PATH}` or `${NAME}`. Default: the file that the variable GOOGLE_APPLICATION_CREDENTIALS names, else the metadata server of the machine.","examples":["/etc/gateway/vertex.json"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for, with spaces between.","default":"https://www.googleapis.com/auth/cloud-platform","examples":["https://www.googleapis.com/auth/generative-language"]},"impersonate":{"$ref":"#/$defs/open_text","description":"The e-mail of a service account whose tokens are made with those. No default: none is impersonated.","examples":["llm@my-project.iam.gserviceaccount.com"]},"quota_project":{"$ref":"#/$defs/open_text","description":"The project whose quota counts, sent as `x-goog-user-project`. No default.","examples":["my-project"]}}};
const schema139 = {"description":"The path of a key file, relative to the file that names it, or what it holds.","type":"string","minLength":1};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate84.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scope === undefined){
data.scope = "https://www.googleapis.com/auth/cloud-platform";
}
for(const key0 in data){
if(!((((key0 === "credentials") || (key0 === "scope")) || (key0 === "impersonate")) || (key0 === "quota_project"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.credentials !== undefined){
let data0 = data.credentials;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/credentials",schemaPath:"#/$defs/key_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/credentials",schemaPath:"#/$defs/key_file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data1 = data.scope;
if(typeof data1 === "string"){
if(func2(data1) > 4096){
const err3 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func2(data1) < 1){
const err4 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.impersonate !== undefined){
let data2 = data.impersonate;
if(typeof data2 === "string"){
if(func2(data2) > 4096){
const err6 = {instancePath:instancePath+"/impersonate",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func2(data2) < 1){
const err7 = {instancePath:instancePath+"/impersonate",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/impersonate",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.quota_project !== undefined){
let data3 = data.quota_project;
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err9 = {instancePath:instancePath+"/quota_project",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(func2(data3) < 1){
const err10 = {instancePath:instancePath+"/quota_project",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/quota_project",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate84.errors = vErrors;
return errors === 0;
}
validate84.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema143 = {"type":"object","description":"Where tokens of Microsoft Entra come from: exactly one of `client_secret`, `workload_identity` and `managed_identity`.","additionalProperties":false,"properties":{"client_secret":{"$ref":"#/$defs/secret","description":"The secret of an application, at most 4 KiB. No default.","examples":["${AZURE_CLIENT_SECRET}"]},"workload_identity":{"const":true,"description":"The file that the variable AZURE_FEDERATED_TOKEN_FILE names proves who we are; it is read anew at each renewal. No default.","examples":[true]},"managed_identity":{"type":["boolean","object"],"additionalProperties":false,"properties":{"client_id":{"$ref":"#/$defs/open_text","description":"The client id of an identity that was assigned by a user. No default: the machine's own.","examples":["11111111-2222-3333-4444-555555555555"]}},"description":"`true` for the identity of the machine, App Service or container, or the client id of one that was assigned to it. No default.","examples":[true,{"client_id":"11111111-2222-3333-4444-555555555555"}]},"tenant":{"$ref":"#/$defs/open_text","description":"The tenant's id or domain. Default: the variable AZURE_TENANT_ID.","examples":["contoso.onmicrosoft.com"]},"client_id":{"$ref":"#/$defs/open_text","description":"The application's id. Default: the variable AZURE_CLIENT_ID.","examples":["11111111-2222-3333-4444-555555555555"]},"scope":{"$ref":"#/$defs/open_text","description":"What the token is to be good for.","default":"https://cognitiveservices.azure.com/.default","examples":["https://ai.azure.com/.default"]},"authority":{"$ref":"#/$defs/open_text","description":"Where Entra is: https://, or http:// on loopback. Default: the variable AZURE_AUTHORITY_HOST, else `https://login.microsoftonline.com`.","examples":["https://login.microsoftonline.us"]}},"oneOf":[{"required":["client_secret"]},{"required":["workload_identity"]},{"required":["managed_identity"]}]};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client_secret === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "client_secret"},message:"must have required property '"+"client_secret"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workload_identity === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "workload_identity"},message:"must have required property '"+"workload_identity"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.managed_identity === undefined){
const err2 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "managed_identity"},message:"must have required property '"+"managed_identity"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
}
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scope === undefined){
data.scope = "https://cognitiveservices.azure.com/.default";
}
for(const key0 in data){
if(!(((((((key0 === "client_secret") || (key0 === "workload_identity")) || (key0 === "managed_identity")) || (key0 === "tenant")) || (key0 === "client_id")) || (key0 === "scope")) || (key0 === "authority"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.client_secret !== undefined){
let data0 = data.client_secret;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/client_secret",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.workload_identity !== undefined){
if(true !== data.workload_identity){
const err7 = {instancePath:instancePath+"/workload_identity",schemaPath:"#/properties/workload_identity/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.managed_identity !== undefined){
let data2 = data.managed_identity;
if((typeof data2 !== "boolean") && (!(data2 && typeof data2 == "object" && !Array.isArray(data2)))){
const err8 = {instancePath:instancePath+"/managed_identity",schemaPath:"#/properties/managed_identity/type",keyword:"type",params:{type: schema143.properties.managed_identity.type},message:"must be boolean,object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!(key1 === "client_id")){
const err9 = {instancePath:instancePath+"/managed_identity",schemaPath:"#/properties/managed_identity/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.client_id !== undefined){
let data3 = data2.client_id;
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err10 = {instancePath:instancePath+"/managed_identity/client_id",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/managed_identity/client_id",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/managed_identity/client_id",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
if(data.tenant !== undefined){
let data4 = data.tenant;
if(typeof data4 === "string"){
if(func2(data4) > 4096){
const err13 = {instancePath:instancePath+"/tenant",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func2(data4) < 1){
const err14 = {instancePath:instancePath+"/tenant",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/tenant",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.client_id !== undefined){
let data5 = data.client_id;
if(typeof data5 === "string"){
if(func2(data5) > 4096){
const err16 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func2(data5) < 1){
const err17 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/client_id",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
let data6 = data.scope;
if(typeof data6 === "string"){
if(func2(data6) > 4096){
const err19 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(func2(data6) < 1){
const err20 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/scope",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.authority !== undefined){
let data7 = data.authority;
if(typeof data7 === "string"){
if(func2(data7) > 4096){
const err22 = {instancePath:instancePath+"/authority",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(func2(data7) < 1){
const err23 = {instancePath:instancePath+"/authority",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/authority",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.header === undefined) && (missing0 = "header")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.value === undefined) && (missing1 = "value")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.prefix === undefined) && (missing2 = "prefix")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
valid2 = valid2 || _valid1;
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.file === undefined) && (missing3 = "file")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs9 === errors;
valid2 = valid2 || _valid1;
const _errs10 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if((data.exec === undefined) && (missing4 = "exec")){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
valid2 = valid2 || _valid1;
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing5;
if((data.oauth2 === undefined) && (missing5 = "oauth2")){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs11 === errors;
valid2 = valid2 || _valid1;
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing6;
if((data.aws === undefined) && (missing6 = "aws")){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid1 = _errs12 === errors;
valid2 = valid2 || _valid1;
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing7;
if((data.google === undefined) && (missing7 = "google")){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid1 = _errs13 === errors;
valid2 = valid2 || _valid1;
const _errs14 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing8;
if((data.azure === undefined) && (missing8 = "azure")){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs14 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err10 = {instancePath,schemaPath:"#/oneOf/0/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bearer === undefined){
const err11 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "bearer"},message:"must have required property '"+"bearer"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs15 = errors;
const _errs16 = errors;
const _errs17 = errors;
const _errs18 = errors;
let valid4 = false;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing9;
if((data.bearer === undefined) && (missing9 = "bearer")){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid2 = _errs19 === errors;
valid4 = valid4 || _valid2;
const _errs20 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing10;
if((data.prefix === undefined) && (missing10 = "prefix")){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid2 = _errs20 === errors;
valid4 = valid4 || _valid2;
const _errs21 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing11;
if((data.file === undefined) && (missing11 = "file")){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var _valid2 = _errs21 === errors;
valid4 = valid4 || _valid2;
const _errs22 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing12;
if((data.exec === undefined) && (missing12 = "exec")){
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid2 = _errs22 === errors;
valid4 = valid4 || _valid2;
const _errs23 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing13;
if((data.oauth2 === undefined) && (missing13 = "oauth2")){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid2 = _errs23 === errors;
valid4 = valid4 || _valid2;
const _errs24 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing14;
if((data.aws === undefined) && (missing14 = "aws")){
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid2 = _errs24 === errors;
valid4 = valid4 || _valid2;
const _errs25 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing15;
if((data.google === undefined) && (missing15 = "google")){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var _valid2 = _errs25 === errors;
valid4 = valid4 || _valid2;
const _errs26 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing16;
if((data.azure === undefined) && (missing16 = "azure")){
const err19 = {};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var _valid2 = _errs26 === errors;
valid4 = valid4 || _valid2;
if(!valid4){
const err20 = {};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
var valid3 = _errs17 === errors;
if(valid3){
const err21 = {instancePath,schemaPath:"#/oneOf/1/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.header === undefined){
const err22 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "header"},message:"must have required property '"+"header"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.value === undefined){
const err23 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
var _valid0 = _errs15 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs27 = errors;
const _errs28 = errors;
const _errs29 = errors;
const _errs30 = errors;
let valid6 = false;
const _errs31 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing17;
if((data.bearer === undefined) && (missing17 = "bearer")){
const err24 = {};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid3 = _errs31 === errors;
valid6 = valid6 || _valid3;
const _errs32 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing18;
if((data.value === undefined) && (missing18 = "value")){
const err25 = {};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
var _valid3 = _errs32 === errors;
valid6 = valid6 || _valid3;
const _errs33 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing19;
if((data.exec === undefined) && (missing19 = "exec")){
const err26 = {};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var _valid3 = _errs33 === errors;
valid6 = valid6 || _valid3;
const _errs34 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing20;
if((data.oauth2 === undefined) && (missing20 = "oauth2")){
const err27 = {};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid3 = _errs34 === errors;
valid6 = valid6 || _valid3;
const _errs35 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing21;
if((data.aws === undefined) && (missing21 = "aws")){
const err28 = {};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var _valid3 = _errs35 === errors;
valid6 = valid6 || _valid3;
const _errs36 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing22;
if((data.google === undefined) && (missing22 = "google")){
const err29 = {};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
var _valid3 = _errs36 === errors;
valid6 = valid6 || _valid3;
const _errs37 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing23;
if((data.azure === undefined) && (missing23 = "azure")){
const err30 = {};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
var _valid3 = _errs37 === errors;
valid6 = valid6 || _valid3;
if(!valid6){
const err31 = {};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
var valid5 = _errs29 === errors;
if(valid5){
const err32 = {instancePath,schemaPath:"#/oneOf/2/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
else {
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err33 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var _valid0 = _errs27 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
const _errs38 = errors;
const _errs39 = errors;
const _errs40 = errors;
const _errs41 = errors;
let valid8 = false;
const _errs42 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing24;
if((data.bearer === undefined) && (missing24 = "bearer")){
const err34 = {};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
var _valid4 = _errs42 === errors;
valid8 = valid8 || _valid4;
const _errs43 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing25;
if((data.value === undefined) && (missing25 = "value")){
const err35 = {};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var _valid4 = _errs43 === errors;
valid8 = valid8 || _valid4;
const _errs44 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing26;
if((data.file === undefined) && (missing26 = "file")){
const err36 = {};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
var _valid4 = _errs44 === errors;
valid8 = valid8 || _valid4;
const _errs45 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing27;
if((data.oauth2 === undefined) && (missing27 = "oauth2")){
const err37 = {};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var _valid4 = _errs45 === errors;
valid8 = valid8 || _valid4;
const _errs46 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing28;
if((data.aws === undefined) && (missing28 = "aws")){
const err38 = {};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
var _valid4 = _errs46 === errors;
valid8 = valid8 || _valid4;
const _errs47 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing29;
if((data.google === undefined) && (missing29 = "google")){
const err39 = {};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid4 = _errs47 === errors;
valid8 = valid8 || _valid4;
const _errs48 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing30;
if((data.azure === undefined) && (missing30 = "azure")){
const err40 = {};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
var _valid4 = _errs48 === errors;
valid8 = valid8 || _valid4;
if(!valid8){
const err41 = {};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs41;
if(vErrors !== null){
if(_errs41){
vErrors.length = _errs41;
}
else {
vErrors = null;
}
}
}
var valid7 = _errs40 === errors;
if(valid7){
const err42 = {instancePath,schemaPath:"#/oneOf/3/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.exec === undefined){
const err43 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "exec"},message:"must have required property '"+"exec"+"'"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
var _valid0 = _errs38 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
}
const _errs49 = errors;
const _errs50 = errors;
const _errs51 = errors;
const _errs52 = errors;
let valid10 = false;
const _errs53 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing31;
if((data.bearer === undefined) && (missing31 = "bearer")){
const err44 = {};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
var _valid5 = _errs53 === errors;
valid10 = valid10 || _valid5;
const _errs54 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing32;
if((data.value === undefined) && (missing32 = "value")){
const err45 = {};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
var _valid5 = _errs54 === errors;
valid10 = valid10 || _valid5;
const _errs55 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing33;
if((data.file === undefined) && (missing33 = "file")){
const err46 = {};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
var _valid5 = _errs55 === errors;
valid10 = valid10 || _valid5;
const _errs56 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing34;
if((data.exec === undefined) && (missing34 = "exec")){
const err47 = {};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
var _valid5 = _errs56 === errors;
valid10 = valid10 || _valid5;
const _errs57 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing35;
if((data.aws === undefined) && (missing35 = "aws")){
const err48 = {};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
var _valid5 = _errs57 === errors;
valid10 = valid10 || _valid5;
const _errs58 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing36;
if((data.google === undefined) && (missing36 = "google")){
const err49 = {};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
var _valid5 = _errs58 === errors;
valid10 = valid10 || _valid5;
const _errs59 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing37;
if((data.azure === undefined) && (missing37 = "azure")){
const err50 = {};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var _valid5 = _errs59 === errors;
valid10 = valid10 || _valid5;
if(!valid10){
const err51 = {};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs52;
if(vErrors !== null){
if(_errs52){
vErrors.length = _errs52;
}
else {
vErrors = null;
}
}
}
var valid9 = _errs51 === errors;
if(valid9){
const err52 = {instancePath,schemaPath:"#/oneOf/4/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
else {
errors = _errs50;
if(vErrors !== null){
if(_errs50){
vErrors.length = _errs50;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.oauth2 === undefined){
const err53 = {instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: "oauth2"},message:"must have required property '"+"oauth2"+"'"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
var _valid0 = _errs49 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
}
const _errs60 = errors;
const _errs61 = errors;
const _errs62 = errors;
const _errs63 = errors;
let valid12 = false;
const _errs64 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing38;
if((data.bearer === undefined) && (missing38 = "bearer")){
const err54 = {};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
var _valid6 = _errs64 === errors;
valid12 = valid12 || _valid6;
const _errs65 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing39;
if((data.header === undefined) && (missing39 = "header")){
const err55 = {};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
var _valid6 = _errs65 === errors;
valid12 = valid12 || _valid6;
const _errs66 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing40;
if((data.value === undefined) && (missing40 = "value")){
const err56 = {};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid6 = _errs66 === errors;
valid12 = valid12 || _valid6;
const _errs67 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing41;
if((data.prefix === undefined) && (missing41 = "prefix")){
const err57 = {};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
var _valid6 = _errs67 === errors;
valid12 = valid12 || _valid6;
const _errs68 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing42;
if((data.file === undefined) && (missing42 = "file")){
const err58 = {};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
var _valid6 = _errs68 === errors;
valid12 = valid12 || _valid6;
const _errs69 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing43;
if((data.exec === undefined) && (missing43 = "exec")){
const err59 = {};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
var _valid6 = _errs69 === errors;
valid12 = valid12 || _valid6;
const _errs70 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing44;
if((data.oauth2 === undefined) && (missing44 = "oauth2")){
const err60 = {};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
var _valid6 = _errs70 === errors;
valid12 = valid12 || _valid6;
const _errs71 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing45;
if((data.google === undefined) && (missing45 = "google")){
const err61 = {};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
var _valid6 = _errs71 === errors;
valid12 = valid12 || _valid6;
const _errs72 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing46;
if((data.azure === undefined) && (missing46 = "azure")){
const err62 = {};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
var _valid6 = _errs72 === errors;
valid12 = valid12 || _valid6;
if(!valid12){
const err63 = {};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
else {
errors = _errs63;
if(vErrors !== null){
if(_errs63){
vErrors.length = _errs63;
}
else {
vErrors = null;
}
}
}
var valid11 = _errs62 === errors;
if(valid11){
const err64 = {instancePath,schemaPath:"#/oneOf/5/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
else {
errors = _errs61;
if(vErrors !== null){
if(_errs61){
vErrors.length = _errs61;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.aws === undefined){
const err65 = {instancePath,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty: "aws"},message:"must have required property '"+"aws"+"'"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
var _valid0 = _errs60 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 5];
}
else {
if(_valid0){
valid0 = true;
passing0 = 5;
}
const _errs73 = errors;
const _errs74 = errors;
const _errs75 = errors;
const _errs76 = errors;
let valid14 = false;
const _errs77 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing47;
if((data.bearer === undefined) && (missing47 = "bearer")){
const err66 = {};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
var _valid7 = _errs77 === errors;
valid14 = valid14 || _valid7;
const _errs78 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing48;
if((data.value === undefined) && (missing48 = "value")){
const err67 = {};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
var _valid7 = _errs78 === errors;
valid14 = valid14 || _valid7;
const _errs79 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing49;
if((data.file === undefined) && (missing49 = "file")){
const err68 = {};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
var _valid7 = _errs79 === errors;
valid14 = valid14 || _valid7;
const _errs80 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing50;
if((data.exec === undefined) && (missing50 = "exec")){
const err69 = {};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
var _valid7 = _errs80 === errors;
valid14 = valid14 || _valid7;
const _errs81 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing51;
if((data.oauth2 === undefined) && (missing51 = "oauth2")){
const err70 = {};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
var _valid7 = _errs81 === errors;
valid14 = valid14 || _valid7;
const _errs82 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing52;
if((data.aws === undefined) && (missing52 = "aws")){
const err71 = {};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
var _valid7 = _errs82 === errors;
valid14 = valid14 || _valid7;
const _errs83 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing53;
if((data.azure === undefined) && (missing53 = "azure")){
const err72 = {};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
var _valid7 = _errs83 === errors;
valid14 = valid14 || _valid7;
if(!valid14){
const err73 = {};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
else {
errors = _errs76;
if(vErrors !== null){
if(_errs76){
vErrors.length = _errs76;
}
else {
vErrors = null;
}
}
}
var valid13 = _errs75 === errors;
if(valid13){
const err74 = {instancePath,schemaPath:"#/oneOf/6/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
else {
errors = _errs74;
if(vErrors !== null){
if(_errs74){
vErrors.length = _errs74;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.google === undefined){
const err75 = {instancePath,schemaPath:"#/oneOf/6/required",keyword:"required",params:{missingProperty: "google"},message:"must have required property '"+"google"+"'"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
var _valid0 = _errs73 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 6];
}
else {
if(_valid0){
valid0 = true;
passing0 = 6;
}
const _errs84 = errors;
const _errs85 = errors;
const _errs86 = errors;
const _errs87 = errors;
let valid16 = false;
const _errs88 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing54;
if((data.bearer === undefined) && (missing54 = "bearer")){
const err76 = {};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
var _valid8 = _errs88 === errors;
valid16 = valid16 || _valid8;
const _errs89 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing55;
if((data.value === undefined) && (missing55 = "value")){
const err77 = {};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
var _valid8 = _errs89 === errors;
valid16 = valid16 || _valid8;
const _errs90 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing56;
if((data.file === undefined) && (missing56 = "file")){
const err78 = {};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
var _valid8 = _errs90 === errors;
valid16 = valid16 || _valid8;
const _errs91 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing57;
if((data.exec === undefined) && (missing57 = "exec")){
const err79 = {};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
var _valid8 = _errs91 === errors;
valid16 = valid16 || _valid8;
const _errs92 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing58;
if((data.oauth2 === undefined) && (missing58 = "oauth2")){
const err80 = {};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
var _valid8 = _errs92 === errors;
valid16 = valid16 || _valid8;
const _errs93 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing59;
if((data.aws === undefined) && (missing59 = "aws")){
const err81 = {};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
var _valid8 = _errs93 === errors;
valid16 = valid16 || _valid8;
const _errs94 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing60;
if((data.google === undefined) && (missing60 = "google")){
const err82 = {};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
var _valid8 = _errs94 === errors;
valid16 = valid16 || _valid8;
if(!valid16){
const err83 = {};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
else {
errors = _errs87;
if(vErrors !== null){
if(_errs87){
vErrors.length = _errs87;
}
else {
vErrors = null;
}
}
}
var valid15 = _errs86 === errors;
if(valid15){
const err84 = {instancePath,schemaPath:"#/oneOf/7/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
else {
errors = _errs85;
if(vErrors !== null){
if(_errs85){
vErrors.length = _errs85;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.azure === undefined){
const err85 = {instancePath,schemaPath:"#/oneOf/7/required",keyword:"required",params:{missingProperty: "azure"},message:"must have required property '"+"azure"+"'"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
var _valid0 = _errs84 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 7];
}
else {
if(_valid0){
valid0 = true;
passing0 = 7;
}
}
}
}
}
}
}
}
if(!valid0){
const err86 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema102.properties, key0))){
const err87 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data.bearer !== undefined){
let data0 = data.bearer;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err88 = {instancePath:instancePath+"/bearer",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
else {
const err89 = {instancePath:instancePath+"/bearer",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data.header !== undefined){
let data1 = data.header;
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err90 = {instancePath:instancePath+"/header",schemaPath:"#/$defs/header_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"+"\""};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
else {
const err91 = {instancePath:instancePath+"/header",schemaPath:"#/$defs/header_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data.value !== undefined){
let data2 = data.value;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err92 = {instancePath:instancePath+"/value",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
else {
const err93 = {instancePath:instancePath+"/value",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data.prefix !== undefined){
let data3 = data.prefix;
if(typeof data3 === "string"){
if(func2(data3) > 64){
const err94 = {instancePath:instancePath+"/prefix",schemaPath:"#/$defs/token_prefix/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/prefix",schemaPath:"#/$defs/token_prefix/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data.file !== undefined){
let data4 = data.file;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err96 = {instancePath:instancePath+"/file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data.exec !== undefined){
if(!(validate77(data.exec, {instancePath:instancePath+"/exec",parentData:data,parentDataProperty:"exec",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate77.errors);
errors = vErrors.length;
}
}
if(data.oauth2 !== undefined){
if(!(validate79(data.oauth2, {instancePath:instancePath+"/oauth2",parentData:data,parentDataProperty:"oauth2",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate79.errors);
errors = vErrors.length;
}
}
if(data.aws !== undefined){
if(!(validate82(data.aws, {instancePath:instancePath+"/aws",parentData:data,parentDataProperty:"aws",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate82.errors);
errors = vErrors.length;
}
}
if(data.google !== undefined){
if(!(validate84(data.google, {instancePath:instancePath+"/google",parentData:data,parentDataProperty:"google",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate84.errors);
errors = vErrors.length;
}
}
if(data.azure !== undefined){
if(!(validate86(data.azure, {instancePath:instancePath+"/azure",parentData:data,parentDataProperty:"azure",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate86.errors);
errors = vErrors.length;
}
}
}
else {
const err98 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema163 = {"type":"object","minProperties":1,"description":"How much is sent somewhere at most, by all keys together.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["300/min",["10/s","300/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["240000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once, over all workers. No default: any number.","examples":[50]}}};
const schema164 = {"description":"One rate or several.","type":["string","array"],"pattern":"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$","minItems":1,"items":{"$ref":"#/$defs/rate"}};
const schema165 = {"description":"A number per `s`, `min`, `h` or `day`: `600/min`.","type":"string","pattern":"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"};
const pattern71 = new RegExp("^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$", "u");

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate92.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema164.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern71.test(data)){
const err1 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern71.test(data0)){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/rate/pattern",keyword:"pattern",params:{pattern: "^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+/(s|min|h|day)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/rate/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
validate92.errors = vErrors;
return errors === 0;
}
validate92.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate91.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "requests") || (key0 === "tokens")) || (key0 === "concurrency"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.requests !== undefined){
if(!(validate92(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.tokens !== undefined){
if(!(validate92(data.tokens, {instancePath:instancePath+"/tokens",parentData:data,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.concurrency !== undefined){
let data2 = data.concurrency;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate91.errors = vErrors;
return errors === 0;
}
validate91.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.simulator === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "simulator"},message:"must have required property '"+"simulator"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.plaintext === undefined){
data.plaintext = false;
}
if(data.paths === undefined){
data.paths = {};
}
if(data.wire === undefined){
data.wire = "standard";
}
if(data.query === undefined){
data.query = {};
}
if(data.headers === undefined){
data.headers = {};
}
if(data.default_headers === undefined){
data.default_headers = {};
}
if(data.add_headers === undefined){
data.add_headers = {};
}
if(data.forward_app_headers === undefined){
data.forward_app_headers = false;
}
if(data.forward_answer_headers === undefined){
data.forward_answer_headers = [];
}
if(data.request === undefined){
data.request = {};
}
if(data.timeouts === undefined){
data.timeouts = {};
}
if(data.max_connection_age === undefined){
data.max_connection_age = "10m";
}
if(data.usage_in_streams === undefined){
data.usage_in_streams = "ask";
}
if(data.formerly === undefined){
data.formerly = [];
}
if(data.max_connections === undefined){
data.max_connections = 4096;
}
if(data.tls === undefined){
data.tls = {};
}
for(const key0 in data){
if(!(func1.call(schema87.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data.plaintext !== "boolean"){
const err6 = {instancePath:instancePath+"/plaintext",schemaPath:"#/properties/plaintext/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
let data2 = data.paths;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
const _errs11 = errors;
if(typeof key1 === "string"){
if(!pattern27.test(key1)){
const err7 = {instancePath:instancePath+"/paths",schemaPath:"#/$defs/endpoint_name/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/paths",schemaPath:"#/$defs/endpoint_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid2 = _errs11 === errors;
if(!valid2){
const err9 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key2 in data2){
if(!(func1.call(schema87.properties.paths.properties, key2))){
if(!(validate49(data2[key2], {instancePath:instancePath+"/paths/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data2,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
}
if(data2.batches !== undefined){
if(!(validate49(data2.batches, {instancePath:instancePath+"/paths/batches",parentData:data2,parentDataProperty:"batches",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.chat_completions !== undefined){
if(!(validate49(data2.chat_completions, {instancePath:instancePath+"/paths/chat_completions",parentData:data2,parentDataProperty:"chat_completions",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.completions !== undefined){
if(!(validate49(data2.completions, {instancePath:instancePath+"/paths/completions",parentData:data2,parentDataProperty:"completions",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.containers !== undefined){
if(!(validate49(data2.containers, {instancePath:instancePath+"/paths/containers",parentData:data2,parentDataProperty:"containers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.conversations !== undefined){
if(!(validate49(data2.conversations, {instancePath:instancePath+"/paths/conversations",parentData:data2,parentDataProperty:"conversations",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.count_tokens !== undefined){
if(!(validate49(data2.count_tokens, {instancePath:instancePath+"/paths/count_tokens",parentData:data2,parentDataProperty:"count_tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.decisions !== undefined){
if(!(validate49(data2.decisions, {instancePath:instancePath+"/paths/decisions",parentData:data2,parentDataProperty:"decisions",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.embeddings !== undefined){
if(!(validate49(data2.embeddings, {instancePath:instancePath+"/paths/embeddings",parentData:data2,parentDataProperty:"embeddings",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.files !== undefined){
if(!(validate49(data2.files, {instancePath:instancePath+"/paths/files",parentData:data2,parentDataProperty:"files",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.image_edits !== undefined){
if(!(validate49(data2.image_edits, {instancePath:instancePath+"/paths/image_edits",parentData:data2,parentDataProperty:"image_edits",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.image_variations !== undefined){
if(!(validate49(data2.image_variations, {instancePath:instancePath+"/paths/image_variations",parentData:data2,parentDataProperty:"image_variations",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.images !== undefined){
if(!(validate49(data2.images, {instancePath:instancePath+"/paths/images",parentData:data2,parentDataProperty:"images",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.message_batches !== undefined){
if(!(validate49(data2.message_batches, {instancePath:instancePath+"/paths/message_batches",parentData:data2,parentDataProperty:"message_batches",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.messages !== undefined){
if(!(validate49(data2.messages, {instancePath:instancePath+"/paths/messages",parentData:data2,parentDataProperty:"messages",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.moderations !== undefined){
if(!(validate49(data2.moderations, {instancePath:instancePath+"/paths/moderations",parentData:data2,parentDataProperty:"moderations",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.rerank !== undefined){
if(!(validate49(data2.rerank, {instancePath:instancePath+"/paths/rerank",parentData:data2,parentDataProperty:"rerank",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.responses !== undefined){
if(!(validate49(data2.responses, {instancePath:instancePath+"/paths/responses",parentData:data2,parentDataProperty:"responses",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.responses_compact !== undefined){
if(!(validate49(data2.responses_compact, {instancePath:instancePath+"/paths/responses_compact",parentData:data2,parentDataProperty:"responses_compact",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.responses_input_tokens !== undefined){
if(!(validate49(data2.responses_input_tokens, {instancePath:instancePath+"/paths/responses_input_tokens",parentData:data2,parentDataProperty:"responses_input_tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.speech !== undefined){
if(!(validate49(data2.speech, {instancePath:instancePath+"/paths/speech",parentData:data2,parentDataProperty:"speech",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.transcriptions !== undefined){
if(!(validate49(data2.transcriptions, {instancePath:instancePath+"/paths/transcriptions",parentData:data2,parentDataProperty:"transcriptions",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.translations !== undefined){
if(!(validate49(data2.translations, {instancePath:instancePath+"/paths/translations",parentData:data2,parentDataProperty:"translations",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.uploads !== undefined){
if(!(validate49(data2.uploads, {instancePath:instancePath+"/paths/uploads",parentData:data2,parentDataProperty:"uploads",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate49.errors);
errors = vErrors.length;
}
}
if(data2.gemini !== undefined){
let data27 = data2.gemini;
if(typeof data27 === "string"){
if(!pattern17.test(data27)){
const err10 = {instancePath:instancePath+"/paths/gemini",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/paths/gemini",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data2.gemini_stream !== undefined){
let data28 = data2.gemini_stream;
if(typeof data28 === "string"){
if(!pattern17.test(data28)){
const err12 = {instancePath:instancePath+"/paths/gemini_stream",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/paths/gemini_stream",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data2.bedrock_converse !== undefined){
let data29 = data2.bedrock_converse;
if(typeof data29 === "string"){
if(!pattern17.test(data29)){
const err14 = {instancePath:instancePath+"/paths/bedrock_converse",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/paths/bedrock_converse",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.bedrock_converse_stream !== undefined){
let data30 = data2.bedrock_converse_stream;
if(typeof data30 === "string"){
if(!pattern17.test(data30)){
const err16 = {instancePath:instancePath+"/paths/bedrock_converse_stream",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/paths/bedrock_converse_stream",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(validate74(data.wire, {instancePath:instancePath+"/wire",parentData:data,parentDataProperty:"wire",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate74.errors);
errors = vErrors.length;
}
if(data.project !== undefined){
let data32 = data.project;
if(typeof data32 === "string"){
if(!pattern48.test(data32)){
const err19 = {instancePath:instancePath+"/project",schemaPath:"#/$defs/project/pattern",keyword:"pattern",params:{pattern: "^([a-z0-9][a-z0-9:.-]{0,127}|.*\\$\\{.*)$"},message:"must match pattern \""+"^([a-z0-9][a-z0-9:.-]{0,127}|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/project",schemaPath:"#/$defs/project/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.location !== undefined){
let data33 = data.location;
if(typeof data33 === "string"){
if(!pattern49.test(data33)){
const err21 = {instancePath:instancePath+"/location",schemaPath:"#/$defs/location/pattern",keyword:"pattern",params:{pattern: "^([a-z][a-z0-9-]{0,63}|.*\\$\\{.*)$"},message:"must match pattern \""+"^([a-z][a-z0-9-]{0,63}|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/location",schemaPath:"#/$defs/location/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
let data34 = data.query;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key3 in data34){
const _errs60 = errors;
if(typeof key3 === "string"){
if(func2(key3) > 256){
const err23 = {instancePath:instancePath+"/query",schemaPath:"#/$defs/query_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key3};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!pattern50.test(key3)){
const err24 = {instancePath:instancePath+"/query",schemaPath:"#/$defs/query_name/pattern",keyword:"pattern",params:{pattern: "^[!-~]+$"},message:"must match pattern \""+"^[!-~]+$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/query",schemaPath:"#/$defs/query_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key3};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var valid12 = _errs60 === errors;
if(!valid12){
const err26 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
for(const key4 in data34){
let data35 = data34[key4];
if(typeof data35 === "string"){
if(func2(data35) > 2048){
const err27 = {instancePath:instancePath+"/query/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/query/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.auth !== undefined){
if(!(validate76(data.auth, {instancePath:instancePath+"/auth",parentData:data,parentDataProperty:"auth",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate76.errors);
errors = vErrors.length;
}
}
if(!(validate34(data.headers, {instancePath:instancePath+"/headers",parentData:data,parentDataProperty:"headers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate34.errors);
errors = vErrors.length;
}
if(!(validate34(data.default_headers, {instancePath:instancePath+"/default_headers",parentData:data,parentDataProperty:"default_headers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate34.errors);
errors = vErrors.length;
}
let data39 = data.add_headers;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
for(const key5 in data39){
const _errs71 = errors;
if(typeof key5 === "string"){
if(!pattern7.test(key5)){
const err30 = {instancePath:instancePath+"/add_headers",schemaPath:"#/$defs/header_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/add_headers",schemaPath:"#/$defs/header_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key5};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
var valid15 = _errs71 === errors;
if(!valid15){
const err32 = {instancePath:instancePath+"/add_headers",schemaPath:"#/properties/add_headers/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
for(const key6 in data39){
let data40 = data39[key6];
if(Array.isArray(data40)){
if(data40.length > 64){
const err33 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/add_headers/additionalProperties/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data40.length < 1){
const err34 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/add_headers/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len0 = data40.length;
for(let i0=0; i0<len0; i0++){
let data41 = data40[i0];
if(typeof data41 === "string"){
if(func2(data41) > 256){
const err35 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/properties/add_headers/additionalProperties/items/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func2(data41) < 1){
const err36 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/properties/add_headers/additionalProperties/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/properties/add_headers/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
let i1 = data40.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data40[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err38 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/add_headers/additionalProperties/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err39 = {instancePath:instancePath+"/add_headers/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/add_headers/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/add_headers",schemaPath:"#/properties/add_headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data.flavor !== undefined){
let data42 = data.flavor;
if(!((((((data42 === "openai") || (data42 === "vllm")) || (data42 === "llama_cpp")) || (data42 === "deepseek")) || (data42 === "openrouter")) || (data42 === "generic"))){
const err41 = {instancePath:instancePath+"/flavor",schemaPath:"#/properties/flavor/enum",keyword:"enum",params:{allowedValues: schema87.properties.flavor.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(typeof data.forward_app_headers !== "boolean"){
const err42 = {instancePath:instancePath+"/forward_app_headers",schemaPath:"#/properties/forward_app_headers/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
let data44 = data.forward_answer_headers;
if(Array.isArray(data44)){
if(data44.length > 64){
const err43 = {instancePath:instancePath+"/forward_answer_headers",schemaPath:"#/properties/forward_answer_headers/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
const len1 = data44.length;
for(let i2=0; i2<len1; i2++){
let data45 = data44[i2];
if(typeof data45 === "string"){
if(func2(data45) > 128){
const err44 = {instancePath:instancePath+"/forward_answer_headers/" + i2,schemaPath:"#/$defs/header_glob/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!pattern59.test(data45)){
const err45 = {instancePath:instancePath+"/forward_answer_headers/" + i2,schemaPath:"#/$defs/header_glob/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$"+"\""};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/forward_answer_headers/" + i2,schemaPath:"#/$defs/header_glob/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/forward_answer_headers",schemaPath:"#/properties/forward_answer_headers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
let data46 = data.request;
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(data46.remove_headers === undefined){
data46.remove_headers = [];
}
if(data46.remove === undefined){
data46.remove = [];
}
if(data46.set === undefined){
data46.set = {};
}
if(data46.default === undefined){
data46.default = {};
}
for(const key7 in data46){
if(!((((key7 === "remove_headers") || (key7 === "remove")) || (key7 === "set")) || (key7 === "default"))){
const err48 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
let data47 = data46.remove_headers;
if(Array.isArray(data47)){
if(data47.length > 64){
const err49 = {instancePath:instancePath+"/request/remove_headers",schemaPath:"#/properties/request/properties/remove_headers/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
const len2 = data47.length;
for(let i3=0; i3<len2; i3++){
let data48 = data47[i3];
if(typeof data48 === "string"){
if(func2(data48) > 128){
const err50 = {instancePath:instancePath+"/request/remove_headers/" + i3,schemaPath:"#/$defs/header_glob/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(!pattern59.test(data48)){
const err51 = {instancePath:instancePath+"/request/remove_headers/" + i3,schemaPath:"#/$defs/header_glob/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'+.^_`|~-]+\\*?$"+"\""};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/request/remove_headers/" + i3,schemaPath:"#/$defs/header_glob/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/request/remove_headers",schemaPath:"#/properties/request/properties/remove_headers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
let data49 = data46.remove;
if(Array.isArray(data49)){
if(data49.length > 64){
const err54 = {instancePath:instancePath+"/request/remove",schemaPath:"#/properties/request/properties/remove/maxItems",keyword:"maxItems",params:{limit: 64},message:"must NOT have more than 64 items"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
const len3 = data49.length;
for(let i4=0; i4<len3; i4++){
let data50 = data49[i4];
if(typeof data50 === "string"){
if(func2(data50) > 256){
const err55 = {instancePath:instancePath+"/request/remove/" + i4,schemaPath:"#/$defs/body_path/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(!pattern61.test(data50)){
const err56 = {instancePath:instancePath+"/request/remove/" + i4,schemaPath:"#/$defs/body_path/pattern",keyword:"pattern",params:{pattern: "^[^.\\s*]+(\\.[^.\\s*]+)*$"},message:"must match pattern \""+"^[^.\\s*]+(\\.[^.\\s*]+)*$"+"\""};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/request/remove/" + i4,schemaPath:"#/$defs/body_path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/request/remove",schemaPath:"#/properties/request/properties/remove/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
let data51 = data46.set;
if(data51 && typeof data51 == "object" && !Array.isArray(data51)){
if(Object.keys(data51).length > 64){
const err59 = {instancePath:instancePath+"/request/set",schemaPath:"#/properties/request/properties/set/maxProperties",keyword:"maxProperties",params:{limit: 64},message:"must NOT have more than 64 properties"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
for(const key8 in data51){
const _errs102 = errors;
if(typeof key8 === "string"){
if(func2(key8) > 256){
const err60 = {instancePath:instancePath+"/request/set",schemaPath:"#/$defs/body_path/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key8};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(!pattern61.test(key8)){
const err61 = {instancePath:instancePath+"/request/set",schemaPath:"#/$defs/body_path/pattern",keyword:"pattern",params:{pattern: "^[^.\\s*]+(\\.[^.\\s*]+)*$"},message:"must match pattern \""+"^[^.\\s*]+(\\.[^.\\s*]+)*$"+"\"",propertyName:key8};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/request/set",schemaPath:"#/$defs/body_path/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key8};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
var valid31 = _errs102 === errors;
if(!valid31){
const err63 = {instancePath:instancePath+"/request/set",schemaPath:"#/properties/request/properties/set/propertyNames",keyword:"propertyNames",params:{propertyName: key8},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/request/set",schemaPath:"#/properties/request/properties/set/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
let data52 = data46.default;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(Object.keys(data52).length > 64){
const err65 = {instancePath:instancePath+"/request/default",schemaPath:"#/properties/request/properties/default/maxProperties",keyword:"maxProperties",params:{limit: 64},message:"must NOT have more than 64 properties"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
for(const key9 in data52){
const _errs108 = errors;
if(typeof key9 === "string"){
if(func2(key9) > 256){
const err66 = {instancePath:instancePath+"/request/default",schemaPath:"#/$defs/body_path/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key9};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(!pattern61.test(key9)){
const err67 = {instancePath:instancePath+"/request/default",schemaPath:"#/$defs/body_path/pattern",keyword:"pattern",params:{pattern: "^[^.\\s*]+(\\.[^.\\s*]+)*$"},message:"must match pattern \""+"^[^.\\s*]+(\\.[^.\\s*]+)*$"+"\"",propertyName:key9};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/request/default",schemaPath:"#/$defs/body_path/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key9};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
var valid33 = _errs108 === errors;
if(!valid33){
const err69 = {instancePath:instancePath+"/request/default",schemaPath:"#/properties/request/properties/default/propertyNames",keyword:"propertyNames",params:{propertyName: key9},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
else {
const err70 = {instancePath:instancePath+"/request/default",schemaPath:"#/properties/request/properties/default/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
let data53 = data.timeouts;
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.connect === undefined){
data53.connect = "5s";
}
if(data53.first_byte === undefined){
data53.first_byte = "120s";
}
if(data53.idle === undefined){
data53.idle = "300s";
}
if(data53.progress === undefined){
data53.progress = "300s";
}
if(data53.total === undefined){
data53.total = "600s";
}
for(const key10 in data53){
if(!((((((key10 === "connect") || (key10 === "first_byte")) || (key10 === "answer")) || (key10 === "idle")) || (key10 === "progress")) || (key10 === "total"))){
const err72 = {instancePath:instancePath+"/timeouts",schemaPath:"#/properties/timeouts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
let data54 = data53.connect;
if(typeof data54 === "string"){
if(!pattern10.test(data54)){
const err73 = {instancePath:instancePath+"/timeouts/connect",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/timeouts/connect",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
let data55 = data53.first_byte;
if(typeof data55 === "string"){
if(!pattern10.test(data55)){
const err75 = {instancePath:instancePath+"/timeouts/first_byte",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
else {
const err76 = {instancePath:instancePath+"/timeouts/first_byte",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data53.answer !== undefined){
let data56 = data53.answer;
if(typeof data56 === "string"){
if(!pattern10.test(data56)){
const err77 = {instancePath:instancePath+"/timeouts/answer",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
else {
const err78 = {instancePath:instancePath+"/timeouts/answer",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
let data57 = data53.idle;
if(typeof data57 === "string"){
if(!pattern10.test(data57)){
const err79 = {instancePath:instancePath+"/timeouts/idle",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/timeouts/idle",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
let data58 = data53.progress;
if(typeof data58 === "string"){
if(!pattern10.test(data58)){
const err81 = {instancePath:instancePath+"/timeouts/progress",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/timeouts/progress",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
let data59 = data53.total;
if(typeof data59 === "string"){
if(!pattern10.test(data59)){
const err83 = {instancePath:instancePath+"/timeouts/total",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
else {
const err84 = {instancePath:instancePath+"/timeouts/total",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/timeouts",schemaPath:"#/properties/timeouts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(data.proxy !== undefined){
if(typeof data.proxy !== "string"){
const err86 = {instancePath:instancePath+"/proxy",schemaPath:"#/properties/proxy/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(typeof data.max_connection_age !== "string"){
const err87 = {instancePath:instancePath+"/max_connection_age",schemaPath:"#/properties/max_connection_age/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data.vendor !== undefined){
let data62 = data.vendor;
if(typeof data62 === "string"){
if(func2(data62) > 128){
const err88 = {instancePath:instancePath+"/vendor",schemaPath:"#/properties/vendor/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(func2(data62) < 1){
const err89 = {instancePath:instancePath+"/vendor",schemaPath:"#/properties/vendor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
else {
const err90 = {instancePath:instancePath+"/vendor",schemaPath:"#/properties/vendor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
let data63 = data.usage_in_streams;
if(!(((data63 === "ask") || (data63 === "given")) || (data63 === "none"))){
const err91 = {instancePath:instancePath+"/usage_in_streams",schemaPath:"#/properties/usage_in_streams/enum",keyword:"enum",params:{allowedValues: schema87.properties.usage_in_streams.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
let data64 = data.formerly;
if(Array.isArray(data64)){
if(data64.length > 16){
const err92 = {instancePath:instancePath+"/formerly",schemaPath:"#/properties/formerly/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
const len4 = data64.length;
for(let i5=0; i5<len4; i5++){
let data65 = data64[i5];
if(typeof data65 === "string"){
if(func2(data65) > 256){
const err93 = {instancePath:instancePath+"/formerly/" + i5,schemaPath:"#/$defs/plain_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if(!pattern36.test(data65)){
const err94 = {instancePath:instancePath+"/formerly/" + i5,schemaPath:"#/$defs/plain_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._:@+-]+$"+"\""};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/formerly/" + i5,schemaPath:"#/$defs/plain_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
let i6 = data64.length;
let j1;
if(i6 > 1){
outer0:
for(;i6--;){
for(j1 = i6; j1--;){
if(func0(data64[i6], data64[j1])){
const err96 = {instancePath:instancePath+"/formerly",schemaPath:"#/properties/formerly/uniqueItems",keyword:"uniqueItems",params:{i: i6, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i6+" are identical)"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err97 = {instancePath:instancePath+"/formerly",schemaPath:"#/properties/formerly/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data.lists !== undefined){
let data66 = data.lists;
if(typeof data66 === "string"){
if(func2(data66) > 256){
const err98 = {instancePath:instancePath+"/lists",schemaPath:"#/properties/lists/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(func2(data66) < 1){
const err99 = {instancePath:instancePath+"/lists",schemaPath:"#/properties/lists/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/lists",schemaPath:"#/properties/lists/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data.max_requests_per_connection !== undefined){
let data67 = data.max_requests_per_connection;
if(!(((typeof data67 == "number") && (!(data67 % 1) && !isNaN(data67))) && (isFinite(data67)))){
const err101 = {instancePath:instancePath+"/max_requests_per_connection",schemaPath:"#/properties/max_requests_per_connection/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if((typeof data67 == "number") && (isFinite(data67))){
if(data67 > 1000000 || isNaN(data67)){
const err102 = {instancePath:instancePath+"/max_requests_per_connection",schemaPath:"#/properties/max_requests_per_connection/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data67 < 1 || isNaN(data67)){
const err103 = {instancePath:instancePath+"/max_requests_per_connection",schemaPath:"#/properties/max_requests_per_connection/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
}
if(data.rate_limit !== undefined){
if(!(validate91(data.rate_limit, {instancePath:instancePath+"/rate_limit",parentData:data,parentDataProperty:"rate_limit",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate91.errors);
errors = vErrors.length;
}
}
let data69 = data.max_connections;
if(!(((typeof data69 == "number") && (!(data69 % 1) && !isNaN(data69))) && (isFinite(data69)))){
const err104 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if((typeof data69 == "number") && (isFinite(data69))){
if(data69 > 1000000 || isNaN(data69)){
const err105 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data69 < 1 || isNaN(data69)){
const err106 = {instancePath:instancePath+"/max_connections",schemaPath:"#/properties/max_connections/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data.health !== undefined){
let data70 = data.health;
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
if(data70.interval === undefined){
data70.interval = "10s";
}
if(data70.path === undefined){
const err107 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
for(const key11 in data70){
if(!((key11 === "path") || (key11 === "interval"))){
const err108 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data70.path !== undefined){
let data71 = data70.path;
if(typeof data71 === "string"){
if(!pattern17.test(data71)){
const err109 = {instancePath:instancePath+"/health/path",schemaPath:"#/$defs/path/pattern",keyword:"pattern",params:{pattern: "^(/[^\\s?#]*|.*\\$\\{.*)$"},message:"must match pattern \""+"^(/[^\\s?#]*|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
else {
const err110 = {instancePath:instancePath+"/health/path",schemaPath:"#/$defs/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
let data72 = data70.interval;
if(typeof data72 === "string"){
if(!pattern10.test(data72)){
const err111 = {instancePath:instancePath+"/health/interval",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
else {
const err112 = {instancePath:instancePath+"/health/interval",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
else {
const err113 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
let data73 = data.tls;
if(data73 && typeof data73 == "object" && !Array.isArray(data73)){
for(const key12 in data73){
if(!((((key12 === "ca") || (key12 === "server_name")) || (key12 === "cert")) || (key12 === "key"))){
const err114 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data73.ca !== undefined){
let data74 = data73.ca;
if(typeof data74 === "string"){
if(func2(data74) < 1){
const err115 = {instancePath:instancePath+"/tls/ca",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/tls/ca",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data73.server_name !== undefined){
let data75 = data73.server_name;
if(typeof data75 === "string"){
if(!pattern75.test(data75)){
const err117 = {instancePath:instancePath+"/tls/server_name",schemaPath:"#/properties/tls/properties/server_name/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z0-9._-]+|.*\\$\\{.*)$"},message:"must match pattern \""+"^([A-Za-z0-9._-]+|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/tls/server_name",schemaPath:"#/properties/tls/properties/server_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data73.cert !== undefined){
let data76 = data73.cert;
if(typeof data76 === "string"){
if(func2(data76) < 1){
const err119 = {instancePath:instancePath+"/tls/cert",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
else {
const err120 = {instancePath:instancePath+"/tls/cert",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data73.key !== undefined){
let data77 = data73.key;
if(typeof data77 === "string"){
if(func2(data77) < 1){
const err121 = {instancePath:instancePath+"/tls/key",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
else {
const err122 = {instancePath:instancePath+"/tls/key",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
if(data73.cert !== undefined){
if(data73.key === undefined){
const err123 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/dependentRequired",keyword:"dependentRequired",params:{property: "cert",
    missingProperty: "key",
    depsCount: 1,
    deps: "key"},message:"must have property key when property cert is present"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data73.key !== undefined){
if(data73.cert === undefined){
const err124 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/dependentRequired",keyword:"dependentRequired",params:{property: "key",
    missingProperty: "cert",
    depsCount: 1,
    deps: "cert"},message:"must have property cert when property key is present"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
}
else {
const err125 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(data.simulator !== undefined){
let data78 = data.simulator;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
if(data78.latency === undefined){
data78.latency = "0ms";
}
if(data78.tokens_per_second === undefined){
data78.tokens_per_second = 0;
}
for(const key13 in data78){
if(!(((key13 === "latency") || (key13 === "tokens_per_second")) || (key13 === "text"))){
const err126 = {instancePath:instancePath+"/simulator",schemaPath:"#/properties/simulator/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
let data79 = data78.latency;
if(typeof data79 === "string"){
if(!pattern10.test(data79)){
const err127 = {instancePath:instancePath+"/simulator/latency",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
else {
const err128 = {instancePath:instancePath+"/simulator/latency",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
let data80 = data78.tokens_per_second;
if((typeof data80 == "number") && (isFinite(data80))){
if(data80 > 1000000 || isNaN(data80)){
const err129 = {instancePath:instancePath+"/simulator/tokens_per_second",schemaPath:"#/properties/simulator/properties/tokens_per_second/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if(data80 < 0 || isNaN(data80)){
const err130 = {instancePath:instancePath+"/simulator/tokens_per_second",schemaPath:"#/properties/simulator/properties/tokens_per_second/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
else {
const err131 = {instancePath:instancePath+"/simulator/tokens_per_second",schemaPath:"#/properties/simulator/properties/tokens_per_second/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
if(data78.text !== undefined){
if(typeof data78.text !== "string"){
const err132 = {instancePath:instancePath+"/simulator/text",schemaPath:"#/properties/simulator/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
}
else {
const err133 = {instancePath:instancePath+"/simulator",schemaPath:"#/properties/simulator/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
}
else {
const err134 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema173 = {"type":"object","description":"A model that clients can name.","additionalProperties":false,"properties":{"owned_by":{"type":"string","minLength":1,"description":"Shown in the list of models.","default":"gateway","examples":["openai"]},"display_name":{"type":"string","minLength":1,"maxLength":200,"description":"What people are to read in the list of models, as the picker of Claude Code shows it. No default: the id.","examples":["Qwen3 Coder, in house"]},"description":{"type":"string","minLength":1,"maxLength":2000,"description":"Shown in the list of models. No default: nothing is.","examples":["For code; keeps nothing"]},"created":{"type":["string","integer"],"pattern":"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$","minimum":0,"maximum":253402300799,"description":"Shown in the list of models: a date, or Unix seconds.","default":0,"examples":["2024-07-18",1721260800]},"balance":{"enum":["least_busy","weighted","lowest_latency","lowest_cost","sticky"],"description":"Which deployment of equal priority is tried first. `least_busy`: the fewest requests under way for its weight. `weighted`: at random by weight. `lowest_latency`: the faster of two drawn at random, by time to the first byte. `lowest_cost`: by `price`. `sticky`: the same one for the same session (`session_from`), else key, so that prompt caches are met again.","default":"least_busy","examples":["sticky"]},"codex":{"type":"object","additionalProperties":false,"required":["base_instructions_file"],"description":"What Codex is told of the model where it asks for its own list of models (`GET /v1/models?client_version=`), and by `gateway codex catalogue`. No default: Codex is told nothing of it.","examples":[{"base_instructions_file":"codex-instructions.md","efforts":["low","medium","high"]}],"properties":{"base_instructions_file":{"$ref":"#/$defs/file","description":"The text that Codex begins its requests with, up to 1 MiB of UTF-8: an entry of the list takes the place of the one that Codex brings along, with its instructions. Required.","examples":["codex-instructions.md"]},"context_window":{"type":"integer","minimum":1,"maximum":100000000,"description":"Tokens of request and answer together. Default: as the price list has it for the first deployment with `catalogue`, else unknown.","examples":[272000]},"efforts":{"type":"array","uniqueItems":true,"maxItems":6,"items":{"enum":["none","minimal","low","medium","high","xhigh"]},"description":"Words of effort that Codex offers. Default: those of `accepts` of the first deployment that has them, else none.","examples":[["low","medium","high"]]},"parallel_tools":{"type":"boolean","description":"Whether the model calls several tools at once. Default: `false`.","examples":[true]},"images":{"type":"boolean","description":"Whether the model takes images. Default: `true`.","examples":[false]}}},"session_from":{"type":"array","uniqueItems":true,"maxItems":16,"items":{"$ref":"#/$defs/header_name"},"description":"Where a request says which session it is of: names of headers, and `prompt_cache_key` of the body; the first that says something counts. A header other than `x-session-id` has to have 8 characters at least. `balance: sticky` and the log go by it.","default":["x-session-id","x-claude-code-session-id","session-id","thread-id","prompt_cache_key"],"examples":[["x-conversation","prompt_cache_key"]]},"fallbacks":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"Models to try after the deployments of this one.","default":[],"examples":[["claude-haiku"]]},"deployments":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/deployment"},"description":"Where it runs. Required, at least one.","examples":[[{"backend":"openai","endpoints":{"chat_completions":["streaming"]}}]]}},"required":["deployments"]};
const schema176 = {"type":"object","description":"One model on one backend.","additionalProperties":false,"properties":{"backend":{"type":"string","minLength":1,"description":"The name of a backend. Required.","examples":["openai"]},"id":{"$ref":"#/$defs/plain_name","description":"Its own name, where one model uses a backend twice. Default: the backend's name.","examples":["openai-eu"]},"model":{"type":"string","minLength":1,"maxLength":256,"description":"The name that the backend knows the model by. Default: the model's identifier. Where that ends in `*`, a `*` at the end of this name is what it stood for.","examples":["gpt-4o-mini-2024-07-18"]},"priority":{"type":"integer","minimum":0,"maximum":1000000,"description":"Lower is tried first.","default":0,"examples":[1]},"rate_limit":{"$ref":"#/$defs/capacity","description":"What it is sent at most, as the vendor's quota has it. Beyond it other deployments are tried, and where nobody is left the answer is 429 `capacity_exceeded`. No default: any amount.","examples":[{"requests":"300/min","tokens":"240000/min"}]},"disabled":{"type":"boolean","description":"Takes it out: no request is tried on it, and its capabilities count for nothing. `gateway drain` does the same while serving.","default":false,"examples":[true]},"weight":{"type":"number","minimum":0,"maximum":1000000,"description":"Its share among deployments of equal priority. 0: only when the others have failed.","default":1,"examples":[3]},"catalogue":{"$ref":"#/$defs/catalogue_entry","description":"The model in the price list that comes with the gateway, as VENDOR/ID, or `true` for the `vendor` of the backend and the model's name there: what `price` leaves out is taken from there when the file is loaded. No default: nothing is.","examples":["openai/gpt-4o-mini"]},"price":{"$ref":"#/$defs/price","description":"What it costs. Default: as `catalogue` has it, else unknown.","examples":[{"input":0.15,"cached_input":0.075,"output":0.6}]},"capabilities":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on every endpoint listed below; of one with `via`, as `via` says.","default":[],"examples":[["streaming","function_calling"]]},"accepts":{"$ref":"#/$defs/accepts","description":"What its model takes of what its dialect allows. What is translated is made so that the model takes it; what is native stays as it is. Default: all.","examples":[{"temperature":false,"efforts":["low","medium","high"]}]},"translation":{"$ref":"#/$defs/translation","description":"How requests are translated, where an endpoint below has `via`. No default.","examples":[{"max_tokens":32000,"drop":["temperature"]}]},"endpoints":{"type":"object","description":"The endpoints it serves and what it guarantees on each, beside `capabilities`; those that `endpoints` declares, too. `{ via: DIALECT }` in place of a list serves one through another dialect. Required, at least one.","additionalProperties":{"type":"array","items":{"$ref":"#/$defs/capability"}},"properties":{"chat_completions":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on chat_completions; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"messages"}]},"completions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on completions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"count_tokens":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on count_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"decisions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on decisions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"embeddings":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on embeddings, where `base64` can stand too; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"image_edits":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on image_edits; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"image_variations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on image_variations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"images":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on images; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"messages":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on messages; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"chat_completions"}]},"moderations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on moderations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"rerank":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on rerank; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"responses":{"$ref":"#/$defs/served_endpoint","description":"What it guarantees on responses; `[]` serves it with `capabilities` alone, and `{ via: DIALECT }` through another dialect. No default: it is not served.","examples":[["streaming"],[],{"via":"messages"}]},"responses_compact":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on responses_compact; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"responses_input_tokens":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on responses_input_tokens; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]},"speech":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on speech; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"transcriptions":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on transcriptions; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[["streaming"],[]]},"translations":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What it guarantees on translations; `[]` serves it with `capabilities` alone. No default: it is not served.","examples":[[]]}},"minProperties":1,"examples":[{"chat_completions":["vision"],"completions":[]}],"propertyNames":{"$ref":"#/$defs/endpoint_name"}}},"required":["backend","endpoints"]};
const schema178 = {"description":"`VENDOR/ID` of a model in the price list: `openai/gpt-5`; or `true`, for the `vendor` of the backend and the model's name there.","type":["string","boolean"],"maxLength":256,"pattern":"^([^/]+/.+|.*\\$\\{.*)$"};
const schema181 = {"description":"What a deployment can do: one of the thirteen names, or one that `extra_capabilities` lists.","anyOf":[{"enum":["vision","pdf_input","audio_input","reasoning","streaming","function_calling","parallel_function_calling","tool_choice","computer_use","assistant_prefill","prompt_caching","web_search","url_context"]},{"type":"string","minLength":1}]};
const schema182 = {"type":"object","description":"What a model takes.","additionalProperties":false,"minProperties":1,"properties":{"temperature":{"type":"boolean","description":"`false`: `temperature`, `top_p` and `top_k` are left out, which is reported. Default: `true`.","examples":[false]},"efforts":{"type":"array","uniqueItems":true,"minItems":1,"items":{"enum":["none","minimal","low","medium","high","xhigh","max"]},"description":"Words of effort that it knows. Another one becomes the nearest lower one, or the lowest, which is reported. Default: all.","examples":[["low","medium","high"]]},"thinking":{"type":"boolean","description":"`false`: nothing is said of effort and thinking, which is reported. Default: `true`.","examples":[false]},"tool_choice":{"type":"array","uniqueItems":true,"minItems":1,"items":{"enum":["auto","none","required","named"]},"description":"How a choice of tools may be made: `required` is any tool, `named` a certain one. A request with another one passes the deployment over. Default: all.","examples":[["auto","none"]]}}};
const pattern81 = new RegExp("^([^/]+/.+|.*\\$\\{.*)$", "u");
const schema179 = {"type":"object","description":"What it costs, in US dollars. Exactly one unit settles a request: the tokens that its answer reports, else another unit, else estimated tokens; `per_request` and `per_tool_call` come on top.","additionalProperties":false,"minProperties":1,"properties":{"input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million tokens of the request. Default: as `catalogue` has it; `output` needs it beside it.","examples":[0.15]},"cached_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that a cache held. Default: as `catalogue` has it, else as `input`.","examples":[0.075]},"cache_write":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that were written to a cache. Default: as `catalogue` has it, else as `input`.","examples":[0.19]},"cache_write_1h":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that were written to a cache for an hour. Default: as `catalogue` has it, else as `cache_write`.","examples":[0.3]},"audio_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are sound. Default: as `catalogue` has it, else as `input`.","examples":[10]},"image_input":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are images. Default: as `catalogue` has it, else as `input`.","examples":[10]},"output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million tokens of the answer. Default: as `catalogue` has it; `input` needs it beside it where answers have tokens.","examples":[0.6]},"audio_output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are sound. Default: as `catalogue` has it, else as `output`.","examples":[20]},"image_output":{"type":"number","minimum":0,"maximum":1000000,"description":"USD per million of those of them that are images. Default: as `catalogue` has it, else as `output`.","examples":[40]},"per_image":{"description":"USD for one image: a number, or a map by `QUALITY/SIZE` with a `default`. No default: they have no price.","examples":[0.04,{"default":0.17,"low/1024x1024":0.01}],"anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"type":"object","required":["default"],"propertyNames":{"pattern":"^(?:default|[^/]+/[^/]+)$"},"properties":{"default":{"type":"number","minimum":0,"maximum":1000000}},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000}}]},"per_minute":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a minute of audio or video, to the second. No default: they have no price.","examples":[0.006]},"per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a second of audio or video, in place of `per_minute`. No default: they have no price.","examples":[0.1]},"per_million_characters":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for a million characters that are spoken. No default: they have no price.","examples":[15]},"per_search_unit":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for one search unit, as rerankers count. No default: they have no price.","examples":[0.002]},"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"USD for each request, on top of what settles it. No default: requests as such cost nothing.","examples":[0.005]},"per_unit":{"type":"object","minProperties":1,"description":"USD for one of each unit that answers of an endpoint name. No default: none has a price.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"pages":0.001}]},"per_tool_call":{"type":"object","minProperties":1,"description":"USD for one call of each tool that the vendor runs, on top of what settles the request. No default: none has a price.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"web_search":0.01}]},"tiers":{"type":"array","minItems":1,"maxItems":16,"items":{"$ref":"#/$defs/price_tier"},"description":"Other prices for longer requests. Default: as `catalogue` has it, else none.","examples":[[{"above_input":200000,"input":5,"output":22.5}]]},"tiers_by_service":{"type":"object","minProperties":1,"description":"What the unit that settles is multiplied by, by the tier of service that the answer names. No default: 1.","propertyNames":{"pattern":"^[a-z][a-z0-9_-]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":100},"examples":[{"flex":0.5,"priority":1.75,"batch":0.5}]}},"examples":[{"input":0.15,"cached_input":0.075,"output":0.6}]};
const schema180 = {"type":"object","additionalProperties":false,"required":["above_input"],"minProperties":2,"description":"What differs where a request is longer; what is left out is as below it.","properties":{"above_input":{"type":"integer","minimum":1,"maximum":1000000000,"description":"Holds for all of a request whose input has more tokens than this, cached and written ones included. Required.","examples":[200000]},"input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `input` below it, for such requests. Default: as below it.","examples":[0.15]},"cached_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cached_input` below it, for such requests. Default: as below it.","examples":[0.075]},"cache_write":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cache_write` below it, for such requests. Default: as below it.","examples":[0.19]},"cache_write_1h":{"type":"number","minimum":0,"maximum":1000000,"description":"As `cache_write_1h` below it, for such requests. Default: as below it.","examples":[0.3]},"audio_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `audio_input` below it, for such requests. Default: as below it.","examples":[10]},"image_input":{"type":"number","minimum":0,"maximum":1000000,"description":"As `image_input` below it, for such requests. Default: as below it.","examples":[10]},"output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `output` below it, for such requests. Default: as below it.","examples":[0.6]},"audio_output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `audio_output` below it, for such requests. Default: as below it.","examples":[20]},"image_output":{"type":"number","minimum":0,"maximum":1000000,"description":"As `image_output` below it, for such requests. Default: as below it.","examples":[40]},"per_image":{"description":"As `per_image` below it, for such requests. Default: as below it.","examples":[0.04,{"default":0.17,"low/1024x1024":0.01}],"anyOf":[{"type":"number","minimum":0,"maximum":1000000},{"type":"object","required":["default"],"propertyNames":{"pattern":"^(?:default|[^/]+/[^/]+)$"},"properties":{"default":{"type":"number","minimum":0,"maximum":1000000}},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000}}]},"per_minute":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_minute` below it, for such requests. Default: as below it.","examples":[0.006]},"per_second":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_second` below it, for such requests. Default: as below it.","examples":[0.1]},"per_million_characters":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_million_characters` below it, for such requests. Default: as below it.","examples":[15]},"per_search_unit":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_search_unit` below it, for such requests. Default: as below it.","examples":[0.002]},"per_request":{"type":"number","minimum":0,"maximum":1000000,"description":"As `per_request` below it, for such requests. Default: as below it.","examples":[0.005]},"per_unit":{"type":"object","minProperties":1,"description":"As `per_unit` below it, for such requests. Default: as below it.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"pages":0.001}]},"per_tool_call":{"type":"object","minProperties":1,"description":"As `per_tool_call` below it, for such requests. Default: as below it.","propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000},"examples":[{"web_search":0.01}]}},"examples":[{"above_input":200000,"input":5,"output":22.5}]};
const pattern82 = new RegExp("^(?:default|[^/]+/[^/]+)$", "u");
const pattern88 = new RegExp("^[a-z][a-z0-9_-]{0,63}$", "u");

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate100.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema179.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.input !== undefined){
let data0 = data.input;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.cached_input !== undefined){
let data1 = data.cached_input;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/cached_input",schemaPath:"#/properties/cached_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/cached_input",schemaPath:"#/properties/cached_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/cached_input",schemaPath:"#/properties/cached_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.cache_write !== undefined){
let data2 = data.cache_write;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/cache_write",schemaPath:"#/properties/cache_write/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/cache_write",schemaPath:"#/properties/cache_write/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/cache_write",schemaPath:"#/properties/cache_write/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.cache_write_1h !== undefined){
let data3 = data.cache_write_1h;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/cache_write_1h",schemaPath:"#/properties/cache_write_1h/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/cache_write_1h",schemaPath:"#/properties/cache_write_1h/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/cache_write_1h",schemaPath:"#/properties/cache_write_1h/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.audio_input !== undefined){
let data4 = data.audio_input;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 1000000 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/audio_input",schemaPath:"#/properties/audio_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/audio_input",schemaPath:"#/properties/audio_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/audio_input",schemaPath:"#/properties/audio_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.image_input !== undefined){
let data5 = data.image_input;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1000000 || isNaN(data5)){
const err17 = {instancePath:instancePath+"/image_input",schemaPath:"#/properties/image_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err18 = {instancePath:instancePath+"/image_input",schemaPath:"#/properties/image_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/image_input",schemaPath:"#/properties/image_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.output !== undefined){
let data6 = data.output;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/output",schemaPath:"#/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.audio_output !== undefined){
let data7 = data.audio_output;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1000000 || isNaN(data7)){
const err23 = {instancePath:instancePath+"/audio_output",schemaPath:"#/properties/audio_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err24 = {instancePath:instancePath+"/audio_output",schemaPath:"#/properties/audio_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/audio_output",schemaPath:"#/properties/audio_output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.image_output !== undefined){
let data8 = data.image_output;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000000 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/image_output",schemaPath:"#/properties/image_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err27 = {instancePath:instancePath+"/image_output",schemaPath:"#/properties/image_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/image_output",schemaPath:"#/properties/image_output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.per_image !== undefined){
let data9 = data.per_image;
const _errs21 = errors;
let valid1 = false;
const _errs22 = errors;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1000000 || isNaN(data9)){
const err29 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/0/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err30 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/0/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/0/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
var _valid0 = _errs22 === errors;
valid1 = valid1 || _valid0;
const _errs24 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.default === undefined){
const err32 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/1/required",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
for(const key1 in data9){
const _errs26 = errors;
if(typeof key1 === "string"){
if(!pattern82.test(key1)){
const err33 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/1/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(?:default|[^/]+/[^/]+)$"},message:"must match pattern \""+"^(?:default|[^/]+/[^/]+)$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var valid2 = _errs26 === errors;
if(!valid2){
const err34 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/1/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
for(const key2 in data9){
if(!(key2 === "default")){
let data10 = data9[key2];
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1000000 || isNaN(data10)){
const err35 = {instancePath:instancePath+"/per_image/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_image/anyOf/1/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err36 = {instancePath:instancePath+"/per_image/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_image/anyOf/1/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/per_image/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_image/anyOf/1/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data9.default !== undefined){
let data11 = data9.default;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1000000 || isNaN(data11)){
const err38 = {instancePath:instancePath+"/per_image/default",schemaPath:"#/properties/per_image/anyOf/1/properties/default/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err39 = {instancePath:instancePath+"/per_image/default",schemaPath:"#/properties/per_image/anyOf/1/properties/default/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/per_image/default",schemaPath:"#/properties/per_image/anyOf/1/properties/default/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var _valid0 = _errs24 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err42 = {instancePath:instancePath+"/per_image",schemaPath:"#/properties/per_image/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data.per_minute !== undefined){
let data12 = data.per_minute;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1000000 || isNaN(data12)){
const err43 = {instancePath:instancePath+"/per_minute",schemaPath:"#/properties/per_minute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err44 = {instancePath:instancePath+"/per_minute",schemaPath:"#/properties/per_minute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/per_minute",schemaPath:"#/properties/per_minute/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.per_second !== undefined){
let data13 = data.per_second;
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1000000 || isNaN(data13)){
const err46 = {instancePath:instancePath+"/per_second",schemaPath:"#/properties/per_second/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data13 < 0 || isNaN(data13)){
const err47 = {instancePath:instancePath+"/per_second",schemaPath:"#/properties/per_second/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/per_second",schemaPath:"#/properties/per_second/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.per_million_characters !== undefined){
let data14 = data.per_million_characters;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 1000000 || isNaN(data14)){
const err49 = {instancePath:instancePath+"/per_million_characters",schemaPath:"#/properties/per_million_characters/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err50 = {instancePath:instancePath+"/per_million_characters",schemaPath:"#/properties/per_million_characters/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/per_million_characters",schemaPath:"#/properties/per_million_characters/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.per_search_unit !== undefined){
let data15 = data.per_search_unit;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 1000000 || isNaN(data15)){
const err52 = {instancePath:instancePath+"/per_search_unit",schemaPath:"#/properties/per_search_unit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err53 = {instancePath:instancePath+"/per_search_unit",schemaPath:"#/properties/per_search_unit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/per_search_unit",schemaPath:"#/properties/per_search_unit/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.per_request !== undefined){
let data16 = data.per_request;
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1000000 || isNaN(data16)){
const err55 = {instancePath:instancePath+"/per_request",schemaPath:"#/properties/per_request/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err56 = {instancePath:instancePath+"/per_request",schemaPath:"#/properties/per_request/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/per_request",schemaPath:"#/properties/per_request/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.per_unit !== undefined){
let data17 = data.per_unit;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length < 1){
const err58 = {instancePath:instancePath+"/per_unit",schemaPath:"#/properties/per_unit/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
for(const key3 in data17){
const _errs44 = errors;
if(typeof key3 === "string"){
if(!pattern27.test(key3)){
const err59 = {instancePath:instancePath+"/per_unit",schemaPath:"#/properties/per_unit/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
var valid5 = _errs44 === errors;
if(!valid5){
const err60 = {instancePath:instancePath+"/per_unit",schemaPath:"#/properties/per_unit/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
for(const key4 in data17){
let data18 = data17[key4];
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 1000000 || isNaN(data18)){
const err61 = {instancePath:instancePath+"/per_unit/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_unit/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err62 = {instancePath:instancePath+"/per_unit/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_unit/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/per_unit/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_unit/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/per_unit",schemaPath:"#/properties/per_unit/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data.per_tool_call !== undefined){
let data19 = data.per_tool_call;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err65 = {instancePath:instancePath+"/per_tool_call",schemaPath:"#/properties/per_tool_call/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
for(const key5 in data19){
const _errs50 = errors;
if(typeof key5 === "string"){
if(!pattern27.test(key5)){
const err66 = {instancePath:instancePath+"/per_tool_call",schemaPath:"#/properties/per_tool_call/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
var valid7 = _errs50 === errors;
if(!valid7){
const err67 = {instancePath:instancePath+"/per_tool_call",schemaPath:"#/properties/per_tool_call/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
for(const key6 in data19){
let data20 = data19[key6];
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 1000000 || isNaN(data20)){
const err68 = {instancePath:instancePath+"/per_tool_call/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_tool_call/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err69 = {instancePath:instancePath+"/per_tool_call/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_tool_call/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/per_tool_call/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/per_tool_call/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/per_tool_call",schemaPath:"#/properties/per_tool_call/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.tiers !== undefined){
let data21 = data.tiers;
if(Array.isArray(data21)){
if(data21.length > 16){
const err72 = {instancePath:instancePath+"/tiers",schemaPath:"#/properties/tiers/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(data21.length < 1){
const err73 = {instancePath:instancePath+"/tiers",schemaPath:"#/properties/tiers/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
const len0 = data21.length;
for(let i0=0; i0<len0; i0++){
let data22 = data21[i0];
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length < 2){
const err74 = {instancePath:instancePath+"/tiers/" + i0,schemaPath:"#/$defs/price_tier/minProperties",keyword:"minProperties",params:{limit: 2},message:"must NOT have fewer than 2 properties"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data22.above_input === undefined){
const err75 = {instancePath:instancePath+"/tiers/" + i0,schemaPath:"#/$defs/price_tier/required",keyword:"required",params:{missingProperty: "above_input"},message:"must have required property '"+"above_input"+"'"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
for(const key7 in data22){
if(!(func1.call(schema180.properties, key7))){
const err76 = {instancePath:instancePath+"/tiers/" + i0,schemaPath:"#/$defs/price_tier/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data22.above_input !== undefined){
let data23 = data22.above_input;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err77 = {instancePath:instancePath+"/tiers/" + i0+"/above_input",schemaPath:"#/$defs/price_tier/properties/above_input/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 1000000000 || isNaN(data23)){
const err78 = {instancePath:instancePath+"/tiers/" + i0+"/above_input",schemaPath:"#/$defs/price_tier/properties/above_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err79 = {instancePath:instancePath+"/tiers/" + i0+"/above_input",schemaPath:"#/$defs/price_tier/properties/above_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
if(data22.input !== undefined){
let data24 = data22.input;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 1000000 || isNaN(data24)){
const err80 = {instancePath:instancePath+"/tiers/" + i0+"/input",schemaPath:"#/$defs/price_tier/properties/input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data24 < 0 || isNaN(data24)){
const err81 = {instancePath:instancePath+"/tiers/" + i0+"/input",schemaPath:"#/$defs/price_tier/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/tiers/" + i0+"/input",schemaPath:"#/$defs/price_tier/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data22.cached_input !== undefined){
let data25 = data22.cached_input;
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 1000000 || isNaN(data25)){
const err83 = {instancePath:instancePath+"/tiers/" + i0+"/cached_input",schemaPath:"#/$defs/price_tier/properties/cached_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err84 = {instancePath:instancePath+"/tiers/" + i0+"/cached_input",schemaPath:"#/$defs/price_tier/properties/cached_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/tiers/" + i0+"/cached_input",schemaPath:"#/$defs/price_tier/properties/cached_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data22.cache_write !== undefined){
let data26 = data22.cache_write;
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 1000000 || isNaN(data26)){
const err86 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write",schemaPath:"#/$defs/price_tier/properties/cache_write/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err87 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write",schemaPath:"#/$defs/price_tier/properties/cache_write/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
else {
const err88 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write",schemaPath:"#/$defs/price_tier/properties/cache_write/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data22.cache_write_1h !== undefined){
let data27 = data22.cache_write_1h;
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 1000000 || isNaN(data27)){
const err89 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write_1h",schemaPath:"#/$defs/price_tier/properties/cache_write_1h/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data27 < 0 || isNaN(data27)){
const err90 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write_1h",schemaPath:"#/$defs/price_tier/properties/cache_write_1h/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
else {
const err91 = {instancePath:instancePath+"/tiers/" + i0+"/cache_write_1h",schemaPath:"#/$defs/price_tier/properties/cache_write_1h/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data22.audio_input !== undefined){
let data28 = data22.audio_input;
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 1000000 || isNaN(data28)){
const err92 = {instancePath:instancePath+"/tiers/" + i0+"/audio_input",schemaPath:"#/$defs/price_tier/properties/audio_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err93 = {instancePath:instancePath+"/tiers/" + i0+"/audio_input",schemaPath:"#/$defs/price_tier/properties/audio_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
else {
const err94 = {instancePath:instancePath+"/tiers/" + i0+"/audio_input",schemaPath:"#/$defs/price_tier/properties/audio_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data22.image_input !== undefined){
let data29 = data22.image_input;
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 1000000 || isNaN(data29)){
const err95 = {instancePath:instancePath+"/tiers/" + i0+"/image_input",schemaPath:"#/$defs/price_tier/properties/image_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err96 = {instancePath:instancePath+"/tiers/" + i0+"/image_input",schemaPath:"#/$defs/price_tier/properties/image_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/tiers/" + i0+"/image_input",schemaPath:"#/$defs/price_tier/properties/image_input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data22.output !== undefined){
let data30 = data22.output;
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 1000000 || isNaN(data30)){
const err98 = {instancePath:instancePath+"/tiers/" + i0+"/output",schemaPath:"#/$defs/price_tier/properties/output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err99 = {instancePath:instancePath+"/tiers/" + i0+"/output",schemaPath:"#/$defs/price_tier/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/tiers/" + i0+"/output",schemaPath:"#/$defs/price_tier/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data22.audio_output !== undefined){
let data31 = data22.audio_output;
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 1000000 || isNaN(data31)){
const err101 = {instancePath:instancePath+"/tiers/" + i0+"/audio_output",schemaPath:"#/$defs/price_tier/properties/audio_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err102 = {instancePath:instancePath+"/tiers/" + i0+"/audio_output",schemaPath:"#/$defs/price_tier/properties/audio_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
else {
const err103 = {instancePath:instancePath+"/tiers/" + i0+"/audio_output",schemaPath:"#/$defs/price_tier/properties/audio_output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data22.image_output !== undefined){
let data32 = data22.image_output;
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 1000000 || isNaN(data32)){
const err104 = {instancePath:instancePath+"/tiers/" + i0+"/image_output",schemaPath:"#/$defs/price_tier/properties/image_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data32 < 0 || isNaN(data32)){
const err105 = {instancePath:instancePath+"/tiers/" + i0+"/image_output",schemaPath:"#/$defs/price_tier/properties/image_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/tiers/" + i0+"/image_output",schemaPath:"#/$defs/price_tier/properties/image_output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data22.per_image !== undefined){
let data33 = data22.per_image;
const _errs81 = errors;
let valid13 = false;
const _errs82 = errors;
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 1000000 || isNaN(data33)){
const err107 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/0/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err108 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/0/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/0/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
var _valid1 = _errs82 === errors;
valid13 = valid13 || _valid1;
const _errs84 = errors;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(data33.default === undefined){
const err110 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/required",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
for(const key8 in data33){
const _errs86 = errors;
if(typeof key8 === "string"){
if(!pattern82.test(key8)){
const err111 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(?:default|[^/]+/[^/]+)$"},message:"must match pattern \""+"^(?:default|[^/]+/[^/]+)$"+"\"",propertyName:key8};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
var valid14 = _errs86 === errors;
if(!valid14){
const err112 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/propertyNames",keyword:"propertyNames",params:{propertyName: key8},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
for(const key9 in data33){
if(!(key9 === "default")){
let data34 = data33[key9];
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 1000000 || isNaN(data34)){
const err113 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err114 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
else {
const err115 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
}
if(data33.default !== undefined){
let data35 = data33.default;
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 1000000 || isNaN(data35)){
const err116 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/default",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/properties/default/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err117 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/default",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/properties/default/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/tiers/" + i0+"/per_image/default",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/properties/default/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
else {
const err119 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
var _valid1 = _errs84 === errors;
valid13 = valid13 || _valid1;
if(!valid13){
const err120 = {instancePath:instancePath+"/tiers/" + i0+"/per_image",schemaPath:"#/$defs/price_tier/properties/per_image/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
else {
errors = _errs81;
if(vErrors !== null){
if(_errs81){
vErrors.length = _errs81;
}
else {
vErrors = null;
}
}
}
}
if(data22.per_minute !== undefined){
let data36 = data22.per_minute;
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 1000000 || isNaN(data36)){
const err121 = {instancePath:instancePath+"/tiers/" + i0+"/per_minute",schemaPath:"#/$defs/price_tier/properties/per_minute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(data36 < 0 || isNaN(data36)){
const err122 = {instancePath:instancePath+"/tiers/" + i0+"/per_minute",schemaPath:"#/$defs/price_tier/properties/per_minute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
else {
const err123 = {instancePath:instancePath+"/tiers/" + i0+"/per_minute",schemaPath:"#/$defs/price_tier/properties/per_minute/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data22.per_second !== undefined){
let data37 = data22.per_second;
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 1000000 || isNaN(data37)){
const err124 = {instancePath:instancePath+"/tiers/" + i0+"/per_second",schemaPath:"#/$defs/price_tier/properties/per_second/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(data37 < 0 || isNaN(data37)){
const err125 = {instancePath:instancePath+"/tiers/" + i0+"/per_second",schemaPath:"#/$defs/price_tier/properties/per_second/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
else {
const err126 = {instancePath:instancePath+"/tiers/" + i0+"/per_second",schemaPath:"#/$defs/price_tier/properties/per_second/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data22.per_million_characters !== undefined){
let data38 = data22.per_million_characters;
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 1000000 || isNaN(data38)){
const err127 = {instancePath:instancePath+"/tiers/" + i0+"/per_million_characters",schemaPath:"#/$defs/price_tier/properties/per_million_characters/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
if(data38 < 0 || isNaN(data38)){
const err128 = {instancePath:instancePath+"/tiers/" + i0+"/per_million_characters",schemaPath:"#/$defs/price_tier/properties/per_million_characters/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
else {
const err129 = {instancePath:instancePath+"/tiers/" + i0+"/per_million_characters",schemaPath:"#/$defs/price_tier/properties/per_million_characters/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data22.per_search_unit !== undefined){
let data39 = data22.per_search_unit;
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 > 1000000 || isNaN(data39)){
const err130 = {instancePath:instancePath+"/tiers/" + i0+"/per_search_unit",schemaPath:"#/$defs/price_tier/properties/per_search_unit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if(data39 < 0 || isNaN(data39)){
const err131 = {instancePath:instancePath+"/tiers/" + i0+"/per_search_unit",schemaPath:"#/$defs/price_tier/properties/per_search_unit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
else {
const err132 = {instancePath:instancePath+"/tiers/" + i0+"/per_search_unit",schemaPath:"#/$defs/price_tier/properties/per_search_unit/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data22.per_request !== undefined){
let data40 = data22.per_request;
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 > 1000000 || isNaN(data40)){
const err133 = {instancePath:instancePath+"/tiers/" + i0+"/per_request",schemaPath:"#/$defs/price_tier/properties/per_request/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
if(data40 < 0 || isNaN(data40)){
const err134 = {instancePath:instancePath+"/tiers/" + i0+"/per_request",schemaPath:"#/$defs/price_tier/properties/per_request/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
else {
const err135 = {instancePath:instancePath+"/tiers/" + i0+"/per_request",schemaPath:"#/$defs/price_tier/properties/per_request/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data22.per_unit !== undefined){
let data41 = data22.per_unit;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(Object.keys(data41).length < 1){
const err136 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit",schemaPath:"#/$defs/price_tier/properties/per_unit/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
for(const key10 in data41){
const _errs104 = errors;
if(typeof key10 === "string"){
if(!pattern27.test(key10)){
const err137 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit",schemaPath:"#/$defs/price_tier/properties/per_unit/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key10};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
var valid17 = _errs104 === errors;
if(!valid17){
const err138 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit",schemaPath:"#/$defs/price_tier/properties/per_unit/propertyNames",keyword:"propertyNames",params:{propertyName: key10},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
for(const key11 in data41){
let data42 = data41[key11];
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 > 1000000 || isNaN(data42)){
const err139 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_unit/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(data42 < 0 || isNaN(data42)){
const err140 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_unit/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
else {
const err141 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_unit/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
}
else {
const err142 = {instancePath:instancePath+"/tiers/" + i0+"/per_unit",schemaPath:"#/$defs/price_tier/properties/per_unit/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data22.per_tool_call !== undefined){
let data43 = data22.per_tool_call;
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(Object.keys(data43).length < 1){
const err143 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call",schemaPath:"#/$defs/price_tier/properties/per_tool_call/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
for(const key12 in data43){
const _errs110 = errors;
if(typeof key12 === "string"){
if(!pattern27.test(key12)){
const err144 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call",schemaPath:"#/$defs/price_tier/properties/per_tool_call/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key12};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
var valid19 = _errs110 === errors;
if(!valid19){
const err145 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call",schemaPath:"#/$defs/price_tier/properties/per_tool_call/propertyNames",keyword:"propertyNames",params:{propertyName: key12},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
for(const key13 in data43){
let data44 = data43[key13];
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 > 1000000 || isNaN(data44)){
const err146 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_tool_call/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(data44 < 0 || isNaN(data44)){
const err147 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_tool_call/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
else {
const err148 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/price_tier/properties/per_tool_call/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
}
else {
const err149 = {instancePath:instancePath+"/tiers/" + i0+"/per_tool_call",schemaPath:"#/$defs/price_tier/properties/per_tool_call/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
}
else {
const err150 = {instancePath:instancePath+"/tiers/" + i0,schemaPath:"#/$defs/price_tier/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
}
else {
const err151 = {instancePath:instancePath+"/tiers",schemaPath:"#/properties/tiers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data.tiers_by_service !== undefined){
let data45 = data.tiers_by_service;
if(data45 && typeof data45 == "object" && !Array.isArray(data45)){
if(Object.keys(data45).length < 1){
const err152 = {instancePath:instancePath+"/tiers_by_service",schemaPath:"#/properties/tiers_by_service/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
for(const key14 in data45){
const _errs116 = errors;
if(typeof key14 === "string"){
if(!pattern88.test(key14)){
const err153 = {instancePath:instancePath+"/tiers_by_service",schemaPath:"#/properties/tiers_by_service/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_-]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_-]{0,63}$"+"\"",propertyName:key14};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
var valid21 = _errs116 === errors;
if(!valid21){
const err154 = {instancePath:instancePath+"/tiers_by_service",schemaPath:"#/properties/tiers_by_service/propertyNames",keyword:"propertyNames",params:{propertyName: key14},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
for(const key15 in data45){
let data46 = data45[key15];
if((typeof data46 == "number") && (isFinite(data46))){
if(data46 > 100 || isNaN(data46)){
const err155 = {instancePath:instancePath+"/tiers_by_service/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/tiers_by_service/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if(data46 < 0 || isNaN(data46)){
const err156 = {instancePath:instancePath+"/tiers_by_service/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/tiers_by_service/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
else {
const err157 = {instancePath:instancePath+"/tiers_by_service/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/tiers_by_service/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
else {
const err158 = {instancePath:instancePath+"/tiers_by_service",schemaPath:"#/properties/tiers_by_service/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
}
else {
const err159 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}
validate100.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema183 = {"type":"object","description":"How requests are translated.","additionalProperties":false,"properties":{"max_tokens":{"type":"integer","minimum":1,"maximum":10000000,"description":"The bound of the answer where the client sends none. Messages cannot do without one: required where chat_completions or responses are served `via: messages`. No default.","examples":[32000]},"drop":{"type":"array","uniqueItems":true,"maxItems":256,"items":{"$ref":"#/$defs/dropped_path"},"description":"Fields of requests that are left out of the translation, where otherwise a request which has one would be refused, and that are taken out of it too where they could be said. As the client writes them: `temperature`, `reasoning.summary`, `messages[].content[].citations`; `tools.web_search` is a type of tool. What lies below a path goes with it. What is left out is reported on the answer.","default":[],"examples":[["tools.web_search","service_tier"],["temperature","top_p","top_k"]]},"unknown_fields":{"enum":["refuse","drop"],"description":"What becomes of fields that nobody knows. `refuse`: the deployment is not eligible for the request. `drop`: they are left out, which is reported.","default":"refuse","examples":["drop"]},"reasoning":{"enum":["adaptive","budget","level","anthropic","none"],"description":"How effort is said. Messages: `adaptive`, `budget` (Claude before 4.6) or `none`; gemini: `level` or `budget` (Gemini 2.5); bedrock_converse: `anthropic` or `none`. `none`: requests that ask for effort are not served there. Default: `adaptive`, `level` and `none`.","examples":["budget"]},"budgets":{"type":"object","additionalProperties":false,"description":"What each effort comes to in thinking tokens, with `reasoning: budget` and `anthropic`. None is smaller than that of less effort. Default: as each says.","properties":{"minimal":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort minimal. Default: 1024.","examples":[1024]},"low":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort low. Default: 2048.","examples":[4096]},"medium":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort medium. Default: 8192.","examples":[8192]},"high":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort high. Default: 24576.","examples":[24576]},"xhigh":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort xhigh. Default: 32768.","examples":[32768]},"max":{"type":"integer","minimum":1,"maximum":10000000,"description":"Thinking tokens of effort max. Default: 60000.","examples":[60000]}},"examples":[{"low":4096}]},"cache":{"enum":["marked","auto"],"description":"What a backend is asked to keep in its prompt cache, for messages and bedrock_converse. `marked`: what the client marks. `auto`: the whole of a request in which nothing is marked, too.","default":"marked","examples":["auto"]},"late_system":{"enum":["in_place","hoist"],"description":"What becomes of system messages that stand behind others: they stay there, or go to the first one's end. Default: by the `flavor` of the backend; `in_place` for messages. Gemini and bedrock_converse always hoist.","examples":["hoist"]},"json_object":{"enum":["asked","refused"],"default":"asked","description":"What becomes of an answer in JSON without a schema (`response_format: json_object`), for which messages and bedrock_converse have no field: it is asked for in words, as a last system text, and told in `x-gateway-changed`; or the deployment is passed over.","examples":["refused"]},"system_parts":{"enum":["kept","joined"],"description":"Whether a system message with several parts keeps them, for chat_completions. Default: by the `flavor` of the backend.","examples":["joined"]},"developer_role":{"enum":["kept","system"],"description":"What becomes of the role `developer`, for chat_completions. Default: by the `flavor` of the backend.","examples":["system"]},"token_field":{"enum":["max_tokens","max_completion_tokens"],"description":"The field of chat_completions that bounds the answer. Default: by the `flavor` of the backend.","examples":["max_tokens"]},"reasoning_field":{"enum":["reasoning_content","reasoning","none"],"description":"Where clients of chat_completions find the text of reasoning in answers. `none`: nowhere.","default":"reasoning_content","examples":["reasoning"]},"show_reasoning":{"enum":["asked","always"],"description":"Whether clients of messages see reasoning only when they ask for thinking. Default: `always` with `flavor: deepseek`, which wants it back; else `asked`.","examples":["always"]},"image_urls":{"type":"boolean","description":"Sends URLs of images on to gemini, which otherwise refuses them; the gateway itself fetches none.","default":false,"examples":[true]}}};
const schema184 = {"description":"A field of a request as its client writes it: names with dots between them, `[]` behind a list; or `tools.TYPE`.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*)*$","maxLength":256};
const pattern89 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*)*$", "u");

function validate102(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate102.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.drop === undefined){
data.drop = [];
}
if(data.unknown_fields === undefined){
data.unknown_fields = "refuse";
}
if(data.cache === undefined){
data.cache = "marked";
}
if(data.json_object === undefined){
data.json_object = "asked";
}
if(data.reasoning_field === undefined){
data.reasoning_field = "reasoning_content";
}
if(data.image_urls === undefined){
data.image_urls = false;
}
for(const key0 in data){
if(!(func1.call(schema183.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.max_tokens !== undefined){
let data0 = data.max_tokens;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 10000000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
let data1 = data.drop;
if(Array.isArray(data1)){
if(data1.length > 256){
const err4 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) > 256){
const err5 = {instancePath:instancePath+"/drop/" + i0,schemaPath:"#/$defs/dropped_path/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern89.test(data2)){
const err6 = {instancePath:instancePath+"/drop/" + i0,schemaPath:"#/$defs/dropped_path/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*)*$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*(\\.[A-Za-z_][A-Za-z0-9_-]*(\\[\\])*)*$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/drop/" + i0,schemaPath:"#/$defs/dropped_path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data1[i1], data1[j0])){
const err8 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/drop",schemaPath:"#/properties/drop/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data3 = data.unknown_fields;
if(!((data3 === "refuse") || (data3 === "drop"))){
const err10 = {instancePath:instancePath+"/unknown_fields",schemaPath:"#/properties/unknown_fields/enum",keyword:"enum",params:{allowedValues: schema183.properties.unknown_fields.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.reasoning !== undefined){
let data4 = data.reasoning;
if(!(((((data4 === "adaptive") || (data4 === "budget")) || (data4 === "level")) || (data4 === "anthropic")) || (data4 === "none"))){
const err11 = {instancePath:instancePath+"/reasoning",schemaPath:"#/properties/reasoning/enum",keyword:"enum",params:{allowedValues: schema183.properties.reasoning.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.budgets !== undefined){
let data5 = data.budgets;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(!((((((key1 === "minimal") || (key1 === "low")) || (key1 === "medium")) || (key1 === "high")) || (key1 === "xhigh")) || (key1 === "max"))){
const err12 = {instancePath:instancePath+"/budgets",schemaPath:"#/properties/budgets/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data5.minimal !== undefined){
let data6 = data5.minimal;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err13 = {instancePath:instancePath+"/budgets/minimal",schemaPath:"#/properties/budgets/properties/minimal/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 10000000 || isNaN(data6)){
const err14 = {instancePath:instancePath+"/budgets/minimal",schemaPath:"#/properties/budgets/properties/minimal/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/budgets/minimal",schemaPath:"#/properties/budgets/properties/minimal/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data5.low !== undefined){
let data7 = data5.low;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err16 = {instancePath:instancePath+"/budgets/low",schemaPath:"#/properties/budgets/properties/low/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 10000000 || isNaN(data7)){
const err17 = {instancePath:instancePath+"/budgets/low",schemaPath:"#/properties/budgets/properties/low/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err18 = {instancePath:instancePath+"/budgets/low",schemaPath:"#/properties/budgets/properties/low/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data5.medium !== undefined){
let data8 = data5.medium;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err19 = {instancePath:instancePath+"/budgets/medium",schemaPath:"#/properties/budgets/properties/medium/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 10000000 || isNaN(data8)){
const err20 = {instancePath:instancePath+"/budgets/medium",schemaPath:"#/properties/budgets/properties/medium/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err21 = {instancePath:instancePath+"/budgets/medium",schemaPath:"#/properties/budgets/properties/medium/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data5.high !== undefined){
let data9 = data5.high;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err22 = {instancePath:instancePath+"/budgets/high",schemaPath:"#/properties/budgets/properties/high/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 10000000 || isNaN(data9)){
const err23 = {instancePath:instancePath+"/budgets/high",schemaPath:"#/properties/budgets/properties/high/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err24 = {instancePath:instancePath+"/budgets/high",schemaPath:"#/properties/budgets/properties/high/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data5.xhigh !== undefined){
let data10 = data5.xhigh;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err25 = {instancePath:instancePath+"/budgets/xhigh",schemaPath:"#/properties/budgets/properties/xhigh/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10000000 || isNaN(data10)){
const err26 = {instancePath:instancePath+"/budgets/xhigh",schemaPath:"#/properties/budgets/properties/xhigh/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err27 = {instancePath:instancePath+"/budgets/xhigh",schemaPath:"#/properties/budgets/properties/xhigh/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data5.max !== undefined){
let data11 = data5.max;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err28 = {instancePath:instancePath+"/budgets/max",schemaPath:"#/properties/budgets/properties/max/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 10000000 || isNaN(data11)){
const err29 = {instancePath:instancePath+"/budgets/max",schemaPath:"#/properties/budgets/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},message:"must be <= 10000000"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err30 = {instancePath:instancePath+"/budgets/max",schemaPath:"#/properties/budgets/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
}
else {
const err31 = {instancePath:instancePath+"/budgets",schemaPath:"#/properties/budgets/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
let data12 = data.cache;
if(!((data12 === "marked") || (data12 === "auto"))){
const err32 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/enum",keyword:"enum",params:{allowedValues: schema183.properties.cache.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data.late_system !== undefined){
let data13 = data.late_system;
if(!((data13 === "in_place") || (data13 === "hoist"))){
const err33 = {instancePath:instancePath+"/late_system",schemaPath:"#/properties/late_system/enum",keyword:"enum",params:{allowedValues: schema183.properties.late_system.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
let data14 = data.json_object;
if(!((data14 === "asked") || (data14 === "refused"))){
const err34 = {instancePath:instancePath+"/json_object",schemaPath:"#/properties/json_object/enum",keyword:"enum",params:{allowedValues: schema183.properties.json_object.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data.system_parts !== undefined){
let data15 = data.system_parts;
if(!((data15 === "kept") || (data15 === "joined"))){
const err35 = {instancePath:instancePath+"/system_parts",schemaPath:"#/properties/system_parts/enum",keyword:"enum",params:{allowedValues: schema183.properties.system_parts.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.developer_role !== undefined){
let data16 = data.developer_role;
if(!((data16 === "kept") || (data16 === "system"))){
const err36 = {instancePath:instancePath+"/developer_role",schemaPath:"#/properties/developer_role/enum",keyword:"enum",params:{allowedValues: schema183.properties.developer_role.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.token_field !== undefined){
let data17 = data.token_field;
if(!((data17 === "max_tokens") || (data17 === "max_completion_tokens"))){
const err37 = {instancePath:instancePath+"/token_field",schemaPath:"#/properties/token_field/enum",keyword:"enum",params:{allowedValues: schema183.properties.token_field.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
let data18 = data.reasoning_field;
if(!(((data18 === "reasoning_content") || (data18 === "reasoning")) || (data18 === "none"))){
const err38 = {instancePath:instancePath+"/reasoning_field",schemaPath:"#/properties/reasoning_field/enum",keyword:"enum",params:{allowedValues: schema183.properties.reasoning_field.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.show_reasoning !== undefined){
let data19 = data.show_reasoning;
if(!((data19 === "asked") || (data19 === "always"))){
const err39 = {instancePath:instancePath+"/show_reasoning",schemaPath:"#/properties/show_reasoning/enum",keyword:"enum",params:{allowedValues: schema183.properties.show_reasoning.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(typeof data.image_urls !== "boolean"){
const err40 = {instancePath:instancePath+"/image_urls",schemaPath:"#/properties/image_urls/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
validate102.errors = vErrors;
return errors === 0;
}
validate102.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema187 = {"description":"The capabilities that are guaranteed on an endpoint which the backend itself has; or `via`, where requests are translated.","type":["array","object"],"items":{"$ref":"#/$defs/capability"},"additionalProperties":false,"properties":{"via":{"enum":["chat_completions","messages","responses","gemini","bedrock_converse"],"description":"The dialect that requests are translated to, and answers from: what the backend is asked in. Another endpoint than this one, or `gemini` (generateContent) or `bedrock_converse`. Required.","examples":["chat_completions","gemini"]},"capabilities":{"type":"array","items":{"$ref":"#/$defs/capability"},"description":"What is guaranteed there, which may be no more than what the translation can keep. Default: what is guaranteed on the endpoint that `via` names, or `capabilities` of the deployment where it is not listed, less what does not survive the translation.","examples":[["streaming","function_calling"]]}},"required":["via"]};

function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate104.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!data || typeof data != "object"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema187.type},message:"must be array,object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs3 = errors;
let valid3 = false;
const _errs4 = errors;
if(!(((((((((((((data0 === "vision") || (data0 === "pdf_input")) || (data0 === "audio_input")) || (data0 === "reasoning")) || (data0 === "streaming")) || (data0 === "function_calling")) || (data0 === "parallel_function_calling")) || (data0 === "tool_choice")) || (data0 === "computer_use")) || (data0 === "assistant_prefill")) || (data0 === "prompt_caching")) || (data0 === "web_search")) || (data0 === "url_context"))){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid3 = valid3 || _valid0;
const _errs5 = errors;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.via === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "via"},message:"must have required property '"+"via"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "via") || (key0 === "capabilities"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.via !== undefined){
let data1 = data.via;
if(!(((((data1 === "chat_completions") || (data1 === "messages")) || (data1 === "responses")) || (data1 === "gemini")) || (data1 === "bedrock_converse"))){
const err7 = {instancePath:instancePath+"/via",schemaPath:"#/properties/via/enum",keyword:"enum",params:{allowedValues: schema187.properties.via.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.capabilities !== undefined){
let data2 = data.capabilities;
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
const _errs13 = errors;
let valid8 = false;
const _errs14 = errors;
if(!(((((((((((((data3 === "vision") || (data3 === "pdf_input")) || (data3 === "audio_input")) || (data3 === "reasoning")) || (data3 === "streaming")) || (data3 === "function_calling")) || (data3 === "parallel_function_calling")) || (data3 === "tool_choice")) || (data3 === "computer_use")) || (data3 === "assistant_prefill")) || (data3 === "prompt_caching")) || (data3 === "web_search")) || (data3 === "url_context"))){
const err8 = {instancePath:instancePath+"/capabilities/" + i1,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs14 === errors;
valid8 = valid8 || _valid1;
const _errs15 = errors;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/capabilities/" + i1,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/capabilities/" + i1,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid1 = _errs15 === errors;
valid8 = valid8 || _valid1;
if(!valid8){
const err11 = {instancePath:instancePath+"/capabilities/" + i1,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
validate104.errors = vErrors;
return errors === 0;
}
validate104.evaluated = {"props":true,"items":true,"dynamicProps":false,"dynamicItems":false};


function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate98.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.priority === undefined){
data.priority = 0;
}
if(data.disabled === undefined){
data.disabled = false;
}
if(data.weight === undefined){
data.weight = 1;
}
if(data.capabilities === undefined){
data.capabilities = [];
}
if(data.backend === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "backend"},message:"must have required property '"+"backend"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.endpoints === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "endpoints"},message:"must have required property '"+"endpoints"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema176.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.backend !== undefined){
let data0 = data.backend;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/backend",schemaPath:"#/properties/backend/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/backend",schemaPath:"#/properties/backend/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(func2(data1) > 256){
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/plain_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern36.test(data1)){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/plain_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._:@+-]+$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/id",schemaPath:"#/$defs/plain_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.model !== undefined){
let data2 = data.model;
if(typeof data2 === "string"){
if(func2(data2) > 256){
const err8 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let data3 = data.priority;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/priority",schemaPath:"#/properties/priority/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/priority",schemaPath:"#/properties/priority/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/priority",schemaPath:"#/properties/priority/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.rate_limit !== undefined){
if(!(validate91(data.rate_limit, {instancePath:instancePath+"/rate_limit",parentData:data,parentDataProperty:"rate_limit",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate91.errors);
errors = vErrors.length;
}
}
if(typeof data.disabled !== "boolean"){
const err14 = {instancePath:instancePath+"/disabled",schemaPath:"#/properties/disabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
let data6 = data.weight;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1000000 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/weight",schemaPath:"#/properties/weight/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.catalogue !== undefined){
let data7 = data.catalogue;
if((typeof data7 !== "string") && (typeof data7 !== "boolean")){
const err18 = {instancePath:instancePath+"/catalogue",schemaPath:"#/$defs/catalogue_entry/type",keyword:"type",params:{type: schema178.type},message:"must be string,boolean"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(typeof data7 === "string"){
if(func2(data7) > 256){
const err19 = {instancePath:instancePath+"/catalogue",schemaPath:"#/$defs/catalogue_entry/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern81.test(data7)){
const err20 = {instancePath:instancePath+"/catalogue",schemaPath:"#/$defs/catalogue_entry/pattern",keyword:"pattern",params:{pattern: "^([^/]+/.+|.*\\$\\{.*)$"},message:"must match pattern \""+"^([^/]+/.+|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.price !== undefined){
if(!(validate100(data.price, {instancePath:instancePath+"/price",parentData:data,parentDataProperty:"price",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate100.errors);
errors = vErrors.length;
}
}
let data9 = data.capabilities;
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs24 = errors;
let valid6 = false;
const _errs25 = errors;
if(!(((((((((((((data10 === "vision") || (data10 === "pdf_input")) || (data10 === "audio_input")) || (data10 === "reasoning")) || (data10 === "streaming")) || (data10 === "function_calling")) || (data10 === "parallel_function_calling")) || (data10 === "tool_choice")) || (data10 === "computer_use")) || (data10 === "assistant_prefill")) || (data10 === "prompt_caching")) || (data10 === "web_search")) || (data10 === "url_context"))){
const err21 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid0 = _errs25 === errors;
valid6 = valid6 || _valid0;
const _errs26 = errors;
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err22 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid0 = _errs26 === errors;
valid6 = valid6 || _valid0;
if(!valid6){
const err24 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.accepts !== undefined){
let data11 = data.accepts;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length < 1){
const err26 = {instancePath:instancePath+"/accepts",schemaPath:"#/$defs/accepts/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key1 in data11){
if(!((((key1 === "temperature") || (key1 === "efforts")) || (key1 === "thinking")) || (key1 === "tool_choice"))){
const err27 = {instancePath:instancePath+"/accepts",schemaPath:"#/$defs/accepts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data11.temperature !== undefined){
if(typeof data11.temperature !== "boolean"){
const err28 = {instancePath:instancePath+"/accepts/temperature",schemaPath:"#/$defs/accepts/properties/temperature/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data11.efforts !== undefined){
let data13 = data11.efforts;
if(Array.isArray(data13)){
if(data13.length < 1){
const err29 = {instancePath:instancePath+"/accepts/efforts",schemaPath:"#/$defs/accepts/properties/efforts/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
if(!(((((((data14 === "none") || (data14 === "minimal")) || (data14 === "low")) || (data14 === "medium")) || (data14 === "high")) || (data14 === "xhigh")) || (data14 === "max"))){
const err30 = {instancePath:instancePath+"/accepts/efforts/" + i1,schemaPath:"#/$defs/accepts/properties/efforts/items/enum",keyword:"enum",params:{allowedValues: schema182.properties.efforts.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
let i2 = data13.length;
let j0;
if(i2 > 1){
outer0:
for(;i2--;){
for(j0 = i2; j0--;){
if(func0(data13[i2], data13[j0])){
const err31 = {instancePath:instancePath+"/accepts/efforts",schemaPath:"#/$defs/accepts/properties/efforts/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err32 = {instancePath:instancePath+"/accepts/efforts",schemaPath:"#/$defs/accepts/properties/efforts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data11.thinking !== undefined){
if(typeof data11.thinking !== "boolean"){
const err33 = {instancePath:instancePath+"/accepts/thinking",schemaPath:"#/$defs/accepts/properties/thinking/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data11.tool_choice !== undefined){
let data16 = data11.tool_choice;
if(Array.isArray(data16)){
if(data16.length < 1){
const err34 = {instancePath:instancePath+"/accepts/tool_choice",schemaPath:"#/$defs/accepts/properties/tool_choice/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len2 = data16.length;
for(let i3=0; i3<len2; i3++){
let data17 = data16[i3];
if(!((((data17 === "auto") || (data17 === "none")) || (data17 === "required")) || (data17 === "named"))){
const err35 = {instancePath:instancePath+"/accepts/tool_choice/" + i3,schemaPath:"#/$defs/accepts/properties/tool_choice/items/enum",keyword:"enum",params:{allowedValues: schema182.properties.tool_choice.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
let i4 = data16.length;
let j1;
if(i4 > 1){
outer1:
for(;i4--;){
for(j1 = i4; j1--;){
if(func0(data16[i4], data16[j1])){
const err36 = {instancePath:instancePath+"/accepts/tool_choice",schemaPath:"#/$defs/accepts/properties/tool_choice/uniqueItems",keyword:"uniqueItems",params:{i: i4, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i4+" are identical)"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
break outer1;
}
}
}
}
}
else {
const err37 = {instancePath:instancePath+"/accepts/tool_choice",schemaPath:"#/$defs/accepts/properties/tool_choice/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/accepts",schemaPath:"#/$defs/accepts/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.translation !== undefined){
if(!(validate102(data.translation, {instancePath:instancePath+"/translation",parentData:data,parentDataProperty:"translation",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate102.errors);
errors = vErrors.length;
}
}
if(data.endpoints !== undefined){
let data19 = data.endpoints;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err39 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
for(const key2 in data19){
const _errs45 = errors;
if(typeof key2 === "string"){
if(!pattern27.test(key2)){
const err40 = {instancePath:instancePath+"/endpoints",schemaPath:"#/$defs/endpoint_name/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/endpoints",schemaPath:"#/$defs/endpoint_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key2};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
var valid15 = _errs45 === errors;
if(!valid15){
const err42 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
for(const key3 in data19){
if(!(func1.call(schema176.properties.endpoints.properties, key3))){
let data20 = data19[key3];
if(Array.isArray(data20)){
const len3 = data20.length;
for(let i5=0; i5<len3; i5++){
let data21 = data20[i5];
const _errs53 = errors;
let valid21 = false;
const _errs54 = errors;
if(!(((((((((((((data21 === "vision") || (data21 === "pdf_input")) || (data21 === "audio_input")) || (data21 === "reasoning")) || (data21 === "streaming")) || (data21 === "function_calling")) || (data21 === "parallel_function_calling")) || (data21 === "tool_choice")) || (data21 === "computer_use")) || (data21 === "assistant_prefill")) || (data21 === "prompt_caching")) || (data21 === "web_search")) || (data21 === "url_context"))){
const err43 = {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i5,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid1 = _errs54 === errors;
valid21 = valid21 || _valid1;
const _errs55 = errors;
if(typeof data21 === "string"){
if(func2(data21) < 1){
const err44 = {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i5,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i5,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var _valid1 = _errs55 === errors;
valid21 = valid21 || _valid1;
if(!valid21){
const err46 = {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i5,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
else {
errors = _errs53;
if(vErrors !== null){
if(_errs53){
vErrors.length = _errs53;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err47 = {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/endpoints/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
if(data19.chat_completions !== undefined){
if(!(validate104(data19.chat_completions, {instancePath:instancePath+"/endpoints/chat_completions",parentData:data19,parentDataProperty:"chat_completions",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate104.errors);
errors = vErrors.length;
}
}
if(data19.completions !== undefined){
let data23 = data19.completions;
if(Array.isArray(data23)){
const len4 = data23.length;
for(let i6=0; i6<len4; i6++){
let data24 = data23[i6];
const _errs62 = errors;
let valid26 = false;
const _errs63 = errors;
if(!(((((((((((((data24 === "vision") || (data24 === "pdf_input")) || (data24 === "audio_input")) || (data24 === "reasoning")) || (data24 === "streaming")) || (data24 === "function_calling")) || (data24 === "parallel_function_calling")) || (data24 === "tool_choice")) || (data24 === "computer_use")) || (data24 === "assistant_prefill")) || (data24 === "prompt_caching")) || (data24 === "web_search")) || (data24 === "url_context"))){
const err48 = {instancePath:instancePath+"/endpoints/completions/" + i6,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid2 = _errs63 === errors;
valid26 = valid26 || _valid2;
const _errs64 = errors;
if(typeof data24 === "string"){
if(func2(data24) < 1){
const err49 = {instancePath:instancePath+"/endpoints/completions/" + i6,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/endpoints/completions/" + i6,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var _valid2 = _errs64 === errors;
valid26 = valid26 || _valid2;
if(!valid26){
const err51 = {instancePath:instancePath+"/endpoints/completions/" + i6,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
else {
errors = _errs62;
if(vErrors !== null){
if(_errs62){
vErrors.length = _errs62;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err52 = {instancePath:instancePath+"/endpoints/completions",schemaPath:"#/properties/endpoints/properties/completions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data19.count_tokens !== undefined){
let data25 = data19.count_tokens;
if(Array.isArray(data25)){
const len5 = data25.length;
for(let i7=0; i7<len5; i7++){
let data26 = data25[i7];
const _errs70 = errors;
let valid30 = false;
const _errs71 = errors;
if(!(((((((((((((data26 === "vision") || (data26 === "pdf_input")) || (data26 === "audio_input")) || (data26 === "reasoning")) || (data26 === "streaming")) || (data26 === "function_calling")) || (data26 === "parallel_function_calling")) || (data26 === "tool_choice")) || (data26 === "computer_use")) || (data26 === "assistant_prefill")) || (data26 === "prompt_caching")) || (data26 === "web_search")) || (data26 === "url_context"))){
const err53 = {instancePath:instancePath+"/endpoints/count_tokens/" + i7,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
var _valid3 = _errs71 === errors;
valid30 = valid30 || _valid3;
const _errs72 = errors;
if(typeof data26 === "string"){
if(func2(data26) < 1){
const err54 = {instancePath:instancePath+"/endpoints/count_tokens/" + i7,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/endpoints/count_tokens/" + i7,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
var _valid3 = _errs72 === errors;
valid30 = valid30 || _valid3;
if(!valid30){
const err56 = {instancePath:instancePath+"/endpoints/count_tokens/" + i7,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
else {
errors = _errs70;
if(vErrors !== null){
if(_errs70){
vErrors.length = _errs70;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err57 = {instancePath:instancePath+"/endpoints/count_tokens",schemaPath:"#/properties/endpoints/properties/count_tokens/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data19.decisions !== undefined){
let data27 = data19.decisions;
if(Array.isArray(data27)){
const len6 = data27.length;
for(let i8=0; i8<len6; i8++){
let data28 = data27[i8];
const _errs78 = errors;
let valid34 = false;
const _errs79 = errors;
if(!(((((((((((((data28 === "vision") || (data28 === "pdf_input")) || (data28 === "audio_input")) || (data28 === "reasoning")) || (data28 === "streaming")) || (data28 === "function_calling")) || (data28 === "parallel_function_calling")) || (data28 === "tool_choice")) || (data28 === "computer_use")) || (data28 === "assistant_prefill")) || (data28 === "prompt_caching")) || (data28 === "web_search")) || (data28 === "url_context"))){
const err58 = {instancePath:instancePath+"/endpoints/decisions/" + i8,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid4 = _errs79 === errors;
valid34 = valid34 || _valid4;
const _errs80 = errors;
if(typeof data28 === "string"){
if(func2(data28) < 1){
const err59 = {instancePath:instancePath+"/endpoints/decisions/" + i8,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/endpoints/decisions/" + i8,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
var _valid4 = _errs80 === errors;
valid34 = valid34 || _valid4;
if(!valid34){
const err61 = {instancePath:instancePath+"/endpoints/decisions/" + i8,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
else {
errors = _errs78;
if(vErrors !== null){
if(_errs78){
vErrors.length = _errs78;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err62 = {instancePath:instancePath+"/endpoints/decisions",schemaPath:"#/properties/endpoints/properties/decisions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data19.embeddings !== undefined){
let data29 = data19.embeddings;
if(Array.isArray(data29)){
const len7 = data29.length;
for(let i9=0; i9<len7; i9++){
let data30 = data29[i9];
const _errs86 = errors;
let valid38 = false;
const _errs87 = errors;
if(!(((((((((((((data30 === "vision") || (data30 === "pdf_input")) || (data30 === "audio_input")) || (data30 === "reasoning")) || (data30 === "streaming")) || (data30 === "function_calling")) || (data30 === "parallel_function_calling")) || (data30 === "tool_choice")) || (data30 === "computer_use")) || (data30 === "assistant_prefill")) || (data30 === "prompt_caching")) || (data30 === "web_search")) || (data30 === "url_context"))){
const err63 = {instancePath:instancePath+"/endpoints/embeddings/" + i9,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
var _valid5 = _errs87 === errors;
valid38 = valid38 || _valid5;
const _errs88 = errors;
if(typeof data30 === "string"){
if(func2(data30) < 1){
const err64 = {instancePath:instancePath+"/endpoints/embeddings/" + i9,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/endpoints/embeddings/" + i9,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
var _valid5 = _errs88 === errors;
valid38 = valid38 || _valid5;
if(!valid38){
const err66 = {instancePath:instancePath+"/endpoints/embeddings/" + i9,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
else {
errors = _errs86;
if(vErrors !== null){
if(_errs86){
vErrors.length = _errs86;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err67 = {instancePath:instancePath+"/endpoints/embeddings",schemaPath:"#/properties/endpoints/properties/embeddings/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data19.image_edits !== undefined){
let data31 = data19.image_edits;
if(Array.isArray(data31)){
const len8 = data31.length;
for(let i10=0; i10<len8; i10++){
let data32 = data31[i10];
const _errs94 = errors;
let valid42 = false;
const _errs95 = errors;
if(!(((((((((((((data32 === "vision") || (data32 === "pdf_input")) || (data32 === "audio_input")) || (data32 === "reasoning")) || (data32 === "streaming")) || (data32 === "function_calling")) || (data32 === "parallel_function_calling")) || (data32 === "tool_choice")) || (data32 === "computer_use")) || (data32 === "assistant_prefill")) || (data32 === "prompt_caching")) || (data32 === "web_search")) || (data32 === "url_context"))){
const err68 = {instancePath:instancePath+"/endpoints/image_edits/" + i10,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
var _valid6 = _errs95 === errors;
valid42 = valid42 || _valid6;
const _errs96 = errors;
if(typeof data32 === "string"){
if(func2(data32) < 1){
const err69 = {instancePath:instancePath+"/endpoints/image_edits/" + i10,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/endpoints/image_edits/" + i10,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
var _valid6 = _errs96 === errors;
valid42 = valid42 || _valid6;
if(!valid42){
const err71 = {instancePath:instancePath+"/endpoints/image_edits/" + i10,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
else {
errors = _errs94;
if(vErrors !== null){
if(_errs94){
vErrors.length = _errs94;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err72 = {instancePath:instancePath+"/endpoints/image_edits",schemaPath:"#/properties/endpoints/properties/image_edits/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data19.image_variations !== undefined){
let data33 = data19.image_variations;
if(Array.isArray(data33)){
const len9 = data33.length;
for(let i11=0; i11<len9; i11++){
let data34 = data33[i11];
const _errs102 = errors;
let valid46 = false;
const _errs103 = errors;
if(!(((((((((((((data34 === "vision") || (data34 === "pdf_input")) || (data34 === "audio_input")) || (data34 === "reasoning")) || (data34 === "streaming")) || (data34 === "function_calling")) || (data34 === "parallel_function_calling")) || (data34 === "tool_choice")) || (data34 === "computer_use")) || (data34 === "assistant_prefill")) || (data34 === "prompt_caching")) || (data34 === "web_search")) || (data34 === "url_context"))){
const err73 = {instancePath:instancePath+"/endpoints/image_variations/" + i11,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var _valid7 = _errs103 === errors;
valid46 = valid46 || _valid7;
const _errs104 = errors;
if(typeof data34 === "string"){
if(func2(data34) < 1){
const err74 = {instancePath:instancePath+"/endpoints/image_variations/" + i11,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/endpoints/image_variations/" + i11,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
var _valid7 = _errs104 === errors;
valid46 = valid46 || _valid7;
if(!valid46){
const err76 = {instancePath:instancePath+"/endpoints/image_variations/" + i11,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
else {
errors = _errs102;
if(vErrors !== null){
if(_errs102){
vErrors.length = _errs102;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err77 = {instancePath:instancePath+"/endpoints/image_variations",schemaPath:"#/properties/endpoints/properties/image_variations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data19.images !== undefined){
let data35 = data19.images;
if(Array.isArray(data35)){
const len10 = data35.length;
for(let i12=0; i12<len10; i12++){
let data36 = data35[i12];
const _errs110 = errors;
let valid50 = false;
const _errs111 = errors;
if(!(((((((((((((data36 === "vision") || (data36 === "pdf_input")) || (data36 === "audio_input")) || (data36 === "reasoning")) || (data36 === "streaming")) || (data36 === "function_calling")) || (data36 === "parallel_function_calling")) || (data36 === "tool_choice")) || (data36 === "computer_use")) || (data36 === "assistant_prefill")) || (data36 === "prompt_caching")) || (data36 === "web_search")) || (data36 === "url_context"))){
const err78 = {instancePath:instancePath+"/endpoints/images/" + i12,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
var _valid8 = _errs111 === errors;
valid50 = valid50 || _valid8;
const _errs112 = errors;
if(typeof data36 === "string"){
if(func2(data36) < 1){
const err79 = {instancePath:instancePath+"/endpoints/images/" + i12,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/endpoints/images/" + i12,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
var _valid8 = _errs112 === errors;
valid50 = valid50 || _valid8;
if(!valid50){
const err81 = {instancePath:instancePath+"/endpoints/images/" + i12,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
else {
errors = _errs110;
if(vErrors !== null){
if(_errs110){
vErrors.length = _errs110;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err82 = {instancePath:instancePath+"/endpoints/images",schemaPath:"#/properties/endpoints/properties/images/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data19.messages !== undefined){
if(!(validate104(data19.messages, {instancePath:instancePath+"/endpoints/messages",parentData:data19,parentDataProperty:"messages",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate104.errors);
errors = vErrors.length;
}
}
if(data19.moderations !== undefined){
let data38 = data19.moderations;
if(Array.isArray(data38)){
const len11 = data38.length;
for(let i13=0; i13<len11; i13++){
let data39 = data38[i13];
const _errs119 = errors;
let valid54 = false;
const _errs120 = errors;
if(!(((((((((((((data39 === "vision") || (data39 === "pdf_input")) || (data39 === "audio_input")) || (data39 === "reasoning")) || (data39 === "streaming")) || (data39 === "function_calling")) || (data39 === "parallel_function_calling")) || (data39 === "tool_choice")) || (data39 === "computer_use")) || (data39 === "assistant_prefill")) || (data39 === "prompt_caching")) || (data39 === "web_search")) || (data39 === "url_context"))){
const err83 = {instancePath:instancePath+"/endpoints/moderations/" + i13,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
var _valid9 = _errs120 === errors;
valid54 = valid54 || _valid9;
const _errs121 = errors;
if(typeof data39 === "string"){
if(func2(data39) < 1){
const err84 = {instancePath:instancePath+"/endpoints/moderations/" + i13,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/endpoints/moderations/" + i13,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
var _valid9 = _errs121 === errors;
valid54 = valid54 || _valid9;
if(!valid54){
const err86 = {instancePath:instancePath+"/endpoints/moderations/" + i13,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
else {
errors = _errs119;
if(vErrors !== null){
if(_errs119){
vErrors.length = _errs119;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err87 = {instancePath:instancePath+"/endpoints/moderations",schemaPath:"#/properties/endpoints/properties/moderations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data19.rerank !== undefined){
let data40 = data19.rerank;
if(Array.isArray(data40)){
const len12 = data40.length;
for(let i14=0; i14<len12; i14++){
let data41 = data40[i14];
const _errs127 = errors;
let valid58 = false;
const _errs128 = errors;
if(!(((((((((((((data41 === "vision") || (data41 === "pdf_input")) || (data41 === "audio_input")) || (data41 === "reasoning")) || (data41 === "streaming")) || (data41 === "function_calling")) || (data41 === "parallel_function_calling")) || (data41 === "tool_choice")) || (data41 === "computer_use")) || (data41 === "assistant_prefill")) || (data41 === "prompt_caching")) || (data41 === "web_search")) || (data41 === "url_context"))){
const err88 = {instancePath:instancePath+"/endpoints/rerank/" + i14,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
var _valid10 = _errs128 === errors;
valid58 = valid58 || _valid10;
const _errs129 = errors;
if(typeof data41 === "string"){
if(func2(data41) < 1){
const err89 = {instancePath:instancePath+"/endpoints/rerank/" + i14,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
else {
const err90 = {instancePath:instancePath+"/endpoints/rerank/" + i14,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
var _valid10 = _errs129 === errors;
valid58 = valid58 || _valid10;
if(!valid58){
const err91 = {instancePath:instancePath+"/endpoints/rerank/" + i14,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
else {
errors = _errs127;
if(vErrors !== null){
if(_errs127){
vErrors.length = _errs127;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err92 = {instancePath:instancePath+"/endpoints/rerank",schemaPath:"#/properties/endpoints/properties/rerank/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data19.responses !== undefined){
if(!(validate104(data19.responses, {instancePath:instancePath+"/endpoints/responses",parentData:data19,parentDataProperty:"responses",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate104.errors);
errors = vErrors.length;
}
}
if(data19.responses_compact !== undefined){
let data43 = data19.responses_compact;
if(Array.isArray(data43)){
const len13 = data43.length;
for(let i15=0; i15<len13; i15++){
let data44 = data43[i15];
const _errs136 = errors;
let valid62 = false;
const _errs137 = errors;
if(!(((((((((((((data44 === "vision") || (data44 === "pdf_input")) || (data44 === "audio_input")) || (data44 === "reasoning")) || (data44 === "streaming")) || (data44 === "function_calling")) || (data44 === "parallel_function_calling")) || (data44 === "tool_choice")) || (data44 === "computer_use")) || (data44 === "assistant_prefill")) || (data44 === "prompt_caching")) || (data44 === "web_search")) || (data44 === "url_context"))){
const err93 = {instancePath:instancePath+"/endpoints/responses_compact/" + i15,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
var _valid11 = _errs137 === errors;
valid62 = valid62 || _valid11;
const _errs138 = errors;
if(typeof data44 === "string"){
if(func2(data44) < 1){
const err94 = {instancePath:instancePath+"/endpoints/responses_compact/" + i15,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/endpoints/responses_compact/" + i15,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
var _valid11 = _errs138 === errors;
valid62 = valid62 || _valid11;
if(!valid62){
const err96 = {instancePath:instancePath+"/endpoints/responses_compact/" + i15,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
else {
errors = _errs136;
if(vErrors !== null){
if(_errs136){
vErrors.length = _errs136;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err97 = {instancePath:instancePath+"/endpoints/responses_compact",schemaPath:"#/properties/endpoints/properties/responses_compact/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data19.responses_input_tokens !== undefined){
let data45 = data19.responses_input_tokens;
if(Array.isArray(data45)){
const len14 = data45.length;
for(let i16=0; i16<len14; i16++){
let data46 = data45[i16];
const _errs144 = errors;
let valid66 = false;
const _errs145 = errors;
if(!(((((((((((((data46 === "vision") || (data46 === "pdf_input")) || (data46 === "audio_input")) || (data46 === "reasoning")) || (data46 === "streaming")) || (data46 === "function_calling")) || (data46 === "parallel_function_calling")) || (data46 === "tool_choice")) || (data46 === "computer_use")) || (data46 === "assistant_prefill")) || (data46 === "prompt_caching")) || (data46 === "web_search")) || (data46 === "url_context"))){
const err98 = {instancePath:instancePath+"/endpoints/responses_input_tokens/" + i16,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
var _valid12 = _errs145 === errors;
valid66 = valid66 || _valid12;
const _errs146 = errors;
if(typeof data46 === "string"){
if(func2(data46) < 1){
const err99 = {instancePath:instancePath+"/endpoints/responses_input_tokens/" + i16,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/endpoints/responses_input_tokens/" + i16,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
var _valid12 = _errs146 === errors;
valid66 = valid66 || _valid12;
if(!valid66){
const err101 = {instancePath:instancePath+"/endpoints/responses_input_tokens/" + i16,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
else {
errors = _errs144;
if(vErrors !== null){
if(_errs144){
vErrors.length = _errs144;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err102 = {instancePath:instancePath+"/endpoints/responses_input_tokens",schemaPath:"#/properties/endpoints/properties/responses_input_tokens/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data19.speech !== undefined){
let data47 = data19.speech;
if(Array.isArray(data47)){
const len15 = data47.length;
for(let i17=0; i17<len15; i17++){
let data48 = data47[i17];
const _errs152 = errors;
let valid70 = false;
const _errs153 = errors;
if(!(((((((((((((data48 === "vision") || (data48 === "pdf_input")) || (data48 === "audio_input")) || (data48 === "reasoning")) || (data48 === "streaming")) || (data48 === "function_calling")) || (data48 === "parallel_function_calling")) || (data48 === "tool_choice")) || (data48 === "computer_use")) || (data48 === "assistant_prefill")) || (data48 === "prompt_caching")) || (data48 === "web_search")) || (data48 === "url_context"))){
const err103 = {instancePath:instancePath+"/endpoints/speech/" + i17,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
var _valid13 = _errs153 === errors;
valid70 = valid70 || _valid13;
const _errs154 = errors;
if(typeof data48 === "string"){
if(func2(data48) < 1){
const err104 = {instancePath:instancePath+"/endpoints/speech/" + i17,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
else {
const err105 = {instancePath:instancePath+"/endpoints/speech/" + i17,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
var _valid13 = _errs154 === errors;
valid70 = valid70 || _valid13;
if(!valid70){
const err106 = {instancePath:instancePath+"/endpoints/speech/" + i17,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
else {
errors = _errs152;
if(vErrors !== null){
if(_errs152){
vErrors.length = _errs152;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err107 = {instancePath:instancePath+"/endpoints/speech",schemaPath:"#/properties/endpoints/properties/speech/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data19.transcriptions !== undefined){
let data49 = data19.transcriptions;
if(Array.isArray(data49)){
const len16 = data49.length;
for(let i18=0; i18<len16; i18++){
let data50 = data49[i18];
const _errs160 = errors;
let valid74 = false;
const _errs161 = errors;
if(!(((((((((((((data50 === "vision") || (data50 === "pdf_input")) || (data50 === "audio_input")) || (data50 === "reasoning")) || (data50 === "streaming")) || (data50 === "function_calling")) || (data50 === "parallel_function_calling")) || (data50 === "tool_choice")) || (data50 === "computer_use")) || (data50 === "assistant_prefill")) || (data50 === "prompt_caching")) || (data50 === "web_search")) || (data50 === "url_context"))){
const err108 = {instancePath:instancePath+"/endpoints/transcriptions/" + i18,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
var _valid14 = _errs161 === errors;
valid74 = valid74 || _valid14;
const _errs162 = errors;
if(typeof data50 === "string"){
if(func2(data50) < 1){
const err109 = {instancePath:instancePath+"/endpoints/transcriptions/" + i18,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
else {
const err110 = {instancePath:instancePath+"/endpoints/transcriptions/" + i18,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
var _valid14 = _errs162 === errors;
valid74 = valid74 || _valid14;
if(!valid74){
const err111 = {instancePath:instancePath+"/endpoints/transcriptions/" + i18,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
else {
errors = _errs160;
if(vErrors !== null){
if(_errs160){
vErrors.length = _errs160;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err112 = {instancePath:instancePath+"/endpoints/transcriptions",schemaPath:"#/properties/endpoints/properties/transcriptions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data19.translations !== undefined){
let data51 = data19.translations;
if(Array.isArray(data51)){
const len17 = data51.length;
for(let i19=0; i19<len17; i19++){
let data52 = data51[i19];
const _errs168 = errors;
let valid78 = false;
const _errs169 = errors;
if(!(((((((((((((data52 === "vision") || (data52 === "pdf_input")) || (data52 === "audio_input")) || (data52 === "reasoning")) || (data52 === "streaming")) || (data52 === "function_calling")) || (data52 === "parallel_function_calling")) || (data52 === "tool_choice")) || (data52 === "computer_use")) || (data52 === "assistant_prefill")) || (data52 === "prompt_caching")) || (data52 === "web_search")) || (data52 === "url_context"))){
const err113 = {instancePath:instancePath+"/endpoints/translations/" + i19,schemaPath:"#/$defs/capability/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema181.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
var _valid15 = _errs169 === errors;
valid78 = valid78 || _valid15;
const _errs170 = errors;
if(typeof data52 === "string"){
if(func2(data52) < 1){
const err114 = {instancePath:instancePath+"/endpoints/translations/" + i19,schemaPath:"#/$defs/capability/anyOf/1/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
else {
const err115 = {instancePath:instancePath+"/endpoints/translations/" + i19,schemaPath:"#/$defs/capability/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
var _valid15 = _errs170 === errors;
valid78 = valid78 || _valid15;
if(!valid78){
const err116 = {instancePath:instancePath+"/endpoints/translations/" + i19,schemaPath:"#/$defs/capability/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
else {
errors = _errs168;
if(vErrors !== null){
if(_errs168){
vErrors.length = _errs168;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err117 = {instancePath:instancePath+"/endpoints/translations",schemaPath:"#/properties/endpoints/properties/translations/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
else {
const err118 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
else {
const err119 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
validate98.errors = vErrors;
return errors === 0;
}
validate98.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.owned_by === undefined){
data.owned_by = "gateway";
}
if(data.created === undefined){
data.created = 0;
}
if(data.balance === undefined){
data.balance = "least_busy";
}
if(data.session_from === undefined){
data.session_from = ["x-session-id","x-claude-code-session-id","session-id","thread-id","prompt_cache_key"];
}
if(data.fallbacks === undefined){
data.fallbacks = [];
}
if(data.deployments === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "deployments"},message:"must have required property '"+"deployments"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema173.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data0 = data.owned_by;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/owned_by",schemaPath:"#/properties/owned_by/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/owned_by",schemaPath:"#/properties/owned_by/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.display_name !== undefined){
let data1 = data.display_name;
if(typeof data1 === "string"){
if(func2(data1) > 200){
const err4 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.description !== undefined){
let data2 = data.description;
if(typeof data2 === "string"){
if(func2(data2) > 2000){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
let data3 = data.created;
if((typeof data3 !== "string") && (!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3))))){
const err10 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/type",keyword:"type",params:{type: schema173.properties.created.type},message:"must be string,integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 253402300799 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/maximum",keyword:"maximum",params:{comparison: "<=", limit: 253402300799},message:"must be <= 253402300799"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(typeof data3 === "string"){
if(!pattern34.test(data3)){
const err13 = {instancePath:instancePath+"/created",schemaPath:"#/properties/created/pattern",keyword:"pattern",params:{pattern: "^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
let data4 = data.balance;
if(!(((((data4 === "least_busy") || (data4 === "weighted")) || (data4 === "lowest_latency")) || (data4 === "lowest_cost")) || (data4 === "sticky"))){
const err14 = {instancePath:instancePath+"/balance",schemaPath:"#/properties/balance/enum",keyword:"enum",params:{allowedValues: schema173.properties.balance.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.codex !== undefined){
let data5 = data.codex;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.base_instructions_file === undefined){
const err15 = {instancePath:instancePath+"/codex",schemaPath:"#/properties/codex/required",keyword:"required",params:{missingProperty: "base_instructions_file"},message:"must have required property '"+"base_instructions_file"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 in data5){
if(!(((((key1 === "base_instructions_file") || (key1 === "context_window")) || (key1 === "efforts")) || (key1 === "parallel_tools")) || (key1 === "images"))){
const err16 = {instancePath:instancePath+"/codex",schemaPath:"#/properties/codex/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data5.base_instructions_file !== undefined){
let data6 = data5.base_instructions_file;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err17 = {instancePath:instancePath+"/codex/base_instructions_file",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/codex/base_instructions_file",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data5.context_window !== undefined){
let data7 = data5.context_window;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err19 = {instancePath:instancePath+"/codex/context_window",schemaPath:"#/properties/codex/properties/context_window/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 100000000 || isNaN(data7)){
const err20 = {instancePath:instancePath+"/codex/context_window",schemaPath:"#/properties/codex/properties/context_window/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000000},message:"must be <= 100000000"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err21 = {instancePath:instancePath+"/codex/context_window",schemaPath:"#/properties/codex/properties/context_window/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data5.efforts !== undefined){
let data8 = data5.efforts;
if(Array.isArray(data8)){
if(data8.length > 6){
const err22 = {instancePath:instancePath+"/codex/efforts",schemaPath:"#/properties/codex/properties/efforts/maxItems",keyword:"maxItems",params:{limit: 6},message:"must NOT have more than 6 items"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(!((((((data9 === "none") || (data9 === "minimal")) || (data9 === "low")) || (data9 === "medium")) || (data9 === "high")) || (data9 === "xhigh"))){
const err23 = {instancePath:instancePath+"/codex/efforts/" + i0,schemaPath:"#/properties/codex/properties/efforts/items/enum",keyword:"enum",params:{allowedValues: schema173.properties.codex.properties.efforts.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
let i1 = data8.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data8[i1], data8[j0])){
const err24 = {instancePath:instancePath+"/codex/efforts",schemaPath:"#/properties/codex/properties/efforts/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/codex/efforts",schemaPath:"#/properties/codex/properties/efforts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data5.parallel_tools !== undefined){
if(typeof data5.parallel_tools !== "boolean"){
const err26 = {instancePath:instancePath+"/codex/parallel_tools",schemaPath:"#/properties/codex/properties/parallel_tools/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data5.images !== undefined){
if(typeof data5.images !== "boolean"){
const err27 = {instancePath:instancePath+"/codex/images",schemaPath:"#/properties/codex/properties/images/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/codex",schemaPath:"#/properties/codex/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
let data12 = data.session_from;
if(Array.isArray(data12)){
if(data12.length > 16){
const err29 = {instancePath:instancePath+"/session_from",schemaPath:"#/properties/session_from/maxItems",keyword:"maxItems",params:{limit: 16},message:"must NOT have more than 16 items"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
const len1 = data12.length;
for(let i2=0; i2<len1; i2++){
let data13 = data12[i2];
if(typeof data13 === "string"){
if(!pattern7.test(data13)){
const err30 = {instancePath:instancePath+"/session_from/" + i2,schemaPath:"#/$defs/header_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"},message:"must match pattern \""+"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"+"\""};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/session_from/" + i2,schemaPath:"#/$defs/header_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
let i3 = data12.length;
let j1;
if(i3 > 1){
outer1:
for(;i3--;){
for(j1 = i3; j1--;){
if(func0(data12[i3], data12[j1])){
const err32 = {instancePath:instancePath+"/session_from",schemaPath:"#/properties/session_from/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
break outer1;
}
}
}
}
}
else {
const err33 = {instancePath:instancePath+"/session_from",schemaPath:"#/properties/session_from/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
let data14 = data.fallbacks;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i4=0; i4<len2; i4++){
let data15 = data14[i4];
if(typeof data15 === "string"){
if(func2(data15) < 1){
const err34 = {instancePath:instancePath+"/fallbacks/" + i4,schemaPath:"#/properties/fallbacks/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/fallbacks/" + i4,schemaPath:"#/properties/fallbacks/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
let i5 = data14.length;
let j2;
if(i5 > 1){
const indices0 = {};
for(;i5--;){
let item0 = data14[i5];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j2 = indices0[item0];
const err36 = {instancePath:instancePath+"/fallbacks",schemaPath:"#/properties/fallbacks/uniqueItems",keyword:"uniqueItems",params:{i: i5, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i5+" are identical)"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
break;
}
indices0[item0] = i5;
}
}
}
else {
const err37 = {instancePath:instancePath+"/fallbacks",schemaPath:"#/properties/fallbacks/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data.deployments !== undefined){
let data16 = data.deployments;
if(Array.isArray(data16)){
if(data16.length < 1){
const err38 = {instancePath:instancePath+"/deployments",schemaPath:"#/properties/deployments/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
const len3 = data16.length;
for(let i6=0; i6<len3; i6++){
if(!(validate98(data16[i6], {instancePath:instancePath+"/deployments/" + i6,parentData:data16,parentDataProperty:i6,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate98.errors);
errors = vErrors.length;
}
}
}
else {
const err39 = {instancePath:instancePath+"/deployments",schemaPath:"#/properties/deployments/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema205 = {"type":"object","minProperties":1,"description":"How much a key may use.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}}};
const schema206 = {"description":"US dollars per calendar day, week or month, or in all: `100 USD/month`, `20 USD/total`.","type":"string","pattern":"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"};
const schema207 = {"type":"object","minProperties":1,"description":"What holds for the models of one pattern.","additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]}}};
const pattern92 = new RegExp("^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$", "u");

function validate113(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate113.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "requests") || (key0 === "tokens")) || (key0 === "concurrency")) || (key0 === "budget"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.requests !== undefined){
if(!(validate92(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.tokens !== undefined){
if(!(validate92(data.tokens, {instancePath:instancePath+"/tokens",parentData:data,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.concurrency !== undefined){
let data2 = data.concurrency;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.budget !== undefined){
let data3 = data.budget;
if(typeof data3 === "string"){
if(!pattern92.test(data3)){
const err5 = {instancePath:instancePath+"/budget",schemaPath:"#/$defs/budget/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/budget",schemaPath:"#/$defs/budget/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate113.errors = vErrors;
return errors === 0;
}
validate113.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate110.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "requests") || (key0 === "tokens")) || (key0 === "concurrency")) || (key0 === "budget")) || (key0 === "reserve")) || (key0 === "per_model"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.requests !== undefined){
if(!(validate92(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.tokens !== undefined){
if(!(validate92(data.tokens, {instancePath:instancePath+"/tokens",parentData:data,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.concurrency !== undefined){
let data2 = data.concurrency;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.budget !== undefined){
let data3 = data.budget;
if(typeof data3 === "string"){
if(!pattern92.test(data3)){
const err5 = {instancePath:instancePath+"/budget",schemaPath:"#/$defs/budget/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/budget",schemaPath:"#/$defs/budget/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.reserve !== undefined){
let data4 = data.reserve;
if(!((data4 === "capped") || (data4 === "maximum"))){
const err7 = {instancePath:instancePath+"/reserve",schemaPath:"#/properties/reserve/enum",keyword:"enum",params:{allowedValues: schema205.properties.reserve.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.per_model !== undefined){
let data5 = data.per_model;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length < 1){
const err8 = {instancePath:instancePath+"/per_model",schemaPath:"#/properties/per_model/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 in data5){
const _errs12 = errors;
if(typeof key1 === "string"){
if(func2(key1) < 1){
const err9 = {instancePath:instancePath+"/per_model",schemaPath:"#/properties/per_model/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid2 = _errs12 === errors;
if(!valid2){
const err10 = {instancePath:instancePath+"/per_model",schemaPath:"#/properties/per_model/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key2 in data5){
if(!(validate113(data5[key2], {instancePath:instancePath+"/per_model/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data5,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate113.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/per_model",schemaPath:"#/properties/per_model/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate110.errors = vErrors;
return errors === 0;
}
validate110.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema210 = {"type":"object","description":"What several keys share.","additionalProperties":false,"properties":{"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much all its keys may use together: the name of one of `rate_limits`, or a rule of its own. No default: any amount.","examples":["standard",{"budget":"500 USD/month"}]},"models":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"The models that its keys may use at most; `*` matches anything.","default":["*"],"examples":[["gpt-4o-mini","claude-*"]]},"endpoints":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/grant"},"description":"The endpoints that its keys may use at most; `all` and `stateless` (those that keep nothing at the backend) stand for several.","default":["all"],"examples":[["chat_completions"]]},"group":{"type":"string","minLength":1,"description":"The group that this one belongs to; there may be three above a key. No default.","examples":["company"]}}};
const schema212 = {"description":"An endpoint, or a word for several.","anyOf":[{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads","all","stateless"]},{"$ref":"#/$defs/endpoint_name"}]};

function validate122(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate122.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(!(((((((((((((((((((((((((data === "batches") || (data === "chat_completions")) || (data === "completions")) || (data === "containers")) || (data === "conversations")) || (data === "count_tokens")) || (data === "decisions")) || (data === "embeddings")) || (data === "files")) || (data === "image_edits")) || (data === "image_variations")) || (data === "images")) || (data === "message_batches")) || (data === "messages")) || (data === "moderations")) || (data === "rerank")) || (data === "responses")) || (data === "responses_compact")) || (data === "responses_input_tokens")) || (data === "speech")) || (data === "transcriptions")) || (data === "translations")) || (data === "uploads")) || (data === "all")) || (data === "stateless"))){
const err0 = {instancePath,schemaPath:"#/anyOf/0/enum",keyword:"enum",params:{allowedValues: schema212.anyOf[0].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs2 = errors;
if(typeof data === "string"){
if(!pattern27.test(data)){
const err1 = {instancePath,schemaPath:"#/$defs/endpoint_name/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/$defs/endpoint_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs2 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate122.errors = vErrors;
return errors === 0;
}
validate122.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate118(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate118.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.models === undefined){
data.models = ["*"];
}
if(data.endpoints === undefined){
data.endpoints = ["all"];
}
for(const key0 in data){
if(!((((key0 === "rate_limit") || (key0 === "models")) || (key0 === "endpoints")) || (key0 === "group"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.rate_limit !== undefined){
let data0 = data.rate_limit;
if((typeof data0 !== "string") && (!(data0 && typeof data0 == "object" && !Array.isArray(data0)))){
const err1 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/type",keyword:"type",params:{type: schema210.properties.rate_limit.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length < 1){
const err3 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key1 in data0){
if(!((((((key1 === "requests") || (key1 === "tokens")) || (key1 === "concurrency")) || (key1 === "budget")) || (key1 === "reserve")) || (key1 === "per_model"))){
const err4 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.requests !== undefined){
if(!(validate92(data0.requests, {instancePath:instancePath+"/rate_limit/requests",parentData:data0,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data0.tokens !== undefined){
if(!(validate92(data0.tokens, {instancePath:instancePath+"/rate_limit/tokens",parentData:data0,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data0.concurrency !== undefined){
let data3 = data0.concurrency;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err5 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data0.budget !== undefined){
let data4 = data0.budget;
if(typeof data4 === "string"){
if(!pattern92.test(data4)){
const err8 = {instancePath:instancePath+"/rate_limit/budget",schemaPath:"#/$defs/budget/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/rate_limit/budget",schemaPath:"#/$defs/budget/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.reserve !== undefined){
let data5 = data0.reserve;
if(!((data5 === "capped") || (data5 === "maximum"))){
const err10 = {instancePath:instancePath+"/rate_limit/reserve",schemaPath:"#/properties/rate_limit/properties/reserve/enum",keyword:"enum",params:{allowedValues: schema210.properties.rate_limit.properties.reserve.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data0.per_model !== undefined){
let data6 = data0.per_model;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length < 1){
const err11 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key2 in data6){
const _errs15 = errors;
if(typeof key2 === "string"){
if(func2(key2) < 1){
const err12 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var valid3 = _errs15 === errors;
if(!valid3){
const err13 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
for(const key3 in data6){
if(!(validate113(data6[key3], {instancePath:instancePath+"/rate_limit/per_model/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data6,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate113.errors);
errors = vErrors.length;
}
}
}
else {
const err14 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
let data8 = data.models;
if(Array.isArray(data8)){
if(data8.length < 1){
const err15 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(typeof data9 === "string"){
if(func2(data9) < 1){
const err16 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data10 = data.endpoints;
if(Array.isArray(data10)){
if(data10.length < 1){
const err19 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
if(!(validate122(data10[i1], {instancePath:instancePath+"/endpoints/" + i1,parentData:data10,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate122.errors);
errors = vErrors.length;
}
}
let i2 = data10.length;
let j0;
if(i2 > 1){
outer0:
for(;i2--;){
for(j0 = i2; j0--;){
if(func0(data10[i2], data10[j0])){
const err20 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/uniqueItems",keyword:"uniqueItems",params:{i: i2, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i2+" are identical)"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err21 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.group !== undefined){
let data12 = data.group;
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err22 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate118.errors = vErrors;
return errors === 0;
}
validate118.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema215 = {"type":"object","description":"Who may call: at most one of `hash` and `secret`. With neither it is reached by its `certificate`, or by a rule of `identity`.","additionalProperties":false,"properties":{"hash":{"type":["string","array"],"pattern":"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$","minItems":1,"uniqueItems":true,"items":{"type":"string","$ref":"#/$defs/hash"},"description":"SHA-256 of the whole key, as `gateway key hash` prints it; several while a key is replaced, where ` until TIME` says how long an old one is valid. No default.","examples":["sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"]},"secret":{"$ref":"#/$defs/secret","description":"The key itself, from `${NAME}` or `${file:PATH}`. No default.","examples":["${CI_GATEWAY_KEY}"]},"certificate":{"type":"object","description":"The certificate that a client has to show. With `hash` or `secret` both are needed; alone it reaches the key where no bearer came. No default.","additionalProperties":false,"properties":{"san":{"type":"string","minLength":1,"maxLength":2048,"description":"One of its alternative names, whole: a host, a URI, an address or a mail address. No default.","examples":["spiffe://example.com/ns/prod/sa/search","search.internal.example.com"]},"subject":{"type":"string","minLength":1,"maxLength":2048,"description":"Its whole subject (RFC 4514), as `openssl x509 -noout -subject -nameopt RFC2253` prints it. No default.","examples":["CN=search,OU=prod,O=Example"]},"fingerprint":{"type":"string","minLength":1,"maxLength":128,"description":"SHA-256 of the whole certificate, as `openssl x509 -noout -fingerprint -sha256` prints it. No default.","examples":["5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C:5F:2C"]}},"oneOf":[{"required":["san"]},{"required":["subject"]},{"required":["fingerprint"]}],"examples":[{"san":"spiffe://example.com/ns/prod/sa/search"}]},"models":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"The models it may use; `*` matches anything.","default":["*"],"examples":[["gpt-4o-mini","claude-*"]]},"endpoints":{"type":"array","minItems":1,"uniqueItems":true,"items":{"$ref":"#/$defs/grant"},"description":"The endpoints it may use; `all` and `stateless` (those that keep nothing at the backend) stand for several, later ones of the gateway included.","default":["chat_completions","completions","count_tokens","messages","responses","responses_input_tokens"],"examples":[["chat_completions"]]},"expires":{"$ref":"#/$defs/time","description":"From this time on it is refused. No default: never.","examples":["2027-01-01T00:00:00Z","2027-01-01"]},"not_before":{"$ref":"#/$defs/time","description":"Until this time it is refused. No default.","examples":["2026-01-01"]},"disabled":{"type":"boolean","description":"Refuses it without removing it.","default":false,"examples":[true]},"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much it may use: the name of one of `rate_limits`, or a rule of its own. Default: the rule `default`, if there is one.","examples":["standard",{"requests":"60/min"}]},"objects_owner":{"type":"string","minLength":1,"maxLength":256,"description":"Whose the objects are that backends keep for it (`stateful`): keys with the same owner share them. Default: the name of the key, which shares with none.","examples":["research"]},"group":{"type":"string","minLength":1,"description":"The one of `groups` that it belongs to: it is held by the limits of that one, and may use no more than that one may. No default.","examples":["research"]},"end_users":{"type":"object","additionalProperties":false,"required":["from","rate_limit"],"properties":{"from":{"type":"array","minItems":1,"maxItems":8,"uniqueItems":true,"items":{"$ref":"#/$defs/end_user_source"},"description":"Where a request says who it is for: `header NAME`, `body user`, `body metadata.user_id` or `body safety_identifier`; the first that is there counts. Whoever has the key can say what he likes. Required.","examples":[["header x-end-user","body user","body metadata.user_id","body safety_identifier"]]},"rate_limit":{"type":["string","object"],"minLength":1,"minProperties":1,"additionalProperties":false,"properties":{"requests":{"$ref":"#/$defs/rates","description":"How many requests, over a sliding window: one rate or several. No default: any number.","examples":["600/min",["20/s","600/min"]]},"tokens":{"$ref":"#/$defs/rates","description":"How many tokens, of requests and answers together. No default: any number.","examples":["200000/min"]},"concurrency":{"type":"integer","minimum":1,"maximum":1000000,"description":"How many requests at once. No default: any number.","examples":[20]},"budget":{"$ref":"#/$defs/budget","description":"What may be spent per calendar day, week (from Monday) or month, in UTC, or in all (`total`); every deployment that can be reached needs a `price`. No default: any amount.","examples":["100 USD/month","2.50 USD/day","20 USD/total"]},"reserve":{"enum":["capped","maximum"],"description":"What is reserved of the budgets of the rule until an answer says what it used: the input and the longest answer that the request allows, of that 4,096 tokens at most (`capped`) or all of it (`maximum`). Default: `capped`.","examples":["maximum"]},"per_model":{"type":"object","minProperties":1,"propertyNames":{"minLength":1},"additionalProperties":{"$ref":"#/$defs/model_limits"},"description":"Further limits by model, `*` matches anything; every one that matches holds beside those above. No default.","examples":[{"claude-*":{"requests":"10/min"}}]}},"description":"How much each end user may use: the name of one of `rate_limits`, or a rule of its own, whose budgets are those of a day. Required.","examples":["standard",{"requests":"20/min"}]}},"description":"Limits that each end user of this key has for itself. Requests that name none share one. No default.","examples":[{"from":["header x-end-user","body user"],"rate_limit":{"requests":"20/min"}}]},"owner":{"type":"string","minLength":1,"maxLength":256,"description":"Who answers for it; a remark without effect. No default.","examples":["team-a@example.com"]},"created":{"$ref":"#/$defs/time","description":"When it was made, as commands and the dashboard write it; a remark without effect. No default.","examples":["2026-01-01T09:00:00Z"]},"note":{"type":"string","minLength":1,"maxLength":1024,"description":"What it is for; a remark without effect. No default.","examples":["nightly evaluation"]},"allow_from":{"type":"array","minItems":1,"items":{"type":"string","minLength":1},"description":"Addresses and ranges it may be used from. No default: any.","examples":[["10.0.0.0/8","2001:db8::7"]]},"tags":{"type":"array","items":{"type":"string","minLength":1,"maxLength":64},"description":"Tags that every request of this key asks for, such as where data may be processed.","default":[],"examples":[["eu_resident"]]},"nested_models":{"enum":["allow","refuse"],"description":"What becomes of requests that name further models within their body, which the vendor runs in the same call, as advisors and `fallbacks` of the messages API are. `allow` takes those that the key may use; `refuse` answers 400.","default":"allow","examples":["refuse"]}},"not":{"required":["hash","secret"]}};
const schema216 = {"description":"SHA-256 of a whole key.","type":"string","pattern":"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"};
const schema221 = {"type":"string","description":"Where a request says for whom it is.","pattern":"^(header [!#$%&'*+.^_`|~0-9A-Za-z-]+|body (user|metadata\\.user_id|safety_identifier)|.*\\$\\{.*)$"};
const pattern98 = new RegExp("^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$", "u");
const pattern103 = new RegExp("^(header [!#$%&'*+.^_`|~0-9A-Za-z-]+|body (user|metadata\\.user_id|safety_identifier)|.*\\$\\{.*)$", "u");

function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate125.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.hash === undefined) && (missing0 = "hash")) || ((data.secret === undefined) && (missing0 = "secret"))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs2 === errors;
if(valid0){
const err1 = {instancePath,schemaPath:"#/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.models === undefined){
data.models = ["*"];
}
if(data.endpoints === undefined){
data.endpoints = ["chat_completions","completions","count_tokens","messages","responses","responses_input_tokens"];
}
if(data.disabled === undefined){
data.disabled = false;
}
if(data.tags === undefined){
data.tags = [];
}
if(data.nested_models === undefined){
data.nested_models = "allow";
}
for(const key0 in data){
if(!(func1.call(schema215.properties, key0))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.hash !== undefined){
let data0 = data.hash;
if((typeof data0 !== "string") && (!(Array.isArray(data0)))){
const err3 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/type",keyword:"type",params:{type: schema215.properties.hash.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data0 === "string"){
if(!pattern98.test(data0)){
const err4 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/pattern",keyword:"pattern",params:{pattern: "^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(Array.isArray(data0)){
if(data0.length < 1){
const err5 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/hash/" + i0,schemaPath:"#/properties/hash/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern98.test(data1)){
const err7 = {instancePath:instancePath+"/hash/" + i0,schemaPath:"#/$defs/hash/pattern",keyword:"pattern",params:{pattern: "^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(sha256:[0-9A-Fa-f]{64}( until [0-9TZtz:.+-]+)?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/hash/" + i0,schemaPath:"#/$defs/hash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
let i1 = data0.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data0[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err9 = {instancePath:instancePath+"/hash",schemaPath:"#/properties/hash/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
}
if(data.secret !== undefined){
let data2 = data.secret;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/secret",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/secret",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.certificate !== undefined){
let data3 = data.certificate;
const _errs15 = errors;
let valid7 = false;
let passing0 = null;
const _errs16 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.san === undefined){
const err12 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/0/required",keyword:"required",params:{missingProperty: "san"},message:"must have required property '"+"san"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid0 = _errs16 === errors;
if(_valid0){
valid7 = true;
passing0 = 0;
}
const _errs17 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.subject === undefined){
const err13 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/1/required",keyword:"required",params:{missingProperty: "subject"},message:"must have required property '"+"subject"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs17 === errors;
if(_valid0 && valid7){
valid7 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid7 = true;
passing0 = 1;
}
const _errs18 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.fingerprint === undefined){
const err14 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf/2/required",keyword:"required",params:{missingProperty: "fingerprint"},message:"must have required property '"+"fingerprint"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var _valid0 = _errs18 === errors;
if(_valid0 && valid7){
valid7 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid7 = true;
passing0 = 2;
}
}
}
if(!valid7){
const err15 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 in data3){
if(!(((key1 === "san") || (key1 === "subject")) || (key1 === "fingerprint"))){
const err16 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data3.san !== undefined){
let data4 = data3.san;
if(typeof data4 === "string"){
if(func2(data4) > 2048){
const err17 = {instancePath:instancePath+"/certificate/san",schemaPath:"#/properties/certificate/properties/san/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func2(data4) < 1){
const err18 = {instancePath:instancePath+"/certificate/san",schemaPath:"#/properties/certificate/properties/san/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/certificate/san",schemaPath:"#/properties/certificate/properties/san/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.subject !== undefined){
let data5 = data3.subject;
if(typeof data5 === "string"){
if(func2(data5) > 2048){
const err20 = {instancePath:instancePath+"/certificate/subject",schemaPath:"#/properties/certificate/properties/subject/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(func2(data5) < 1){
const err21 = {instancePath:instancePath+"/certificate/subject",schemaPath:"#/properties/certificate/properties/subject/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/certificate/subject",schemaPath:"#/properties/certificate/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data3.fingerprint !== undefined){
let data6 = data3.fingerprint;
if(typeof data6 === "string"){
if(func2(data6) > 128){
const err23 = {instancePath:instancePath+"/certificate/fingerprint",schemaPath:"#/properties/certificate/properties/fingerprint/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(func2(data6) < 1){
const err24 = {instancePath:instancePath+"/certificate/fingerprint",schemaPath:"#/properties/certificate/properties/fingerprint/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/certificate/fingerprint",schemaPath:"#/properties/certificate/properties/fingerprint/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/certificate",schemaPath:"#/properties/certificate/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
let data7 = data.models;
if(Array.isArray(data7)){
if(data7.length < 1){
const err27 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
const len1 = data7.length;
for(let i2=0; i2<len1; i2++){
let data8 = data7[i2];
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err28 = {instancePath:instancePath+"/models/" + i2,schemaPath:"#/properties/models/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/models/" + i2,schemaPath:"#/properties/models/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
let data9 = data.endpoints;
if(Array.isArray(data9)){
if(data9.length < 1){
const err31 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
const len2 = data9.length;
for(let i3=0; i3<len2; i3++){
if(!(validate122(data9[i3], {instancePath:instancePath+"/endpoints/" + i3,parentData:data9,parentDataProperty:i3,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate122.errors);
errors = vErrors.length;
}
}
let i4 = data9.length;
let j1;
if(i4 > 1){
outer0:
for(;i4--;){
for(j1 = i4; j1--;){
if(func0(data9[i4], data9[j1])){
const err32 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/uniqueItems",keyword:"uniqueItems",params:{i: i4, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i4+" are identical)"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err33 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data.expires !== undefined){
let data11 = data.expires;
if(typeof data11 === "string"){
if(!pattern34.test(data11)){
const err34 = {instancePath:instancePath+"/expires",schemaPath:"#/$defs/time/pattern",keyword:"pattern",params:{pattern: "^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/expires",schemaPath:"#/$defs/time/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.not_before !== undefined){
let data12 = data.not_before;
if(typeof data12 === "string"){
if(!pattern34.test(data12)){
const err36 = {instancePath:instancePath+"/not_before",schemaPath:"#/$defs/time/pattern",keyword:"pattern",params:{pattern: "^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/not_before",schemaPath:"#/$defs/time/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(typeof data.disabled !== "boolean"){
const err38 = {instancePath:instancePath+"/disabled",schemaPath:"#/properties/disabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.rate_limit !== undefined){
let data14 = data.rate_limit;
if((typeof data14 !== "string") && (!(data14 && typeof data14 == "object" && !Array.isArray(data14)))){
const err39 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/type",keyword:"type",params:{type: schema215.properties.rate_limit.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err40 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(Object.keys(data14).length < 1){
const err41 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
for(const key2 in data14){
if(!((((((key2 === "requests") || (key2 === "tokens")) || (key2 === "concurrency")) || (key2 === "budget")) || (key2 === "reserve")) || (key2 === "per_model"))){
const err42 = {instancePath:instancePath+"/rate_limit",schemaPath:"#/properties/rate_limit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data14.requests !== undefined){
if(!(validate92(data14.requests, {instancePath:instancePath+"/rate_limit/requests",parentData:data14,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data14.tokens !== undefined){
if(!(validate92(data14.tokens, {instancePath:instancePath+"/rate_limit/tokens",parentData:data14,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data14.concurrency !== undefined){
let data17 = data14.concurrency;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err43 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 1000000 || isNaN(data17)){
const err44 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data17 < 1 || isNaN(data17)){
const err45 = {instancePath:instancePath+"/rate_limit/concurrency",schemaPath:"#/properties/rate_limit/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
if(data14.budget !== undefined){
let data18 = data14.budget;
if(typeof data18 === "string"){
if(!pattern92.test(data18)){
const err46 = {instancePath:instancePath+"/rate_limit/budget",schemaPath:"#/$defs/budget/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/rate_limit/budget",schemaPath:"#/$defs/budget/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data14.reserve !== undefined){
let data19 = data14.reserve;
if(!((data19 === "capped") || (data19 === "maximum"))){
const err48 = {instancePath:instancePath+"/rate_limit/reserve",schemaPath:"#/properties/rate_limit/properties/reserve/enum",keyword:"enum",params:{allowedValues: schema215.properties.rate_limit.properties.reserve.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data14.per_model !== undefined){
let data20 = data14.per_model;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err49 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
for(const key3 in data20){
const _errs54 = errors;
if(typeof key3 === "string"){
if(func2(key3) < 1){
const err50 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key3};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
var valid18 = _errs54 === errors;
if(!valid18){
const err51 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
for(const key4 in data20){
if(!(validate113(data20[key4], {instancePath:instancePath+"/rate_limit/per_model/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data20,parentDataProperty:key4,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate113.errors);
errors = vErrors.length;
}
}
}
else {
const err52 = {instancePath:instancePath+"/rate_limit/per_model",schemaPath:"#/properties/rate_limit/properties/per_model/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
}
if(data.objects_owner !== undefined){
let data22 = data.objects_owner;
if(typeof data22 === "string"){
if(func2(data22) > 256){
const err53 = {instancePath:instancePath+"/objects_owner",schemaPath:"#/properties/objects_owner/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(func2(data22) < 1){
const err54 = {instancePath:instancePath+"/objects_owner",schemaPath:"#/properties/objects_owner/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/objects_owner",schemaPath:"#/properties/objects_owner/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.group !== undefined){
let data23 = data.group;
if(typeof data23 === "string"){
if(func2(data23) < 1){
const err56 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.end_users !== undefined){
let data24 = data.end_users;
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if(data24.from === undefined){
const err58 = {instancePath:instancePath+"/end_users",schemaPath:"#/properties/end_users/required",keyword:"required",params:{missingProperty: "from"},message:"must have required property '"+"from"+"'"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data24.rate_limit === undefined){
const err59 = {instancePath:instancePath+"/end_users",schemaPath:"#/properties/end_users/required",keyword:"required",params:{missingProperty: "rate_limit"},message:"must have required property '"+"rate_limit"+"'"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
for(const key5 in data24){
if(!((key5 === "from") || (key5 === "rate_limit"))){
const err60 = {instancePath:instancePath+"/end_users",schemaPath:"#/properties/end_users/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data24.from !== undefined){
let data25 = data24.from;
if(Array.isArray(data25)){
if(data25.length > 8){
const err61 = {instancePath:instancePath+"/end_users/from",schemaPath:"#/properties/end_users/properties/from/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data25.length < 1){
const err62 = {instancePath:instancePath+"/end_users/from",schemaPath:"#/properties/end_users/properties/from/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
const len3 = data25.length;
for(let i5=0; i5<len3; i5++){
let data26 = data25[i5];
if(typeof data26 === "string"){
if(!pattern103.test(data26)){
const err63 = {instancePath:instancePath+"/end_users/from/" + i5,schemaPath:"#/$defs/end_user_source/pattern",keyword:"pattern",params:{pattern: "^(header [!#$%&'*+.^_`|~0-9A-Za-z-]+|body (user|metadata\\.user_id|safety_identifier)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(header [!#$%&'*+.^_`|~0-9A-Za-z-]+|body (user|metadata\\.user_id|safety_identifier)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/end_users/from/" + i5,schemaPath:"#/$defs/end_user_source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
let i6 = data25.length;
let j2;
if(i6 > 1){
outer1:
for(;i6--;){
for(j2 = i6; j2--;){
if(func0(data25[i6], data25[j2])){
const err65 = {instancePath:instancePath+"/end_users/from",schemaPath:"#/properties/end_users/properties/from/uniqueItems",keyword:"uniqueItems",params:{i: i6, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i6+" are identical)"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
break outer1;
}
}
}
}
}
else {
const err66 = {instancePath:instancePath+"/end_users/from",schemaPath:"#/properties/end_users/properties/from/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data24.rate_limit !== undefined){
let data27 = data24.rate_limit;
if((typeof data27 !== "string") && (!(data27 && typeof data27 == "object" && !Array.isArray(data27)))){
const err67 = {instancePath:instancePath+"/end_users/rate_limit",schemaPath:"#/properties/end_users/properties/rate_limit/type",keyword:"type",params:{type: schema215.properties.end_users.properties.rate_limit.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(typeof data27 === "string"){
if(func2(data27) < 1){
const err68 = {instancePath:instancePath+"/end_users/rate_limit",schemaPath:"#/properties/end_users/properties/rate_limit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(Object.keys(data27).length < 1){
const err69 = {instancePath:instancePath+"/end_users/rate_limit",schemaPath:"#/properties/end_users/properties/rate_limit/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
for(const key6 in data27){
if(!((((((key6 === "requests") || (key6 === "tokens")) || (key6 === "concurrency")) || (key6 === "budget")) || (key6 === "reserve")) || (key6 === "per_model"))){
const err70 = {instancePath:instancePath+"/end_users/rate_limit",schemaPath:"#/properties/end_users/properties/rate_limit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data27.requests !== undefined){
if(!(validate92(data27.requests, {instancePath:instancePath+"/end_users/rate_limit/requests",parentData:data27,parentDataProperty:"requests",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data27.tokens !== undefined){
if(!(validate92(data27.tokens, {instancePath:instancePath+"/end_users/rate_limit/tokens",parentData:data27,parentDataProperty:"tokens",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data27.concurrency !== undefined){
let data30 = data27.concurrency;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err71 = {instancePath:instancePath+"/end_users/rate_limit/concurrency",schemaPath:"#/properties/end_users/properties/rate_limit/properties/concurrency/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 1000000 || isNaN(data30)){
const err72 = {instancePath:instancePath+"/end_users/rate_limit/concurrency",schemaPath:"#/properties/end_users/properties/rate_limit/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(data30 < 1 || isNaN(data30)){
const err73 = {instancePath:instancePath+"/end_users/rate_limit/concurrency",schemaPath:"#/properties/end_users/properties/rate_limit/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
if(data27.budget !== undefined){
let data31 = data27.budget;
if(typeof data31 === "string"){
if(!pattern92.test(data31)){
const err74 = {instancePath:instancePath+"/end_users/rate_limit/budget",schemaPath:"#/$defs/budget/pattern",keyword:"pattern",params:{pattern: "^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"},message:"must match pattern \""+"^([0-9]+([.][0-9]+)? USD/(day|week|month|total)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
else {
const err75 = {instancePath:instancePath+"/end_users/rate_limit/budget",schemaPath:"#/$defs/budget/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data27.reserve !== undefined){
let data32 = data27.reserve;
if(!((data32 === "capped") || (data32 === "maximum"))){
const err76 = {instancePath:instancePath+"/end_users/rate_limit/reserve",schemaPath:"#/properties/end_users/properties/rate_limit/properties/reserve/enum",keyword:"enum",params:{allowedValues: schema215.properties.end_users.properties.rate_limit.properties.reserve.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data27.per_model !== undefined){
let data33 = data27.per_model;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(Object.keys(data33).length < 1){
const err77 = {instancePath:instancePath+"/end_users/rate_limit/per_model",schemaPath:"#/properties/end_users/properties/rate_limit/properties/per_model/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
for(const key7 in data33){
const _errs82 = errors;
if(typeof key7 === "string"){
if(func2(key7) < 1){
const err78 = {instancePath:instancePath+"/end_users/rate_limit/per_model",schemaPath:"#/properties/end_users/properties/rate_limit/properties/per_model/propertyNames/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key7};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
var valid27 = _errs82 === errors;
if(!valid27){
const err79 = {instancePath:instancePath+"/end_users/rate_limit/per_model",schemaPath:"#/properties/end_users/properties/rate_limit/properties/per_model/propertyNames",keyword:"propertyNames",params:{propertyName: key7},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
for(const key8 in data33){
if(!(validate113(data33[key8], {instancePath:instancePath+"/end_users/rate_limit/per_model/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data33,parentDataProperty:key8,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate113.errors);
errors = vErrors.length;
}
}
}
else {
const err80 = {instancePath:instancePath+"/end_users/rate_limit/per_model",schemaPath:"#/properties/end_users/properties/rate_limit/properties/per_model/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
}
}
else {
const err81 = {instancePath:instancePath+"/end_users",schemaPath:"#/properties/end_users/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data.owner !== undefined){
let data35 = data.owner;
if(typeof data35 === "string"){
if(func2(data35) > 256){
const err82 = {instancePath:instancePath+"/owner",schemaPath:"#/properties/owner/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(func2(data35) < 1){
const err83 = {instancePath:instancePath+"/owner",schemaPath:"#/properties/owner/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
else {
const err84 = {instancePath:instancePath+"/owner",schemaPath:"#/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.created !== undefined){
let data36 = data.created;
if(typeof data36 === "string"){
if(!pattern34.test(data36)){
const err85 = {instancePath:instancePath+"/created",schemaPath:"#/$defs/time/pattern",keyword:"pattern",params:{pattern: "^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?([Zz]|[+-]\\d\\d:\\d\\d))?|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/created",schemaPath:"#/$defs/time/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data.note !== undefined){
let data37 = data.note;
if(typeof data37 === "string"){
if(func2(data37) > 1024){
const err87 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(func2(data37) < 1){
const err88 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
else {
const err89 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data.allow_from !== undefined){
let data38 = data.allow_from;
if(Array.isArray(data38)){
if(data38.length < 1){
const err90 = {instancePath:instancePath+"/allow_from",schemaPath:"#/properties/allow_from/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
const len4 = data38.length;
for(let i7=0; i7<len4; i7++){
let data39 = data38[i7];
if(typeof data39 === "string"){
if(func2(data39) < 1){
const err91 = {instancePath:instancePath+"/allow_from/" + i7,schemaPath:"#/properties/allow_from/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
else {
const err92 = {instancePath:instancePath+"/allow_from/" + i7,schemaPath:"#/properties/allow_from/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
else {
const err93 = {instancePath:instancePath+"/allow_from",schemaPath:"#/properties/allow_from/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
let data40 = data.tags;
if(Array.isArray(data40)){
const len5 = data40.length;
for(let i8=0; i8<len5; i8++){
let data41 = data40[i8];
if(typeof data41 === "string"){
if(func2(data41) > 64){
const err94 = {instancePath:instancePath+"/tags/" + i8,schemaPath:"#/properties/tags/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if(func2(data41) < 1){
const err95 = {instancePath:instancePath+"/tags/" + i8,schemaPath:"#/properties/tags/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
else {
const err96 = {instancePath:instancePath+"/tags/" + i8,schemaPath:"#/properties/tags/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
else {
const err97 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
let data42 = data.nested_models;
if(!((data42 === "allow") || (data42 === "refuse"))){
const err98 = {instancePath:instancePath+"/nested_models",schemaPath:"#/properties/nested_models/enum",keyword:"enum",params:{allowedValues: schema215.properties.nested_models.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
else {
const err99 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
validate125.errors = vErrors;
return errors === 0;
}
validate125.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema224 = {"type":"object","description":"Who else is let in, beside keys with a secret: tokens of issuers.","additionalProperties":false,"properties":{"resource":{"$ref":"#/$defs/open_text","description":"The https:// URL that this gateway has to its clients, where they are told which issuers it takes tokens of: `/.well-known/oauth-protected-resource` is served, and each 401 names it (RFC 9728). No default: nothing is told.","examples":["https://llm.example.com"]},"issuers":{"$ref":"#/$defs/issuers","description":"Issuers of JWTs that are taken as a bearer, by name.","default":{},"examples":[{"ci":{"issuer":"https://token.actions.githubusercontent.com","audience":"https://llm.example.com","rules":[{"when":{"repository_owner":"example"},"key":"ci"}]}}]}}};
const schema226 = {"type":"object","description":"Issuers of tokens, by name.","propertyNames":{"$ref":"#/$defs/plain_name"},"additionalProperties":{"$ref":"#/$defs/issuer"}};
const schema228 = {"type":"object","description":"Who signs tokens, and which keys they lead to.","additionalProperties":false,"required":["issuer","audience","rules"],"properties":{"issuer":{"$ref":"#/$defs/open_text","description":"What its tokens have as `iss`, to the letter: https://, or http:// on loopback. Required.","examples":["https://login.example.com/realms/main"]},"audience":{"type":["string","array"],"minLength":1,"minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"What its tokens have as `aud`, or among several: one of these, to the letter. Required.","examples":["https://llm.example.com",["llm","https://llm.example.com"]]},"jwks":{"$ref":"#/$defs/open_text","description":"The key set that its tokens are signed with: a URL (https://, or http:// on loopback) or a file, at most 1 MiB. Default: what its `/.well-known/openid-configuration` names.","examples":["https://login.example.com/keys","/var/run/secrets/cluster-keys.json"]},"algorithms":{"type":"array","minItems":1,"uniqueItems":true,"items":{"enum":["RS256","RS384","RS512","PS256","PS384","PS512","ES256","ES384","ES512","EdDSA","Ed25519"]},"description":"The algorithms that its tokens may be signed with, all of them with a public key.","default":["RS256","PS256","ES256","EdDSA"],"examples":[["ES256"]]},"clock_skew":{"$ref":"#/$defs/duration","x-bounds":["0s","5m"],"description":"By how much its clock and this one's may differ, up to 5m.","default":"30s","examples":["5s"]},"rules":{"type":"array","minItems":1,"maxItems":256,"items":{"$ref":"#/$defs/identity_rule"},"description":"Which key a token leads to: the first rule that matches. A token that none matches is refused. Required.","examples":[[{"when":{"sub":"system:serviceaccount:prod:*"},"key":"prod"}]]}}};
const schema232 = {"type":"object","description":"Which tokens, and the key whose rights and limits hold for them.","additionalProperties":false,"required":["when","key"],"properties":{"when":{"type":"object","description":"Claims and what each of them has to be: a value, a pattern in which `*` stands for anything, or a list of which one has to match. Dots lead into objects; of a claim that is a list one entry has to match. `{}` takes every token. Required.","maxProperties":32,"propertyNames":{"$ref":"#/$defs/claim_name"},"additionalProperties":{"type":["string","number","boolean","array"],"minItems":1,"uniqueItems":true,"items":{"type":["string","number","boolean"]},"description":"The value, or several."},"examples":[{"repository_owner":"example","ref":["refs/heads/main","refs/tags/*"]}]},"key":{"type":"string","minLength":1,"description":"The name of the key. Required.","examples":["ci"]},"each":{"$ref":"#/$defs/claim_name","description":"A claim each of whose values counts for itself under the key's `rate_limit`, as if each had a key of its own; tokens that do not have it count as one. Groups count all together. As many are remembered as `end_users`, and budgets are those of a day. No default: all who come to the key share its limits.","examples":["sub"]}}};
const schema233 = {"description":"The name of a claim; dots lead into objects.","type":"string","minLength":1,"maxLength":256,"pattern":"^[!-~]+( [!-~]+)*$"};
const pattern108 = new RegExp("^[!-~]+( [!-~]+)*$", "u");

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate137.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.when === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "when"},message:"must have required property '"+"when"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.key === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "when") || (key0 === "key")) || (key0 === "each"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.when !== undefined){
let data0 = data.when;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(Object.keys(data0).length > 32){
const err3 = {instancePath:instancePath+"/when",schemaPath:"#/properties/when/maxProperties",keyword:"maxProperties",params:{limit: 32},message:"must NOT have more than 32 properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key1 in data0){
const _errs4 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 256){
const err4 = {instancePath:instancePath+"/when",schemaPath:"#/$defs/claim_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(key1) < 1){
const err5 = {instancePath:instancePath+"/when",schemaPath:"#/$defs/claim_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern108.test(key1)){
const err6 = {instancePath:instancePath+"/when",schemaPath:"#/$defs/claim_name/pattern",keyword:"pattern",params:{pattern: "^[!-~]+( [!-~]+)*$"},message:"must match pattern \""+"^[!-~]+( [!-~]+)*$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/when",schemaPath:"#/$defs/claim_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
const err8 = {instancePath:instancePath+"/when",schemaPath:"#/properties/when/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
for(const key2 in data0){
let data1 = data0[key2];
if((((typeof data1 !== "string") && (!((typeof data1 == "number") && (isFinite(data1))))) && (typeof data1 !== "boolean")) && (!(Array.isArray(data1)))){
const err9 = {instancePath:instancePath+"/when/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/additionalProperties/type",keyword:"type",params:{type: schema232.properties.when.additionalProperties.type},message:"must be string,number,boolean,array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length < 1){
const err10 = {instancePath:instancePath+"/when/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(((typeof data2 !== "string") && (!((typeof data2 == "number") && (isFinite(data2))))) && (typeof data2 !== "boolean")){
const err11 = {instancePath:instancePath+"/when/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/properties/when/additionalProperties/items/type",keyword:"type",params:{type: schema232.properties.when.additionalProperties.items.type},message:"must be string,number,boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(((typeof item0 !== "string") && (!((typeof item0 == "number") && (isFinite(item0))))) && (typeof item0 !== "boolean")){
continue;
}
if(typeof item0 == "string"){
item0 += "_";
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err12 = {instancePath:instancePath+"/when/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/when/additionalProperties/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
}
}
else {
const err13 = {instancePath:instancePath+"/when",schemaPath:"#/properties/when/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.key !== undefined){
let data3 = data.key;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err14 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.each !== undefined){
let data4 = data.each;
if(typeof data4 === "string"){
if(func2(data4) > 256){
const err16 = {instancePath:instancePath+"/each",schemaPath:"#/$defs/claim_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(func2(data4) < 1){
const err17 = {instancePath:instancePath+"/each",schemaPath:"#/$defs/claim_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!pattern108.test(data4)){
const err18 = {instancePath:instancePath+"/each",schemaPath:"#/$defs/claim_name/pattern",keyword:"pattern",params:{pattern: "^[!-~]+( [!-~]+)*$"},message:"must match pattern \""+"^[!-~]+( [!-~]+)*$"+"\""};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/each",schemaPath:"#/$defs/claim_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate137.errors = vErrors;
return errors === 0;
}
validate137.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate136.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.algorithms === undefined){
data.algorithms = ["RS256","PS256","ES256","EdDSA"];
}
if(data.clock_skew === undefined){
data.clock_skew = "30s";
}
if(data.issuer === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "issuer"},message:"must have required property '"+"issuer"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.audience === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "audience"},message:"must have required property '"+"audience"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.rules === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rules"},message:"must have required property '"+"rules"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "issuer") || (key0 === "audience")) || (key0 === "jwks")) || (key0 === "algorithms")) || (key0 === "clock_skew")) || (key0 === "rules"))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.issuer !== undefined){
let data0 = data.issuer;
if(typeof data0 === "string"){
if(func2(data0) > 4096){
const err4 = {instancePath:instancePath+"/issuer",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data0) < 1){
const err5 = {instancePath:instancePath+"/issuer",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/issuer",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.audience !== undefined){
let data1 = data.audience;
if((typeof data1 !== "string") && (!(Array.isArray(data1)))){
const err7 = {instancePath:instancePath+"/audience",schemaPath:"#/properties/audience/type",keyword:"type",params:{type: schema228.properties.audience.type},message:"must be string,array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err8 = {instancePath:instancePath+"/audience",schemaPath:"#/properties/audience/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(Array.isArray(data1)){
if(data1.length < 1){
const err9 = {instancePath:instancePath+"/audience",schemaPath:"#/properties/audience/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err10 = {instancePath:instancePath+"/audience/" + i0,schemaPath:"#/properties/audience/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/audience/" + i0,schemaPath:"#/properties/audience/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err12 = {instancePath:instancePath+"/audience",schemaPath:"#/properties/audience/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
}
if(data.jwks !== undefined){
let data3 = data.jwks;
if(typeof data3 === "string"){
if(func2(data3) > 4096){
const err13 = {instancePath:instancePath+"/jwks",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(func2(data3) < 1){
const err14 = {instancePath:instancePath+"/jwks",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/jwks",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
let data4 = data.algorithms;
if(Array.isArray(data4)){
if(data4.length < 1){
const err16 = {instancePath:instancePath+"/algorithms",schemaPath:"#/properties/algorithms/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len1 = data4.length;
for(let i2=0; i2<len1; i2++){
let data5 = data4[i2];
if(!(((((((((((data5 === "RS256") || (data5 === "RS384")) || (data5 === "RS512")) || (data5 === "PS256")) || (data5 === "PS384")) || (data5 === "PS512")) || (data5 === "ES256")) || (data5 === "ES384")) || (data5 === "ES512")) || (data5 === "EdDSA")) || (data5 === "Ed25519"))){
const err17 = {instancePath:instancePath+"/algorithms/" + i2,schemaPath:"#/properties/algorithms/items/enum",keyword:"enum",params:{allowedValues: schema228.properties.algorithms.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
let i3 = data4.length;
let j1;
if(i3 > 1){
outer0:
for(;i3--;){
for(j1 = i3; j1--;){
if(func0(data4[i3], data4[j1])){
const err18 = {instancePath:instancePath+"/algorithms",schemaPath:"#/properties/algorithms/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err19 = {instancePath:instancePath+"/algorithms",schemaPath:"#/properties/algorithms/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
let data6 = data.clock_skew;
if(typeof data6 === "string"){
if(!pattern10.test(data6)){
const err20 = {instancePath:instancePath+"/clock_skew",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/clock_skew",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.rules !== undefined){
let data7 = data.rules;
if(Array.isArray(data7)){
if(data7.length > 256){
const err22 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data7.length < 1){
const err23 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
const len2 = data7.length;
for(let i4=0; i4<len2; i4++){
if(!(validate137(data7[i4], {instancePath:instancePath+"/rules/" + i4,parentData:data7,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate137.errors);
errors = vErrors.length;
}
}
}
else {
const err24 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate136.errors = vErrors;
return errors === 0;
}
validate136.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate135.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(func2(key0) > 256){
const err0 = {instancePath,schemaPath:"#/$defs/plain_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern36.test(key0)){
const err1 = {instancePath,schemaPath:"#/$defs/plain_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._:@+-]+$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/$defs/plain_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid0 = _errs1 === errors;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
for(const key1 in data){
if(!(validate136(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate136.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate135.errors = vErrors;
return errors === 0;
}
validate135.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate134.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.issuers === undefined){
data.issuers = {};
}
for(const key0 in data){
if(!((key0 === "resource") || (key0 === "issuers"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.resource !== undefined){
let data0 = data.resource;
if(typeof data0 === "string"){
if(func2(data0) > 4096){
const err1 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/resource",schemaPath:"#/$defs/open_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(!(validate135(data.issuers, {instancePath:instancePath+"/issuers",parentData:data,parentDataProperty:"issuers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate135.errors);
errors = vErrors.length;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate134.errors = vErrors;
return errors === 0;
}
validate134.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema235 = {"type":"object","description":"Where the gateway itself writes.","additionalProperties":false,"properties":{"dir":{"$ref":"#/$defs/file","description":"A directory. Default: `$STATE_DIRECTORY`, else `.gateway` in the working directory.","examples":["/var/lib/gateway"]},"store":{"enum":["memory","redis"],"description":"Where limits are counted: on this host, or for all gateways together.","default":"memory","examples":["redis"]},"redis":{"$ref":"#/$defs/redis","description":"The Redis or Valkey that counts, with `store: redis`, and keeps keys, with `keys_store: redis`. No default.","examples":[{"url":"${REDIS_URL}","gateways":2}]},"ids":{"$ref":"#/$defs/state_ids","description":"What the ids of objects are signed with (`stateful`).","default":{},"examples":[{"secret":"${GATEWAY_IDS_SECRET}"}]}}};
const schema237 = {"type":"object","description":"A Redis or Valkey that all gateways share. It counts and nothing else.","additionalProperties":false,"required":["url"],"properties":{"url":{"type":"string","minLength":1,"description":"`redis://` or, with TLS, `rediss://`, with user and password where the server asks for them. Required.","examples":["${REDIS_URL}","rediss://redis.internal:6380"]},"on_failure":{"enum":["local","allow","deny"],"description":"While it does not answer: each gateway applies its share, nothing is limited, or limited keys get a 503.","default":"local","examples":["deny"]},"gateways":{"type":"integer","minimum":1,"maximum":10000,"description":"How many gateways share it. Required with `on_failure: local`. No default.","examples":[2]},"prefix":{"type":"string","pattern":"^([A-Za-z0-9._/:@+-]{1,64}|.*\\$\\{.*)$","description":"Before the names of all keys in it.","default":"gateway:","examples":["staging:"]},"tls":{"type":"object","description":"TLS towards it, with `rediss://`. No field is needed for public servers.","additionalProperties":false,"properties":{"ca":{"$ref":"#/$defs/file","description":"Certificates to trust in place of the system's, a PEM file. No default.","examples":["/etc/ssl/internal-ca.pem"]},"server_name":{"type":"string","pattern":"^([A-Za-z0-9._-]+|.*\\$\\{.*)$","description":"The name to ask for and to check. Default: the host of `url`.","examples":["redis.internal"]},"cert":{"$ref":"#/$defs/file","description":"Our certificate, a PEM file; needs `key`. No default.","examples":["/etc/gateway/client.crt"]},"key":{"$ref":"#/$defs/file","description":"Our certificate's private key, a PEM file; needs `cert`. No default.","examples":["/etc/gateway/client.key"]}},"dependentRequired":{"cert":["key"],"key":["cert"]},"default":{},"examples":[{"ca":"/etc/ssl/internal-ca.pem"}]}}};
const pattern110 = new RegExp("^([A-Za-z0-9._/:@+-]{1,64}|.*\\$\\{.*)$", "u");

function validate143(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate143.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.on_failure === undefined){
data.on_failure = "local";
}
if(data.prefix === undefined){
data.prefix = "gateway:";
}
if(data.tls === undefined){
data.tls = {};
}
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "url") || (key0 === "on_failure")) || (key0 === "gateways")) || (key0 === "prefix")) || (key0 === "tls"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data1 = data.on_failure;
if(!(((data1 === "local") || (data1 === "allow")) || (data1 === "deny"))){
const err4 = {instancePath:instancePath+"/on_failure",schemaPath:"#/properties/on_failure/enum",keyword:"enum",params:{allowedValues: schema237.properties.on_failure.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.gateways !== undefined){
let data2 = data.gateways;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/gateways",schemaPath:"#/properties/gateways/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10000 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/gateways",schemaPath:"#/properties/gateways/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/gateways",schemaPath:"#/properties/gateways/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
let data3 = data.prefix;
if(typeof data3 === "string"){
if(!pattern110.test(data3)){
const err8 = {instancePath:instancePath+"/prefix",schemaPath:"#/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z0-9._/:@+-]{1,64}|.*\\$\\{.*)$"},message:"must match pattern \""+"^([A-Za-z0-9._/:@+-]{1,64}|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/prefix",schemaPath:"#/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data4 = data.tls;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
if(!((((key1 === "ca") || (key1 === "server_name")) || (key1 === "cert")) || (key1 === "key"))){
const err10 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data4.ca !== undefined){
let data5 = data4.ca;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err11 = {instancePath:instancePath+"/tls/ca",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/tls/ca",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data4.server_name !== undefined){
let data6 = data4.server_name;
if(typeof data6 === "string"){
if(!pattern75.test(data6)){
const err13 = {instancePath:instancePath+"/tls/server_name",schemaPath:"#/properties/tls/properties/server_name/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z0-9._-]+|.*\\$\\{.*)$"},message:"must match pattern \""+"^([A-Za-z0-9._-]+|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/tls/server_name",schemaPath:"#/properties/tls/properties/server_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.cert !== undefined){
let data7 = data4.cert;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err15 = {instancePath:instancePath+"/tls/cert",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/tls/cert",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data4.key !== undefined){
let data8 = data4.key;
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err17 = {instancePath:instancePath+"/tls/key",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/tls/key",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data4.cert !== undefined){
if(data4.key === undefined){
const err19 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/dependentRequired",keyword:"dependentRequired",params:{property: "cert",
    missingProperty: "key",
    depsCount: 1,
    deps: "key"},message:"must have property key when property cert is present"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.key !== undefined){
if(data4.cert === undefined){
const err20 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/dependentRequired",keyword:"dependentRequired",params:{property: "key",
    missingProperty: "cert",
    depsCount: 1,
    deps: "cert"},message:"must have property cert when property key is present"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate143.errors = vErrors;
return errors === 0;
}
validate143.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema241 = {"type":"object","additionalProperties":false,"properties":{"secret":{"$ref":"#/$defs/secret","description":"What ids are signed with: 32 bytes in base64, as `openssl rand -base64 32` prints them. All gateways that serve the same clients need the same. Default: made once, and kept in `ids.key` in `state.dir`.","examples":["${GATEWAY_IDS_SECRET}"]},"previous":{"type":"array","maxItems":8,"items":{"$ref":"#/$defs/secret"},"description":"Secrets that ids were signed with before, which are still good.","default":[],"examples":[["${GATEWAY_IDS_SECRET_2025}"]]}}};

function validate145(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate145.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.previous === undefined){
data.previous = [];
}
for(const key0 in data){
if(!((key0 === "secret") || (key0 === "previous"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.secret !== undefined){
let data0 = data.secret;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/secret",schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/secret",schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data1 = data.previous;
if(Array.isArray(data1)){
if(data1.length > 8){
const err3 = {instancePath:instancePath+"/previous",schemaPath:"#/properties/previous/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err4 = {instancePath:instancePath+"/previous/" + i0,schemaPath:"#/$defs/secret/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/previous/" + i0,schemaPath:"#/$defs/secret/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/previous",schemaPath:"#/properties/previous/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate145.errors = vErrors;
return errors === 0;
}
validate145.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate142.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.store === undefined){
data.store = "memory";
}
if(data.ids === undefined){
data.ids = {};
}
for(const key0 in data){
if(!((((key0 === "dir") || (key0 === "store")) || (key0 === "redis")) || (key0 === "ids"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.dir !== undefined){
let data0 = data.dir;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/dir",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/dir",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data1 = data.store;
if(!((data1 === "memory") || (data1 === "redis"))){
const err3 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/enum",keyword:"enum",params:{allowedValues: schema235.properties.store.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.redis !== undefined){
if(!(validate143(data.redis, {instancePath:instancePath+"/redis",parentData:data,parentDataProperty:"redis",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate143.errors);
errors = vErrors.length;
}
}
if(!(validate145(data.ids, {instancePath:instancePath+"/ids",parentData:data,parentDataProperty:"ids",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate145.errors);
errors = vErrors.length;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate142.errors = vErrors;
return errors === 0;
}
validate142.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema244 = {"type":"object","description":"A request, what is down, and what must come out; or what was used of a deployment, and what it must cost.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it shows. Required.","examples":["images go to openai"]},"request":{"type":"object","description":"What is asked. No default: required, but beside `usage`.","additionalProperties":false,"properties":{"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Required.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`. No default; `models` can stand alone, and what names no model needs neither: objects that backends keep, an own endpoint with `model: { in: none }`.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`.","default":[],"examples":[["claude-haiku"]]},"tags":{"type":"array","items":{"type":"string"},"description":"The wanted tags.","default":[],"examples":[["vision","chat_completions:streaming"]]},"key":{"type":"string","minLength":1,"description":"The name of the key that asks. Default: one that may use everything.","examples":["team-a"]},"claims":{"type":"object","description":"The claims of a token that is sound, in place of `key`: the rules of its issuer have to lead somewhere. `iss` may be left out where there is one issuer, `aud` always. No default.","additionalProperties":{"description":"Any JSON."},"examples":[{"iss":"https://login.example.com","sub":"service-a","groups":["staff"]}]}},"required":["endpoint"],"examples":[{"endpoint":"chat_completions","model":"gpt-4o-mini"}]},"usage":{"type":"object","description":"What was used of a deployment, in place of a request: counts, or an answer that is read as its backend's would be. No default.","additionalProperties":false,"required":["deployment"],"minProperties":2,"properties":{"deployment":{"type":"string","minLength":1,"description":"The deployment, as `MODEL/NAME`, or its name where no other has it. Required.","examples":["gpt-4o-mini/openai"]},"answer":{"$ref":"#/$defs/file","description":"A file with a whole answer, or with the events of a stream. No default.","examples":["answers/stream.txt"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint that the answer is of. Default: the one that the deployment serves.","examples":["responses"]},"input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request, cached and written ones included. No default: none.","examples":[1000000]},"cached_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that a cache held. No default: none.","examples":[900000]},"cache_write":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that were written to a cache. No default: none.","examples":[1000]},"cache_write_1h":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of the written ones that are kept for an hour. No default: none.","examples":[1000]},"audio_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request that are sound. No default: none.","examples":[100]},"image_input":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the request that are images. No default: none.","examples":[100]},"output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Tokens of the answer. No default: none.","examples":[1000]},"audio_output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that are sound. No default: none.","examples":[100]},"image_output":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Those of them that are images. No default: none.","examples":[100]},"images":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Images. No default: none.","examples":[1]},"seconds":{"type":"number","minimum":0,"maximum":1000000000000,"description":"Seconds of audio or video. No default: none.","examples":[12.5]},"characters":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Characters that are spoken. No default: none.","examples":[500]},"search_units":{"type":"integer","minimum":0,"maximum":1000000000000,"description":"Search units. No default: none.","examples":[1]},"image_kind":{"type":"string","description":"Their quality and size. No default: the `default` of `per_image` holds.","examples":["high/1024x1024"]},"units":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000000},"description":"Units of `per_unit`, by name. No default: none.","examples":[{"pages":3}]},"tool_calls":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[a-z][a-z0-9_]{0,63}$"},"additionalProperties":{"type":"number","minimum":0,"maximum":1000000000000},"description":"Calls of tools that the vendor runs, by name. No default: none.","examples":[{"web_search":2}]},"service_tier":{"type":"string","minLength":1,"maxLength":64,"description":"The tier of service that the answer names. No default.","examples":["flex"]}},"examples":[{"deployment":"gpt-4o-mini/openai","input":1000000,"cached_input":900000,"output":1000}]},"body":{"type":["string","object"],"minLength":1,"additionalProperties":{"description":"Any JSON."},"description":"The JSON body of the request, or a file with it: its model, its tags and what it uses. What `request` says goes before it. Where deployments translate requests it is said for them, too. No default.","examples":["requests/image.json",{"messages":[{"role":"user","content":"hi"}],"logprobs":true}]},"down":{"type":"array","items":{"type":"string","minLength":1},"description":"What is out of order: backends, or deployments as `MODEL/NAME`.","default":[],"examples":[["openai"],["gpt-4o-mini/local"]]},"expect":{"type":"object","description":"What must come out. Required, at least one field.","additionalProperties":false,"properties":{"deployment":{"type":"string","minLength":1,"description":"The deployment that is tried first (of equals the heaviest, then the one declared first): its name, or `MODEL/NAME`; on endpoints for what backends keep, the backend where new ones go. No default.","examples":["openai","gpt-4o-mini/local"]},"order":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All deployments that are tried, in that order; of equals the heaviest, then the one declared first. No default.","examples":[["openai","local"],["gpt-4o-mini/openai","claude-haiku/claude"]]},"eligible":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All deployments of the chain that serve the endpoint and satisfy the tags, up or down, in any order. No default.","examples":[["openai","local"],[]]},"model":{"type":"string","minLength":1,"description":"The model whose deployment is tried first. No default.","examples":["gpt-4o-mini"]},"status":{"type":"integer","minimum":100,"maximum":599,"description":"The HTTP status of the answer. No default.","examples":[503]},"code":{"type":"string","minLength":1,"description":"The `error.code` of the answer. No default.","examples":["503","model_not_found"]},"via":{"enum":["native","chat_completions","messages","responses","gemini","bedrock_converse"],"description":"What the deployment that is tried first is asked in; `native` where nothing is translated. No default.","examples":["chat_completions"]},"dropped":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All fields of `body` that the deployment which is tried first is not told of, in any order, with `[]` for indices. No default.","examples":[["cache_control"],[]]},"changed":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1},"description":"All fields of `body` that it is told something near of. No default.","examples":[["max_tokens"]]},"param":{"type":"string","minLength":1,"description":"The field that the error names. No default.","examples":["logprobs"]},"cost":{"type":"string","minLength":1,"description":"What it costs, to the billionth of a US dollar; only beside `usage`. No default.","examples":["0.1316 USD"]}},"minProperties":1,"examples":[{"deployment":"openai"},{"status":503,"code":"503"}]}},"required":["name","expect"],"if":{"required":["usage"]},"else":{"required":["request"],"anyOf":[{"required":["body"]},{"type":"object","properties":{"request":{"type":"object","anyOf":[{"required":["model"]},{"required":["models"]},{"required":["endpoint"],"properties":{"endpoint":{"enum":["batches","containers","conversations","files","message_batches","uploads"]}}},{"required":["endpoint"],"properties":{"endpoint":{"not":{"enum":["batches","chat_completions","completions","containers","conversations","count_tokens","decisions","embeddings","files","image_edits","image_variations","images","message_batches","messages","moderations","rerank","responses","responses_compact","responses_input_tokens","speech","transcriptions","translations","uploads"]}}}}]}}}]}};

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate148.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.usage === undefined) && (missing0 = "usage")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
const _errs4 = errors;
let valid1 = false;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body === undefined){
const err1 = {instancePath,schemaPath:"#/else/anyOf/0/required",keyword:"required",params:{missingProperty: "body"},message:"must have required property '"+"body"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request !== undefined){
let data0 = data.request;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err2 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const _errs10 = errors;
let valid3 = false;
const _errs11 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.model === undefined){
const err3 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/anyOf/0/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid2 = _errs11 === errors;
valid3 = valid3 || _valid2;
const _errs12 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.models === undefined){
const err4 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/anyOf/1/required",keyword:"required",params:{missingProperty: "models"},message:"must have required property '"+"models"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid2 = _errs12 === errors;
valid3 = valid3 || _valid2;
const _errs13 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.endpoint === undefined){
const err5 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/anyOf/2/required",keyword:"required",params:{missingProperty: "endpoint"},message:"must have required property '"+"endpoint"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.endpoint !== undefined){
let data1 = data0.endpoint;
if(!((((((data1 === "batches") || (data1 === "containers")) || (data1 === "conversations")) || (data1 === "files")) || (data1 === "message_batches")) || (data1 === "uploads"))){
const err6 = {instancePath:instancePath+"/request/endpoint",schemaPath:"#/else/anyOf/1/properties/request/anyOf/2/properties/endpoint/enum",keyword:"enum",params:{allowedValues: schema244.else.anyOf[1].properties.request.anyOf[2].properties.endpoint.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var _valid2 = _errs13 === errors;
valid3 = valid3 || _valid2;
if(_valid2){
var props0 = {};
props0.endpoint = true;
}
const _errs15 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.endpoint === undefined){
const err7 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/anyOf/3/required",keyword:"required",params:{missingProperty: "endpoint"},message:"must have required property '"+"endpoint"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data0.endpoint !== undefined){
let data2 = data0.endpoint;
const _errs17 = errors;
const _errs18 = errors;
if(!(((((((((((((((((((((((data2 === "batches") || (data2 === "chat_completions")) || (data2 === "completions")) || (data2 === "containers")) || (data2 === "conversations")) || (data2 === "count_tokens")) || (data2 === "decisions")) || (data2 === "embeddings")) || (data2 === "files")) || (data2 === "image_edits")) || (data2 === "image_variations")) || (data2 === "images")) || (data2 === "message_batches")) || (data2 === "messages")) || (data2 === "moderations")) || (data2 === "rerank")) || (data2 === "responses")) || (data2 === "responses_compact")) || (data2 === "responses_input_tokens")) || (data2 === "speech")) || (data2 === "transcriptions")) || (data2 === "translations")) || (data2 === "uploads"))){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid6 = _errs18 === errors;
if(valid6){
const err9 = {instancePath:instancePath+"/request/endpoint",schemaPath:"#/else/anyOf/1/properties/request/anyOf/3/properties/endpoint/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs17;
if(vErrors !== null){
if(_errs17){
vErrors.length = _errs17;
}
else {
vErrors = null;
}
}
}
}
}
var _valid2 = _errs15 === errors;
valid3 = valid3 || _valid2;
if(_valid2){
if(props0 !== true){
props0 = props0 || {};
props0.endpoint = true;
}
}
if(!valid3){
const err10 = {instancePath:instancePath+"/request",schemaPath:"#/else/anyOf/1/properties/request/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/else/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(_valid1){
var props1 = {};
props1.request = true;
}
if(!valid1){
const err12 = {instancePath,schemaPath:"#/else/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
const err13 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "request"},message:"must have required property '"+"request"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err14 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.down === undefined){
data.down = [];
}
if(data.name === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.expect === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expect"},message:"must have required property '"+"expect"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "name") || (key0 === "request")) || (key0 === "usage")) || (key0 === "body")) || (key0 === "down")) || (key0 === "expect"))){
const err17 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.name !== undefined){
let data3 = data.name;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err18 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.request !== undefined){
let data4 = data.request;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.models === undefined){
data4.models = [];
}
if(data4.tags === undefined){
data4.tags = [];
}
if(data4.endpoint === undefined){
const err20 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/required",keyword:"required",params:{missingProperty: "endpoint"},message:"must have required property '"+"endpoint"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key1 in data4){
if(!((((((key1 === "endpoint") || (key1 === "model")) || (key1 === "models")) || (key1 === "tags")) || (key1 === "key")) || (key1 === "claims"))){
const err21 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data4.endpoint !== undefined){
if(!(validate39(data4.endpoint, {instancePath:instancePath+"/request/endpoint",parentData:data4,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
}
if(data4.model !== undefined){
let data6 = data4.model;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err22 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
let data7 = data4.models;
if(Array.isArray(data7)){
if(data7.length > 8){
const err24 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err25 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
let data9 = data4.tags;
if(Array.isArray(data9)){
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
if(typeof data9[i1] !== "string"){
const err28 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/request/tags",schemaPath:"#/properties/request/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data4.key !== undefined){
let data11 = data4.key;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err30 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data4.claims !== undefined){
let data12 = data4.claims;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
}
else {
const err32 = {instancePath:instancePath+"/request/claims",schemaPath:"#/properties/request/properties/claims/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.usage !== undefined){
let data13 = data.usage;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 2){
const err34 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/minProperties",keyword:"minProperties",params:{limit: 2},message:"must NOT have fewer than 2 properties"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data13.deployment === undefined){
const err35 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/required",keyword:"required",params:{missingProperty: "deployment"},message:"must have required property '"+"deployment"+"'"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key2 in data13){
if(!(func1.call(schema244.properties.usage.properties, key2))){
const err36 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data13.deployment !== undefined){
let data14 = data13.deployment;
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err37 = {instancePath:instancePath+"/usage/deployment",schemaPath:"#/properties/usage/properties/deployment/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/usage/deployment",schemaPath:"#/properties/usage/properties/deployment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data13.answer !== undefined){
let data15 = data13.answer;
if(typeof data15 === "string"){
if(func2(data15) < 1){
const err39 = {instancePath:instancePath+"/usage/answer",schemaPath:"#/$defs/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/usage/answer",schemaPath:"#/$defs/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data13.endpoint !== undefined){
if(!(validate39(data13.endpoint, {instancePath:instancePath+"/usage/endpoint",parentData:data13,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
}
if(data13.input !== undefined){
let data17 = data13.input;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err41 = {instancePath:instancePath+"/usage/input",schemaPath:"#/properties/usage/properties/input/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 1000000000000 || isNaN(data17)){
const err42 = {instancePath:instancePath+"/usage/input",schemaPath:"#/properties/usage/properties/input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data17 < 0 || isNaN(data17)){
const err43 = {instancePath:instancePath+"/usage/input",schemaPath:"#/properties/usage/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data13.cached_input !== undefined){
let data18 = data13.cached_input;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err44 = {instancePath:instancePath+"/usage/cached_input",schemaPath:"#/properties/usage/properties/cached_input/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 1000000000000 || isNaN(data18)){
const err45 = {instancePath:instancePath+"/usage/cached_input",schemaPath:"#/properties/usage/properties/cached_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err46 = {instancePath:instancePath+"/usage/cached_input",schemaPath:"#/properties/usage/properties/cached_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
if(data13.cache_write !== undefined){
let data19 = data13.cache_write;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err47 = {instancePath:instancePath+"/usage/cache_write",schemaPath:"#/properties/usage/properties/cache_write/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 1000000000000 || isNaN(data19)){
const err48 = {instancePath:instancePath+"/usage/cache_write",schemaPath:"#/properties/usage/properties/cache_write/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data19 < 0 || isNaN(data19)){
const err49 = {instancePath:instancePath+"/usage/cache_write",schemaPath:"#/properties/usage/properties/cache_write/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
if(data13.cache_write_1h !== undefined){
let data20 = data13.cache_write_1h;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err50 = {instancePath:instancePath+"/usage/cache_write_1h",schemaPath:"#/properties/usage/properties/cache_write_1h/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 1000000000000 || isNaN(data20)){
const err51 = {instancePath:instancePath+"/usage/cache_write_1h",schemaPath:"#/properties/usage/properties/cache_write_1h/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err52 = {instancePath:instancePath+"/usage/cache_write_1h",schemaPath:"#/properties/usage/properties/cache_write_1h/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
if(data13.audio_input !== undefined){
let data21 = data13.audio_input;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err53 = {instancePath:instancePath+"/usage/audio_input",schemaPath:"#/properties/usage/properties/audio_input/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 1000000000000 || isNaN(data21)){
const err54 = {instancePath:instancePath+"/usage/audio_input",schemaPath:"#/properties/usage/properties/audio_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err55 = {instancePath:instancePath+"/usage/audio_input",schemaPath:"#/properties/usage/properties/audio_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data13.image_input !== undefined){
let data22 = data13.image_input;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err56 = {instancePath:instancePath+"/usage/image_input",schemaPath:"#/properties/usage/properties/image_input/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 1000000000000 || isNaN(data22)){
const err57 = {instancePath:instancePath+"/usage/image_input",schemaPath:"#/properties/usage/properties/image_input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err58 = {instancePath:instancePath+"/usage/image_input",schemaPath:"#/properties/usage/properties/image_input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
if(data13.output !== undefined){
let data23 = data13.output;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err59 = {instancePath:instancePath+"/usage/output",schemaPath:"#/properties/usage/properties/output/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 1000000000000 || isNaN(data23)){
const err60 = {instancePath:instancePath+"/usage/output",schemaPath:"#/properties/usage/properties/output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err61 = {instancePath:instancePath+"/usage/output",schemaPath:"#/properties/usage/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
if(data13.audio_output !== undefined){
let data24 = data13.audio_output;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err62 = {instancePath:instancePath+"/usage/audio_output",schemaPath:"#/properties/usage/properties/audio_output/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 1000000000000 || isNaN(data24)){
const err63 = {instancePath:instancePath+"/usage/audio_output",schemaPath:"#/properties/usage/properties/audio_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(data24 < 0 || isNaN(data24)){
const err64 = {instancePath:instancePath+"/usage/audio_output",schemaPath:"#/properties/usage/properties/audio_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
if(data13.image_output !== undefined){
let data25 = data13.image_output;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err65 = {instancePath:instancePath+"/usage/image_output",schemaPath:"#/properties/usage/properties/image_output/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 1000000000000 || isNaN(data25)){
const err66 = {instancePath:instancePath+"/usage/image_output",schemaPath:"#/properties/usage/properties/image_output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err67 = {instancePath:instancePath+"/usage/image_output",schemaPath:"#/properties/usage/properties/image_output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
if(data13.images !== undefined){
let data26 = data13.images;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err68 = {instancePath:instancePath+"/usage/images",schemaPath:"#/properties/usage/properties/images/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 1000000000000 || isNaN(data26)){
const err69 = {instancePath:instancePath+"/usage/images",schemaPath:"#/properties/usage/properties/images/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err70 = {instancePath:instancePath+"/usage/images",schemaPath:"#/properties/usage/properties/images/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
if(data13.seconds !== undefined){
let data27 = data13.seconds;
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 1000000000000 || isNaN(data27)){
const err71 = {instancePath:instancePath+"/usage/seconds",schemaPath:"#/properties/usage/properties/seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data27 < 0 || isNaN(data27)){
const err72 = {instancePath:instancePath+"/usage/seconds",schemaPath:"#/properties/usage/properties/seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/usage/seconds",schemaPath:"#/properties/usage/properties/seconds/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data13.characters !== undefined){
let data28 = data13.characters;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err74 = {instancePath:instancePath+"/usage/characters",schemaPath:"#/properties/usage/properties/characters/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 1000000000000 || isNaN(data28)){
const err75 = {instancePath:instancePath+"/usage/characters",schemaPath:"#/properties/usage/properties/characters/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err76 = {instancePath:instancePath+"/usage/characters",schemaPath:"#/properties/usage/properties/characters/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
if(data13.search_units !== undefined){
let data29 = data13.search_units;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err77 = {instancePath:instancePath+"/usage/search_units",schemaPath:"#/properties/usage/properties/search_units/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 1000000000000 || isNaN(data29)){
const err78 = {instancePath:instancePath+"/usage/search_units",schemaPath:"#/properties/usage/properties/search_units/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err79 = {instancePath:instancePath+"/usage/search_units",schemaPath:"#/properties/usage/properties/search_units/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
if(data13.image_kind !== undefined){
if(typeof data13.image_kind !== "string"){
const err80 = {instancePath:instancePath+"/usage/image_kind",schemaPath:"#/properties/usage/properties/image_kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data13.units !== undefined){
let data31 = data13.units;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length < 1){
const err81 = {instancePath:instancePath+"/usage/units",schemaPath:"#/properties/usage/properties/units/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
for(const key3 in data31){
const _errs80 = errors;
if(typeof key3 === "string"){
if(!pattern27.test(key3)){
const err82 = {instancePath:instancePath+"/usage/units",schemaPath:"#/properties/usage/properties/units/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
var valid15 = _errs80 === errors;
if(!valid15){
const err83 = {instancePath:instancePath+"/usage/units",schemaPath:"#/properties/usage/properties/units/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
for(const key4 in data31){
let data32 = data31[key4];
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 1000000000000 || isNaN(data32)){
const err84 = {instancePath:instancePath+"/usage/units/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/units/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(data32 < 0 || isNaN(data32)){
const err85 = {instancePath:instancePath+"/usage/units/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/units/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/usage/units/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/units/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
else {
const err87 = {instancePath:instancePath+"/usage/units",schemaPath:"#/properties/usage/properties/units/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data13.tool_calls !== undefined){
let data33 = data13.tool_calls;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(Object.keys(data33).length < 1){
const err88 = {instancePath:instancePath+"/usage/tool_calls",schemaPath:"#/properties/usage/properties/tool_calls/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
for(const key5 in data33){
const _errs86 = errors;
if(typeof key5 === "string"){
if(!pattern27.test(key5)){
const err89 = {instancePath:instancePath+"/usage/tool_calls",schemaPath:"#/properties/usage/properties/tool_calls/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},message:"must match pattern \""+"^[a-z][a-z0-9_]{0,63}$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
var valid17 = _errs86 === errors;
if(!valid17){
const err90 = {instancePath:instancePath+"/usage/tool_calls",schemaPath:"#/properties/usage/properties/tool_calls/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
for(const key6 in data33){
let data34 = data33[key6];
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 1000000000000 || isNaN(data34)){
const err91 = {instancePath:instancePath+"/usage/tool_calls/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/tool_calls/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000000},message:"must be <= 1000000000000"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(data34 < 0 || isNaN(data34)){
const err92 = {instancePath:instancePath+"/usage/tool_calls/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/tool_calls/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
else {
const err93 = {instancePath:instancePath+"/usage/tool_calls/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/usage/properties/tool_calls/additionalProperties/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/usage/tool_calls",schemaPath:"#/properties/usage/properties/tool_calls/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data13.service_tier !== undefined){
let data35 = data13.service_tier;
if(typeof data35 === "string"){
if(func2(data35) > 64){
const err95 = {instancePath:instancePath+"/usage/service_tier",schemaPath:"#/properties/usage/properties/service_tier/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(func2(data35) < 1){
const err96 = {instancePath:instancePath+"/usage/service_tier",schemaPath:"#/properties/usage/properties/service_tier/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/usage/service_tier",schemaPath:"#/properties/usage/properties/service_tier/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
else {
const err98 = {instancePath:instancePath+"/usage",schemaPath:"#/properties/usage/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.body !== undefined){
let data36 = data.body;
if((typeof data36 !== "string") && (!(data36 && typeof data36 == "object" && !Array.isArray(data36)))){
const err99 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/type",keyword:"type",params:{type: schema244.properties.body.type},message:"must be string,object"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(typeof data36 === "string"){
if(func2(data36) < 1){
const err100 = {instancePath:instancePath+"/body",schemaPath:"#/properties/body/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
}
let data37 = data.down;
if(Array.isArray(data37)){
const len2 = data37.length;
for(let i2=0; i2<len2; i2++){
let data38 = data37[i2];
if(typeof data38 === "string"){
if(func2(data38) < 1){
const err101 = {instancePath:instancePath+"/down/" + i2,schemaPath:"#/properties/down/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
else {
const err102 = {instancePath:instancePath+"/down/" + i2,schemaPath:"#/properties/down/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
}
else {
const err103 = {instancePath:instancePath+"/down",schemaPath:"#/properties/down/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(data.expect !== undefined){
let data39 = data.expect;
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(Object.keys(data39).length < 1){
const err104 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
for(const key7 in data39){
if(!(func1.call(schema244.properties.expect.properties, key7))){
const err105 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data39.deployment !== undefined){
let data40 = data39.deployment;
if(typeof data40 === "string"){
if(func2(data40) < 1){
const err106 = {instancePath:instancePath+"/expect/deployment",schemaPath:"#/properties/expect/properties/deployment/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath:instancePath+"/expect/deployment",schemaPath:"#/properties/expect/properties/deployment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data39.order !== undefined){
let data41 = data39.order;
if(Array.isArray(data41)){
if(data41.length < 1){
const err108 = {instancePath:instancePath+"/expect/order",schemaPath:"#/properties/expect/properties/order/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
const len3 = data41.length;
for(let i3=0; i3<len3; i3++){
let data42 = data41[i3];
if(typeof data42 === "string"){
if(func2(data42) < 1){
const err109 = {instancePath:instancePath+"/expect/order/" + i3,schemaPath:"#/properties/expect/properties/order/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
else {
const err110 = {instancePath:instancePath+"/expect/order/" + i3,schemaPath:"#/properties/expect/properties/order/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
let i4 = data41.length;
let j0;
if(i4 > 1){
const indices0 = {};
for(;i4--;){
let item0 = data41[i4];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err111 = {instancePath:instancePath+"/expect/order",schemaPath:"#/properties/expect/properties/order/uniqueItems",keyword:"uniqueItems",params:{i: i4, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i4+" are identical)"};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
break;
}
indices0[item0] = i4;
}
}
}
else {
const err112 = {instancePath:instancePath+"/expect/order",schemaPath:"#/properties/expect/properties/order/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data39.eligible !== undefined){
let data43 = data39.eligible;
if(Array.isArray(data43)){
const len4 = data43.length;
for(let i5=0; i5<len4; i5++){
let data44 = data43[i5];
if(typeof data44 === "string"){
if(func2(data44) < 1){
const err113 = {instancePath:instancePath+"/expect/eligible/" + i5,schemaPath:"#/properties/expect/properties/eligible/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/expect/eligible/" + i5,schemaPath:"#/properties/expect/properties/eligible/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
let i6 = data43.length;
let j1;
if(i6 > 1){
const indices1 = {};
for(;i6--;){
let item1 = data43[i6];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err115 = {instancePath:instancePath+"/expect/eligible",schemaPath:"#/properties/expect/properties/eligible/uniqueItems",keyword:"uniqueItems",params:{i: i6, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i6+" are identical)"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
break;
}
indices1[item1] = i6;
}
}
}
else {
const err116 = {instancePath:instancePath+"/expect/eligible",schemaPath:"#/properties/expect/properties/eligible/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data39.model !== undefined){
let data45 = data39.model;
if(typeof data45 === "string"){
if(func2(data45) < 1){
const err117 = {instancePath:instancePath+"/expect/model",schemaPath:"#/properties/expect/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/expect/model",schemaPath:"#/properties/expect/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data39.status !== undefined){
let data46 = data39.status;
if(!(((typeof data46 == "number") && (!(data46 % 1) && !isNaN(data46))) && (isFinite(data46)))){
const err119 = {instancePath:instancePath+"/expect/status",schemaPath:"#/properties/expect/properties/status/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if((typeof data46 == "number") && (isFinite(data46))){
if(data46 > 599 || isNaN(data46)){
const err120 = {instancePath:instancePath+"/expect/status",schemaPath:"#/properties/expect/properties/status/maximum",keyword:"maximum",params:{comparison: "<=", limit: 599},message:"must be <= 599"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
if(data46 < 100 || isNaN(data46)){
const err121 = {instancePath:instancePath+"/expect/status",schemaPath:"#/properties/expect/properties/status/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},message:"must be >= 100"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
if(data39.code !== undefined){
let data47 = data39.code;
if(typeof data47 === "string"){
if(func2(data47) < 1){
const err122 = {instancePath:instancePath+"/expect/code",schemaPath:"#/properties/expect/properties/code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
else {
const err123 = {instancePath:instancePath+"/expect/code",schemaPath:"#/properties/expect/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data39.via !== undefined){
let data48 = data39.via;
if(!((((((data48 === "native") || (data48 === "chat_completions")) || (data48 === "messages")) || (data48 === "responses")) || (data48 === "gemini")) || (data48 === "bedrock_converse"))){
const err124 = {instancePath:instancePath+"/expect/via",schemaPath:"#/properties/expect/properties/via/enum",keyword:"enum",params:{allowedValues: schema244.properties.expect.properties.via.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data39.dropped !== undefined){
let data49 = data39.dropped;
if(Array.isArray(data49)){
const len5 = data49.length;
for(let i7=0; i7<len5; i7++){
let data50 = data49[i7];
if(typeof data50 === "string"){
if(func2(data50) < 1){
const err125 = {instancePath:instancePath+"/expect/dropped/" + i7,schemaPath:"#/properties/expect/properties/dropped/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
else {
const err126 = {instancePath:instancePath+"/expect/dropped/" + i7,schemaPath:"#/properties/expect/properties/dropped/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
let i8 = data49.length;
let j2;
if(i8 > 1){
const indices2 = {};
for(;i8--;){
let item2 = data49[i8];
if(typeof item2 !== "string"){
continue;
}
if(typeof indices2[item2] == "number"){
j2 = indices2[item2];
const err127 = {instancePath:instancePath+"/expect/dropped",schemaPath:"#/properties/expect/properties/dropped/uniqueItems",keyword:"uniqueItems",params:{i: i8, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i8+" are identical)"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
break;
}
indices2[item2] = i8;
}
}
}
else {
const err128 = {instancePath:instancePath+"/expect/dropped",schemaPath:"#/properties/expect/properties/dropped/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data39.changed !== undefined){
let data51 = data39.changed;
if(Array.isArray(data51)){
const len6 = data51.length;
for(let i9=0; i9<len6; i9++){
let data52 = data51[i9];
if(typeof data52 === "string"){
if(func2(data52) < 1){
const err129 = {instancePath:instancePath+"/expect/changed/" + i9,schemaPath:"#/properties/expect/properties/changed/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
else {
const err130 = {instancePath:instancePath+"/expect/changed/" + i9,schemaPath:"#/properties/expect/properties/changed/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
let i10 = data51.length;
let j3;
if(i10 > 1){
const indices3 = {};
for(;i10--;){
let item3 = data51[i10];
if(typeof item3 !== "string"){
continue;
}
if(typeof indices3[item3] == "number"){
j3 = indices3[item3];
const err131 = {instancePath:instancePath+"/expect/changed",schemaPath:"#/properties/expect/properties/changed/uniqueItems",keyword:"uniqueItems",params:{i: i10, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i10+" are identical)"};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
break;
}
indices3[item3] = i10;
}
}
}
else {
const err132 = {instancePath:instancePath+"/expect/changed",schemaPath:"#/properties/expect/properties/changed/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data39.param !== undefined){
let data53 = data39.param;
if(typeof data53 === "string"){
if(func2(data53) < 1){
const err133 = {instancePath:instancePath+"/expect/param",schemaPath:"#/properties/expect/properties/param/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
else {
const err134 = {instancePath:instancePath+"/expect/param",schemaPath:"#/properties/expect/properties/param/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data39.cost !== undefined){
let data54 = data39.cost;
if(typeof data54 === "string"){
if(func2(data54) < 1){
const err135 = {instancePath:instancePath+"/expect/cost",schemaPath:"#/properties/expect/properties/cost/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
else {
const err136 = {instancePath:instancePath+"/expect/cost",schemaPath:"#/properties/expect/properties/cost/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
else {
const err137 = {instancePath:instancePath+"/expect",schemaPath:"#/properties/expect/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
else {
const err138 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
validate148.errors = vErrors;
return errors === 0;
}
validate148.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema246 = {"type":"object","description":"Requests, and what none of them may reach.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it says. Required.","examples":["keys of the EU stay in the EU"]},"request":{"type":"object","description":"Which requests it is about; what is left out may be anything.","additionalProperties":false,"properties":{"key":{"type":"string","minLength":1,"description":"The names of keys; `*` matches anything. Disabled and expired keys count. Default: every key.","examples":["eu-*"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Default: every one.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`: every chain that begins with it, unless `models` is there too. Default: any.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`; an empty list is a request without. Default: any.","examples":[["claude-haiku"],[]]},"tags":{"type":"array","maxItems":32,"items":{"type":"string","minLength":1,"maxLength":64},"description":"The wanted tags, and whatever else is wanted beside them. Default: any.","examples":[["vision"],["chat_completions:eu_resident"]]}},"default":{},"examples":[{"key":"eu-*"}]},"reaches":{"type":"object","description":"What they may not reach: deployments that match all that is given. Required, at least one field.","additionalProperties":false,"properties":{"backend":{"type":"string","minLength":1,"description":"The names of backends; `*` matches anything. No default.","examples":["us-*"]},"deployment":{"type":"string","minLength":1,"description":"The names of deployments, or `MODEL/NAME`; `*` matches anything. No default.","examples":["gpt-4o-mini/us"]}},"minProperties":1,"examples":[{"backend":"us-*"}]}},"required":["name","reaches"]};

function validate152(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate152.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
data.request = {};
}
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reaches === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reaches"},message:"must have required property '"+"reaches"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "name") || (key0 === "request")) || (key0 === "reaches"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data1 = data.request;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
if(!(((((key1 === "key") || (key1 === "endpoint")) || (key1 === "model")) || (key1 === "models")) || (key1 === "tags"))){
const err5 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.key !== undefined){
let data2 = data1.key;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err6 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.endpoint !== undefined){
if(!(validate39(data1.endpoint, {instancePath:instancePath+"/request/endpoint",parentData:data1,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
}
if(data1.model !== undefined){
let data4 = data1.model;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err8 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.models !== undefined){
let data5 = data1.models;
if(Array.isArray(data5)){
if(data5.length > 8){
const err10 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err11 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data1.tags !== undefined){
let data7 = data1.tags;
if(Array.isArray(data7)){
if(data7.length > 32){
const err14 = {instancePath:instancePath+"/request/tags",schemaPath:"#/properties/request/properties/tags/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(typeof data8 === "string"){
if(func2(data8) > 64){
const err15 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(func2(data8) < 1){
const err16 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/request/tags",schemaPath:"#/properties/request/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.reaches !== undefined){
let data9 = data.reaches;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length < 1){
const err20 = {instancePath:instancePath+"/reaches",schemaPath:"#/properties/reaches/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key2 in data9){
if(!((key2 === "backend") || (key2 === "deployment"))){
const err21 = {instancePath:instancePath+"/reaches",schemaPath:"#/properties/reaches/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data9.backend !== undefined){
let data10 = data9.backend;
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err22 = {instancePath:instancePath+"/reaches/backend",schemaPath:"#/properties/reaches/properties/backend/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/reaches/backend",schemaPath:"#/properties/reaches/properties/backend/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data9.deployment !== undefined){
let data11 = data9.deployment;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err24 = {instancePath:instancePath+"/reaches/deployment",schemaPath:"#/properties/reaches/properties/deployment/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/reaches/deployment",schemaPath:"#/properties/reaches/properties/deployment/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/reaches",schemaPath:"#/properties/reaches/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate152.errors = vErrors;
return errors === 0;
}
validate152.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema247 = {"type":"object","description":"Requests, and how many backends may be down while they are served.","additionalProperties":false,"properties":{"name":{"type":"string","minLength":1,"description":"What it says. Required.","examples":["the chat model survives any outage"]},"request":{"type":"object","description":"Which requests it is about, of those that are served while nothing is down.","additionalProperties":false,"properties":{"key":{"type":"string","minLength":1,"description":"The names of keys; `*` matches anything. Default: every key.","examples":["team-*"]},"endpoint":{"$ref":"#/$defs/endpoint","description":"The endpoint called. Default: every one.","examples":["chat_completions"]},"model":{"type":"string","minLength":1,"description":"The body's `model`. Default: each one, unless `models` stands alone.","examples":["gpt-4o-mini"]},"models":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},"description":"The body's `models`.","default":[],"examples":[["claude-haiku"]]},"tags":{"type":"array","maxItems":32,"items":{"type":"string","minLength":1,"maxLength":64},"description":"The wanted tags.","default":[],"examples":[["vision"]]}},"default":{},"examples":[{"model":"gpt-4o-mini"}]},"outages":{"type":"integer","minimum":1,"maximum":8,"description":"So many backends may be down at once, whichever they are.","default":1,"examples":[2]}},"required":["name"]};

function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate155.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
data.request = {};
}
if(data.outages === undefined){
data.outages = 1;
}
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "name") || (key0 === "request")) || (key0 === "outages"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data1 = data.request;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.models === undefined){
data1.models = [];
}
if(data1.tags === undefined){
data1.tags = [];
}
for(const key1 in data1){
if(!(((((key1 === "key") || (key1 === "endpoint")) || (key1 === "model")) || (key1 === "models")) || (key1 === "tags"))){
const err4 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.key !== undefined){
let data2 = data1.key;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err5 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/request/key",schemaPath:"#/properties/request/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.endpoint !== undefined){
if(!(validate39(data1.endpoint, {instancePath:instancePath+"/request/endpoint",parentData:data1,parentDataProperty:"endpoint",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
}
if(data1.model !== undefined){
let data4 = data1.model;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err7 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/request/model",schemaPath:"#/properties/request/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
let data5 = data1.models;
if(Array.isArray(data5)){
if(data5.length > 8){
const err9 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/maxItems",keyword:"maxItems",params:{limit: 8},message:"must NOT have more than 8 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err10 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/request/models/" + i0,schemaPath:"#/properties/request/properties/models/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/request/models",schemaPath:"#/properties/request/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
let data7 = data1.tags;
if(Array.isArray(data7)){
if(data7.length > 32){
const err13 = {instancePath:instancePath+"/request/tags",schemaPath:"#/properties/request/properties/tags/maxItems",keyword:"maxItems",params:{limit: 32},message:"must NOT have more than 32 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(typeof data8 === "string"){
if(func2(data8) > 64){
const err14 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func2(data8) < 1){
const err15 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/request/tags/" + i1,schemaPath:"#/properties/request/properties/tags/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/request/tags",schemaPath:"#/properties/request/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data9 = data.outages;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err19 = {instancePath:instancePath+"/outages",schemaPath:"#/properties/outages/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 8 || isNaN(data9)){
const err20 = {instancePath:instancePath+"/outages",schemaPath:"#/properties/outages/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},message:"must be <= 8"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err21 = {instancePath:instancePath+"/outages",schemaPath:"#/properties/outages/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate155.errors = vErrors;
return errors === 0;
}
validate155.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="gateway.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.include === undefined) && (missing0 = "include")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.backends === undefined){
const err1 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "backends"},message:"must have required property '"+"backends"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.models === undefined){
const err2 = {instancePath,schemaPath:"#/else/required",keyword:"required",params:{missingProperty: "models"},message:"must have required property '"+"models"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err3 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.extra_capabilities === undefined){
data.extra_capabilities = [];
}
if(data.workers === undefined){
data.workers = "auto";
}
if(data.log === undefined){
data.log = {};
}
if(data.routing === undefined){
data.routing = {};
}
if(data.catalogue === undefined){
data.catalogue = {};
}
if(data.endpoints === undefined){
data.endpoints = {};
}
if(data.stateful === undefined){
data.stateful = {};
}
if(data.rate_limits === undefined){
data.rate_limits = {};
}
if(data.groups === undefined){
data.groups = {};
}
if(data.keys === undefined){
data.keys = {};
}
if(data.identity === undefined){
data.identity = {};
}
if(data.state === undefined){
data.state = {};
}
if(data.tests === undefined){
data.tests = [];
}
if(data.never === undefined){
data.never = [];
}
if(data.survives === undefined){
data.survives = [];
}
if(data.version === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.listen === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "listen"},message:"must have required property '"+"listen"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!((func1.call(schema31.properties, key0)) || (pattern4.test(key0)))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.version !== undefined){
if(1 !== data.version){
const err7 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.include !== undefined){
let data1 = data.include;
if(Array.isArray(data1)){
if(data1.length > 1000){
const err8 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data1[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err11 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err12 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
let data3 = data.extra_capabilities;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i2=0; i2<len1; i2++){
let data4 = data3[i2];
if(typeof data4 === "string"){
if(func2(data4) > 64){
const err13 = {instancePath:instancePath+"/extra_capabilities/" + i2,schemaPath:"#/$defs/capability_name/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern5.test(data4)){
const err14 = {instancePath:instancePath+"/extra_capabilities/" + i2,schemaPath:"#/$defs/capability_name/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9_-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9_-]*$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/extra_capabilities/" + i2,schemaPath:"#/$defs/capability_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
let i3 = data3.length;
let j1;
if(i3 > 1){
outer0:
for(;i3--;){
for(j1 = i3; j1--;){
if(func0(data3[i3], data3[j1])){
const err16 = {instancePath:instancePath+"/extra_capabilities",schemaPath:"#/properties/extra_capabilities/uniqueItems",keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err17 = {instancePath:instancePath+"/extra_capabilities",schemaPath:"#/properties/extra_capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.listen !== undefined){
if(!(validate21(data.listen, {instancePath:instancePath+"/listen",parentData:data,parentDataProperty:"listen",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate21.errors);
errors = vErrors.length;
}
}
if(data.admin !== undefined){
if(!(validate25(data.admin, {instancePath:instancePath+"/admin",parentData:data,parentDataProperty:"admin",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate25.errors);
errors = vErrors.length;
}
}
let data7 = data.workers;
const _errs18 = errors;
let valid9 = false;
const _errs19 = errors;
if("auto" !== data7){
const err18 = {instancePath:instancePath+"/workers",schemaPath:"#/properties/workers/anyOf/0/const",keyword:"const",params:{allowedValue: "auto"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid1 = _errs19 === errors;
valid9 = valid9 || _valid1;
const _errs20 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err19 = {instancePath:instancePath+"/workers",schemaPath:"#/properties/workers/anyOf/1/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 256 || isNaN(data7)){
const err20 = {instancePath:instancePath+"/workers",schemaPath:"#/properties/workers/anyOf/1/maximum",keyword:"maximum",params:{comparison: "<=", limit: 256},message:"must be <= 256"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err21 = {instancePath:instancePath+"/workers",schemaPath:"#/properties/workers/anyOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
var _valid1 = _errs20 === errors;
valid9 = valid9 || _valid1;
if(!valid9){
const err22 = {instancePath:instancePath+"/workers",schemaPath:"#/properties/workers/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
if(!(validate31(data.log, {instancePath:instancePath+"/log",parentData:data,parentDataProperty:"log",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate31.errors);
errors = vErrors.length;
}
if(data.tracing !== undefined){
if(!(validate33(data.tracing, {instancePath:instancePath+"/tracing",parentData:data,parentDataProperty:"tracing",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate33.errors);
errors = vErrors.length;
}
}
if(!(validate37(data.routing, {instancePath:instancePath+"/routing",parentData:data,parentDataProperty:"routing",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate37.errors);
errors = vErrors.length;
}
let data11 = data.catalogue;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.max_age === undefined){
data11.max_age = "90d";
}
for(const key1 in data11){
if(!((key1 === "file") || (key1 === "max_age"))){
const err23 = {instancePath:instancePath+"/catalogue",schemaPath:"#/properties/catalogue/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data11.file !== undefined){
let data12 = data11.file;
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err24 = {instancePath:instancePath+"/catalogue/file",schemaPath:"#/properties/catalogue/properties/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/catalogue/file",schemaPath:"#/properties/catalogue/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
let data13 = data11.max_age;
if(typeof data13 === "string"){
if(!pattern10.test(data13)){
const err26 = {instancePath:instancePath+"/catalogue/max_age",schemaPath:"#/$defs/duration/pattern",keyword:"pattern",params:{pattern: "^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"},message:"must match pattern \""+"^(\\d+(ms|s|m|h|d)|.*\\$\\{.*)$"+"\""};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/catalogue/max_age",schemaPath:"#/$defs/duration/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/catalogue",schemaPath:"#/properties/catalogue/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
let data14 = data.endpoints;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key2 in data14){
const _errs35 = errors;
if(!(validate39(key2, {instancePath:instancePath+"/endpoints",parentData:data14,parentDataProperty:"endpoints",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate39.errors);
errors = vErrors.length;
}
var valid12 = _errs35 === errors;
if(!valid12){
const err29 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
for(const key3 in data14){
if(!(validate41(data14[key3], {instancePath:instancePath+"/endpoints/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data14,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate41.errors);
errors = vErrors.length;
}
}
}
else {
const err30 = {instancePath:instancePath+"/endpoints",schemaPath:"#/properties/endpoints/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!(validate45(data.stateful, {instancePath:instancePath+"/stateful",parentData:data,parentDataProperty:"stateful",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate45.errors);
errors = vErrors.length;
}
if(data.backends !== undefined){
let data17 = data.backends;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length < 1){
const err31 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
for(const key4 in data17){
const _errs41 = errors;
if(typeof key4 === "string"){
if(func2(key4) > 256){
const err32 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key4};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(!pattern36.test(key4)){
const err33 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._:@+-]+$"+"\"",propertyName:key4};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key4};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
var valid14 = _errs41 === errors;
if(!valid14){
const err35 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
for(const key5 in data17){
if(!(validate48(data17[key5], {instancePath:instancePath+"/backends/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data17,parentDataProperty:key5,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate48.errors);
errors = vErrors.length;
}
}
}
else {
const err36 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.models !== undefined){
let data19 = data.models;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err37 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key6 in data19){
const _errs48 = errors;
if(typeof key6 === "string"){
if(func2(key6) > 256){
const err38 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key6};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(!pattern77.test(key6)){
const err39 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/pattern",keyword:"pattern",params:{pattern: "^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$"},message:"must match pattern \""+"^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$"+"\"",propertyName:key6};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key6};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var valid17 = _errs48 === errors;
if(!valid17){
const err41 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/propertyNames",keyword:"propertyNames",params:{propertyName: key6},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
for(const key7 in data19){
if(!(validate97(data19[key7], {instancePath:instancePath+"/models/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data19,parentDataProperty:key7,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate97.errors);
errors = vErrors.length;
}
}
}
else {
const err42 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
let data21 = data.rate_limits;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key8 in data21){
const _errs55 = errors;
if(typeof key8 === "string"){
if(func2(key8) > 256){
const err43 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key8};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(!pattern91.test(key8)){
const err44 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key8};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key8};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
var valid20 = _errs55 === errors;
if(!valid20){
const err46 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/properties/rate_limits/propertyNames",keyword:"propertyNames",params:{propertyName: key8},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
for(const key9 in data21){
if(!(validate110(data21[key9], {instancePath:instancePath+"/rate_limits/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data21,parentDataProperty:key9,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate110.errors);
errors = vErrors.length;
}
}
}
else {
const err47 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/properties/rate_limits/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
let data23 = data.groups;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key10 in data23){
const _errs62 = errors;
if(typeof key10 === "string"){
if(func2(key10) > 256){
const err48 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key10};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!pattern91.test(key10)){
const err49 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key10};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key10};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var valid23 = _errs62 === errors;
if(!valid23){
const err51 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/propertyNames",keyword:"propertyNames",params:{propertyName: key10},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
for(const key11 in data23){
if(!(validate118(data23[key11], {instancePath:instancePath+"/groups/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data23,parentDataProperty:key11,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate118.errors);
errors = vErrors.length;
}
}
}
else {
const err52 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
let data25 = data.keys;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key12 in data25){
const _errs69 = errors;
if(typeof key12 === "string"){
if(func2(key12) > 256){
const err53 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key12};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(!pattern91.test(key12)){
const err54 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key12};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key12};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
var valid26 = _errs69 === errors;
if(!valid26){
const err56 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/propertyNames",keyword:"propertyNames",params:{propertyName: key12},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
for(const key13 in data25){
if(!(validate125(data25[key13], {instancePath:instancePath+"/keys/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data25,parentDataProperty:key13,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate125.errors);
errors = vErrors.length;
}
}
}
else {
const err57 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(!(validate134(data.identity, {instancePath:instancePath+"/identity",parentData:data,parentDataProperty:"identity",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate134.errors);
errors = vErrors.length;
}
if(data.keys_file !== undefined){
let data28 = data.keys_file;
if(typeof data28 === "string"){
if(func2(data28) < 1){
const err58 = {instancePath:instancePath+"/keys_file",schemaPath:"#/properties/keys_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/keys_file",schemaPath:"#/properties/keys_file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.keys_store !== undefined){
if(!(data.keys_store === "redis")){
const err60 = {instancePath:instancePath+"/keys_store",schemaPath:"#/properties/keys_store/enum",keyword:"enum",params:{allowedValues: schema31.properties.keys_store.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(!(validate142(data.state, {instancePath:instancePath+"/state",parentData:data,parentDataProperty:"state",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate142.errors);
errors = vErrors.length;
}
let data31 = data.tests;
if(Array.isArray(data31)){
const len2 = data31.length;
for(let i4=0; i4<len2; i4++){
if(!(validate148(data31[i4], {instancePath:instancePath+"/tests/" + i4,parentData:data31,parentDataProperty:i4,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate148.errors);
errors = vErrors.length;
}
}
}
else {
const err61 = {instancePath:instancePath+"/tests",schemaPath:"#/properties/tests/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
let data33 = data.never;
if(Array.isArray(data33)){
const len3 = data33.length;
for(let i5=0; i5<len3; i5++){
if(!(validate152(data33[i5], {instancePath:instancePath+"/never/" + i5,parentData:data33,parentDataProperty:i5,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate152.errors);
errors = vErrors.length;
}
}
}
else {
const err62 = {instancePath:instancePath+"/never",schemaPath:"#/properties/never/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
let data35 = data.survives;
if(Array.isArray(data35)){
const len4 = data35.length;
for(let i6=0; i6<len4; i6++){
if(!(validate155(data35[i6], {instancePath:instancePath+"/survives/" + i6,parentData:data35,parentDataProperty:i6,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate155.errors);
errors = vErrors.length;
}
}
}
else {
const err63 = {instancePath:instancePath+"/survives",schemaPath:"#/properties/survives/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateKeysFile = validate158;
const schema248 = {"$id":"keys-file","$ref":"gateway.schema.json#/$defs/keys_file"};
const schema249 = {"type":"object","description":"The content of a `keys_file`.","additionalProperties":false,"properties":{"keys":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/key"},"description":"Credentials of clients, by name. Required.","examples":[{"team-a":{"hash":"sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"}}]}},"title":"KeysFile","required":["keys"],"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}};

function validate159(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate159.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.keys === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "keys"},message:"must have required property '"+"keys"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "keys") || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.keys !== undefined){
let data0 = data.keys;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
const _errs4 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 256){
const err2 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern91.test(key1)){
const err3 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
const err5 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key2 in data0){
if(!(validate125(data0[key2], {instancePath:instancePath+"/keys/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate125.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate159.errors = vErrors;
return errors === 0;
}
validate159.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate158(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="keys-file" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate158.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate159(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate159.errors);
errors = vErrors.length;
}
validate158.errors = vErrors;
return errors === 0;
}
validate158.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateIncludedFile = validate162;
const schema251 = {"$id":"included-file","$ref":"gateway.schema.json#/$defs/included_file"};
const schema252 = {"type":"object","title":"IncludedFile","description":"The content of a file that `include` names.","additionalProperties":false,"properties":{"backends":{"type":"object","propertyNames":{"$ref":"#/$defs/plain_name"},"additionalProperties":{"$ref":"#/$defs/backend"},"description":"Servers that run models, by name.","default":{},"examples":[{"openai":{"url":"https://api.openai.com/v1","auth":{"bearer":"${OPENAI_API_KEY}"}}}]},"models":{"type":"object","propertyNames":{"$ref":"#/$defs/model_name"},"additionalProperties":{"$ref":"#/$defs/model"},"description":"Models, by the identifier that clients send.","default":{},"examples":[{"gpt-4o-mini":{"deployments":[{"backend":"openai","endpoints":{"chat_completions":["streaming"]}}]}}]},"rate_limits":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/rate_limit"},"description":"Rules by name; the one named `default` holds for keys that name none.","default":{},"examples":[{"standard":{"requests":["20/s","600/min"]}}]},"identity":{"$ref":"#/$defs/included_identity","description":"Issuers of tokens that are taken beside secrets.","default":{},"examples":[{"issuers":{"cluster":{"issuer":"https://kubernetes.default.svc","audience":"llm-gateway","rules":[{"when":{"sub":"system:serviceaccount:prod:*"},"key":"prod"}]}}}]},"groups":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/group"},"description":"What several keys share, by name.","default":{},"examples":[{"research":{"rate_limit":{"budget":"500 USD/month"}}}]},"keys":{"type":"object","propertyNames":{"$ref":"#/$defs/name"},"additionalProperties":{"$ref":"#/$defs/key"},"description":"Credentials of clients, by name.","default":{},"examples":[{"team-a":{"hash":"sha256:5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c"}}]},"tests":{"type":"array","items":{"$ref":"#/$defs/routing_test"},"description":"Routing tests, run by `gateway check` with those of the other files.","default":[],"examples":[[{"name":"images go to openai","request":{"endpoint":"chat_completions","model":"gpt-4o-mini","tags":["vision"]},"expect":{"deployment":"openai"}}]]},"never":{"type":"array","items":{"$ref":"#/$defs/never"},"description":"What no request may ever reach, proved by `gateway check` over all files.","default":[],"examples":[[{"name":"keys of the EU stay in the EU","request":{"key":"eu-*"},"reaches":{"backend":"us-*"}}]]},"survives":{"type":"array","items":{"$ref":"#/$defs/survives"},"description":"What is to be served whichever backends are down, proved by `gateway check` over all files.","default":[],"examples":[[{"name":"the chat model survives any outage","request":{"model":"gpt-4o-mini"},"outages":1}]]}},"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}};
const schema256 = {"type":"object","description":"Further issuers of tokens.","additionalProperties":false,"properties":{"issuers":{"$ref":"#/$defs/issuers","description":"Issuers of JWTs that are taken as a bearer, by name.","default":{},"examples":[{"ci":{"issuer":"https://token.actions.githubusercontent.com","audience":"https://llm.example.com","rules":[{"when":{"repository_owner":"example"},"key":"ci"}]}}]}}};

function validate167(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate167.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.issuers === undefined){
data.issuers = {};
}
for(const key0 in data){
if(!(key0 === "issuers")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(!(validate135(data.issuers, {instancePath:instancePath+"/issuers",parentData:data,parentDataProperty:"issuers",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate135.errors);
errors = vErrors.length;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate167.errors = vErrors;
return errors === 0;
}
validate167.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate163(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate163.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.backends === undefined){
data.backends = {};
}
if(data.models === undefined){
data.models = {};
}
if(data.rate_limits === undefined){
data.rate_limits = {};
}
if(data.identity === undefined){
data.identity = {};
}
if(data.groups === undefined){
data.groups = {};
}
if(data.keys === undefined){
data.keys = {};
}
if(data.tests === undefined){
data.tests = [];
}
if(data.never === undefined){
data.never = [];
}
if(data.survives === undefined){
data.survives = [];
}
for(const key0 in data){
if(!((func1.call(schema252.properties, key0)) || (pattern4.test(key0)))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.backends;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
const _errs4 = errors;
if(typeof key1 === "string"){
if(func2(key1) > 256){
const err1 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern36.test(key1)){
const err2 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._:@+-]+$"+"\"",propertyName:key1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/backends",schemaPath:"#/$defs/plain_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
const err4 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
for(const key2 in data0){
if(!(validate48(data0[key2], {instancePath:instancePath+"/backends/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate48.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/backends",schemaPath:"#/properties/backends/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
let data2 = data.models;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key3 in data2){
const _errs11 = errors;
if(typeof key3 === "string"){
if(func2(key3) > 256){
const err6 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern77.test(key3)){
const err7 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/pattern",keyword:"pattern",params:{pattern: "^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$"},message:"must match pattern \""+"^(?=.)([!-)+-~]+( [!-)+-~]+)*)?\\*?$"+"\"",propertyName:key3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/models",schemaPath:"#/$defs/model_name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var valid4 = _errs11 === errors;
if(!valid4){
const err9 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/propertyNames",keyword:"propertyNames",params:{propertyName: key3},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
for(const key4 in data2){
if(!(validate97(data2[key4], {instancePath:instancePath+"/models/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data2,parentDataProperty:key4,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate97.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
let data4 = data.rate_limits;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key5 in data4){
const _errs18 = errors;
if(typeof key5 === "string"){
if(func2(key5) > 256){
const err11 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern91.test(key5)){
const err12 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var valid7 = _errs18 === errors;
if(!valid7){
const err14 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/properties/rate_limits/propertyNames",keyword:"propertyNames",params:{propertyName: key5},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
for(const key6 in data4){
if(!(validate110(data4[key6], {instancePath:instancePath+"/rate_limits/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data4,parentDataProperty:key6,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate110.errors);
errors = vErrors.length;
}
}
}
else {
const err15 = {instancePath:instancePath+"/rate_limits",schemaPath:"#/properties/rate_limits/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(validate167(data.identity, {instancePath:instancePath+"/identity",parentData:data,parentDataProperty:"identity",rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate167.errors);
errors = vErrors.length;
}
let data7 = data.groups;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key7 in data7){
const _errs26 = errors;
if(typeof key7 === "string"){
if(func2(key7) > 256){
const err16 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!pattern91.test(key7)){
const err17 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/groups",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid10 = _errs26 === errors;
if(!valid10){
const err19 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/propertyNames",keyword:"propertyNames",params:{propertyName: key7},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
for(const key8 in data7){
if(!(validate118(data7[key8], {instancePath:instancePath+"/groups/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data7,parentDataProperty:key8,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate118.errors);
errors = vErrors.length;
}
}
}
else {
const err20 = {instancePath:instancePath+"/groups",schemaPath:"#/properties/groups/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
let data9 = data.keys;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key9 in data9){
const _errs33 = errors;
if(typeof key9 === "string"){
if(func2(key9) > 256){
const err21 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters",propertyName:key9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern91.test(key9)){
const err22 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._/:@+-]+$"},message:"must match pattern \""+"^[A-Za-z0-9._/:@+-]+$"+"\"",propertyName:key9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/keys",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var valid13 = _errs33 === errors;
if(!valid13){
const err24 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/propertyNames",keyword:"propertyNames",params:{propertyName: key9},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
for(const key10 in data9){
if(!(validate125(data9[key10], {instancePath:instancePath+"/keys/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data9,parentDataProperty:key10,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate125.errors);
errors = vErrors.length;
}
}
}
else {
const err25 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
let data11 = data.tests;
if(Array.isArray(data11)){
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
if(!(validate148(data11[i0], {instancePath:instancePath+"/tests/" + i0,parentData:data11,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate148.errors);
errors = vErrors.length;
}
}
}
else {
const err26 = {instancePath:instancePath+"/tests",schemaPath:"#/properties/tests/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
let data13 = data.never;
if(Array.isArray(data13)){
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
if(!(validate152(data13[i1], {instancePath:instancePath+"/never/" + i1,parentData:data13,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate152.errors);
errors = vErrors.length;
}
}
}
else {
const err27 = {instancePath:instancePath+"/never",schemaPath:"#/properties/never/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
let data15 = data.survives;
if(Array.isArray(data15)){
const len2 = data15.length;
for(let i2=0; i2<len2; i2++){
if(!(validate155(data15[i2], {instancePath:instancePath+"/survives/" + i2,parentData:data15,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate155.errors);
errors = vErrors.length;
}
}
}
else {
const err28 = {instancePath:instancePath+"/survives",schemaPath:"#/properties/survives/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate163.errors = vErrors;
return errors === 0;
}
validate163.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate162(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="included-file" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate162.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate163(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate163.errors);
errors = vErrors.length;
}
validate162.errors = vErrors;
return errors === 0;
}
validate162.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const validateTestsFile = validate176;
const schema259 = {"$id":"tests-file","$ref":"gateway.schema.json#/$defs/tests_file"};
const schema260 = {"type":"object","title":"TestsFile","description":"The content of a file with routing tests of its own, for `gateway check --tests`.","additionalProperties":false,"properties":{"tests":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/routing_test"},"description":"Routing tests. Required.","examples":[[{"name":"images go to openai","request":{"endpoint":"chat_completions","model":"gpt-4o-mini","tags":["vision"]},"expect":{"deployment":"openai"}}]]}},"required":["tests"],"patternProperties":{"^x-":{"description":"Free: a place for anchors that other parts of the file use.","examples":[{"common":[]}]}}};

function validate177(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate177.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tests === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tests"},message:"must have required property '"+"tests"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "tests") || (pattern4.test(key0)))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tests !== undefined){
let data0 = data.tests;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/tests",schemaPath:"#/properties/tests/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate148(data0[i0], {instancePath:instancePath+"/tests/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate148.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/tests",schemaPath:"#/properties/tests/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate177.errors = vErrors;
return errors === 0;
}
validate177.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate176(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="tests-file" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate176.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate177(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = added(vErrors, validate177.errors);
errors = vErrors.length;
}
validate176.errors = vErrors;
return errors === 0;
}
validate176.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

function added(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);
  return errors;
}
