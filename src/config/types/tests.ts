import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Usage } from '../../observe/usage.ts';
import type { AskedTool } from '../derived/tool-patterns.ts';
import type { TargetDialect } from '../target-dialects/index.ts';
import type { SourcePosition } from './source-position.ts';

/** One entry of `tests:`: a request, what is down, and what must come out. */
export interface RoutingTest {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
  readonly request: {
    readonly endpoint: EndpointName;
    readonly model: string | undefined;
    readonly models: readonly string[];
    readonly tags: readonly string[];
    /** Key id; undefined stands for a key that may use everything. */
    readonly key: string | undefined;
    /** Of a token that was checked, in place of a key; undefined for none. */
    readonly claims: Readonly<Record<string, unknown>> | undefined;
    /** It comes on a WebSocket, which a page of `origin` opens, or a program; undefined for a plain request. */
    readonly socket: { readonly origin: string | undefined } | undefined;
  };
  /** The whole request; what `request` says goes before it. */
  readonly body: TestBody | undefined;
  /** Backend names or `MODEL/NAME`. */
  readonly down: readonly string[];
  /** The guards' verdicts, by name; a guard without one lets the text pass. */
  readonly guards: Readonly<Record<string, 'pass' | 'refuse' | 'fail'>>;
  readonly expect: {
    /** Deployments by their own names or as `MODEL/NAME`. */
    readonly deployment: string | undefined;
    readonly order: readonly string[] | undefined;
    readonly eligible: readonly string[] | undefined;
    readonly model: string | undefined;
    readonly status: number | undefined;
    readonly code: string | undefined;
    /** The dialect of the first deployment. */
    readonly via: TargetDialect | 'native' | undefined;
    /** Paths without indices, in any order. */
    readonly dropped: readonly string[] | undefined;
    readonly changed: readonly string[] | undefined;
    readonly param: string | undefined;
  };
}

/** The body that a test sends: in a file, by its absolute path, or JSON that stands in the test itself. */
export type TestBody =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'json'; readonly text: string };

/** One entry of `tests:` about what was used of a deployment, and what that must cost. */
export interface PriceTest {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
  readonly model: string;
  /** Its name within the model. */
  readonly deployment: string;
  /** Absolute path of a file with an answer, and the endpoint that it is of; without it `usage` holds. */
  readonly answer: { readonly file: string; readonly endpoint: EndpointName } | undefined;
  readonly usage: Usage;
  readonly costNanoUsd: number;
}

/** One entry of `tests:` that asks for a tool of an MCP server. */
export interface ToolTest {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
  readonly tool: AskedTool;
  /** Key id; undefined stands for a key that may use everything. */
  readonly key: string | undefined;
  /** Of a token that was checked, in place of a key; undefined for none. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
  readonly expected: 'allowed' | 'denied';
}

/** The requests that an assertion covers. */
export interface Assertion {
  /** Its place in the list of its file. */
  readonly index: number;
  readonly name: string;
  readonly at: SourcePosition;
}

/** One entry of `never:`: requests, and the deployments that none of them may reach whatever fails. */
export interface NeverAssertion extends Assertion {
  /** An undefined field matches anything. */
  readonly request: {
    /** Glob over key ids. */
    readonly key: string | undefined;
    readonly endpoint: EndpointName | undefined;
    readonly model: string | undefined;
    readonly models: readonly string[] | undefined;
    /** Wanted at least. */
    readonly tags: readonly string[] | undefined;
  };
  /** Their contents are not kept, in place of what they reach. */
  readonly kept: boolean;
  /** The guard that looks at all of them, in place of what they reach. */
  readonly withoutGuard: string | undefined;
  /** It may let pass what it could not look at, could not see, or only tells of, and look at one direction. */
  readonly lenient: boolean;
  /** A deployment is meant that all of what is given matches; one of the two is, unless it is about something else. */
  readonly reaches: {
    /** Glob over names of backends. */
    readonly backend: string | undefined;
    /** Glob over `MODEL/NAME`; over the deployment's own name where it holds no slash. */
    readonly deployment: string | undefined;
    /** A pattern of tools, in place of the two. */
    readonly tool: string | undefined;
  };
}

/** One entry of `survives:`: requests that are served whichever backends are down. */
export interface SurvivesAssertion extends Assertion {
  readonly request: {
    /** Glob over key ids; undefined for every key. */
    readonly key: string | undefined;
    /** Undefined for every one that is served. */
    readonly endpoint: EndpointName | undefined;
    /** Undefined for none where there are `models`, else for each there is. */
    readonly model: string | undefined;
    readonly models: readonly string[];
    readonly tags: readonly string[];
  };
  /** So many are down at once: */
  readonly outages: number;
  /** whole backends, or single servers of those that list several. */
  readonly of: 'backends' | 'replicas';
}
