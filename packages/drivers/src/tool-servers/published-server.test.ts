import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { ToolServer } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/create-egress.ts'
import { findFreePort } from '../testing/find-free-port.ts'
import { createToolServers } from './create-tool-servers.ts'
import type { ToolServerSession, ToolServers } from './tool-servers.ts'

const require = createRequire(import.meta.url)
/** The server with which makers of clients try them, as it is published. */
const PROGRAM = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')

const limits = () => ({ timeoutMs: 10_000, signal: new AbortController().signal })

/** Starts the server at an address of this machine. */
async function startAtAddress(): Promise<{ child: ChildProcess; url: string }> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [PROGRAM, 'streamableHttp'], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server has ended.')))
    child.stderr.on('data', (text: Buffer) => {
      if (text.includes(`listening on port ${port}`)) resolve()
    })
  })
  return { child, url: `http://127.0.0.1:${port}/mcp` }
}

describe.each(['stdio', 'streamable HTTP'])('a published server of tools by %s', (way) => {
  let toolServers: ToolServers
  let egress: ReturnType<typeof createEgress>
  let child: ChildProcess | undefined
  let session: ToolServerSession

  beforeAll(async () => {
    const command = { command: process.execPath, args: [PROGRAM, 'stdio'], env: {}, cwd: import.meta.dirname }
    toolServers = createToolServers({ commands: { everything: command } })
    let server: ToolServer = { transport: 'stdio', command: 'everything' }
    let host = 'nowhere.example:1'
    if (way !== 'stdio') {
      const started = await startAtAddress()
      child = started.child
      host = new URL(started.url).host
      server = { transport: 'http', url: started.url, headers: {} }
    }
    egress = createEgress({ allow: [host] })
    session = await toolServers.open(server, { fetch: egress.fetch, workspaceId: 'w', ...limits() })
  }, 60_000)
  afterAll(async () => {
    await session?.close()
    await toolServers.close()
    await egress?.close()
    if (child?.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  })

  const call = (tool: string, input = {}, answers: [] | [{ action: 'accept'; content: object }] = []) =>
    session.call({ tool, input, answers } as Parameters<ToolServerSession['call']>[0], limits())

  test('lists its tools with their schemas, and then those too that it adds once it knows the client', async () => {
    const tools = await session.list(limits())
    expect(tools.find(({ name }) => name === 'get-sum')).toMatchObject({
      description: 'Returns the sum of two numbers',
      readsOnly: true,
      inputSchema: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    })
    const names = async () => (await session.list(limits())).map(({ name }) => name)
    await expect.poll(names).toContain('trigger-elicitation-request')
    // What this client does not offer is not offered to it.
    expect(await names()).not.toContain('trigger-sampling-request')
  })

  test('is called, and gives text, pictures and data', async () => {
    expect(await call('get-sum', { a: 2, b: 40 })).toMatchObject({
      type: 'result',
      isError: false,
      parts: [{ type: 'text', text: 'The sum of 2 and 40 is 42.' }],
    })
    const picture = await call('get-tiny-image')
    expect(picture).toMatchObject({ type: 'result', isError: false })
    expect(JSON.stringify(picture)).toContain('image/png')
    const weather = await call('get-structured-content', { location: 'New York' })
    expect(JSON.stringify(weather)).toContain('temperature')
  })

  test('says what is wrong with a call', async () => {
    expect(await call('get-sum', { a: 'two' })).toMatchObject({ type: 'result', isError: true })
    expect(JSON.stringify(await call('get-sum', { a: 'two' }))).toMatch(/invalid/i)
    expect(JSON.stringify(await call('no-such-tool').catch(String))).toMatch(/no-such-tool/)
  })

  test('asks a person in the middle of a call', async () => {
    expect(await call('trigger-elicitation-request')).toMatchObject({
      type: 'asks',
      message: 'Please provide inputs for the following fields:',
      schema: { type: 'object', properties: { name: { type: 'string' } } },
    })
    const answered = await call('trigger-elicitation-request', {}, [
      { action: 'accept', content: { name: 'Ada', check: true } },
    ])
    expect(JSON.stringify(answered)).toContain('Ada')
  })
})
