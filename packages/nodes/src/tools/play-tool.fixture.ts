import { isParam, type JsonObject, type JsonValue } from '@runnel/contract'
import type { HttpReply, HttpRequest, Toolset } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'
import type { ToolCase } from './tool-case.fixture.ts'

/** What a test changes of a case: its values, or what the server does instead. */
export interface CaseChanges {
  values?: JsonObject
  respond?: (sent: SentRequest, request: HttpRequest) => HttpReply | Promise<HttpReply>
  /** The same for what is asked while the tools are listed. */
  respondToList?: CaseChanges['respond']
  signal?: AbortSignal
}

/** The node of a case. */
export function nodeOf({ node }: ToolCase) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === node)
  if (type) return type
  throw new Error(`${node} is not in the catalogue.`)
}

/** A tool as a step sees it, with its server at the other end of the network. */
export function openToolCase(tool: ToolCase, { values, respond, respondToList, signal }: CaseChanges = {}) {
  const type = nodeOf(tool)
  const { definition, provides } = type
  const defaults = definition.inputs
    .filter((input) => isParam(input) && input.default !== undefined)
    .map(({ name, default: value }) => [name, value])
  const component = createTestComponent(tool.node, {
    label: definition.label,
    values: { ...Object.fromEntries(defaults), ...tool.values, ...values },
    anchors: tool.anchors ?? {},
    credentials: tool.credential ? { credential: 'of-the-test' } : {},
  })
  const listing: SentRequest[] = []
  const sent: SentRequest[] = []
  const http: HttpRequest[] = []
  let isListing = false
  const { call } = createTestCallContext({
    ...tool.world,
    ...(signal && { signal }),
    http: async (request) => {
      const seen = await readSentRequest(request, tool.credential ?? {})
      if (isListing) listing.push(seen)
      else {
        sent.push(seen)
        http.push(request)
      }
      const answer = isListing ? respondToList : respond
      if (answer) return answer(seen, request)
      if (tool.server) return tool.server.answer(seen)
      throw new Error(`${tool.node} calls a server, and its case has none.`)
    },
  })
  const { capability } = call
  call.capability = async (asked, kind) =>
    asked === component && kind === 'toolset' && provides?.toolset
      ? ((await provides.toolset()) as Awaited<ReturnType<typeof capability<typeof kind>>>)
      : capability(asked, kind)
  let listed: ReturnType<typeof call.listTools> | undefined
  const listTools = () => {
    listed ??= (async () => {
      isListing = true
      try {
        return await call.listTools([component])
      } finally {
        isListing = false
      }
    })()
    return listed
  }
  return {
    /** What was asked while the tools were listed, which is done once. */
    listing,
    /** What was asked by calls. */
    sent,
    http,
    listTools,
    /** Its work by itself, past the step that knows what was offered. */
    async parts() {
      const toolset = (await provides?.toolset?.()) as Toolset | undefined
      if (!toolset) throw new Error(`${tool.node} is no tool.`)
      return { component, toolset, call }
    },
    /** Calls the tool of this name, the first one where none is named. */
    async ask(input: JsonValue = tool.input, name?: string) {
      const offers = await listTools()
      const offer = name === undefined ? offers[0] : offers.find((each) => each.name === name)
      if (!offer) throw new Error(`${tool.node} offers no tool.`)
      return call.callTool(offer, input)
    },
  }
}
