/** Lists that can change, by their names in `subscriptions/listen` and notifications. */
import type { JsonObject } from '../../../lib/json.ts';
import type { ListKind } from './list-item-validation.ts';

export const changingLists = ['tools', 'prompts', 'resources'] as const;
export type ChangingList = (typeof changingLists)[number];

const members: Readonly<Record<ChangingList, string>> = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
};

/** The list that reports changes to a kind of item: templates are resources there. */
export function listOf(kind: ListKind): ChangingList {
  return kind === 'templates' ? 'resources' : kind;
}

/** The list that a notification is about; undefined for other methods. */
export function listChangedBy(method: string): ChangingList | undefined {
  return changingLists.find((list) => method === `notifications/${list}/list_changed`);
}

/** The lists that `params.notifications` of `subscriptions/listen` asks for. */
export function listsIn(notifications: JsonObject): readonly ChangingList[] {
  return changingLists.filter((list) => notifications[members[list]] === true);
}

/** The value of `params.notifications` that asks for changes of lists and of resources. */
export function notificationsOf(lists: Iterable<ChangingList>, uris: readonly string[]): JsonObject {
  return {
    ...Object.fromEntries([...lists].map((list) => [members[list], true])),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
  };
}
