/** Configurations of any size, for what must not depend on it. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { configFile } from './proxies/gateway.ts';

export interface Size {
  readonly models: number;
  readonly keys: number;
}

/** As many as the largest file that is to be served like a small one. */
export const large: Size = { models: 2000, keys: 20_000 };
export const small: Size = { models: 10, keys: 10 };

/** Writes the configuration `everything` with so many more models, of three deployments each, and keys. */
export function writeConfig(file: string, { models, keys }: Size): void {
  const text = readFileSync(configFile('everything'), 'utf8');
  const added = Array.from({ length: models - 1 }, (_, index) => model(index + 1));
  const lines = [text.replace(/^models:\n/m, ['models:', ...added, ''].join('\n')).trimEnd()];
  for (let index = 1; index < keys; index += 1) lines.push(keyLine(`team-${index}`, `sk-of-team-${index}`));
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** One entry under `keys`, which `writeConfig` puts last. */
export function keyLine(name: string, secret: string): string {
  return `  ${name}: { hash: "sha256:${createHash('sha256').update(secret).digest('hex')}", models: [bench] }`;
}

function model(index: number): string {
  return `  model-${index}:
    owned_by: bench
    deployments:
      - { backend: one, capabilities: [streaming, vision], endpoints: { chat_completions: [], messages: [] } }
      - { backend: other, priority: 1, capabilities: [streaming], endpoints: { chat_completions: [vision] } }
      - { id: third, backend: one, priority: 2, endpoints: { chat_completions: [], responses: [web_search] } }`;
}
