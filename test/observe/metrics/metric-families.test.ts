import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  limitFamilies,
  requestFamilies,
  stateFamilies,
} from '../../../src/observe/metrics/metric-families.ts';

function textOf(folder: string): string {
  return readdirSync(join('src', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join('src', folder, file), 'utf8'))
    .join('\n');
}

/** Where each kind of figure gets its values, and how that is written there. */
const counted = {
  requests: { families: requestFamilies, text: textOf('observe/metrics'), by: /[fF]amilies\.(\w+)\.at\(/g },
  state: { families: stateFamilies, text: textOf('worker'), by: /\.add\(\s*stateFamilies\.(\w+),/g },
  limits: {
    families: limitFamilies,
    text: textOf('admin/prometheus'),
    by: /\blimitFamilies\.(\w+)\b/g,
  },
};

for (const [kind, { families, text, by }] of Object.entries(counted)) {
  test(`every figure of ${kind} that is told of has a place where it gets its value`, () => {
    const found = new Set([...text.matchAll(by)].map(([, name]) => name!));
    assert.deepEqual([...found].sort(), Object.keys(families).sort());
  });
}
