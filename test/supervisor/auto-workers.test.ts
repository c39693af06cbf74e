import assert from 'node:assert/strict';
import { test } from 'node:test';
import { autoWorkers } from '../../src/supervisor/auto-workers.ts';

function files(contents: Readonly<Record<string, string>>): (file: string) => string {
  return (file) => {
    const content = contents[file];
    if (content === undefined) throw new Error('ENOENT');
    return content;
  };
}

test('without a quota there is one worker a core', () => {
  assert.equal(autoWorkers(8, files({})), 8);
  assert.equal(autoWorkers(8, files({ '/sys/fs/cgroup/cpu.max': 'max 100000\n' })), 8);
});

test('a quota of the container counts, begun cores as whole ones', () => {
  assert.equal(autoWorkers(8, files({ '/sys/fs/cgroup/cpu.max': '150000 100000\n' })), 2);
  assert.equal(autoWorkers(8, files({ '/sys/fs/cgroup/cpu.max': '20000 100000\n' })), 1);
  assert.equal(autoWorkers(2, files({ '/sys/fs/cgroup/cpu.max': '400000 100000\n' })), 2);
});

test('the smallest quota of the own group and of those above it counts', () => {
  const read = files({
    '/proc/self/cgroup': '0::/system.slice/gateway.service\n',
    '/sys/fs/cgroup/system.slice/gateway.service/cpu.max': '400000 100000\n',
    '/sys/fs/cgroup/system.slice/cpu.max': '300000 100000\n',
  });
  assert.equal(autoWorkers(8, read), 3);
});

test('version 1 of control groups is understood', () => {
  const quota = { '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '250000\n' };
  assert.equal(autoWorkers(8, files({ ...quota, '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' })), 3);
  assert.equal(autoWorkers(8, files({ '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n' })), 8);
});
