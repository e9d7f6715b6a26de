import { RunnelError } from '@runnel/contract'
import type { DataServerTarget } from '@runnel/node-kit'
import { reachRedis } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createDataServerPort } from './data-server-port.ts'

const fields = { redisUrl: 'redis://:green-tea-password@redis.example:6379' }
const asking = { flowId: 'f', signal: new AbortController().signal }

/** A port of one run, whose servers do what the test says. */
function openPort(
  answer: (asked: unknown, how: unknown) => unknown,
  opened: Record<string, string> = fields,
) {
  const definition = { credential: { optional: true, credentialNames: ['redisCacheUrlApi'] } }
  const context = {
    catalogue: { find: () => definition },
    dataServers: { ask: async (_protocol: string, asked: unknown, how: unknown) => answer(asked, how) },
  } as unknown as OperationContext
  const credentials = { open: async () => opened } as never
  const port = createDataServerPort(context, 'w', () => ({ credentials, consentedHosts: [] }))
  return (credential: string) => {
    const component = { nodeId: 'memory_0', type: 'memory', values: {}, credentials: { credential } } as never
    const target: DataServerTarget<'redis'> = { component, reach: reachRedis, effects: 'read' }
    return port.ask({ protocol: 'redis', target, question: { commands: [['PING']] } }, asking)
  }
}

test('a server is asked as whom the credential says, for this workspace, within half a minute', async () => {
  const seen: unknown[] = []
  const ask = openPort((asked, how) => {
    seen.push(asked, how)
    return ['PONG']
  })
  expect(await ask('c')).toEqual(['PONG'])
  expect(seen).toMatchObject([
    {
      address: { host: 'redis.example', port: 6379, tls: false, password: 'green-tea-password' },
      question: { commands: [['PING']] },
    },
    { workspaceId: 'w', timeoutMs: 30_000 },
  ])
})

test('without a credential nobody is asked', async () => {
  const ask = openPort(() => ['PONG'])
  await expect(ask('')).rejects.toMatchObject({ code: 'missing_credential' })
})

test('a server that repeats the password gives it to nobody', async () => {
  const words = 'As green-tea-password you may not.'
  expect(await openPort(() => [[words, { said: words }]])('c')).toEqual([
    ['As ••• you may not.', { said: 'As ••• you may not.' }],
  ])
  const refuse = () => {
    throw new RunnelError('upstream_error', words)
  }
  await expect(openPort(refuse)('c')).rejects.toThrow('As ••• you may not.')
})

test('a password that is a word of everybody spoils no answer', async () => {
  const ask = openPort(() => ['We have green tea.'], { redisUrl: 'redis://:green@redis.example' })
  expect(await ask('c')).toEqual(['We have green tea.'])
})
