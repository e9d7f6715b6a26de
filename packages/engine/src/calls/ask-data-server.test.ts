import type { StepRecord } from '@runnel/contract'
import type { Component, DataServerTarget, StepContext } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import type { DataServerPort } from '../engine-ports.ts'
import { createFakeVendor } from '../testing/fake-model.ts'
import { createFakePorts } from '../testing/fake-ports.ts'
import { buildPlan } from '../testing/plan-builder.ts'
import { runToEnd, type TestRun } from '../testing/run-to-end.ts'

const component: Component = {
  nodeId: 'memory',
  type: 'memory',
  label: 'Tea house',
  values: {},
  credentials: { credential: 'c' },
  output: 'memory',
  anchors: {},
}

const targetOf = (effects: 'read' | 'write'): DataServerTarget<'redis'> => ({
  component,
  effects,
  reach: () => ({ host: 'secret-host.example', port: 1, tls: false, password: 'secret-password' }),
})

/** A Redis that counts its calls, and how a step reads and writes there. */
function createRedis(answer: (word: string) => unknown[] = () => ['OK']) {
  const asked: string[][][] = []
  const port: DataServerPort = {
    ask: async ({ question }) => {
      const { commands } = question as { commands: string[][] }
      asked.push(commands)
      return answer(commands[0]?.[0] ?? '') as never
    },
  }
  return { asked, port }
}

async function readAndWrite({ dataServer }: StepContext) {
  const [read] = await dataServer.ask('redis', targetOf('read'), { commands: [['GET', 'tea']] })
  await dataServer.ask('redis', targetOf('write'), { commands: [['SET', 'tea', 'green']] })
  return read
}

function run(
  port: DataServerPort,
  work: (context: StepContext) => Promise<unknown>,
  more: Omit<Partial<TestRun>, 'ports'> = {},
) {
  const ports = createFakePorts({
    vendor: createFakeVendor(),
    ports: {
      loadRun: async () => async (context) => ({ output: { content: JSON.stringify(await work(context)) } }),
      dataServers: port,
    },
  })
  return runToEnd({ plan: buildPlan([{ id: 'x', type: 'x' }]), ports, ...more })
}

const begunOf = ({ pieces }: Awaited<ReturnType<typeof runToEnd>>): StepRecord[] =>
  pieces.flatMap(({ records }) => records).filter(({ status }) => status === 'started')

test('each call has a record at its place, without where and as whom it was made', async () => {
  const { asked, port } = createRedis()
  const { outcome, journal } = await run(port, readAndWrite)
  expect(outcome?.text).toBe('"OK"')
  expect(asked).toEqual([[['GET', 'tea']], [['SET', 'tea', 'green']]])
  const made = journal.filter(({ kind }) => kind === 'dataServer')
  expect(new Set(made.map(({ path, repeatable }) => `${path} ${repeatable}`))).toEqual(
    new Set(['x#0/b0 true', 'x#0/b1 false']),
  )
  expect(JSON.stringify(journal)).not.toContain('secret')
})

test('at a resume nothing is asked twice that was answered', async () => {
  const { asked, port } = createRedis()
  const work = async (context: StepContext) => {
    const read = await readAndWrite(context)
    await context.ask({ action: {} })
    return read
  }
  const first = await run(port, work)
  const answers = [{ path: 'x#0/a0', answer: { type: 'proceed' as const } }]
  const { outcome } = await run(port, work, { journal: first.journal, fence: 2, settledFence: 1, answers })
  expect(outcome?.status).toBe('finished')
  expect(asked).toHaveLength(2)
})

test('an interrupted read is made again, an interrupted write is asked about', async () => {
  const { asked, port } = createRedis()
  const first = await run(port, readAndWrite)
  const { outcome } = await run(port, readAndWrite, { journal: begunOf(first), fence: 2 })
  expect(outcome?.waiting.map(({ path }) => path)).toEqual(['x#0/b1/a~1'])
  expect(JSON.stringify(outcome?.action)).toContain('The call of Tea house')
  expect(asked.map(([command]) => command?.[0])).toEqual(['GET', 'SET', 'GET'])
})

test.each([
  ['read', { retryable: true, wasSent: true }, 3],
  ['read', { retryable: false, wasSent: true }, 1],
  ['write', { retryable: true, wasSent: true }, 1],
  ['write', { retryable: true, wasSent: false }, 3],
] as const)('a call that %ss and fails (%j) is tried %i times', async (effects, facts, tries) => {
  const { asked, port } = createRedis(() => {
    throw Object.assign(new Error('The network failed.'), facts)
  })
  const { outcome } = await run(port, ({ dataServer }) =>
    dataServer.ask('redis', targetOf(effects), { commands: [['PING']] }),
  )
  expect(outcome?.status).toBe('error')
  expect(asked).toHaveLength(tries)
})
