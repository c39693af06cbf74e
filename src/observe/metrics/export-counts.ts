/** The results of sending metrics to a collector, in the order of display. */
export const exportResults = ['delivered', 'failed'] as const;

/** The number of each. */
export type ExportCounts = Record<(typeof exportResults)[number], number>;

/** Before anything was sent. */
export function noExports(): ExportCounts {
  return { delivered: 0, failed: 0 };
}
