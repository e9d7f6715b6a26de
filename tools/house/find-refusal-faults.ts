/** Where things are refused: people meet it in forms and lists, in their own language. */
const ROOMS = ['packages/operations/src/', 'packages/db/src/']
/** Folders and files of them that say why in English alone, so far. A new one joins none of them: the list only shrinks. */
const ENGLISH_SO_FAR = [
  'packages/db/src/adapters/',
  'packages/db/src/document-stores/',
  'packages/db/src/files/',
  'packages/db/src/flows/',
  'packages/db/src/migrations/',
  'packages/db/src/provisioning/',
  'packages/db/src/runs/',
  'packages/db/src/vectors/',
  'packages/operations/src/chat/',
  'packages/operations/src/check-tagged-use.ts',
  'packages/operations/src/connections/',
  'packages/operations/src/credentials/',
  'packages/operations/src/custom-tools/',
  'packages/operations/src/document-stores/',
  'packages/operations/src/files/',
  'packages/operations/src/flows/',
  'packages/operations/src/mcp-servers/',
  'packages/operations/src/nodes/',
  'packages/operations/src/own-credential.ts',
  'packages/operations/src/runs/',
  'packages/operations/src/server-secrets.ts',
  'packages/operations/src/store-work/',
  'packages/operations/src/templates/',
  'packages/operations/src/vectors/',
]
/** Of these the kind says all that people need; pages have words for each. */
const PLAIN = new Set(['not_found', 'unauthenticated', 'token_expired', 'internal'])
const THROWN = /new RunnelError\(\s*'(\w+)',\s*['"`]/g
/** By its fields, or by the code of a sign-on, a page says it as well. */
const TOLD_OTHERWISE = /issues|error: 'sso_/
const FIELD = /\bpath: [^,{}]{1,200}, message: ['"`]/
/** Longer than any of them is written. */
const LONGEST = 400

/**
 * Finds refusals that say why in English alone, one sentence each: `refusalOf` and `tellWhy` give them a reason, by which
 * pages say it in the person's language. A place that is listed and has none any more is named too.
 */
export function findRefusalFaults(sources: ReadonlyMap<string, string>): string[] {
  const paths = [...sources.keys()]
  const found = [...sources].flatMap(([path, text]) =>
    findFaultsIn(path, text).map((fault) => ({ path, fault })),
  )
  const spent = ENGLISH_SO_FAR.filter(
    (place) =>
      paths.some((path) => path.startsWith(place)) && !found.some(({ path }) => path.startsWith(place)),
  )
  return [
    ...found
      .filter(({ path }) => !ENGLISH_SO_FAR.some((place) => path.startsWith(place)))
      .map(({ path, fault }) => `${path}: ${fault}`),
    ...spent.map(
      (place) => `${place} says why of every refusal: take it off the list in find-refusal-faults.ts.`,
    ),
  ]
}

function findFaultsIn(path: string, text: string): string[] {
  if (!ROOMS.some((room) => path.startsWith(room)) || path.includes('.test.')) return []
  const thrown = [...text.matchAll(THROWN)]
    .filter((found) => !PLAIN.has(found[1] ?? ''))
    .filter(({ index }) => !TOLD_OTHERWISE.test(text.slice(index, endOfCall(text, index))))
    .map(({ 1: code }) => `says why (${code}) in English alone. Give it a reason: refusalOf, tellWhy.`)
  return FIELD.test(text)
    ? [...thrown, 'a faulty field says why in English alone. Give it a reason: tellWhy.']
    : thrown
}

function endOfCall(text: string, from: number): number {
  let depth = 0
  for (let at = text.indexOf('(', from); at < Math.min(text.length, from + LONGEST); at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return from + LONGEST
}
