import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Credential, CredentialMissing } from '../../src/credentials/credential.ts';
import { MessageToAuthorize } from '../../src/http/client/message-to-authorize.ts';

export interface MadeCredential {
  readonly credential: Credential;
  /** Takes its value away; undefined where that cannot happen to it. */
  readonly lose?: () => void;
}

/** A message to a backend on which a client has set all headers of a credential to something of its own. */
export function message(credential: Credential, body = '{"model":"m"}'): MessageToAuthorize {
  const taken = credential.headers.map((name) => `${name}: the client's\r\n`).join('');
  return new MessageToAuthorize(credential, {
    method: 'POST',
    path: '/v1/chat/completions?api-version=1',
    host: 'backend.example:8443',
    body: [Buffer.from(body.slice(0, 4)), Buffer.from(body.slice(4))],
    headerLines: `host: backend.example:8443\r\n${taken}content-type: application/json\r\n`,
  });
}

/** What holds of every kind of credential. */
export function credentialContract(kind: string, make: () => MadeCredential): void {
  test(`${kind}: it names its headers in lower case, at least one`, () => {
    const { headers } = make().credential;
    assert.ok(headers.length > 0);
    for (const name of headers) assert.match(name, /^[a-z0-9!#$%&'*+.^_`|~-]+$/);
  });

  test(`${kind}: it sets what it has, each header once, and leaves the others alone`, async () => {
    const { credential } = make();
    const sent = message(credential);
    assert.equal(typeof (await credential.authorize(sent)), 'number');
    assert.equal(sent.header('host'), 'backend.example:8443');
    assert.equal(sent.header('content-type'), 'application/json');
    const names = sent.headerLines.split('\r\n').map((line) => line.split(': ', 1)[0]);
    for (const name of credential.headers) assert.ok(names.filter((one) => one === name).length <= 1, name);
    const own = credential.headers.filter((name) => ![undefined, "the client's"].includes(sent.header(name)));
    assert.ok(own.length > 0, 'a message that went without a credential');
  });

  test(`${kind}: what is prebuilt is what it would set`, async () => {
    const { credential } = make();
    if (credential.prebuilt === undefined) return;
    const sent = message(credential);
    await credential.authorize(sent);
    const set = credential.headers.map((name) => [name, sent.header(name)]);
    assert.deepEqual(Object.fromEntries(set), credential.prebuilt);
  });

  test(`${kind}: it says why where it has nothing, and then authorizes nothing`, async () => {
    const { credential, lose } = make();
    assert.equal(credential.missing, undefined);
    if (lose === undefined) return;
    lose();
    assert.ok(credential.missing);
    assert.equal(credential.prebuilt, undefined, 'what can go away can not be prebuilt');
    await assert.rejects(async () => credential.authorize(message(credential)), CredentialMissing);
  });

  test(`${kind}: a refusal of a value that it still has is no reason to send it again`, async () => {
    const { credential } = make();
    const generation = await credential.authorize(message(credential));
    assert.equal(typeof credential.refused({ status: 401, headers: {}, generation }), 'boolean');
  });
}
