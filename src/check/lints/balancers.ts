import type { Inspect } from '../../config/inspection.ts';
import type { Path } from '../../config/text/tree.ts';
import type { TlsConfig } from '../../config/types/listen.ts';

/**
 * The shortest acceptable prefixes: shorter ones include whole parts of the Internet, and private networks have longer
 * ones.
 */
const least = { ipv4: 8, ipv6: 7 } as const;

/** A `terminated_by` that is as good as everybody: a direct client may then speak plain HTTP and choose its address. */
export const openTerminatedBy: Inspect = ({ listen, admin }, found) => {
  look(listen.tls, ['listen', 'tls', 'terminated_by']);
  if (admin !== undefined) look(admin.tls, ['admin', 'tls', 'terminated_by']);

  function look(tls: TlsConfig | undefined, path: Path): void {
    if (tls?.kind !== 'terminated_by') return;
    for (const [index, range] of tls.ranges.entries()) {
      const [address = '', prefix] = range.split('/');
      const family = address.includes(':') ? 'ipv6' : 'ipv4';
      if (prefix === undefined || Number(prefix) >= least[family]) continue;
      const message = `${range} admits anybody as the balancer: any client there may speak plain HTTP and choose its address`;
      found.atValue([...path, index], 'open_terminated_by', message, {
        hint: 'name only the addresses of the balancers, such as 10.0.0.0/8',
      });
    }
  }
};
