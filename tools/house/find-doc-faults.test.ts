import { expect, test } from 'vitest'
import { findDocFaults } from './find-doc-faults.ts'

const SOURCE = ['packages/operations/src/mails/promise-mail.ts', 'export function promiseMail() {}'] as const
/** Put together, so that it stands nowhere. */
const GONE = ['gone', 'Thing'].join('')
const faultsOf = (text: string, path = 'docs/a.md') => {
  const texts = [SOURCE, [path, text] as const]
  return findDocFaults({ texts, paths: [...texts.map(([each]) => each), 'docs/images/a.png'] })
}

test.each([
  'sent by `promiseMail`',
  '`promiseMail(context, …)`',
  '`packages/operations/src/mails/promise-mail.ts`',
  '`operations/mails/promise-mail.ts`',
  '`operations/src/mails/promise-mail.ts`',
  '`promise-mail.ts`',
  'see [the picture](images/a.png) and [elsewhere](https://example.com/a)',
  '```ts\nconst ownThing = 1\n```\nwhere `ownThing` is one',
  'in `packages/providers/src/deepinfra/deepinfra-provider.ts`',
  'an `else`, a `PORT` and `Proceed`',
])('%j is all there', (text) => {
  expect(faultsOf(text)).toEqual([])
})

test.each([
  [`sent by \`${GONE}\``, `docs/a.md names ${GONE}, which is nowhere in the program.`],
  ['`operations/mails/tell.ts`', 'docs/a.md names the file operations/mails/tell.ts, which is not there.'],
  ['`db/promise-mail.ts`', 'docs/a.md names the file db/promise-mail.ts, which is not there.'],
  ['see [it](b.md#c)', 'docs/a.md leads to b.md, which is not there.'],
])('%j is not', (text, fault) => {
  expect(faultsOf(text)).toEqual([fault])
})

test('a decision that the list of them does not lead to is named', () => {
  const texts = [
    ['docs/decisions/README.md', '- [A](a.md)'],
    ['docs/decisions/a.md', ''],
    ['docs/decisions/b.md', ''],
  ] as const
  expect(findDocFaults({ texts, paths: texts.map(([path]) => path) })).toEqual([
    'docs/decisions/README.md does not lead to b.md.',
  ])
})

test('pages about another program are left alone', () => {
  expect(faultsOf(`its \`${GONE}\``, 'docs/compatibility.md')).toEqual([])
})
