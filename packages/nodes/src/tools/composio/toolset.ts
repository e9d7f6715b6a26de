import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  addQuery,
  askForJson,
  type CallContext,
  type Component,
  readText,
  type ToolOffer,
  type Toolset,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { toToolName } from '../tool-name.ts'
import { COMPOSIO, type ComposioAction, composioKey, readActions } from './composio-api.ts'

const MOST_ACTIONS = 100
const LONGEST_DESCRIPTION = 1_000

/** The chosen actions of one service as tools; what each takes is asked of Composio. */
export const composioToolset: Toolset = {
  list: async (component, call) =>
    (await loadActions(component, call)).map((action) => describeAction(action)),
  async call(component, { tool, input }, call) {
    const slug = listChosen(component.values).find((each) => nameOf(each) === tool)
    if (slug === undefined)
      throw new RunnelError('invalid_input', `${component.label} has no tool ${tool}. Call another one.`)
    const account = readText(component.values, 'connectedAccountId').trim()
    const answer = await askForJson(
      call,
      {
        url: `${COMPOSIO}/tools/execute/${encodeURIComponent(slug)}`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          arguments: isJsonObject(input) ? input : {},
          ...(account === '' ? { user_id: 'default' } : { connected_account_id: account }),
        }),
        authorise: { component, apply: composioKey },
      },
      { label: 'Composio' },
    )
    return { content: cutText(tellAnswer(answer)) }
  },
}

const nameOf = (slug: string): string => toToolName(slug, 'composio_action')

function describeAction({ slug, description, inputSchema, readsOnly }: ComposioAction): ToolOffer {
  return {
    name: nameOf(slug),
    description: description.slice(0, LONGEST_DESCRIPTION),
    inputSchema,
    effects: readsOnly ? 'read' : 'write',
  }
}

async function loadActions(component: Component, call: CallContext): Promise<ComposioAction[]> {
  const chosen = listChosen(component.values)
  if (chosen.length === 0) return []
  const answer = await askForJson(
    call,
    {
      url: addQuery(`${COMPOSIO}/tools`, { tool_slugs: chosen.join(','), limit: MOST_ACTIONS }),
      authorise: { component, apply: composioKey },
    },
    { label: 'Composio' },
  )
  const found = readActions(answer)
  const missing = chosen.find((slug) => !found.some((action) => action.slug === slug))
  if (missing === undefined) return found.filter(({ slug }) => chosen.includes(slug))
  throw new RunnelError(
    'invalid_input',
    `Composio knows no action ${missing.slice(0, 100)}. Choose the actions of ${component.label} anew.`,
  )
}

/** A list, or its JSON text as saved flows hold it. */
function listChosen({ actions }: JsonObject): string[] {
  const list = typeof actions === 'string' ? parseList(actions) : actions
  const slugs = Array.isArray(list) ? list.filter((slug) => typeof slug === 'string') : []
  return [...new Set(slugs.map((slug) => slug.trim()).filter((slug) => slug !== ''))].slice(0, MOST_ACTIONS)
}

function parseList(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text.split(',')
  }
}

/** What the service gave; a refusal of it comes with a status of success. */
function tellAnswer(answer: JsonValue): string {
  if (valueAt(answer, 'successful') === false) {
    const reason = textAt(answer, 'error') || 'no reason is given'
    throw new RunnelError('upstream_error', `The action failed: ${reason.slice(0, 500)}`)
  }
  return JSON.stringify(valueAt(answer, 'data') ?? answer) || 'It is done.'
}
