import { leadingAway } from '@runnel/contract/testing'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { toRunnelError } from './on-error.ts'
import { sendBrowser, type WayOn } from './send-browser.ts'

let way: WayOn = { page: '/' }
const server = fastify({ logger: false })
server.get('/', (_request, reply) => sendBrowser(reply, way))
server.setErrorHandler((error, _request, reply) => reply.status(toRunnelError(error).status).send())
afterAll(() => server.close())

async function sentBy(next: WayOn) {
  way = next
  const { statusCode, headers } = await server.inject('/')
  return [statusCode, headers.location]
}

test('an answer leads to a page of ours', async () => {
  expect(await sentBy({ page: '/signin?error=sso_failed' })).toEqual([303, '/signin?error=sso_failed'])
})

test.each([...leadingAway, 'signin', ''])('no page of ours is %j', async (page) => {
  expect(await sentBy({ page })).toEqual([500, undefined])
})

test('an answer leads to a provider', async () => {
  const provider = 'https://login.example/authorize?client_id=1'
  expect(await sentBy({ provider })).toEqual([303, provider])
})

test.each([...leadingAway.filter((each) => !/^https:/i.test(each)), '/signin', 'https://a:b@login.example/'])(
  'no provider is at %j',
  async (provider) => {
    expect(await sentBy({ provider })).toEqual([502, undefined])
  },
)
