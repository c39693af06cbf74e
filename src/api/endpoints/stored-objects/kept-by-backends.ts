import type { ModelFamily, ObjectKind, Operation, ServedDefinition } from '../endpoint.ts';

interface Kept<Name extends string> {
  readonly name: Name;
  readonly path: string;
  readonly isForAnthropic?: true;
  readonly family: ModelFamily;
  readonly keeps: ObjectKind;
  /** The endpoint whose grant, and whose word in `stateful.endpoints`, covers this one too. */
  readonly with?: string;
  readonly takesItems?: boolean;
  readonly operations: readonly Operation[];
  /** `gen_ai.operation.name`; the conventions know no such calls. */
  readonly operation: string;
}

/** Declares an endpoint for objects that backends keep. No deployment serves it, no tags choose one, no tokens count. */
export function keptByBackends<const Name extends string>({ with: owner, ...kept }: Kept<Name>) {
  return {
    ...kept,
    methods: [...new Set(kept.operations.map(({ method }) => method))],
    answeredBy: 'backends',
    dialect: 'json',
    usage: 'none',
    body: { kind: 'none' },
    answer: ['json'],
    tags: { prefix: false, generic: 'when_called' },
    grant: owner === undefined ? 'by_name' : { with: owner },
    isStateless: false,
    estimate: { input: 'none', output: 0 },
    failover: 'same_model',
    health: 'objects',
    litellmMode: undefined,
    sample: { request: {}, answer: {} },
  } as const satisfies ServedDefinition;
}
