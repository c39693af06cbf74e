import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../../../src/config/types/gateway.ts';
import type { Logger } from '../../../src/observe/log/log.ts';
import { FewFilesWarning } from '../../../src/supervisor/reload/warn-of-few-files.ts';

test('too few open files are told once, and again when they are too few for another number', () => {
  const told: object[] = [];
  const log = { warn: (fields: object) => told.push(fields) } as unknown as Logger;
  const warning = new FewFilesWarning(log, () => 100);
  const follow = (maxConnections: number) =>
    warning.follow({ listen: { maxConnections } } as Pick<Config, 'listen'>);
  follow(500);
  follow(500);
  assert.deepEqual(told, [{ wanted: 500, possible: 100 }]);
  follow(600);
  assert.equal(told.length, 2);
  follow(100);
  follow(600);
  assert.equal(told.length, 3);
});
