import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
/** What a selector gives in place of nothing, written where it is asked: another object at each look. */
const SOMETHING_NEW =
  /\buse\w{1,60}Store\([^()]{0,20}\(?\{?[^()]{0,80}\}?\)? => [^;\n]{0,200}\?\? (\[|\{)[^)\n]{0,200}\)/g

const findSelectors = (code: string) => [...code.matchAll(SOMETHING_NEW)].map(([found]) => found)

test('the check sees a selector that makes something new', () => {
  expect(findSelectors('const a = useThingStore(({ user }) => user?.places ?? [])')).toHaveLength(1)
  expect(findSelectors('const a = useThingStore((state) => state.of[id] ?? {})')).toHaveLength(1)
  expect(findSelectors('const a = useThingStore(({ user }) => user?.places) ?? []')).toEqual([])
  expect(findSelectors("const a = useThingStore((state) => state.name ?? '')")).toEqual([])
})

test('no selector of a store makes something new: it would draw its component for ever', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const found = files.flatMap((file) =>
    findSelectors(readFileSync(join(source, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})
