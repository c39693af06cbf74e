import fc from 'fast-check';

/** Whitespace as JSON allows it. */
const gap = fc.stringMatching(/^[ \n\r\t]{0,3}$/);

/** Strings with escapes, characters of all lengths in UTF-8, and now and then long ones. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('model', 'tags', 'data:text/plain;base64,QUJD', '\\"', '🙂\u2028é'),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('QUJD', 'é"\\\n', 'long text 🙂 '), fc.integer({ min: 60, max: 300 }))
      .map(([unit, times]) => unit.repeat(times)),
  },
);

/** A string as JSON, its characters in the different ways they can be written. */
const stringText = fc.tuple(text, fc.infiniteStream(fc.integer({ min: 0, max: 9 }))).map(([value, ways]) => {
  if (value.length > 100) return JSON.stringify(value);
  let written = '';
  for (const char of value) {
    if ((ways.next().value as number) > 1) written += JSON.stringify(char).slice(1, -1);
    else if (char === '/') written += '\\/';
    else
      for (const unit of char.split('')) written += `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return `"${written}"`;
});

const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('12345678901234567890', '1e400', '-0', '1.0', '1E+2'),
);

/** Any JSON value as text with white space anywhere. */
export const valueText = fc.letrec<{ value: string; members: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    stringText,
    numberText,
    fc.constantFrom('true', 'false', 'null'),
    fc
      .array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    tie('members').map((members) => `{${members}}`),
    fc.constantFrom('[ ]', '{\n}'),
  ),
  members: fc
    .array(fc.tuple(gap, stringText, gap, gap, tie('value'), gap), { maxLength: 4 })
    .map((members) => members.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')),
})).value;

/** A member of an object as text. */
export function memberText(key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(gap, key, gap, gap, value, gap).map(([a, k, b, c, v, d]) => `${a}${k}${b}:${c}${v}${d}`);
}

/** The text of an object with these members in any order, and others among them. */
export function objectText(members: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const other = memberText(
    stringText.filter(
      (key) => !['model', 'models', 'tags', 'stream', 'stream_options'].includes(JSON.parse(key)),
    ),
    valueText,
  );
  return fc
    .tuple(fc.tuple(...members), fc.array(other, { maxLength: 3 }), gap, gap)
    .chain(([own, others, a, b]) =>
      fc
        .shuffledSubarray([...own, ...others], { minLength: own.length + others.length })
        .map((all) => `${a}{${all.join(',')}}${b}`),
    );
}
