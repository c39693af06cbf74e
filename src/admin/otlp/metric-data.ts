/** Families of series as the official exporter takes them. */
import { ValueType } from '@opentelemetry/api';
import type { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { MetricsConfig } from '../../config/types/telemetry.ts';
import {
  conventionAttributes,
  conventionMetric,
  type LabelValues,
} from '../../observe/metrics/genai-names.ts';
import type { FamilySpec, Series } from '../../observe/metrics/series.ts';

export type ResourceMetrics = Parameters<OTLPMetricExporter['export']>[0];
export type MetricData = ResourceMetrics['scopeMetrics'][number]['metrics'][number];
type Descriptor = MetricData['descriptor'];

/** Seconds and nanoseconds since the epoch. */
export type Instant = readonly [seconds: number, nanoseconds: number];

/**
 * Copies of the package's own enumerations. The package does not export them, and the one with them is not a direct
 * dependency.
 */
const temporalities = { delta: 0, cumulative: 1 } as const;
const pointTypes = { histogram: 0, gauge: 2, sum: 3 } as const;

/** The values of one family for a message. */
export interface Told {
  readonly spec: FamilySpec;
  readonly series: readonly (readonly [key: string, values: Series])[];
}

/** The form of a message. */
export interface Telling extends Pick<MetricsConfig, 'names' | 'temporality'> {
  /** Since when counters count what is told. */
  readonly since: Instant;
  readonly now: Instant;
}

/** A name, and what has it. */
interface Named {
  readonly descriptor: Descriptor;
  readonly points: (readonly [labels: LabelValues, values: Series])[];
}

/** The metrics that a family comes to: one, or several where the conventions have names for some of its series. */
export function metricData({ spec, series }: Told, telling: Telling): readonly MetricData[] {
  const named = new Map<string, Named>();
  for (const [key, values] of series) {
    const labels = labelsOf(spec, key);
    const convention = telling.names === 'genai' ? conventionMetric(spec.name, labels) : undefined;
    const { name, unit } = convention ?? { name: spec.name, unit: unitOf(spec.name) };
    const one = named.get(name) ?? { descriptor: descriptorOf(spec, name, unit), points: [] };
    named.set(name, one);
    one.points.push([convention === undefined ? labels : conventionAttributes(labels), values]);
  }
  return [...named.values()].map((one) => dataOf(spec, one, telling));
}

function dataOf(spec: FamilySpec, { descriptor, points }: Named, telling: Telling): MetricData {
  const aggregationTemporality = temporalities[telling.temporality];
  const startTime: [number, number] = [...telling.since];
  const endTime: [number, number] = [...telling.now];
  const timed = (attributes: LabelValues) => ({ startTime, endTime, attributes });
  const numbers = () => points.map(([labels, values]) => ({ value: values[0]!, ...timed(labels) }));
  switch (spec.kind) {
    case 'histogram':
      return {
        descriptor,
        aggregationTemporality,
        dataPointType: pointTypes.histogram,
        dataPoints: points.map(([labels, values]) => ({
          value: histogramOf(spec.bounds, values),
          ...timed(labels),
        })),
      };
    case 'counter':
      return {
        descriptor,
        aggregationTemporality,
        isMonotonic: true,
        dataPointType: pointTypes.sum,
        dataPoints: numbers(),
      };
    case 'gauge':
      return { descriptor, aggregationTemporality, dataPointType: pointTypes.gauge, dataPoints: numbers() };
  }
}

function histogramOf(bounds: readonly number[], values: Series) {
  const counts = [...values.subarray(0, bounds.length + 1)];
  return {
    buckets: { boundaries: [...bounds], counts },
    sum: values[bounds.length + 1]!,
    count: counts.reduce((sum, count) => sum + count, 0),
  };
}

function labelsOf({ labels }: FamilySpec, key: string): LabelValues {
  if (labels.length === 0) return {};
  const values = key.split('\n');
  return Object.fromEntries(values.map((value, index) => [labels[index]!, value]));
}

function descriptorOf({ help }: FamilySpec, name: string, unit: string): Descriptor {
  return { name, description: help, unit, valueType: ValueType.DOUBLE };
}

/** The unit in a metric's name, as UCUM writes it; undefined for a name without one. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return name.endsWith('_bytes') ? 'By' : '';
}
