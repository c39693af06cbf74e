/** Documents and passages as plain text, for targets that have no other place for them. */
import { isUtf8 } from 'node:buffer';
import { type Literal, textOf } from '../../json/json-node.ts';
import { joined, literalOf, literalOfInner } from '../../json/literal.ts';
import type { Base64Source, DocumentBlock, SearchResultBlock } from '../../neutral/turn-request.ts';

/** The text of a document below its title and its context, each on a line of its own. */
export function documentText({ filename, context }: DocumentBlock, text: Literal): Literal {
  return lines([filename, context?.value, text]);
}

/** A passage below its title and where it is from. */
export function searchResultText({ title, source, texts }: SearchResultBlock): Literal {
  return lines([title, source, ...texts]);
}

function lines(texts: readonly (Literal | undefined)[]): Literal {
  return joined(
    texts.filter((text) => text !== undefined && text.length > 2).map((text) => text!),
    '\n',
  );
}

/** The content of a text file; undefined for invalid UTF-8. */
export function decodedText({ data }: Base64Source): Literal | undefined {
  const bytes = Buffer.from(textOf(literalOfInner(data)), 'base64');
  return isUtf8(bytes) ? literalOf(bytes.toString()) : undefined;
}
