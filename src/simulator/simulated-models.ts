/**
 * The answer to `GET /v1/models`: one entry, though every name is answered. Clients of Anthropic's API are told apart
 * by the version header that they send, and get that vendor's form.
 */
export function modelList(anthropic: boolean): object {
  if (!anthropic)
    return { object: 'list', data: [{ id, object: 'model', created: 0, owned_by: 'simulator' }] };
  const model = { type: 'model', id, display_name: 'Simulator', created_at: '1970-01-01T00:00:00Z' };
  return { data: [model], has_more: false, first_id: id, last_id: id };
}

const id = 'simulator';
