/** The simulator's stored objects, in the vendors' form and in memory: gone when it stops. */
import { randomBytes } from 'node:crypto';
import { asList, asObject, type JsonObject } from '../json-values.ts';
import { SimulatorRefusal } from '../simulator-refusal.ts';
import { type FormPart, partsOf } from './form-parts.ts';

/** A request for something that is kept. */
export interface KeptRequest {
  readonly method: string;
  /** Its segments behind `/v1/`. */
  readonly steps: readonly string[];
  readonly contentType: string;
  readonly body: Buffer;
  /** It has `anthropic-version`. */
  readonly isForAnthropic: boolean;
}

/** JSON, or the content of a file. */
export type KeptAnswer = object | Buffer;

/** More than a test needs; the oldest go. */
const mostKept = 1000;

class Shelf<Value> {
  readonly #things = new Map<string, Value>();
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  put(id: string, value: Value): Value {
    this.#things.set(id, value);
    if (this.#things.size > mostKept) this.#things.delete(this.#things.keys().next().value!);
    return value;
  }

  get(id: string): Value {
    const value = this.#things.get(id);
    if (value === undefined) throw new SimulatorRefusal(404, `There is no ${this.#what} ${id}.`);
    return value;
  }

  take(id: string): Value {
    const value = this.get(id);
    this.#things.delete(id);
    return value;
  }

  all(): readonly Value[] {
    return [...this.#things.values()];
  }
}

type Kept = JsonObject & { readonly id: string };

interface KeptFile {
  readonly about: Kept;
  readonly content: Buffer;
}

interface KeptUpload {
  readonly about: Kept;
  readonly parts: Map<string, Buffer>;
}

interface KeptContainer {
  readonly about: Kept;
  readonly files: Map<string, KeptFile>;
}

interface KeptConversation {
  readonly about: Kept;
  readonly items: Map<string, JsonObject>;
}

const newId = (prefix: string) => `${prefix}${randomBytes(12).toString('hex')}`;
const now = () => Math.floor(Date.now() / 1000);

export class KeptObjects {
  readonly #responses = new Shelf<{ readonly about: Kept; readonly input: unknown }>('response');
  readonly #conversations = new Shelf<KeptConversation>('conversation');
  readonly #files = new Shelf<KeptFile>('file');
  readonly #anthropicFiles = new Shelf<KeptFile>('file');
  readonly #uploads = new Shelf<KeptUpload>('upload');
  readonly #containers = new Shelf<KeptContainer>('container');
  readonly #batches = new Shelf<Kept>('batch');
  readonly #messageBatches = new Shelf<{ readonly about: Kept; readonly requests: readonly unknown[] }>(
    'message batch',
  );

  /** Keeps a response as it will be read. */
  keep(about: object, { input }: JsonObject): void {
    this.#responses.put((about as Kept).id, { about: about as Kept, input });
  }

  /** Answers a request; undefined where it is for nothing that is kept. */
  answer(request: KeptRequest): KeptAnswer | undefined {
    const [first, second] = request.steps;
    switch (first) {
      case 'responses':
        return second === undefined ? undefined : this.#response(request, second);
      case 'conversations':
        return this.#conversation(request, second);
      case 'files':
        return this.#file(request, second);
      case 'uploads':
        return this.#upload(request, second);
      case 'containers':
        return this.#container(request, second);
      case 'batches':
        return this.#batch(request, second);
      case 'messages':
        return second === 'batches' ? this.#messageBatch(request, request.steps[2]) : undefined;
      default:
        return undefined;
    }
  }

  #response({ method, steps }: KeptRequest, id: string): KeptAnswer | undefined {
    const act = `${method} ${steps[2] ?? ''}`;
    if (act === 'DELETE ') return deleted(this.#responses.take(id).about.id, 'response');
    if (!['GET ', 'POST cancel', 'GET input_items'].includes(act)) return undefined;
    const { about, input } = this.#responses.get(id);
    if (act !== 'GET input_items') return about;
    const items = Array.isArray(input) ? input : [message('user', String(input))];
    return list(items.map((item, place) => ({ id: `msg_${place}${id}`, ...asObject(item) })));
  }

  #conversation({ method, steps, body }: KeptRequest, id: string | undefined): KeptAnswer | undefined {
    if (id === undefined) {
      if (method !== 'POST') return undefined;
      const { items, metadata = {} } = jsonOf(body);
      const about = { id: newId('conv_'), object: 'conversation', created_at: now(), metadata };
      const made = this.#conversations.put(about.id, { about, items: new Map() });
      addItems(made, items);
      return about;
    }
    const kept = this.#conversations.get(id);
    const [, , , item] = steps;
    switch (`${method} ${steps[2] ?? ''}${item === undefined ? '' : ' ID'}`) {
      case 'GET ':
        return kept.about;
      case 'POST ': {
        const about = { ...kept.about, metadata: jsonOf(body)['metadata'] ?? {} };
        return this.#conversations.put(id, { ...kept, about }).about;
      }
      case 'DELETE ':
        return deleted(this.#conversations.take(id).about.id, 'conversation.deleted');
      case 'GET items':
        return list([...kept.items.values()]);
      case 'POST items':
        return list(addItems(kept, jsonOf(body)['items']));
      case 'GET items ID':
        return kept.items.get(item!);
      case 'DELETE items ID':
        kept.items.delete(item!);
        return kept.about;
      default:
        return undefined;
    }
  }

  #file(
    { method, steps, contentType, body, isForAnthropic }: KeptRequest,
    id: string | undefined,
  ): KeptAnswer | undefined {
    const shelf = isForAnthropic ? this.#anthropicFiles : this.#files;
    if (id === undefined) {
      if (method === 'GET') return list(shelf.all().map(({ about }) => about));
      const parts = partsOf(contentType, body);
      const file = parts.find(({ name }) => name === 'file');
      if (file === undefined) throw new SimulatorRefusal(400, 'Send the file as the part `file`.');
      const name = file.fileName ?? 'file';
      return isForAnthropic
        ? this.#putForAnthropic(file.content, name)
        : this.#put(file.content, name, text(parts, 'purpose'));
    }
    switch (`${method} ${steps[2] ?? ''}`) {
      case 'GET ':
        return shelf.get(id).about;
      case 'DELETE ': {
        const { about } = shelf.take(id);
        return isForAnthropic ? { id: about.id, type: 'file_deleted' } : deleted(about.id, 'file');
      }
      case 'GET content':
        return shelf.get(id).content;
      default:
        return undefined;
    }
  }

