/**
 * The headers of every answer. The dashboard needs nothing but its own files, so nothing else is allowed: no inline
 * script or style, no other origin, no frame around it. (Content Security Policy Level 3; Fetch, for the rest.)
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const always: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** @param isSecure Whether people reach the listener by HTTPS: only then may a browser be told to insist on it. */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? { ...always, 'strict-transport-security': 'max-age=31536000' } : always;
}
