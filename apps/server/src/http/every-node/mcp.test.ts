import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMcpServer, type TestMcpServer } from '@runnel/drivers/testing'
import { type McpCase, mcpCases, mcpPrograms } from '@runnel/nodes/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonReply } from '../../testing/every-node/json-reply.ts'
import { agentFlow } from '../../testing/every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../../testing/every-node/node-world.ts'
import { onDatabases } from '../../testing/every-node/on-databases.ts'
import { isHere } from '../../testing/every-node/run-elsewhere.ts'

/** The operator's list, with one program under every name that a node asks for. */
function listPrograms(folder: string): string {
  const doors = createRequire(import.meta.url).resolve('@runnel/drivers/testing')
  const program = join(doors, '..', 'tool-servers', 'mcp-program.fixture.ts')
  const listed = { command: process.execPath, args: ['--no-warnings', program], cwd: folder }
  const names = mcpPrograms.flatMap(({ server }) => ('command' in server ? [server.command] : []))
  const file = join(folder, 'commands.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, listed]))))
  return file
}

/** The fields that people fill in: a token that they are exchanged for is none. */
function storedOf({ credential, exchange }: McpCase): Record<string, string> | undefined {
  if (!credential || !exchange) return credential
  const { accessToken: _exchanged, ...stored } = credential
  return stored
}

/** Every node of MCP tools, whole: an agent calls a tool of a real server, which lets in its key alone. */
onDatabases(
  { title: 'MCP', cases: [...mcpCases, ...mcpPrograms].filter(isHere), subject: 2 },
  (kind, cases) => {
    let world: NodeWorld
    let server: TestMcpServer
    let folder: string
    let key: string | undefined
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'runnel-mcp-'))
      server = await startMcpServer({ takes: (token) => [undefined, token, `Bearer ${token}`].includes(key) })
      world = await startNodeWorld({
        kind,
        fakes: [server.origin],
        env: { MCP_COMMANDS: listPrograms(folder) },
      })
    })
    afterAll(async () => {
      await world.stop()
      await server.close()
      rmSync(folder, { recursive: true })
    })

    /** Leads the calls of a node to the server, whose tools stand at `/mcp` and `/sse`, and gives out its token. */
    function leadTo(facts: McpCase): void {
      world.play(() => jsonReply({ access_token: facts.credential?.accessToken, expires_in: 3_600 }))
      if (!('url' in facts.server)) return
      const { host, pathname } = new URL(facts.server.url)
      world.lead(pathname === '/' ? `${server.origin}/mcp` : server.origin, host)
    }

    test.each(cases)('$node has its tools called by an agent, with its key', async (facts) => {
      const { node, values, secrets } = facts
      const fields = storedOf(facts)
      const credential = fields && (await world.makeKey(node, fields))
      const part = { node, values: { ...values, mcpActions: '["add"]' }, credential }
      const flowId = await world.save(agentFlow(world.scene, [part]))
      leadTo(facts)
      const own = 'headers' in facts.server ? facts.server.headers : {}
      key = { ...own, ...secrets }.authorization
      server.notes.headers.length = 0
      world.vendor.respondWith(
        { toolCalls: [{ id: 'call_1', name: 'add', input: { a: 2, b: 40 } }] },
        { text: 'Done.' },
      )
      expect((await world.ask(flowId, 'Go')).text).toBe('Done.')
      const told = (world.vendor.requests.at(-1)?.body.messages ?? []).filter(({ role }) => role === 'tool')
      expect(told.map(({ content }) => content)).toEqual(['42'])
      if ('url' in facts.server) expect(server.notes.headers.at(-1)).toMatchObject({ ...own, ...secrets })
    })
  },
)
