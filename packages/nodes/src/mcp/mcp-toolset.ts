import {
  isJsonObject,
  type PinnedChoice,
  RunnelError,
  type ServerAnswer,
  type ServerTool,
  type ServerToolReply,
} from '@runnel/contract'
import type { CallContext, Component, ToolOffer, ToolServerTarget, Toolset } from '@runnel/node-kit'
import { askPersonForServer } from './ask-person-for-server.ts'
import { nameForModels, readChosenTools } from './chosen-tools.ts'
import type { McpKind } from './mcp-kind.ts'
import { presentResult } from './present-result.ts'

/** How often a server may ask a person during one call. */
const MOST_QUESTIONS = 10

/** The chosen tools of a server that speaks MCP. */
export function mcpToolset(kind: McpKind): Toolset {
  return {
    async list(component, call) {
      const chosen = readChosenTools(component.values)
      if (chosen.length === 0) return []
      const names = chosen.map(({ name }) => name)
      const listed = await call.toolServer.list(targetOf(kind, component), names)
      const shownNames = nameForModels(chosen)
      return chosen.map((tool) => offer(component, { tool, listed, shownNames }))
    },
    async call(component, { tool, input }, call) {
      const chosen = readChosenTools(component.values)
      const shownNames = nameForModels(chosen)
      const called = chosen.find(({ name }) => shownNames.get(name) === tool)
      if (!called) {
        throw new RunnelError('invalid_input', `${component.label} has no tool that is called ${tool}.`)
      }
      const given = isJsonObject(input) ? input : {}
      return callServer({ target: targetOf(kind, component), component, called, call }, given)
    },
  }
}

function targetOf({ readServer, authorise }: McpKind, component: Component): ToolServerTarget {
  const target = readServer(component.values, component.label)
  const hasCredential = (component.credentials.credential ?? '') !== ''
  return {
    ...target,
    ...(authorise && hasCredential && { authorise: { component, ...authorise(target.server) } }),
  }
}

interface Listed {
  tool: PinnedChoice
  listed: ServerTool[]
  shownNames: Map<string, string>
}

/** A tool that is not what its author chose is not even told to a model: its words may be the change. */
function offer(component: Component, { tool, listed, shownNames }: Listed): ToolOffer {
  const { name, fingerprint } = tool
  const found = listed.find((each) => each.name === name)
  if (!found) {
    throw new RunnelError(
      'invalid_input',
      `${describe(component)}: its server has no tool “${name}” (any more), or one that is larger than 64 kB. Open the node and choose the tools anew.`,
    )
  }
  if (fingerprint !== undefined && fingerprint !== found.fingerprint) throw createChanged(component, name)
  const { description, inputSchema, readsOnly } = found
  const shown = shownNames.get(name) ?? name
  return {
    name: shown,
    description: description.trim() || shown,
    inputSchema,
    effects: readsOnly ? 'read' : 'write',
  }
}

function createChanged(component: Component, name: string): RunnelError {
  return new RunnelError(
    'invalid_input',
    `${describe(component)}: its server changed the tool “${name}” since it was chosen, so it is not called. Open the node, look at the tool and choose the tools anew.`,
  )
}

const describe = ({ label, nodeId }: Component) => `“${label}” (${nodeId})`

interface ServerCall {
  target: ToolServerTarget
  component: Component
  called: PinnedChoice
  call: CallContext
}

/** Calls a tool; while the server wants to know something of a person, they are asked and the call is made again. */
async function callServer(serverCall: ServerCall, input: Parameters<typeof presentResult>[1]['input']) {
  const { target, component, called, call } = serverCall
  const { name, fingerprint } = called
  const answers: ServerAnswer[] = []
  for (;;) {
    const reply: ServerToolReply = await call.toolServer.call(target, {
      tool: name,
      input,
      ...(fingerprint !== undefined && { fingerprint }),
      answers: [...answers],
    })
    if (reply.type === 'changed') throw createChanged(component, name)
    if (reply.type === 'result') return presentResult(reply, { tool: name, input })
    if (answers.length === MOST_QUESTIONS) break
    answers.push(await askPersonForServer(call, component, { tool: name, ...reply }))
  }
  throw new RunnelError(
    'upstream_error',
    `${name} asks people more than ${MOST_QUESTIONS} times in one call.`,
  )
}
