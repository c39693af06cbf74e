/** Real proxies that end TLS in front of a gateway, each with a configuration of its own in a temporary folder. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeCertificates } from '../../src/lib/tls/dev-cert.ts';
import { until } from './gate.ts';
import { freePort } from './ports.ts';

export interface Front {
  readonly port: number;
  /** PEM of what clients must trust. */
  readonly ca: string;
}

interface Kind {
  /** Writes the configuration and says how to run it in the foreground. */
  readonly command: (place: Place) => readonly string[];
  readonly version: readonly string[];
}

interface Place {
  readonly dir: string;
  readonly port: number;
  /** Certificate and key in one PEM file. */
  readonly pem: string;
  readonly gatewayPort: number;
}

const kinds = {
  haproxy: {
    version: ['-v'],
    command({ dir, port, pem, gatewayPort }) {
      const file = join(dir, 'haproxy.cfg');
      writeFileSync(
        file,
        `
global
  maxconn 200
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
  timeout http-request 5s
frontend clients
  bind 127.0.0.1:${port} ssl crt ${pem}
  http-request set-header X-Forwarded-Proto https
  option forwardfor
  default_backend gateway
backend gateway
  server gateway 127.0.0.1:${gatewayPort}
`,
      );
      return ['haproxy', '-db', '-f', file];
    },
  },
  nginx: {
    version: ['-v'],
    command({ dir, port, pem, gatewayPort }) {
      const file = join(dir, 'nginx.conf');
      writeFileSync(
        file,
        `
daemon off;
master_process off;
pid ${dir}/nginx.pid;
error_log stderr;
events { worker_connections 200; }
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  upstream gateway { server 127.0.0.1:${gatewayPort}; keepalive 8; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${pem};
    ssl_certificate_key ${pem};
    location / {
      proxy_pass http://gateway;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
    }
  }
}
`,
      );
      return ['nginx', '-p', dir, '-c', file, '-e', 'stderr'];
    },
  },
} as const satisfies Record<string, Kind>;

export type FrontName = keyof typeof kinds;
export const frontNames = Object.keys(kinds) as readonly FrontName[];

/**
 * Starts a proxy in front of a gateway's port. Where it is not installed the test is skipped and undefined
 * returned, but under CI=true that is a failure.
 */
export async function startFront(
  t: TestContext,
  name: FrontName,
  gatewayPort: number,
): Promise<Front | undefined> {
  const { command, version } = kinds[name];
  if (spawnSync(name, version).error !== undefined) {
    if (process.env['CI'] === 'true') throw new Error(`${name} is not installed (Debian package ${name})`);
    t.skip(`${name} is not installed`);
    return undefined;
  }
  const dir = mkdtempSync(join(tmpdir(), `gateway-${name}-`));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const { cert, key, ca } = await makeCertificates();
  const pem = join(dir, 'tls.pem');
  writeFileSync(pem, `${cert}\n${key}\n`);
  chmodSync(pem, 0o600);
  const port = await freePort();
  const [program, ...args] = command({ dir, port, pem, gatewayPort });
  const child = spawn(program!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => end(child));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${said}`);
      return isOpen(port);
    },
    `${name} listens`,
    10_000,
  );
  return { port, ca };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(timer);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
