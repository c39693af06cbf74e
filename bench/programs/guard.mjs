// A guard that lets everything pass, as agentgateway's webhook; prints its port.
import { createServer } from 'node:http';

const pass = Buffer.from('{"action":{}}');
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': pass.length });
    response.end(pass);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
