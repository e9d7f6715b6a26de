import { RunnelError, type ServerToolCall, type ServerToolReply, type ToolServer } from '@runnel/contract'
import type { ToolServerSession } from '@runnel/drivers'
import type { HttpSecrets } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { NO_SECRETS } from '../run-secrets.ts'
import { createToolServerPort } from './tool-server-port.ts'

const server: ToolServer = {
  transport: 'http',
  url: 'https://tea.example/mcp',
  headers: { 'x-own': 'Team green-tea-secret' },
}
const said = (text: string): ServerToolReply => ({
  type: 'result',
  parts: [{ type: 'text', text }],
  isError: false,
})
const asking = (signal = new AbortController().signal) => ({ flowId: 'f', signal })
const toCall = (tool: string): ServerToolCall => ({ tool, input: {}, answers: [] })

/** A port whose sessions do what the test says. */
function openPort(
  answer: (tool: string, session: { isOpen: boolean }) => Promise<ServerToolReply>,
  secrets: HttpSecrets = {},
) {
  const opened: ToolServer[] = []
  const closed: number[] = []
  const open = async (asked: ToolServer): Promise<ToolServerSession> => {
    const number = opened.push(asked)
    const state = { isOpen: true }
    return {
      get isOpen() {
        return state.isOpen
      },
      list: async () => [],
      call: ({ tool }) => answer(tool, state),
      close: async () => {
        state.isOpen = false
        closed.push(number)
      },
    }
  }
  const context = { egress: { fetch }, toolServers: { open } } as unknown as OperationContext
  const port = createToolServerPort(context, {
    workspaceId: 'w',
    variables: NO_SECRETS,
    openSecrets: async () => secrets,
    renewSecrets: async () => undefined,
  })
  return {
    port,
    opened,
    closed,
    call: (tool: string, more = asking()) => port.call({ server }, toCall(tool), more),
  }
}

describe('the servers of tools of a run', () => {
  test('have one session each, which ends with the run', async () => {
    const { port, call, opened, closed } = openPort(async (tool) => said(tool))
    await call('a')
    await call('b')
    await port.call({ server: { ...server, url: 'https://other.example/mcp' } }, toCall('c'), asking())
    expect(opened).toHaveLength(2)
    await port.close()
    expect(closed.sort()).toEqual([1, 2])
  })

  test('are asked one thing after the other, also when one of them fails', async () => {
    const under = { way: 0, most: 0 }
    const { call } = openPort(async (tool) => {
      under.way += 1
      under.most = Math.max(under.most, under.way)
      await new Promise((resolve) => setTimeout(resolve, 5))
      under.way -= 1
      if (tool === 'bad') throw new RunnelError('upstream_error', 'No')
      return said(tool)
    })
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((tool) => call(tool)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(under.most).toBe(1)
  })

  test('get a new session when one broke, and the call that broke it is not sent twice', async () => {
    const calls: string[] = []
    const { call, opened, closed } = openPort(async (tool, session) => {
      calls.push(tool)
      if (tool !== 'bad') return said(tool)
      session.isOpen = false
      throw new RunnelError('upstream_error', 'The connection ended')
    })
    await expect(call('bad')).rejects.toThrow('The connection ended')
    await call('b')
    expect(calls).toEqual(['bad', 'b'])
    expect(opened).toHaveLength(2)
    expect(closed).toEqual([1])
  })

  test('get the secrets of a credential, and do not give them back, nor those of headers', async () => {
    const secrets = { headers: { authorization: 'Bearer key-of-the-house' }, query: { k: 'key-in-query' } }
    const words = 'key-of-the-house, key-in-query and green-tea-secret'
    const { call, opened } = openPort(async (tool) => {
      if (tool === 'bad') throw new RunnelError('upstream_error', words)
      return said(words)
    }, secrets)
    expect(await call('a')).toEqual(said('•••, ••• and •••'))
    await expect(call('bad')).rejects.toThrow('•••, ••• and •••')
    expect(opened).toEqual([
      {
        ...server,
        url: 'https://tea.example/mcp?k=key-in-query',
        headers: { ...server.headers, authorization: 'Bearer key-of-the-house' },
      },
    ])
  })

  test('are not asked any more after a stop', async () => {
    const calls: string[] = []
    const stop = new AbortController()
    const { call } = openPort(async (tool) => {
      calls.push(tool)
      stop.abort(new Error('stopped'))
      return said(tool)
    })
    const results = await Promise.allSettled(['a', 'b'].map((tool) => call(tool, asking(stop.signal))))
    expect(calls).toEqual(['a'])
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { message: 'stopped' } })
  })
})
