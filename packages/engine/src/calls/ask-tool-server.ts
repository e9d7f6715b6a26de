import type { JsonObject, JsonValue, NodeEffects, ServerTool, ServerToolReply } from '@runnel/contract'
import type { CallToolServers, ToolServerTarget } from '@runnel/node-kit'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall } from './make-call.ts'

/**
 * Servers of tools: each request is one journaled call, so that a resumed step sees the tools that it saw before and calls
 * none twice. What is added by a credential is never written down.
 */
export function askToolServers(frame: CallFrame): CallToolServers {
  const { session, input } = frame.stepRun.scope
  const { toolServers } = session.ports
  const asking = { flowId: input.flowId, signal: frame.signal }
  return {
    async list(target, names) {
      const reply = await askServer(frame, target, {
        what: `The list of tools of ${nameOf(target.server)}`,
        request: { names },
        effects: 'read',
        make: () => toolServers.list(target, names, asking),
      })
      return reply as ServerTool[]
    },
    async call(target, call) {
      const reply = await askServer(frame, target, {
        what: `The call of ${call.tool} at ${nameOf(target.server)}`,
        request: { call },
        effects: frame.effects === 'none' ? 'write' : frame.effects,
        make: () => toolServers.call(target, call, asking),
      })
      return reply as ServerToolReply
    },
  }
}

interface Asked {
  what: string
  request: object
  effects: NodeEffects
  make(): Promise<ServerTool[] | ServerToolReply>
}

async function askServer(
  frame: CallFrame,
  { server, authorise }: ToolServerTarget,
  { what, request, effects, make }: Asked,
): Promise<unknown> {
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 's'),
    kind: 'toolServer',
    what,
    request: { server, credentialOf: authorise?.component.type, ...request },
    effects,
    // Both replies are plain JSON by their types.
    make: async () => (await make()) as unknown as JsonObject,
  })
  return reply
}

function nameOf(server: ToolServerTarget['server']): string {
  if (server.transport === 'listed') return 'an MCP server of the workspace'
  if (server.transport === 'stdio') return server.command
  return URL.canParse(server.url) ? new URL(server.url).host : 'a server'
}
