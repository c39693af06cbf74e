/** Makes each answer dearer by so many microseconds of CPU: `--require` it with `DEARER_US` set. */
const { OutgoingMessage } = require('node:http');

const spinMs = Number(process.env.DEARER_US) / 1000;
const store = OutgoingMessage.prototype._storeHeader;

OutgoingMessage.prototype._storeHeader = function storeHeader(...args) {
  const untilMs = performance.now() + spinMs;
  while (performance.now() < untilMs);
  return store.apply(this, args);
};
