/** The rooms of a host and a model of them agree on random histories: `QUEUE_HISTORIES` says how many. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { queueClasses } from '../../../src/config/types/queues.ts';
import { deploymentOwner, groupOwner } from '../../../src/limits/accounts/owners.ts';
import type { PrimaryMessage, WorkerMessage } from '../../../src/limits/lease/lease-messages.ts';
import { leaseServer } from '../../../src/limits/lease/lease-server.ts';
import { Ledger } from '../../../src/limits/ledger.ts';
import type { Grant } from '../../../src/limits/limit-store.ts';
import { memoryStore } from '../../../src/limits/memory-store.ts';
import { Share } from '../../../src/limits/queue/fair-share.ts';
import { ledgerSeats } from '../../../src/limits/queue/ledger-seats.ts';
import { WaitingRooms } from '../../../src/limits/queue/waiting-rooms.ts';
import { concurrencyMeter, type Meter, type Meters, metersOf } from '../../../src/limits/rules.ts';
import { runs } from '../../helpers/full.ts';
import { manualClock } from '../manual-clock.ts';
import { type ModelEvent, QueueModel } from './queue-model.ts';

const histories = Number(process.env['QUEUE_HISTORIES'] ?? runs(20_000));

const keys = ['a', 'b', 'c', 'd'] as const;
/** Models, and the deployments that requests for them may go to, best first: two of them share one. */
const rooms = { m: ['m/1', 'm/2'], n: ['n/1', 'm/2'] } as const;
type Room = keyof typeof rooms;

/** What one version of the file says. */
const fileOf = fc.record({
  deployments: fc.record({
    'm/1': fc.integer({ min: 1, max: 3 }),
    'm/2': fc.integer({ min: 1, max: 2 }),
    'n/1': fc.integer({ min: 1, max: 2 }),
  }),
  /** Slots of the key itself; those of `c` and `d` are in a group. */
  own: fc.record({ a: fc.option(fc.integer({ min: 1, max: 2 })), group: fc.integer({ min: 1, max: 3 }) }),
  classes: fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2), d: fc.nat(2) }),
  weights: fc.record({
    a: fc.integer({ min: 1, max: 3 }),
    b: fc.integer({ min: 1, max: 3 }),
    c: fc.constant(1),
    d: fc.constant(2),
  }),
  length: fc.integer({ min: 2, max: 12 }),
});
type File = typeof fileOf extends fc.Arbitrary<infer F> ? F : never;

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('come' as const),
      key: fc.constantFrom(...keys),
      room: fc.constantFrom<Room>('m', 'n'),
      worker: fc.nat(1),
      lower: fc.nat(2),
      /** It would rather have the second deployment. */
      turned: fc.boolean(),
      waitMs: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('finish' as const), which: fc.nat(1000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(1000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      key: fc.constantFrom(...keys),
      room: fc.constantFrom<Room>('m', 'n'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('give' as const), which: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), which: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const), worker: fc.nat(1) }) },
);

