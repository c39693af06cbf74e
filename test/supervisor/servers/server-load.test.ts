import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadIn } from '../../../src/supervisor/servers/server-load.ts';

test('the figures of vLLM are summed over its engines, and its cache is that of the fullest', () => {
  const text = `# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="m"} 3.0
vllm:num_requests_running{engine="1",model_name="m"} 2.0
vllm:num_requests_waiting{engine="0",model_name="m"} 1.0
vllm:num_requests_waiting{engine="1",model_name="m"} 4.0
vllm:num_requests_waiting_by_reason{engine="0",reason="capacity"} 99
vllm:gpu_cache_usage_perc{engine="0",model_name="m"} 0.9
vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.25
vllm:kv_cache_usage_perc{engine="1",model_name="m"} 0.5
`;
  assert.deepEqual(loadIn('vllm', text), { running: 5, waiting: 5, cache: 0.5 });
  const older = text.replaceAll('vllm:kv_cache_usage_perc', 'vllm:other');
  assert.deepEqual(loadIn('vllm', older), { running: 5, waiting: 5, cache: 0.9 });
});

test('those of SGLang are counted once for an engine, whatever its ranks say', () => {
  const text = `sglang:num_running_reqs{dp_rank="0",tp_rank="0",pp_rank="0"} 3
sglang:num_running_reqs{dp_rank="0",tp_rank="1",pp_rank="0"} 3
sglang:num_running_reqs{dp_rank="1",tp_rank="0",pp_rank="0"} 1
sglang:num_queue_reqs{dp_rank="0",tp_rank="0",pp_rank="0"} 7
sglang:token_usage{dp_rank="0",tp_rank="0",pp_rank="0"} 0.28
`;
  assert.deepEqual(loadIn('sglang', text), { running: 4, waiting: 7, cache: 0.28 });
});

test('those of llama.cpp have no labels, and say nothing of a cache', () => {
  const text = 'llamacpp:requests_processing 2\nllamacpp:requests_deferred 5\n';
  assert.deepEqual(loadIn('llama_cpp', text), { running: 2, waiting: 5, cache: undefined });
});

test('what is no such page, or can not be, is no load', () => {
  const page = (waiting: string, cache = '0.5') =>
    `vllm:num_requests_running{} 1\nvllm:num_requests_waiting{} ${waiting}\nvllm:kv_cache_usage_perc{} ${cache}`;
  assert.deepEqual(loadIn('vllm', page('1')), { running: 1, waiting: 1, cache: 0.5 });
  for (const lie of ['-1', 'NaN', '+Inf', '1e30', 'many', ''])
    assert.equal(loadIn('vllm', page(lie)), undefined, lie);
  for (const lie of ['-1', 'NaN', '+Inf', '80'])
    assert.equal(loadIn('vllm', page('1', lie))?.cache, undefined);
  assert.equal(loadIn('vllm', '<!doctype html><title>vllm:num_requests_waiting 3</title>'), undefined);
  assert.equal(loadIn('sglang', page('1')), undefined);
  assert.equal(loadIn('vllm', ''), undefined);
});
