import type { Answer } from '../../../helpers/backend.ts';
import { json } from '../../../helpers/backend.ts';

/** What Amazon's services on loopback give: each time other keys, which live for so many seconds. */
export class Amazon {
  given = 0;
  lifetimeS = 3600;

  /** The next keys, as most of its endpoints write them. */
  next() {
    this.given += 1;
    return {
      Code: 'Success',
      AccessKeyId: `ASIAEXAMPLEKEY${String(this.given).padStart(6, '0')}`,
      SecretAccessKey: `canary-secret-${this.given}`,
      Token: `canary-session-${this.given}`,
      Expiration: this.#expiration(),
    };
  }

  #expiration(): string {
    const text = new Date(Date.now() + this.lifetimeS * 1000).toISOString();
    // Whole seconds, as Amazon writes them, but where a test cannot wait for so many.
    return this.lifetimeS < 60 ? text : text.replace(/\.\d+/, '');
  }

  /** The endpoint of a container: ECS, or EKS with pod identities. */
  readonly container: Answer = (seen, response, request) =>
    json(
      seen.headers.authorization === 'pod-token' ? this.next() : { Code: 'AccessDenied' },
      seen.headers.authorization === 'pod-token' ? 200 : 401,
    )(seen, response, request);

  /** The metadata service of an instance, its second version. */
  readonly instance: Answer = (seen, response, request) => {
    const path = '/latest/meta-data/iam/security-credentials/';
    if (seen.method === 'PUT' && seen.url === '/latest/api/token') return void response.end('imds-token');
    if (seen.headers['x-aws-ec2-metadata-token'] !== 'imds-token') return void response.writeHead(401).end();
    if (seen.url === path) return void response.end('gateway-role');
    if (seen.url === `${path}gateway-role`) return json(this.next())(seen, response, request);
    response.writeHead(404).end();
  };

  /** The token service: roles are assumed. */
  readonly sts: Answer = (seen, response) => {
    const action = new URLSearchParams(seen.body.toString()).get('Action') ?? '';
    const { AccessKeyId, SecretAccessKey, Token, Expiration } = this.next();
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result>` +
        '<AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/llm/gateway</Arn><AssumedRoleId>AROA:gateway</AssumedRoleId></AssumedRoleUser>' +
        `<Credentials><AccessKeyId>${AccessKeyId}</AccessKeyId><SecretAccessKey>${SecretAccessKey}</SecretAccessKey>` +
        `<SessionToken>${Token}</SessionToken><Expiration>${Expiration}</Expiration></Credentials>` +
        `</${action}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${action}Response>`,
    );
  };
}

/** What the token service says where it refuses. */
export function stsError(code: string, status: number): Answer {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'text/xml' });
    response.end(
      `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code>` +
        '<Message>canary-message</Message></Error><RequestId>1</RequestId></ErrorResponse>',
    );
  };
}
