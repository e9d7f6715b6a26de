import { RunnelError, type ToolServer } from '@runnel/contract'
import type { ProgramTransport } from './program-transport.ts'
import { describeFault, statusOf } from './server-fault.ts'
import type { OpenToolServer, ToolCommand, ToolServerSession, ToolServers } from './tool-servers.ts'

/** Largest answer of a server in bytes; of an event stream all of it. */
const LARGEST_ANSWER = 10 * 1024 * 1024
/** Programs that run at the same time at most. */
const MOST_PROGRAMS = 16
/** Statuses with which a server that speaks SSE alone refuses streamable HTTP. */
const NOT_HTTP = [400, 404, 405, 406, 415]

type ServerAtAddress = Extract<ToolServer, { url: string }>

/** Makes the client for servers of tools. `commands` are the programs that the operator allows, by name. */
export function createToolServers(config: { commands: Record<string, ToolCommand> }): ToolServers {
  const running = new Set<ProgramTransport>()

  async function openProgram(name: string, how: OpenToolServer): Promise<ToolServerSession> {
    const program = findProgram(config.commands, name, how.workspaceId)
    if (running.size >= MOST_PROGRAMS) {
      throw new RunnelError(
        'limit_exceeded',
        `${MOST_PROGRAMS} programs of tools run already. Try again later.`,
      )
    }
    const { createProgramTransport } = await import('./program-transport.ts')
    const transport = createProgramTransport(program, () => running.delete(transport))
    running.add(transport)
    const { openSession } = await import('./open-session.ts')
    const { timeoutMs, signal } = how
    const label = `The program ${name}`
    try {
      return await openSession({ name: label, transport, timeoutMs, signal })
    } catch (error) {
      transport.kill()
      running.delete(transport)
      throw signal.aborted ? error : describeFault(label, error)
    }
  }

  return {
    open: (server, how) =>
      server.transport === 'stdio' ? openProgram(server.command, how) : openAddress(server, how),
    async close() {
      for (const program of running) program.kill()
    },
  }
}

/** A flow names a program by the name that its operator gave it, and by nothing else. */
function findProgram(commands: Record<string, ToolCommand>, name: string, workspaceId: string): ToolCommand {
  const program = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (program && (program.workspaces?.includes(workspaceId) ?? true)) return program
  throw new RunnelError(
    'forbidden',
    `“${name.slice(0, 100)}” is no program that this installation allows as an MCP server. Use a server with a URL, or ask the operator to list a program of this name (MCP_COMMANDS).`,
  )
}

async function openAddress(server: ServerAtAddress, how: OpenToolServer): Promise<ToolServerSession> {
  const { transport, url } = server
  const name = new URL(url).host
  const open = (type: 'http' | 'sse') => openAt(server, { how, type, name })
  try {
    if (transport !== 'auto') return await open(transport)
    return await open('http').catch((error: unknown) => {
      if (!NOT_HTTP.includes(statusOf(error) ?? 0)) throw error
      return open('sse')
    })
  } catch (error) {
    throw how.signal.aborted ? error : describeFault(name, error)
  }
}

async function openAt(
  { url, headers }: ServerAtAddress,
  { how, type, name }: { how: OpenToolServer; type: 'http' | 'sse'; name: string },
): Promise<ToolServerSession> {
  const { openSession } = await import('./open-session.ts')
  const { fetch, timeoutMs, signal } = how
  return openSession({
    name,
    timeoutMs,
    signal,
    transport: {
      type,
      url,
      headers,
      // Where a redirect may lead, and what goes with it, is decided by the guarded client.
      redirect: 'follow',
      fetch: (input, init) => fetch(input, init, { maxBytes: LARGEST_ANSWER }),
    },
  })
}
