import { changingLists, listChangedBy } from '../../../api/mcp/lists/list-changes.ts';
import { metaWithoutCapabilities } from '../../../api/mcp/protocol-versions.ts';
import { isObject, type JsonObject } from '../../../lib/json.ts';
import type { RequestToServer } from './request-to-server.ts';
import type { RevisionAndSession } from './revision-and-session.ts';
import type { ServerAvailability } from './server-availability.ts';
import type { ListeningServer, StreamEvents, Tellable } from './server-listening.ts';
import type { ServerLists } from './server-lists.ts';
import type { ServerParts } from './server-parts.ts';
import { modernSpeech, type ServerSender } from './server-sender.ts';

interface Making {
  readonly parts: () => ServerParts;
  readonly sender: ServerSender;
  readonly availability: ServerAvailability;
  readonly revision: RevisionAndSession;
  readonly lists: ServerLists;
}

/** A server's own notifications of changes: the kinds that it declares, and the stream of `subscriptions/listen`. */
export class ServerChanges implements ListeningServer {
  readonly #made: Making;

  constructor(made: Making) {
    this.#made = made;
  }

  async tells(): Promise<Tellable> {
    const { revision, lists } = this.#made;
    try {
      if (await revision.isOlder()) return nothingTold;
      const { capabilities } = await lists.introduction();
      const has = (name: string, what: string) => {
        const capability = capabilities[name];
        return isObject(capability) && capability[what] === true;
      };
      return {
        lists: changingLists.filter((list) => has(list, 'listChanged')),
        isSubscribable: has('resources', 'subscribe'),
      };
    } catch {
      return nothingTold;
    }
  }

  listen(notifications: JsonObject, told: StreamEvents): RequestToServer | undefined {
    const { parts, sender, availability, lists } = this.#made;
    if (availability.out !== undefined) return undefined;
    const params = { notifications, _meta: metaWithoutCapabilities(parts().self) };
    const asked = {
      method: 'subscriptions/listen',
      paramsText: JSON.stringify(params),
      requestId: 'mcp-listen',
      hops: 1,
    };
    const events = {
      notification: ({ method, params: said }: { readonly method: string; readonly params: JsonObject }) => {
        const list = listChangedBy(method);
        if (list !== undefined) lists.forget(list);
        told.notification(method, said);
      },
      request: () => {},
      answered: () => told.ended(),
      failed: () => told.ended(),
    };
    return sender.request(asked, modernSpeech, events, { totalMs: Number.POSITIVE_INFINITY });
  }
}

const nothingTold: Tellable = { lists: [], isSubscribable: false };