  #putForAnthropic(content: Buffer, filename: string): Kept {
    const about = {
      id: newId('file_'),
      type: 'file',
      filename,
      mime_type: 'application/octet-stream',
      size_bytes: content.length,
      created_at: new Date().toISOString(),
      downloadable: true,
    };
    return this.#anthropicFiles.put(about.id, { about, content }).about;
  }

  #put(content: Buffer, filename: string, purpose: string | undefined): Kept {
    const about = {
      id: newId('file-'),
      object: 'file',
      bytes: content.length,
      created_at: now(),
      filename,
      purpose: purpose ?? 'user_data',
      status: 'processed',
    };
    return this.#files.put(about.id, { about, content }).about;
  }

  #upload({ method, steps, contentType, body }: KeptRequest, id: string | undefined): KeptAnswer | undefined {
    if (method !== 'POST') return undefined;
    if (id === undefined) {
      const about = {
        object: 'upload',
        created_at: now(),
        expires_at: now() + 3600,
        ...jsonOf(body),
        id: newId('upload_'),
        status: 'pending',
      };
      return this.#uploads.put(about.id, { about, parts: new Map() }).about;
    }
    const upload = this.#uploads.get(id);
    switch (steps[2]) {
      case 'parts': {
        const data = partsOf(contentType, body).find(({ name }) => name === 'data');
        if (data === undefined) throw new SimulatorRefusal(400, 'Send the bytes as the part `data`.');
        const part = newId('part_');
        upload.parts.set(part, data.content);
        return { id: part, object: 'upload.part', created_at: now(), upload_id: id };
      }
      case 'complete': {
        const ids = asList(jsonOf(body)['part_ids']).map(String);
        const content = Buffer.concat(ids.map((part) => upload.parts.get(part) ?? Buffer.alloc(0)));
        const { filename, purpose } = upload.about;
        const file = this.#put(content, String(filename), String(purpose));
        return { ...upload.about, status: 'completed', file };
      }
      case 'cancel':
        return { ...upload.about, status: 'cancelled' };
      default:
        return undefined;
    }
  }

  #container({ method, steps, body }: KeptRequest, id: string | undefined): KeptAnswer | undefined {
    if (id === undefined) {
      if (method === 'GET') return list(this.#containers.all().map(({ about }) => about));
      const { name = 'container', file_ids = [] } = jsonOf(body);
      const about = { id: newId('cntr_'), object: 'container', created_at: now(), status: 'running', name };
      const made = this.#containers.put(about.id, { about, files: new Map() });
      for (const file of asList(file_ids)) this.#putInto(made, String(file));
      return about;
    }
    const container = this.#containers.get(id);
    const [, , , file] = steps;
    if (file === undefined) {
      switch (`${method} ${steps[2] ?? ''}`) {
        case 'GET ':
          return container.about;
        case 'DELETE ':
          return deleted(this.#containers.take(id).about.id, 'container.deleted');
        case 'GET files':
          return list([...container.files.values()].map(({ about }) => about));
        case 'POST files':
          return this.#putInto(container, String(jsonOf(body)['file_id']));
        default:
          return undefined;
      }
    }
    const kept = container.files.get(file);
    if (kept === undefined) throw new SimulatorRefusal(404, `There is no file ${file} in ${id}.`);
    if (steps[4] === 'content') return kept.content;
    if (method === 'DELETE') container.files.delete(file);
    return method === 'DELETE' ? deleted(file, 'container.file.deleted') : kept.about;
  }

  #putInto({ about, files }: KeptContainer, id: string): Kept {
    const { about: file, content } = this.#files.get(id);
    const made = {
      id: newId('cfile_'),
      object: 'container.file',
      created_at: now(),
      container_id: about.id,
      path: `/mnt/data/${String(file['filename'])}`,
      bytes: content.length,
      source: 'user',
    };
    files.set(made.id, { about: made, content });
    return made;
  }

  /** It is done as soon as it is looked at. */
  #batch({ method, steps, body }: KeptRequest, id: string | undefined): KeptAnswer | undefined {
    if (id === undefined) {
      if (method === 'GET') return list(this.#batches.all());
      const asked = jsonOf(body);
      this.#files.get(String(asked['input_file_id']));
      const about = {
        id: newId('batch_'),
        object: 'batch',
        errors: null,
        created_at: now(),
        ...asked,
        status: 'validating',
      };
      return this.#batches.put(about.id, about);
    }
    const about = this.#batches.get(id);
    const act = `${method} ${steps[2] ?? ''}`;
    if (act === 'POST cancel') return this.#batches.put(id, { ...about, status: 'cancelled' });
    if (act !== 'GET ') return undefined;
    if (about['status'] !== 'validating') return about;
    const lines = this.#files.get(String(about['input_file_id'])).content.toString().split('\n');
    const asked = lines.filter((line) => line.trim() !== '').map((line) => asObject(JSON.parse(line)));
    const results = asked.map(({ custom_id }) =>
      JSON.stringify({
        custom_id,
        response: { status_code: 200, body: { object: 'simulated' } },
        error: null,
      }),
    );
    const output = this.#put(Buffer.from(`${results.join('\n')}\n`), 'output.jsonl', 'batch_output');
    return this.#batches.put(id, {
      ...about,
      status: 'completed',
      model: asObject(asked[0]?.['body'] ?? {})['model'] ?? null,
      completed_at: now(),
      output_file_id: output.id,
      request_counts: { total: asked.length, completed: asked.length, failed: 0 },
      usage: { input_tokens: asked.length, output_tokens: asked.length, total_tokens: 2 * asked.length },
    });
  }

  #messageBatch({ method, steps, body }: KeptRequest, id: string | undefined): KeptAnswer | undefined {
    if (id === undefined) {
      if (method === 'GET') return list(this.#messageBatches.all().map(({ about }) => about));
      const requests = asList(jsonOf(body)['requests']);
      const made = newId('msgbatch_');
      const about = {
        id: made,
        type: 'message_batch',
        processing_status: 'ended',
        request_counts: { processing: 0, succeeded: requests.length, errored: 0, canceled: 0, expired: 0 },
        created_at: new Date().toISOString(),
        ended_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        archived_at: null,
        cancel_initiated_at: null,
        results_url: `https://api.vendor.example/v1/messages/batches/${made}/results`,
      };
      return this.#messageBatches.put(made, { about, requests }).about;
    }
    switch (`${method} ${steps[3] ?? ''}`) {
      case 'GET ':
      case 'POST cancel':
        return this.#messageBatches.get(id).about;
      case 'DELETE ':
        return { id: this.#messageBatches.take(id).about.id, type: 'message_batch_deleted' };
      case 'GET results': {
        const lines = this.#messageBatches.get(id).requests.map((one) => {
          const { custom_id, params } = asObject(one);
          const { model } = asObject(params);
          const usage = { input_tokens: 1, output_tokens: 1 };
          const content = [{ type: 'text', text: 'simulated' }];
          const answer = { id: newId('msg_'), type: 'message', role: 'assistant', model, content, usage };
          return JSON.stringify({ custom_id, result: { type: 'succeeded', message: answer } });
        });
        return Buffer.from(`${lines.join('\n')}\n`);
      }
      default:
        return undefined;
    }
  }
}

function jsonOf(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  try {
    return asObject(JSON.parse(body.toString()));
  } catch {
    throw new SimulatorRefusal(400, 'The body is not JSON; send an object.');
  }
}

function addItems({ items }: KeptConversation, added: unknown): readonly JsonObject[] {
  return asList(added).map((one) => {
    const item = { id: newId('msg_'), status: 'completed', ...asObject(one) };
    items.set(item.id, item);
    return item;
  });
}

function message(role: string, said: string): JsonObject {
  return { type: 'message', role, content: [{ type: 'input_text', text: said }] };
}

function text(parts: readonly FormPart[], name: string): string | undefined {
  return parts.find((part) => part.name === name)?.content.toString();
}

function deleted(id: string, object: string): object {
  return { id, object, deleted: true };
}

function list(data: readonly JsonObject[]): object {
  return {
    object: 'list',
    data,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: false,
  };
}
