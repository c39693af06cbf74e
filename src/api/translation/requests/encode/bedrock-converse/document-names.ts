/** Names of documents as Converse takes them: each is unlike the others of its request. */
export class DocumentNames {
  readonly #taken = new Set<string>();

  /** @returns The name, and whether it is another than the client's. */
  nameFor(filename: string | undefined): { readonly name: string; readonly isChanged: boolean } {
    const fitting = (filename ?? '')
      .replaceAll(/[^A-Za-z0-9\s\-()[\]]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, longest);
    const wanted = fitting === '' ? 'document' : fitting;
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count += 1) {
      const suffix = ` (${count})`;
      name = wanted.slice(0, longest - suffix.length) + suffix;
    }
    this.#taken.add(name);
    return { name, isChanged: filename !== undefined && name !== filename };
  }
}

const longest = 200;
