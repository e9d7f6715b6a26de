import type { FlowDocument, NodeDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { findFixedSession } from '../flows/create-version-cache.ts'
import { type ConversationNames, outsideSessionOf, resolveSession } from './open-conversation.ts'

const find = (type: string) =>
  ({
    name: type,
    provides: type === 'bufferMemory' ? ['memory'] : [],
    ...(type === 'store' && {
      outputs: [
        { name: 'retriever', label: 'R', provides: ['retriever'] },
        { name: 'memory', label: 'M', provides: ['memory'] },
      ],
    }),
    inputs: [{ name: 'sessionId', label: 'Session', type: 'string', readAs: 'sessionId' }],
  }) as unknown as NodeDefinition

const node = (id: string, type: string, values = {}) =>
  ({
    id,
    type,
    label: id,
    position: { x: 0, y: 0 },
    values,
    credentials: {},
  }) as unknown as FlowDocument['nodes'][number]

const withMemory = (sessionId?: string): FlowDocument =>
  ({
    nodes: [
      node('m', 'bufferMemory', sessionId === undefined ? {} : { sessionId }),
      node('c', 'conversationChain'),
    ],
    edges: [
      { id: 'e', source: 'm', sourceAnchor: 'o', target: 'c', targetAnchor: 'memory', role: 'component' },
    ],
  }) as unknown as FlowDocument

const resolve = (
  names: ConversationNames,
  flow: { agent?: boolean; memory?: string; isInternal?: boolean; isPrivate?: boolean } = {},
) =>
  resolveSession(names, {
    type: flow.agent === true ? 'AGENTFLOW' : 'CHATFLOW',
    fixedSessionId: findFixedSession(withMemory(flow.memory), find),
    isInternal: flow.isInternal === true,
    isPrivate: flow.isPrivate === true,
  })

const given = (sessionId: string) => ({ sessionId })

describe.each([true, false])('an agent flow: %s', (agent) => {
  test('a caller who names nothing begins a conversation', () => {
    const { chatId, sessionId, isNew } = resolve({}, { agent })
    expect([sessionId, isNew]).toEqual([chatId, true])
    expect(resolve({}, { agent }).chatId).not.toBe(chatId)
  })

  test('a chat id is the session, too', () => {
    expect(resolve({ chatId: 'c' }, { agent })).toEqual({ chatId: 'c', sessionId: 'c', isNew: false })
  })

  test('a session id stands for the chat that is not named', () => {
    expect(resolve(given('s'), { agent })).toEqual({ chatId: 's', sessionId: 's', isNew: false })
    expect(resolve({ chatId: 'c', ...given('s') }, { agent })).toEqual({
      chatId: 'c',
      sessionId: 's',
      isNew: false,
    })
  })
})

describe('a session id in the memory node of a chat flow', () => {
  test('is used when the caller names none', () => {
    expect(resolve({}, { memory: 'fixed' })).toMatchObject({ sessionId: 'fixed', isNew: false })
    expect(resolve({ chatId: 'c' }, { memory: 'fixed' }).sessionId).toBe('c')
  })

  test.each([
    ['memory', 'fixed'],
    ['retriever', 'c'],
  ])('counts where the node is a memory with its chosen output: %s', (output, sessionId) => {
    const document = withMemory('fixed')
    const nodes = document.nodes.map((each) =>
      each.id === 'm' ? { ...each, type: 'store', outputs: { output } } : each,
    )
    const fixedSessionId = findFixedSession({ ...document, nodes }, find)
    const flow = { type: 'CHATFLOW' as const, fixedSessionId, isInternal: true }
    expect(resolveSession({ chatId: 'c' }, flow).sessionId).toBe(sessionId)
  })

  test('goes first on the canvas', () => {
    expect(resolve({ chatId: 'c', ...given('s') }, { memory: 'fixed', isInternal: true }).sessionId).toBe(
      'fixed',
    )
    expect(resolve({ chatId: 'c' }, { isInternal: true }).sessionId).toBe('c')
  })
})

test('a session that the author fixed is none of a stranger whose conversations are private', () => {
  const { chatId, sessionId, isNew } = resolve({}, { memory: 'fixed', isPrivate: true })
  expect([sessionId, isNew]).toEqual([chatId, true])
  expect(resolve({ chatId: 'c' }, { memory: 'fixed', isPrivate: true }).sessionId).toBe('c')
})

test.each([
  ['anonymous', 'desk', 'anonymous:desk'],
  ['anonymous', '3f0c2b1e-8a1d-4c6e-9b7a-2d5e8f0a1b3c', undefined],
  ['anonymous', 'widget_3f0c2b1e-8a1d-4c6e-9b7a-2d5e8f0a1b3c', undefined],
  ['workspace:w', 'desk', undefined],
  ['user:u', 'desk', undefined],
  ['user:of-another', 'desk', 'user:of-another:desk'],
  ['user:of-another', '3f0c2b1e-8a1d-4c6e-9b7a-2d5e8f0a1b3c', undefined],
])('memories outside call the session of %s named %s: %s', async (namespace, sessionId, name) => {
  const findEnteredPlace = async (userId: string, workspaceId: string) =>
    userId === 'u' && workspaceId === 'w' ? {} : undefined
  const context = { db: { system: { accounts: { findEnteredPlace } } } } as unknown as OperationContext
  expect(await outsideSessionOf(context, { workspaceId: 'w' }, { namespace, sessionId })).toBe(name)
})
