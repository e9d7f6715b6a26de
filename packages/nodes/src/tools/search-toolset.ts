import type { JsonValue } from '@runnel/contract'
import {
  askForJson,
  askServer,
  type Component,
  type HttpRequest,
  type HttpSecrets,
  readText,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from './cut-text.ts'
import { readArgument } from './read-argument.ts'
import { toToolName } from './tool-name.ts'

/** A search engine, as its server speaks. */
export interface SearchEngine {
  /** What it is called in words for people. */
  label: string
  /** What a model calls it, where the author gave no name. */
  toolName: string
  toolDescription: string
  /** Params in which the author may say both. */
  params?: { name?: string; description?: string }
  /** The request for a query, without secrets. It only reads, whatever its method. */
  ask(query: string, component: Component): HttpRequest
  /** Where the fields of the credential go. */
  authorise?(fields: Record<string, string>): HttpSecrets
  /** What a model is told of the answer; nothing when nothing was found. */
  read(answer: JsonValue, component: Component): string | Promise<string>
  /** Whether the answer is a text, such as a page; JSON when not said. */
  answersText?(component: Component): boolean
  /** Values of the request that must not be told: headers that the author wrote. */
  hidden?(component: Component): string[]
}

/** One tool: it searches. */
export function searchToolset(engine: SearchEngine): Toolset {
  return {
    list: ({ values }) => [
      {
        name: toToolName(readText(values, engine.params?.name ?? ''), engine.toolName),
        description: readText(values, engine.params?.description ?? '') || engine.toolDescription,
        inputSchema: {
          type: 'object',
          properties: { input: { type: 'string', description: 'What to search for' } },
          required: ['input'],
          additionalProperties: false,
        },
        effects: 'read',
      },
    ],
    async call(component, { input }, call) {
      const { label, authorise } = engine
      const query = readArgument(input, 'input')
      const hidden = engine.hidden?.(component) ?? []
      const request: HttpRequest = {
        ...engine.ask(query, component),
        effects: 'read',
        ...(authorise && { authorise: { component, apply: authorise } }),
      }
      const manners = { label, hidden }
      const isText = engine.answersText?.(component) === true
      const answer = isText
        ? (await askServer(call, request, manners)).body
        : await askForJson(call, request, manners)
      return { content: cutText(await engine.read(answer, component)) || 'Nothing was found.' }
    },
  }
}

/** A request that posts JSON. */
export function postJson(url: string, body: Record<string, JsonValue | undefined>): HttpRequest {
  return { url, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
