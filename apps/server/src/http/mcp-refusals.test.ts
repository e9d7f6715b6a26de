import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, openTeaHouse, TEA_KEY, type TeaHouse } from '../testing/tea-house.ts'

const plain = (...names: string[]) => JSON.stringify(names)
let house: TeaHouse

describe.each(databaseKinds)('what MCP servers must not do [81], on %s', (kind) => {
  beforeAll(async () => {
    house = await openTeaHouse(kind)
  }, 60_000)
  afterAll(() => house.stop())
  beforeEach(() => house.reset())

  test('a key goes to no host that nobody confirmed', async () => {
    house.plan = [{ name: 'add', input: { a: 1, b: 1 } }]
    const flowId = await house.ofAgent({
      mcpServerConfig: `{"url": "{{question}}/mcp"}`,
      mcpActions: plain('add'),
      FLOWISE_CREDENTIAL_ID: house.keyId,
    })
    const reply = await house.ask(flowId, { question: house.open.origin })
    expect(reply).toMatchObject({ code: 'credential_host_mismatch' })
    expect(house.open.notes.headers).toEqual([])
  })

  test.each([
    ['a text of it', '{"url": "{{$vars.lure}}"}', (origin: string) => `${origin}/mcp`],
    ['its fields', '{{$vars.lure}}', (origin: string) => `{"url": "${origin}/mcp"}`],
  ])(
    'a key goes to no host that a variable names in %s, for somebody who may not edit credentials',
    async (_where, mcpServerConfig, write) => {
      const { administrator, server } = house.vendor
      const key = await server.withKey(['agentflows:update', 'variables:view', 'variables:create'])
      const variable = await key.expect<{ id: string }>(200, 'POST', '/variables', {
        name: 'lure',
        value: write(house.open.origin),
        type: 'static',
      })
      const asked = { loadMethod: 'listActions', inputs: { mcpServerConfig }, credential: house.keyId }
      const { body } = await key.call<object[]>('POST', '/node-load-method/customMCP', asked)
      await administrator.expect(200, 'DELETE', `/variables/${variable.id}`)
      expect(body.length).toBeGreaterThan(3)
      expect(house.open.notes.headers.length).toBeGreaterThan(0)
      expect(JSON.stringify(house.open.notes.headers)).not.toContain(TEA_KEY)
    },
  )

  test('a question in a header stays in that header', async () => {
    house.plan = [{ name: 'add', input: { a: 1, b: 1 } }]
    const flowId = await house.ofAgent({
      mcpServerConfig: configOf(house.open, {
        headers: { 'X-Asked': '{{question}}', 'X-Own': 'own-secret-1' },
      }),
      mcpActions: plain('add'),
    })
    await house.ask(flowId, { question: `x"}, "url": "${house.locked.origin}/mcp", "y": {"z": "` })
    expect(house.locked.notes.headers).toEqual([])
    expect(house.open.notes.headers[0]?.['x-asked']).toContain('"url"')
  })

  test.each([
    ['at its end', (address: string) => `x" --streamableHttp "${address}" --header "y: z`],
    ['around the address', (address: string) => `x" --streamableHttp "${address}" --header 'y: z`],
  ])('a question in an argument stays in that argument, %s', async (_where, write) => {
    house.plan = [{ name: 'add', input: { a: 1, b: 1 } }]
    const asked = '--header "X-Asked: {{question}}"'
    const flowId = await house.ofAgent({
      node: 'supergatewayMCP',
      arguments: `--oauth2Bearer own-secret-1 ${asked} --streamableHttp "${house.open.origin}/mcp" ${asked}`,
      mcpActions: plain('add'),
    })
    await house.ask(flowId, { question: write(`${house.locked.origin}/mcp`) })
    expect(house.locked.notes.headers).toEqual([])
    expect(house.open.notes.headers[0]?.['x-asked']).toContain('--streamableHttp')
  })

  test.each(['http://127.0.0.1:9/mcp', 'http://169.254.169.254/mcp', 'http://[::1]:9/sse'])(
    'a server inside: %s',
    async (url) => {
      const flowId = await house.ofAgent({
        mcpServerConfig: JSON.stringify({ url }),
        mcpActions: plain('add'),
      })
      expect(await house.ask(flowId)).toMatchObject({ code: 'egress_denied' })
      expect((await house.loadActions({ mcpServerConfig: JSON.stringify({ url }) })).status).toBe(400)
    },
  )

  test.each([
    [{ command: 'npx', args: ['-y', 'x'] }, 'args, env and cwd stand in that list'],
    [{ command: 'node', env: { NODE_OPTIONS: '--import data:,' } }, 'args, env and cwd stand in that list'],
    [{ command: '/bin/sh' }, 'is no program that this installation allows'],
    [{ command: 'constructor' }, 'is no program that this installation allows'],
  ])('a program of the flow’s choice: %j [79]', async (program, says) => {
    const mcpServerConfig = JSON.stringify(program)
    const flowId = await house.ofAgent({ mcpServerConfig, mcpActions: plain('add') })
    expect(JSON.stringify(await house.ask(flowId))).toContain(says)
    expect((await house.loadActions({ mcpServerConfig })).body.message).toContain(says)
  })

  test('an override of the server', async () => {
    house.plan = [{ name: 'add', input: { a: 1, b: 1 } }]
    const flowId = await house.ofAgent({ mcpServerConfig: configOf(house.open), mcpActions: plain('add') })
    await house.ask(flowId, {
      overrideConfig: { mcpServerConfig: configOf(house.locked), mcpActions: plain('spill') },
    })
    expect(house.locked.notes.headers).toEqual([])
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a program of the operator’s list is named by a flow, and ends with the run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-programs-'))
  const doors = createRequire(import.meta.url).resolve('@runnel/drivers/testing')
  const program = join(doors, '..', 'tool-servers', 'mcp-program.fixture.ts')
  const tea = { command: process.execPath, args: ['--no-warnings', program], cwd: folder }
  const file = join(folder, 'commands.json')
  writeFileSync(file, JSON.stringify({ tea }))
  const own = await openTeaHouse('sqlite', { MCP_COMMANDS: file })
  try {
    own.plan = [{ name: 'pid', input: {} }]
    const settings = { mcpServerConfig: '{"command": "tea"}', mcpActions: plain('pid') }
    const { text } = await own.ask(await own.ofAgent(settings))
    expect(text).toMatch(/^\d+$/)
    await expect.poll(() => isAlive(Number(text))).toBe(false)
  } finally {
    await own.stop()
    rmSync(folder, { recursive: true })
  }
})
