import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './gate.ts';
import type { Owner } from './serve.ts';

/** What systemd would be: a datagram socket, which Node.js can't open. */
export interface NotifySocket {
  readonly path: string;
  /** What came, in its order, each a list of assignments, and when, on the monotonic clock. */
  readonly heard: readonly { readonly at: number; readonly fields: readonly string[] }[];
  /** Resolves when something with this assignment has come, that many times, to all that has come since the last of them. */
  has(field: string | RegExp, times?: number): Promise<void>;
}

const listener = `
import json, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('"listening"', flush=True)
while True:
    print(json.dumps(s.recv(65536).decode()), flush=True)
`;

/** Opens one; it ends with its owner. */
export async function openNotifySocket(owner: Owner): Promise<NotifySocket> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-notify-'));
  const path = join(dir, 'notify');
  const child = spawn('python3', ['-c', listener, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  owner.after(() => {
    child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  const heard: { at: number; fields: readonly string[] }[] = [];
  let isListening = false;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const fields = (JSON.parse(line) as string).split('\n').filter((field) => field !== '');
      if (!isListening) isListening = true;
      // A barrier asks to be closed, which it is; it says nothing.
      else if (!fields.includes('BARRIER=1')) heard.push({ at: performance.now(), fields });
    }
  });
  await until(() => isListening, 'somebody listens for what systemd is told');
  return {
    path,
    heard,
    has: (field, times = 1) =>
      until(
        () => {
          const isIt = (said: string) => (typeof field === 'string' ? said === field : field.test(said));
          return heard.filter(({ fields }) => fields.some(isIt)).length >= times;
        },
        `systemd is told ${field} ${times} times`,
        20_000,
      ),
  };
}
