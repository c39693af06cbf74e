/** Azure's own hosts: each resource has one. */
const hosts = /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/i;

/** Whether Azure itself answers under a host name. */
export function isAzureHost(host: string): boolean {
  return hosts.test(host);
}
