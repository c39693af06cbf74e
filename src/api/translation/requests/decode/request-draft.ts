import type { Raw } from '../../json/json-node.ts';
import type { ClientDialect } from '../../neutral/dialects.ts';
import type {
  Block,
  Field,
  FieldName,
  FieldValues,
  Role,
  Tool,
  Turn,
  TurnRequest,
  Unsaid,
} from '../../neutral/turn-request.ts';

type DraftFields = { -readonly [Name in FieldName]?: Field<FieldValues[Name]> };

/** A request as far as a decoder has read it. */
export class Draft {
  readonly client: ClientDialect;
  readonly fields: DraftFields = {};
  readonly turns: Turn[] = [];
  readonly tools: Tool[] = [];
  readonly unsaid: Unsaid[] = [];
  readonly echo: Record<string, Raw> = {};
  isStream = false;
  usageInStream = true;
  shows: TurnRequest['shows'] = 'text';
  wantsSeals = true;
  /** Ids of calls whose input is text: their results are of the same kind. */
  readonly #customCalls = new Set<string>();
  /** Messages in the assistant's turn that is the last one. */
  #messages = 0;
  /** The blocks of the last turn, if it is the assistant's or one of results. */
  #openBlocks: Block[] | undefined;

  constructor(client: ClientDialect) {
    this.client = client;
  }

  set<Name extends FieldName>(name: Name, path: string, value: FieldValues[Name]): void {
    this.fields[name] = { path, value } as DraftFields[Name];
  }

  drop(path: string): void {
    this.unsaid.push({ path, rule: 'drop' });
  }

  refuse(path: string): void {
    this.unsaid.push({ path, rule: 'refuse' });
  }

  /** @param why As `Unsaid` has it. */
  never(path: string, why?: string): void {
    this.unsaid.push({ path, rule: 'never', ...(why !== undefined && { why }) });
  }

  change(path: string): void {
    this.unsaid.push({ path, rule: 'change' });
  }

  /** A field that answers repeat. */
  repeat(name: string, value: Raw): void {
    this.echo[name] = value;
  }

  say(
    role: Exclude<Role, 'assistant' | 'tool'>,
    path: string,
    blocks: readonly Block[],
    isString = false,
  ): void {
    this.turns.push({ role, path, blocks, ...(isString && { isString }) });
  }

  /**
   * The assistant's next blocks, in its open turn.
   *
   * @param isMessage It is a message of its own: the texts of several in one turn stay separate.
   */
  answer(path: string, blocks: readonly Block[], isMessage: boolean): void {
    const open = this.#open('assistant', path);
    for (const block of blocks) {
      if (block.kind === 'call' && block.isCustom) this.#customCalls.add(block.id);
      const before = open.at(-1);
      if (block.kind === 'call' && before?.kind === 'reasoning' && before.seal?.isOfCall) {
        // The seal of a single call is at the call, not before it.
        open[open.length - 1] = { ...block, seal: before.seal };
      } else if (block.kind === 'text' && this.#messages > 0)
        open.push({ message: this.#messages, ...block });
      else open.push(block);
    }
    if (isMessage) this.#messages += 1;
  }

  /** Results that come one after the other are one turn. */
  answerCalls(path: string, blocks: readonly Block[]): void {
    this.#open('tool', path).push(...blocks);
  }

  #open(role: 'assistant' | 'tool', path: string): Block[] {
    const last = this.turns.at(-1);
    if (last?.role === role && this.#openBlocks !== undefined) return this.#openBlocks;
    const blocks: Block[] = [];
    this.turns.push({ role, path, blocks });
    this.#messages = 0;
    this.#openBlocks = blocks;
    return blocks;
  }

  isCustomCall(id: string): boolean {
    return this.#customCalls.has(id);
  }

  done(): TurnRequest {
    const { client, isStream, usageInStream, turns, tools, fields, unsaid, echo, shows, wantsSeals } = this;
    return { client, isStream, usageInStream, turns, tools, fields, unsaid, echo, shows, wantsSeals };
  }
}
