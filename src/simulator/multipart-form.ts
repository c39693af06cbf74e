import type { JsonObject } from './json-values.ts';
import { SimulatorRefusal } from './simulator-refusal.ts';

/** A file of a form, as a value among the others. */
export interface FormFile {
  readonly filename: string;
  readonly bytes: number;
}

const numbers = new Set(['n', 'partial_images', 'temperature', 'output_compression']);
const flags = new Set(['stream']);

/** True for a request whose body is a form. */
export function isFormType(contentType: string | undefined): contentType is string {
  return contentType?.toLowerCase().startsWith('multipart/form-data') === true;
}

/**
 * A form as an object with the same fields: lists for what is named as one, or more than once, and numbers and booleans
 * where the vendor has those.
 */
export async function readForm(bytes: Buffer, contentType: string): Promise<JsonObject> {
  let form: Awaited<ReturnType<Response['formData']>>;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new SimulatorRefusal(400, 'Could not parse multipart form.');
  }
  const body: Record<string, unknown> = {};
  for (const [key, value] of form.entries()) {
    const name = key.replace(/\[\]$/, '');
    const one = typeof value === 'string' ? typed(name, value) : { filename: value.name, bytes: value.size };
    const before = body[name];
    if (before !== undefined || key !== name) {
      body[name] = [...(Array.isArray(before) ? before : before === undefined ? [] : [before]), one];
    } else body[name] = one;
  }
  return body;
}

function typed(name: string, text: string): unknown {
  if (numbers.has(name) && text !== '' && Number.isFinite(Number(text))) return Number(text);
  if (flags.has(name)) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The files under a name. */
export function filesIn(body: JsonObject, name: string): readonly FormFile[] {
  const value = body[name];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(
    (one): one is FormFile => typeof one === 'object' && one !== null && 'filename' in one && 'bytes' in one,
  );
}
