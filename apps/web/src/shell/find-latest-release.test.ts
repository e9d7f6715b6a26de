import { expect, test } from 'vitest'
import { readRelease } from './find-latest-release.ts'
import { initialsOf } from './initials-of.ts'

const release = { name: 'v2', html_url: 'https://example.org/r', published_at: '2026-01-01T00:00:00Z' }

test('a release is read from the public API [S3-MISC-03 S7-SESS-03]', () => {
  expect(readRelease({ ...release, body: 'x' })).toEqual({
    name: 'v2',
    htmlUrl: 'https://example.org/r',
    publishedAt: '2026-01-01T00:00:00Z',
  })
})

test.each([null, {}, { ...release, name: 3 }, { ...release, html_url: 'javascript:alert(1)' }])(
  'what is no release is refused: %j',
  (body) => {
    expect(() => readRelease(body)).toThrow('no release')
  },
)

test('initials stand for a name', () => {
  expect(['Ada Nakamura', ' ada ', 'Ada B. Čapek', '', '🌊 Wave'].map(initialsOf)).toEqual([
    'AN',
    'A',
    'AČ',
    '',
    '🌊W',
  ])
})
