import { expect, test } from 'vitest'
import { fitsPattern, isIgnored } from './path-patterns.ts'

test.each([
  ['docs/a.md', '*.md', true],
  ['docs/a.md', 'docs/', true],
  ['docs/a.md', '/docs', true],
  ['docs/a.md', 'docs/*.md', true],
  ['docs/a.md', 'docs/a', false],
  ['docs/a.md', 'a.md', true],
  ['src/docs/a.md', 'docs/a.md', false],
  ['src/docs/a.md', 'src/docs', true],
  ['src/docs/a.md', 'src/d*', true],
  ['src/docs/a.md', 'src/x*', false],
  ['src/docs/a.md', 'src/docs/a.md/more', false],
  ['docs/a.md', '', false],
])('%s by %s: %s', (path, pattern, expected) => {
  expect(isIgnored(path, [pattern])).toBe(expected)
})

test('a path that has as many steps as letters is looked at once', () => {
  const deep = '/'.repeat(1_000_000)
  expect(isIgnored(`${deep}a`, ['x/y', 'docs/*.md', '*x/y'])).toBe(false)
  expect(isIgnored(`${deep}a`, ['*/a'])).toBe(true)
  expect(fitsPattern(`${deep}a`, '*b')).toBe(false)
})
