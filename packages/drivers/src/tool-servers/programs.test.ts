import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createToolServers } from './create-tool-servers.ts'
import type { ToolCommand, ToolServers } from './tool-servers.ts'

const PROGRAM = fileURLToPath(new URL('./mcp-program.fixture.ts', import.meta.url))
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const opened: ToolServers[] = []

afterEach(async () => {
  for (const toolServers of opened.splice(0)) await toolServers.close()
})

const program = (manner = '', more: Partial<ToolCommand> = {}): ToolCommand => ({
  command: process.execPath,
  args: ['--no-warnings', PROGRAM, manner],
  env: {},
  cwd: FOLDER,
  ...more,
})

async function open(command: ToolCommand, asked = 'tea') {
  const toolServers = createToolServers({ commands: { tea: command } })
  opened.push(toolServers)
  const limits = { timeoutMs: 10_000, signal: new AbortController().signal }
  const session = await toolServers.open(
    { transport: 'stdio', command: asked },
    { fetch: () => Promise.reject(new Error('No network')), workspaceId: 'here', ...limits },
  )
  const call = async (tool: string, input = {}) => {
    const reply = await session.call({ tool, input, answers: [] }, limits)
    const [part] = reply.type === 'result' ? reply.parts : []
    return part?.type === 'text' ? part.text : ''
  }
  return { toolServers, session, call, list: () => session.list(limits) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a program that the operator lists is called, with its own environment and nothing of ours', async () => {
  process.env.RUNNEL_TEST_SECRET = 'of the server'
  onTestFinished(() => {
    delete process.env.RUNNEL_TEST_SECRET
  })
  const { call, list, session } = await open(program('plain', { env: { TEA: 'green' } }))
  expect((await list()).map(({ name }) => name)).toContain('add')
  expect(await call('add', { a: 1, b: 2 })).toBe('3')
  expect(JSON.parse(await call('environment'))).toEqual({
    env: { TEA: 'green' },
    cwd: FOLDER.replace(/\/$/, ''),
    args: ['plain'],
  })
  await session.close()
})

test('it ends with its session', async () => {
  const { call, session } = await open(program())
  const pid = Number(await call('pid'))
  expect(isAlive(pid)).toBe(true)
  await session.close()
  expect(isAlive(pid)).toBe(false)
})

test('one that does not want to end is ended', { timeout: 15_000 }, async () => {
  const { call, session } = await open(program('stubborn'))
  const pid = Number(await call('pid'))
  await session.close()
  expect(isAlive(pid)).toBe(false)
})

test('all end with the process that started them', async () => {
  const { call, toolServers } = await open(program('stubborn'))
  const pid = Number(await call('pid'))
  await toolServers.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('what it leaves behind in a group of its own holds no place', { timeout: 15_000 }, async () => {
  const { call, session } = await open(program('parent'))
  const pid = Number(await call('pid'))
  await session.close()
  expect(isAlive(pid)).toBe(false)
})

test('lines that are no messages are passed over', async () => {
  const { call } = await open(program('noisy'))
  expect(await call('add', { a: 2, b: 2 })).toBe('4')
})

test('a line without an end ends the program', async () => {
  const asked = open(program('endless')).then(async ({ call }) => call('sleep'))
  await expect(asked).rejects.toMatchObject({ code: 'upstream_error' })
  await expect(asked).rejects.toThrow('ended the connection')
})

test('one that cannot be started is told, without its path', async () => {
  const refused = open(program('', { command: '/no/such/program' }))
  await expect(refused).rejects.toMatchObject({ code: 'upstream_error' })
  await expect(refused).rejects.not.toThrow('/no/such')
})

test.each(['other', 'toString', '__proto__', '/bin/sh', 'tea; sh'])(
  'what is not on the list is not started: %s [79]',
  async (asked) => {
    await expect(open(program(), asked)).rejects.toMatchObject({ code: 'forbidden' })
  },
)

test('one for other workspaces is not started [80]', async () => {
  await expect(open(program('', { workspaces: ['there'] }))).rejects.toMatchObject({ code: 'forbidden' })
  const { call } = await open(program('', { workspaces: ['here'] }))
  expect(await call('add', { a: 1, b: 1 })).toBe('2')
})
