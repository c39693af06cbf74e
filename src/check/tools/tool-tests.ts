/** Tests that ask for a tool. */
import { toolText } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { ToolTest } from '../../config/types/tests.ts';
import type { TestOutcome } from '../routing-tests.ts';
import { toolVerdict, toolVerdictText } from './tool-verdict.ts';

/** Runs tests of tools, by default those of the configuration. */
export function runToolTests(
  config: Config,
  wallNow: number = Date.now(),
  tests: readonly ToolTest[] = config.toolTests,
): readonly TestOutcome[] {
  return tests.map((test) => {
    const { name, at, tool, key, claims, expected } = test;
    const text = toolText(tool.server, tool.kind, tool.name);
    const outcome = { test, name, at, expected: `${text} ${expected}`, explanation: undefined };
    try {
      const verdict = toolVerdict(config, { tool, key, claims }, wallNow);
      const actual = verdict.allowed ? 'allowed' : 'denied';
      const passed = actual === expected;
      return { ...outcome, passed, actual: `it is ${actual}`, why: passed ? '' : toolVerdictText(verdict) };
    } catch (error) {
      return { ...outcome, passed: false, actual: 'the test can not be run', why: (error as Error).message };
    }
  });
}
