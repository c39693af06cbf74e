import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/helpers/ports.ts';
import { clientHeaders, clientKey, type Lab } from '../lab.ts';
import { launch } from '../measure/programs.ts';
import { answering, type Contender } from './proxy.ts';

/** nginx with TLS, a key check and an access log. */
export const nginx: Contender = {
  name: 'nginx',
  async start(lab) {
    if (!lab.has.nginx) return undefined;
    const port = await freePort();
    const file = join(lab.dir, 'nginx.conf');
    writeFileSync(file, configuration(lab, port));
    const outputFile = join(lab.outputDir, 'nginx.out');
    const running = launch({
      command: [
        ...lab.cores.proxy(),
        'nginx',
        '-c',
        file,
        '-p',
        lab.dir,
        '-e',
        join(lab.outputDir, 'nginx-error.log'),
      ],
      outputFile,
    });
    const destination = { port, tls: true, headers: clientHeaders };
    return answering('nginx', destination, { process: running, bodyFile: lab.bodies.small, outputFile });
  },
};

function configuration({ dir, outputDir, backendPort, certFile, keyFile }: Lab, port: number): string {
  // As root it would hand its work to a user who may not write bodies that are large into the folder of the bench.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `
daemon off;
${user}
worker_processes 1;
worker_rlimit_nofile 65536;
pid ${dir}/nginx.pid;
events { worker_connections 30000; }
http {
  access_log ${outputDir}/nginx-access.log combined;
  client_body_temp_path ${dir}/nginx-body;
  proxy_temp_path ${dir}/nginx-proxy;
  fastcgi_temp_path ${dir}/nginx-fastcgi;
  uwsgi_temp_path ${dir}/nginx-uwsgi;
  scgi_temp_path ${dir}/nginx-scgi;
  client_max_body_size 64m;
  client_body_buffer_size 2m;
  keepalive_requests 1000000000;
  tcp_nodelay on;
  map_hash_bucket_size 256;
  map $http_authorization $caller { default ""; "Bearer ${clientKey}" bench; }
  upstream backend { server 127.0.0.1:${backendPort}; keepalive 256; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port} ssl backlog=4096;
    ssl_certificate ${certFile};
    ssl_certificate_key ${keyFile};
    ssl_protocols TLSv1.2 TLSv1.3;
    location /v1/ {
      if ($caller = "") { return 401; }
      proxy_pass http://backend;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 300s;
    }
  }
}
`;
}
