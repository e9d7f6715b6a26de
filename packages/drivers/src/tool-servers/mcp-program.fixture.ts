import { spawn } from 'node:child_process'
import { env } from 'node:process'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpTools, noNotes } from './mcp-server.fixture.ts'

/** A server of tools that is a program. By its arguments it tells what it can see, writes nonsense, does not end, or leaves one behind. */
const [, , manner = ''] = process.argv
const tools = createMcpTools(noNotes())
const text = (content: string) => ({ content: [{ type: 'text' as const, text: content }] })

tools.registerTool('environment', { description: 'Tells its environment' }, async () =>
  text(JSON.stringify({ env, cwd: process.cwd(), args: process.argv.slice(2) })),
)
tools.registerTool('pid', { description: 'Tells its number' }, async () => text(String(process.pid)))
if (manner === 'parent')
  spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 20_000)'], { detached: true, stdio: 'inherit' })
if (manner === 'noisy') process.stdout.write('Starting up …\n{"half":\nnull\n')
if (manner === 'endless') setInterval(() => process.stdout.write('x'.repeat(1_000_000)), 1)
if (manner === 'stubborn')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
if (manner === 'stubborn') setInterval(() => undefined, 1_000)
await tools.connect(new StdioServerTransport())
