import type { Page } from './page.ts';

/** GW10xx and GW11xx: files and the text in them. */
export const textPages = {
  file_unreadable: {
    about:
      'The file that was named, or one that it names, is not there, is a folder, or may not be read by this user. Paths in a file are relative to the folder of that file.',
    bad: 'keys_file: key.yaml',
    good: 'keys_file: keys.yaml\n==> keys.yaml <==\nkeys: {}',
  },
  file_too_large: {
    about:
      'A file of more than 16 MiB is refused before it is read: reading it would delay a reload for seconds. A `keys_file` that ends in .json takes the least room.',
    bad: 'keys_file: keys.yaml               # of 17 MiB\n==> keys.yaml <==\nkeys: {}',
    good: 'keys_file: keys.yaml               # of 4 MiB\n==> keys.yaml <==\nkeys: {}',
  },
  file_encoding: {
    about: 'Files are read as UTF-8. Another encoding would silently turn names into others.',
    bad: 'x-note: München                     # saved as ISO-8859-1',
    good: 'x-note: München                     # saved as UTF-8',
  },
  control_character: {
    about:
      'Control characters and byte order marks inside the text are invisible in an editor, and no header and no JSON of a backend would carry them unchanged.',
    bad: 'x-note: "one\\0two"',
    good: 'x-note: "one two"',
  },
  file_writable: {
    about:
      'A user who can write the configuration decides where prompts and credentials go. Only its owner should.',
    bad: '# -rw-r--rw-  gateway.yaml',
    good: '# -rw-r-----  gateway.yaml',
  },
  bad_include: {
    about:
      '`include` names up to 1,000 files, not folders, and neither the file itself nor its `keys_file`. `*` works only in the name of a file. Together the files need a backend and a model.',
    bad: 'include: ["teams/*/keys.yaml"]',
    good: 'include: ["team-*.yaml"]\n==> team-search.yaml <==\nkeys: {}',
  },
  include_without_files: {
    about:
      'A pattern of `include` matches no file. The gateway looks for new files and reads them when they appear. If none is expected, the pattern is misspelled.',
    bad: 'include: ["tema-*.yaml"]\n==> team-search.yaml <==\nkeys: {}',
    good: 'include: ["team-*.yaml"]\n==> team-search.yaml <==\nkeys: {}',
  },
  file_empty: {
    about:
      'An empty file is a file that is still being written, or a mistake. It never means to serve nothing.',
    bad: 'keys_file: keys.yaml\n==> keys.yaml <==\n# no keys yet',
    good: 'keys_file: keys.yaml\n==> keys.yaml <==\nkeys: {}',
  },
  yaml_syntax: {
    about:
      'The text is not YAML. The most frequent reasons are a value with `: ` in it but without quotes, a line with another indentation than its neighbours, and a bracket or quote that nothing closes.',
    bad: 'x-note: see: the manual',
    good: 'x-note: "see: the manual"',
  },
  yaml_tab: {
    about: 'YAML is indented with spaces; the width of a tab is unknown.',
    bad: 'log:\n\tlevel: debug',
    good: 'log:\n  level: debug',
  },
  yaml_unquoted_reference: {
    about:
      'Inside `{ }` and `[ ]` the braces of `${...}` end or begin a map, so the reference needs quotes there.',
    bad: 'backends:\n  local: { url: https://api.example.com, auth: { bearer: ${OPENAI_API_KEY} } }',
    good: 'backends:\n  local: { url: https://api.example.com, auth: { bearer: "${OPENAI_API_KEY}" } }',
  },
  yaml_unquoted_star: {
    about: 'A value that begins with `*` is an alias in YAML. A pattern that begins with one needs quotes.',
    bad: 'keys:\n  team-a: { secret: "${TEAM_A_KEY}", models: [*] }',
    good: 'keys:\n  team-a: { secret: "${TEAM_A_KEY}", models: ["*"] }',
  },
  yaml_alias: {
    about:
      'An alias `*name` repeats the value that an anchor `&name` above it marks. It cannot be before or inside its anchor, and aliases may not expand a small file into a large one.',
    bad: 'x-common: *later',
    good: 'x-common: &common { weight: 1 }\nx-again: *common',
  },
  yaml_tag: {
    about:
      'Tags such as `!env` would be dropped silently, and `!!binary` makes a value that no field takes. Write references to the environment as `${NAME}`.',
    bad: 'log: { level: !env LOG_LEVEL }',
    good: 'log: { level: "${LOG_LEVEL:-info}" }',
  },
  yaml_directive: {
    about:
      'A directive changes how the whole file is read: under `%YAML 1.1` a `no` is false and 22:22 a number.',
    bad: '%YAML 1.1\n---\nlog: { level: info }',
    good: 'log: { level: info }',
  },
  yaml_documents: {
    about: 'One file is one document. Text after a second `---` would never take effect.',
    bad: 'log: { level: info }\n---\nlog: { level: debug }',
    good: 'log: { level: info }',
  },
  yaml_root: {
    about: 'A configuration is a map of fields, not a list and not a single value.',
    bad: 'keys_file: keys.yaml\n==> keys.yaml <==\n- team-a',
    good: 'keys_file: keys.yaml\n==> keys.yaml <==\nkeys: {}',
  },
  duplicate_key: {
    about: 'If one map has a field or name twice, one of the two would be lost.',
    bad: 'log:\n  level: info\n  level: debug',
    good: 'log:\n  level: debug',
  },
  bad_key: {
    about: 'Names are text. A name that looks like a number, true, false or null needs quotes.',
    bad: 'keys:\n  2024: { secret: "${TEAM_A_KEY}" }',
    good: 'keys:\n  "2024": { secret: "${TEAM_A_KEY}" }',
  },
  too_deep: {
    about:
      'Fields of a configuration are at most a few levels deep; 64 are a sign of an attack or an accident.',
    bad: `x-deep: ${'['.repeat(70)}${']'.repeat(70)}`,
    good: 'x-deep: [[[]]]',
  },
  bad_number: {
    about: 'A whole number beyond 2^53 loses its last digits when it is read. As text it keeps them.',
    bad: 'x-account: 12345678901234567890',
    good: 'x-account: "12345678901234567890"',
  },
  bad_merge: {
    about: '`<<` takes over the fields of another map, so its value has to be a map or a list of maps.',
    bad: 'x-common: { <<: streaming }',
    good: 'x-base: &base { weight: 1 }\nx-common: { <<: *base }',
  },
  json_syntax: {
    about:
      'A `keys_file` whose name ends in .json is read as JSON: without comments and without a comma at the end.',
    bad: 'keys_file: keys.json\n==> keys.json <==\n{ "keys": {}, }',
    good: 'keys_file: keys.json\n==> keys.json <==\n{ "keys": {} }',
  },
} as const satisfies Readonly<Record<string, Page>>;
