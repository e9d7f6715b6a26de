import { isParam, type JsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'
import type { SentRequest, ToolCase } from './tool-case.fixture.ts'

/** What a test changes of a case: its values, or what the server does instead. */
export interface CaseChanges {
  values?: JsonObject
  respond?: (sent: SentRequest, request: HttpRequest) => HttpReply | Promise<HttpReply>
  signal?: AbortSignal
}

/** The node of a case. */
export function nodeOf({ node }: ToolCase) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === node)
  if (type) return type
  throw new Error(`${node} is not in the catalogue.`)
}

/** A tool as a step sees it, with its server at the other end of the network. */
export function openToolCase(tool: ToolCase, { values, respond, signal }: CaseChanges = {}) {
  const type = nodeOf(tool)
  const { definition, provides } = type
  const defaults = definition.inputs
    .filter((input) => isParam(input) && input.default !== undefined)
    .map(({ name, default: value }) => [name, value])
  const component = createTestComponent(tool.node, {
    label: definition.label,
    values: { ...Object.fromEntries(defaults), ...tool.values, ...values },
    anchors: tool.anchors ?? {},
  })
  const sent: SentRequest[] = []
  const { call, http } = createTestCallContext({
    ...tool.world,
    ...(signal && { signal }),
    http: (request) => {
      const seen = readRequest(request, tool)
      sent.push(seen)
      if (respond) return respond(seen, request)
      if (tool.server) return tool.server.answer(seen)
      throw new Error(`${tool.node} calls a server, and its case has none.`)
    },
  })
  const { capability } = call
  call.capability = async (asked, kind) =>
    asked === component && kind === 'toolset' && provides?.toolset
      ? ((await provides.toolset()) as Awaited<ReturnType<typeof capability<typeof kind>>>)
      : capability(asked, kind)
  return {
    sent,
    http,
    listTools: () => call.listTools([component]),
    async ask(input: JsonValue = tool.input) {
      const [offer] = await call.listTools([component])
      if (!offer) throw new Error(`${tool.node} offers no tool.`)
      return call.callTool(offer, input)
    },
  }
}

/** Puts the secrets into a request, as the product does right before it leaves. */
function readRequest(
  { url, method = 'GET', headers, body, authorise }: HttpRequest,
  tool: ToolCase,
): SentRequest {
  const secrets = authorise?.apply(tool.credential ?? {}) ?? {}
  const address = new URL(url)
  for (const [name, value] of Object.entries(secrets.query ?? {})) address.searchParams.set(name, value)
  const all = Object.entries({ ...headers, ...secrets.headers })
  return {
    method,
    url: address,
    headers: Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value])),
    body: body === undefined ? null : JSON.parse(body),
  }
}
