import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions, loginActivityCodes, permissionCatalogue } from '@runnel/contract'
import { expect, test } from 'vitest'
import { permissionWord } from '../ui/permissions/grantable-permissions.ts'

const folder = import.meta.dirname
const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'))
const catalogues = readdirSync(join(folder, 'en'))

/** Every text by its key; forms of plurals count as one key, for languages differ in how many they have. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string')
    return new Map([[path.replace(/_(zero|one|two|few|many|other)$/, ''), value]])
  return new Map(
    Object.entries(value as object).flatMap(([key, inner]) => [
      ...textsOf(inner, path ? `${path}.${key}` : key),
    ]),
  )
}
const placesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).sort()

test('both languages have the same catalogues', () => {
  expect(readdirSync(join(folder, 'de')).sort()).toEqual(catalogues.sort())
})

test.each(catalogues)('%s has the same keys and places in both languages', (file) => {
  const english = textsOf(read('en', file))
  const german = textsOf(read('de', file))
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) {
    const [wanted, found] = [placesOf(text), placesOf(german.get(key) ?? '')]
    // What a schema library puts into its words, such as the type that came, others need not say.
    if (key.startsWith('schema_')) expect(wanted, key).toEqual(expect.arrayContaining(found))
    else expect([key, found]).toEqual([key, wanted])
  }
})

test.each(catalogues)('no text of %s is empty', (file) => {
  for (const language of ['en', 'de']) {
    const empty = [...textsOf(read(language, file))].filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  }
})

test.each(catalogues)('%s says Sie in German, and Flow for a flow', (file) => {
  const familiar = /(?<!\p{L})(du|dich|dir|dein(e[mnrs]?)?|euch|eure?[mnrs]?|Ablauf|Abläufen?)(?!\p{L})/iu
  const texts = [...textsOf(read('de', file))].filter(([, text]) => familiar.test(text))
  expect(texts).toEqual([])
})

test.each([
  ['act', auditActions],
  ['code', Object.values(loginActivityCodes).map(String)],
  ['method', ['password', 'passkey']],
])(
  'every %s of the logs has a text in both languages, and no text is left of one that is no more',
  (kind, names) => {
    for (const language of ['en', 'de']) {
      const texts = (read(language, 'activity.json') as Record<string, object>)[kind] ?? {}
      expect([language, ...[...textsOf(texts).keys()].sort()]).toEqual([language, ...[...names].sort()])
    }
  },
)

test('no two acts of the audit log are called the same', () => {
  for (const language of ['en', 'de']) {
    const { act } = read(language, 'activity.json') as { act: object }
    const texts = [...textsOf(act).values()]
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  }
})

test.each(catalogues)('%s spells an organisation in one way', (file) => {
  // Between quotes stands what others call so; one text is that of Flowise, word for word.
  const other = [...textsOf(read('en', file))].filter(
    ([key, text]) => key !== 'set_up_already' && /(?<!“)organization/i.test(text),
  )
  expect(other).toEqual([])
})

test.each(catalogues)('%s calls a document store as the menu does in German', (file) => {
  const texts = [...textsOf(read('de', file))].filter(([, text]) => text.includes('Dokumentenspeicher'))
  expect(texts).toEqual([])
})

test('every permission and each of their categories has a text in both languages', () => {
  const words = Object.values(permissionCatalogue).flatMap((entries) =>
    entries.map(({ key }) => permissionWord(key)),
  )
  for (const language of ['en', 'de']) {
    const texts = read(language, 'permissions.json') as Record<'category' | 'permission', object>
    expect(Object.keys(texts.category)).toEqual(expect.arrayContaining(Object.keys(permissionCatalogue)))
    expect(Object.keys(texts.permission)).toEqual(expect.arrayContaining([...new Set(words)]))
  }
})
