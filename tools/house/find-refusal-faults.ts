/** Where what people do with accounts, rights and workspaces is refused: they meet it in forms, in their own language. */
const ROOMS = [
  'packages/operations/src/accounts/',
  'packages/operations/src/api-keys/',
  'packages/operations/src/auth/',
  'packages/operations/src/people/',
  'packages/operations/src/roles/',
  'packages/operations/src/shares/',
  'packages/operations/src/sign-on/',
  'packages/operations/src/workspaces/',
  'packages/db/src/organizations/',
  'packages/db/src/sign-on/',
  'packages/db/src/system/',
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
 * Finds refusals of the rooms of people that say why in English alone, one sentence each: `refusalOf` and `tellWhy` give
 * them a reason, by which pages say it in the person's language.
 */
export function findRefusalFaults(path: string, text: string): string[] {
  if (!ROOMS.some((room) => path.startsWith(room)) || path.includes('.test.')) return []
  const thrown = [...text.matchAll(THROWN)]
    .filter((found) => !PLAIN.has(found[1] ?? ''))
    .filter(({ index }) => !TOLD_OTHERWISE.test(text.slice(index, endOfCall(text, index))))
    .map(
      ({ 1: code }) => `${path}: says why (${code}) in English alone. Give it a reason: refusalOf, tellWhy.`,
    )
  return FIELD.test(text)
    ? [...thrown, `${path}: a faulty field says why in English alone. Give it a reason: tellWhy.`]
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
