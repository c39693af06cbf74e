/** What came of sending metrics to a collector, in the order in which it is shown. */
export const exportResults = ['delivered', 'failed'] as const;

/** How often each came. */
export type ExportCounts = Record<(typeof exportResults)[number], number>;

/** Before anything was sent. */
export function noExports(): ExportCounts {
  return { delivered: 0, failed: 0 };
}
