import { inspect } from 'node:util'
import { RunnelError } from '@runnel/contract'
import type { DataServerTarget } from '@runnel/node-kit'
import { reachRedis } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createDataServerPort } from './data-server-port.ts'

const fields = { redisUrl: 'redis://:green-tea-password@redis.example:6379' }
const inputs = [
  { name: 'redisUrl', label: 'URL', type: 'url' },
  { name: 'host', label: 'Host', type: 'string' },
  { name: 'token', label: 'Token', type: 'password' },
]
const asking = { flowId: 'f', signal: new AbortController().signal }

/** A port of one run, whose servers do what the test says. */
function openPort(
  answer: (asked: unknown, how: unknown) => unknown,
  opened: Record<string, string> = fields,
) {
  const definition = { credential: { optional: true, credentialNames: ['redisCacheUrlApi'] } }
  const context = {
    catalogue: {
      find: () => definition,
      findCredentialType: (name: string) => (name === 'redisCacheUrlApi' ? { inputs } : undefined),
    },
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

test('every secret of the credential is taken out of answers, faults and their causes; what is none stays', async () => {
  const opened = { ...fields, host: 'redis.example', token: 'jasmine-token', added: 'nobody-knows-this' }
  const words = 'redis.example knows jasmine-token, nobody-knows-this and green-tea-password.'
  const clean = 'redis.example knows •••, ••• and •••.'
  const documents = [JSON.parse(`{"__proto__": "${words}", "deep": [["${words}"], 1, null, true]}`)]
  const answer = (await openPort(() => documents, opened)('c')) as object[]
  expect(JSON.stringify(answer)).toBe(`[{"__proto__":"${clean}","deep":[["${clean}"],1,null,true]}]`)

  const facts = { retryable: true, wasSent: false }
  const thrown = Object.assign(
    new RunnelError('upstream_error', words, { cause: Object.assign(new Error(words), { command: words }) }),
    facts,
  )
  const fault = await openPort(() => {
    throw thrown
  }, opened)('c').catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: 'upstream_error', message: clean, cause: { message: clean }, ...facts })
  expect(inspect(fault, { depth: 5 })).not.toMatch(/jasmine|nobody|green/)
  expect(thrown.message).toBe(words)
})

test('a fault that is none of ours comes out as one of the server', async () => {
  const refuse = () => {
    throw new DOMException('green-tea-password took too long.', 'TimeoutError')
  }
  await expect(openPort(refuse)('c')).rejects.toMatchObject({
    code: 'upstream_error',
    message: '••• took too long.',
  })
})

test('a large answer lets others have the thread while it is gone through', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await openPort(() => [Array.from({ length: 50_000 }, () => 'tea '.repeat(10))])('c')
  isOver = true
  expect(turns).toBeGreaterThan(10)
})
