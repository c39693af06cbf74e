import type { RoutingTest as WrittenTest } from '../../schema/generated/file.generated.ts';
import type { PriceTest, RoutingTest, ToolTest } from '../../types/tests.ts';
import { resolveToolTest } from '../mcp/tool-tests.ts';
import type { Item } from '../sections.ts';
import { resolveTest, type TestReferences } from '../tests.ts';
import { resolvePriceTest } from './price-tests.ts';

export interface Tests {
  /** Of where requests go, */
  readonly tests: readonly RoutingTest[];
  /** and of what something costs. */
  readonly priceTests: readonly PriceTest[];
  readonly toolTests: readonly ToolTest[];
}

/** The entries of `tests:`, by what they are about. What the schema refused is left out. */
export function resolveTests(items: readonly Item<WrittenTest>[], references: TestReferences): Tests {
  const tests: RoutingTest[] = [];
  const priceTests: PriceTest[] = [];
  const toolTests: ToolTest[] = [];
  for (const { context, index, written } of items) {
    if (!context.intact(['tests', index])) continue;
    const { usage, request } = written;
    if (usage !== undefined) {
      const test = resolvePriceTest(context, index, { ...written, usage }, references);
      if (test !== undefined) priceTests.push(test);
    } else if (request?.tool !== undefined) {
      const test = resolveToolTest(context, index, written, request.tool, references);
      if (test !== undefined) toolTests.push(test);
    } else if (request !== undefined) {
      const test = resolveTest(context, index, { ...written, request }, references);
      if (test !== undefined) tests.push(test);
    }
  }
  return { tests, priceTests, toolTests };
}
