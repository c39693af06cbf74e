/** Azure's own hosts: each resource has one. */
const hosts = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/i;

/** True for a host name under which Azure itself answers. */
export function isAzureHost(host: string): boolean {
  return hosts.test(host);
}
