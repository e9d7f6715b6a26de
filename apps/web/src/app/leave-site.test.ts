import { leadingAway } from '@runnel/contract/testing'
import { expect, test } from 'vitest'
import { leaveSite } from './leave-site.ts'

function makeWindow() {
  const went: string[] = []
  return { went, from: { location: { assign: (url: string) => went.push(url) } } as unknown as Window }
}

test.each(['https://login.example/authorize?state=1', 'http://127.0.0.1:4000/authorize'])(
  'a window is sent to a provider: %s',
  (address) => {
    const { went, from } = makeWindow()
    leaveSite(address, from)
    expect(went).toEqual([address])
  },
)

test.each([
  '/tools',
  '',
  'https://a:b@evil.example/',
  ...leadingAway.filter((each) => !/^https:/i.test(each)),
])('nobody is sent to %j', (address) => {
  const { went, from } = makeWindow()
  expect(() => leaveSite(address, from)).toThrow()
  expect(went).toEqual([])
})
