import { Counter, Gauge, Registry } from 'prom-client';
import { packageVersion } from '../../process/package-paths.ts';
import { renewalResults } from '../../supervisor/credentials/renewed-credential.ts';
import type { GatewayView } from '../../supervisor/gateway-view.ts';

/** The metrics of the process that supervises: its configuration, reloads and workers. Read when asked for. */
export function supervisorRegistry(view: GatewayView): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'gateway_build_info',
    help: 'The version of the gateway and of the Node.js that runs it; always 1.',
    labelNames: ['version', 'node'],
    registers,
    collect() {
      this.set({ version: packageVersion(), node: process.version }, 1);
    },
  });
  new Gauge({
    name: 'gateway_primary_resident_memory_bytes',
    help: 'Memory of the process that supervises the workers.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'gateway_primary_start_time_seconds',
    help: 'When that process began, in Unix seconds.',
    registers,
    collect() {
      this.set(Math.round(Date.now() / 1000 - process.uptime()));
    },
  });
  new Gauge({
    name: 'gateway_certificate_expiry_seconds',
    help: 'When the certificate that a listener serves ends, in Unix seconds.',
    labelNames: ['listener'],
    registers,
    collect() {
      this.reset();
      for (const [listener, endsMs] of view.certificateEnds) this.set({ listener }, endsMs / 1000);
    },
  });
  new Gauge({
    name: 'gateway_credential_valid_seconds',
    help: 'How long a credential that is renewed may still be used, by the first backend that uses it; 0 where there is none, absent for one that does not run out.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const { name: source, state, validForMs } of view.credentials.states) {
        const isGood = state === 'valid' || state === 'failing';
        if (validForMs !== undefined || !isGood) this.set({ source }, (validForMs ?? 0) / 1000);
      }
    },
  });
  new Counter({
    name: 'gateway_credential_renewals_total',
    help: 'Renewals of a credential by what they came to: renewed, unchanged (the value before came again), failed.',
    labelNames: ['source', 'result'],
    registers,
    collect() {
      this.reset();
      for (const { name: source, renewals } of view.credentials.states) {
        for (const result of renewalResults) this.inc({ source, result }, renewals[result]);
      }
    },
  });
  new Gauge({
    name: 'gateway_key_set_age_seconds',
    help: 'How long ago the keys of an issuer were fetched that its tokens are checked with; absent where they were never had.',
    labelNames: ['issuer'],
    registers,
    collect() {
      this.reset();
      for (const { issuer, ageMs } of view.keySets.states)
        if (ageMs !== undefined) this.set({ issuer }, ageMs / 1000);
    },
  });
  new Gauge({
    name: 'gateway_key_set_keys',
    help: 'Keys of an issuer that can check its tokens; 0 where they were never had.',
    labelNames: ['issuer'],
    registers,
    collect() {
      this.reset();
      for (const { issuer, keys } of view.keySets.states) this.set({ issuer }, keys);
    },
  });
  new Gauge({
    name: 'gateway_config_info',
    help: 'The revision of the configuration that is served; always 1.',
    labelNames: ['revision'],
    registers,
    collect() {
      this.reset();
      this.set({ revision: view.config.revision }, 1);
    },
  });
  new Gauge({
    name: 'gateway_config_loaded_timestamp_seconds',
    help: 'When the configuration that is served was taken, in Unix seconds.',
    registers,
    collect() {
      this.set(secondsOf(view.reloads.loadedAt));
    },
  });
  new Gauge({
    name: 'gateway_config_last_reload_successful',
    help: 'Whether the last reload was applied or found nothing new (1) or was rejected (0).',
    registers,
    collect() {
      this.set(view.reloads.last?.outcome === 'rejected' ? 0 : 1);
    },
  });
  new Gauge({
    name: 'gateway_config_last_reload_timestamp_seconds',
    help: 'When the files were last read again, in Unix seconds; 0 for never.',
    registers,
    collect() {
      this.set(view.reloads.last === undefined ? 0 : secondsOf(view.reloads.last.at));
    },
  });
  new Counter({
    name: 'gateway_config_reloads_total',
    help: 'Reloads by their result.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(view.reloads.counts)) this.inc({ result }, count);
    },
  });
  new Gauge({
    name: 'gateway_unwritten_files',
    help: 'Files of `state.dir` that can not be written now, such as on a full disk; 0 where all is well.',
    registers,
    collect() {
      this.set(view.unwritten.list.length);
    },
  });
  new Gauge({
    name: 'gateway_workers',
    help: 'Worker processes: as many as there are to be, and those that serve the current configuration.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'wanted' }, view.workers.wanted);
      this.set({ state: 'serving' }, view.workers.serving);
    },
  });
  new Counter({
    name: 'gateway_worker_restarts_total',
    help: 'Workers that ended by themselves, or hung, and were replaced.',
    registers,
    collect() {
      this.reset();
      this.inc(view.workers.restarts);
    },
  });
  return registry;
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1000;
}
