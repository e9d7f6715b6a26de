import { expect, test } from 'vitest'
import { readStars } from './count-stars.ts'

test('the number of stars and the address of the repository are read [S7-SESS-04]', () => {
  const answer = { stargazers_count: 1234, html_url: 'https://code.example/a/b', other: 1 }
  expect(readStars(answer)).toEqual({ stars: 1234, htmlUrl: 'https://code.example/a/b' })
})

test.each([
  {},
  null,
  { stargazers_count: '5', html_url: 'https://code.example' },
  { stargazers_count: 5, html_url: 'javascript:alert(1)' },
])('another answer counts as none: %j', (answer) => {
  expect(() => readStars(answer)).toThrow('without a number of stars')
})
