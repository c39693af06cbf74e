import { fingerprintName, sanName, subjectName } from '../../../lib/tls/certificate-names.ts';
import { trustFault } from '../../certificates.ts';
import type { Key, ListenTls } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { ClientCertificates } from '../../types/listen.ts';
import type { SourcePosition } from '../../types/source-position.ts';
import { type Context, fileAt, isAbsent, pem, placeInWords, placeOf, wrong } from '../context.ts';

/** The place of clients' certificates, if they may show any. */
export function resolveClientCertificates(
  context: Context,
  path: Path,
  tls: ListenTls,
): ClientCertificates | undefined {
  const {
    client_ca: ca,
    client_auth: auth,
    client_certificate_header: header,
    terminated_by: balancers,
  } = tls;
  const refuse = (field: string, message: string, hint: string) =>
    wrong(context, [...path, field], 'bad_client_certificate', message, { hint });
  if (header !== undefined && balancers === undefined) {
    refuse(
      'client_certificate_header',
      'is read only from balancers: anybody else could write any certificate into it',
      'take it out; `client_ca` asks clients themselves',
    );
  }
  if (ca !== undefined && balancers !== undefined) {
    refuse(
      'client_ca',
      'has no effect: TLS ends at the balancer, which has to check certificates and send them on',
      'take it out; `client_certificate_header` names the header of the balancer',
    );
  }
  if (auth !== undefined && ca === undefined) {
    refuse(
      'client_auth',
      'needs `client_ca` beside it, which names the authorities of valid certificates',
      'take it out',
    );
  }
  if (balancers !== undefined)
    return header === undefined ? undefined : { kind: 'header', name: header.toLowerCase() };
  if (ca === undefined || isAbsent(context, [...path, 'client_ca'])) return undefined;
  const text = pem(context, [...path, 'client_ca'], ca, 'certificate');
  const fault = text === '' ? undefined : trustFault(text);
  if (fault !== undefined) wrong(context, [...path, 'client_ca'], 'bad_certificate', fault);
  return { kind: 'handshake', caFile: fileAt(context, ca), ca: text, isRequired: auth === 'required' };
}

/** A key, and where it stands. */
export interface Owner {
  readonly id: string;
  readonly at: SourcePosition;
}

/**
 * The normalized name of a key's certificate.
 *
 * @param owners The first mention of each certificate that reaches a key alone, over all files.
 */
export function resolveKeyCertificate(
  context: Context,
  id: string,
  { certificate, hash, secret }: Key,
  owners: Map<string, Owner>,
): string | undefined {
  const path = ['keys', id];
  if (certificate === undefined || !context.intact([...path, 'certificate'])) return undefined;
  const { san, subject, fingerprint } = certificate;
  const given = Object.entries({ san, subject, fingerprint }).find(([, value]) => value !== undefined);
  if (given === undefined) return undefined;
  const [field, text = ''] = given;
  const at = [...path, 'certificate', field];
  if (isAbsent(context, at)) return undefined;
  const name = forms[field as keyof typeof forms].read(text);
  if (name === undefined) {
    wrong(context, at, 'bad_client_certificate', `must be ${forms[field as keyof typeof forms].form}`);
    return undefined;
  }
  if (hash !== undefined || secret !== undefined) return name;
  const first = owners.get(name);
  if (first === undefined) owners.set(name, { id, at: placeOf(context, path) });
  else {
    const message = `leads to the key "${first.id}" already, ${placeInWords(context, first.at)}`;
    wrong(context, at, 'duplicate_certificate', message);
  }
  return name;
}

const forms: Readonly<
  Record<'san' | 'subject' | 'fingerprint', { read: (text: string) => string | undefined; form: string }>
> = {
  san: { read: sanName, form: 'an alternative name' },
  subject: { read: subjectName, form: 'a subject such as CN=search,O=Example' },
  fingerprint: { read: fingerprintName, form: '64 hexadecimal digits, with colons or without' },
};