test(`waiting rooms do as their model does, in ${histories} random histories`, (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  fc.assert(
    fc.property(
      fc.array(fileOf, { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 8, maxLength: 60 }),
      (files, steps) => {
        const clock = manualClock();
        const ledger = new Ledger(clock);
        const waiting = new WaitingRooms({ clock, seats: ledgerSeats(ledger, clock) });
        const server = leaseServer({ clock, ledger, rooms: waiting, later: (task) => task() });
        const direct = memoryStore({ clock, ledger, freed: () => waiting.freed() });
        let file: File = files[0]!;
        // Limits are those of the first file: a limit of before is another slot, and what holds both is not modelled here.
        const limits = limitsOf(files[0]!);
        const model = new QueueModel(limits);
        const told: ModelEvent[] = [];
        const workers = [worker(), worker()];
        const taken: { readonly grant: Grant; readonly slots: readonly string[] }[] = [];
        const shares = new Map<string, Share>();
        let waits = 0;
        let moment = 0;
        /** What those who wait asked for, for when they ask again. */
        const asked = new Map<
          number,
          {
            key: (typeof keys)[number];
            room: Room;
            worker: number;
            lower: number;
            turned: boolean;
            waitMs: number;
            sinceMs: number;
          }
        >();

        function worker() {
          let send: (message: WorkerMessage) => void = () => {};
          const tabs = new Map<Meters, number>();
          const detach = server.attach({
            onMessage: (handler) => {
              send = handler;
            },
            send(message: PrimaryMessage) {
              if (message.type !== 'waited') return;
              for (const { wait, ...outcome } of message.outcomes) {
                if (outcome.kind === 'seated') told.push({ wait, seat: outcome.choice });
                else if (outcome.kind === 'refused') told.push({ wait, refused: outcome.why });
              }
            },
          });
          return {
            detach,
            send: (message: WorkerMessage) => send(message),
            tab(meters: Meters): number {
              const known = tabs.get(meters);
              if (known !== undefined) return known;
              const tab = tabs.size;
              tabs.set(meters, tab);
              send({ type: 'open', tab, account: meters.account, isTransient: false, meters: meters.list });
              return tab;
            },
          };
        }

        const shareOf = (key: string, room: string) => {
          const known = shares.get(`${key} ${room}`) ?? new Share(room, key);
          shares.set(`${key} ${room}`, known);
          return known;
        };
        const come = (wait: number) => {
          const { key, room, worker: at, lower, turned, waitMs, sinceMs } = asked.get(wait)!;
          const rank = Math.max(file.classes[key], lower);
          const weight = file.weights[key];
          const { length } = file;
          const untilMs = sinceMs + waitMs;
          const inOrder = choicesOf(key, room, files[0]!);
          const choices = turned ? inOrder.toReversed() : inOrder;
          const share = shareOf(key, room).meters;
          model.enter(
            { wait, worker: at, room, rank, key, weight, choices: choices.map(namesOf), sinceMs, untilMs },
            length,
            clock.monotonic(),
          );
          const { tab, send } = workers[at]!;
          send({
            type: 'wait',
            waits: [
              {
                wait,
                choices: choices.map(tab),
                share: tab(share),
                room,
                length,
                class: queueClasses[rank]!,
                key,
                weight,
                sinceMs,
                untilMs,
              },
            ],
          });
        };

        for (const one of steps) {
          const { seated } = model;
          switch (one.do) {
            case 'come':
              waits += 1;
              moment += 1e-3; // no two come at the same moment
              asked.set(waits, { sinceMs: clock.monotonic() + moment, ...one });
              come(waits);
              break;
            case 'finish': {
              const waiter = [...seated.values()][one.which % Math.max(1, seated.size)]?.waiter;
              if (waiter === undefined) break;
              model.finish(waiter.wait);
              workers[waiter.worker]!.send({ type: 'unseat', waits: [waiter.wait] });
              break;
            }
            case 'leave': {
              const waiter = model.waiters[one.which % Math.max(1, model.waiters.length)];
              if (waiter === undefined) break;
              model.leave(waiter.wait);
              workers[waiter.worker]!.send({ type: 'leave', waits: [waiter.wait] });
              break;
            }
            case 'pass':
              clock.advance(one.ms);
              model.expire(clock.monotonic());
              waiting.expire();
              break;
            case 'take': {
              const meters = choicesOf(one.key, one.room, files[0]!)[0]!;
              const slots = namesOf(meters);
              const verdict = direct.spend({ meters, tokens: 0 });
              assert.ok(!(verdict instanceof Promise));
              assert.equal(verdict.admitted, model.takes(slots));
              if (verdict.admitted) taken.push({ grant: verdict.grant, slots });
              break;
            }
            case 'give': {
              const [given] = taken.splice(one.which % Math.max(1, taken.length), 1);
              if (given === undefined) break;
              model.gives(given.slots);
              given.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
              break;
            }
            case 'reload': {
              // All who wait are judged by the new file, and keep their places.
              file = files[one.which]!;
              const all = [...model.waiters].sort((a, b) => a.sinceMs - b.sinceMs);
              for (const { wait, worker: at } of all) {
                model.leave(wait);
                workers[at]!.send({ type: 'leave', waits: [wait] });
                come(wait);
              }
              break;
            }
            case 'die':
              model.die(one.worker);
              workers[one.worker]!.detach();
              workers[one.worker] = worker();
          }
          assert.deepEqual(told, model.events);
        }
        waiting.close();

        function choicesOf(
          key: (typeof keys)[number],
          room: Room,
          { deployments, own }: File,
        ): readonly Meters[] {
          const held: Meter[] =
            key === 'c' || key === 'd'
              ? [concurrencyMeter(own.group, undefined, groupOwner('group'), 1000)]
              : key === 'a' && own.a !== null
                ? [concurrencyMeter(own.a, undefined, undefined, 1000)]
                : [];
          return rooms[room].map((name) => {
            const deployment = concurrencyMeter(deployments[name], undefined, deploymentOwner(name));
            const list = [...held, ...shareOf(key, room).meters.list, deployment];
            return same(metersOf(key, list));
          });
        }
      },
    ),
    { numRuns: histories },
  );
});

/** Stores key by the object. */
const made = new Map<string, Meters>();
function same(meters: Meters): Meters {
  const name = `${meters.account}\n${meters.list.map(({ owner, limit }) => `${owner?.account} ${limit}`).join('\n')}`;
  const known = made.get(name) ?? meters;
  made.set(name, known);
  return known;
}

function namesOf({ account, list }: Meters): readonly string[] {
  return list.map(({ owner }) => owner?.account ?? account);
}

function limitsOf({ deployments, own }: File): ReadonlyMap<string, number> {
  const limits = Object.entries(deployments).map(([name, limit]): [string, number] => [
    `deployment ${name}`,
    limit,
  ]);
  return new Map([
    ...limits,
    ['group group', own.group],
    ...(own.a === null ? [] : [['a', own.a] as [string, number]]),
  ]);
}
