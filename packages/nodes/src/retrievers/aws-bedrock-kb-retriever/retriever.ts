import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  askForJson,
  awsHost,
  type Component,
  type FoundDocument,
  type Retrieve,
  readAwsRegion,
  readNumber,
  readText,
  signAws,
  textAt,
  valueAt,
} from '@runnel/node-kit'

const DEFAULT_MOST = 5
const MOST = 100
/** It stands in the path of the address. */
const KNOWLEDGE_BASE = /^[\dA-Za-z]{1,20}$/

/** What a knowledge base of Bedrock finds, best first. */
export const retrieveFromKnowledgeBase: Retrieve = async (component, { query, limit, filter }, call) => {
  const { values, label } = component
  const region = readAwsRegion(values)
  const most = Math.min(limit ?? readNumber(values, 'topK') ?? DEFAULT_MOST, MOST)
  const searchType = readText(values, 'searchType')
  const wanted = joinFilters(readFilter(component), filter)
  const request = {
    url: `https://${awsHost('bedrock-agent-runtime', region)}/knowledgebases/${readId(component)}/retrieve`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      retrievalQuery: { text: query },
      retrievalConfiguration: {
        vectorSearchConfiguration: {
          numberOfResults: Math.max(1, Math.floor(most)),
          ...(searchType !== '' && { overrideSearchType: searchType }),
          ...(wanted && { filter: wanted }),
        },
      },
    }),
    effects: 'read' as const,
    authorise: { component, apply: signAws('bedrock', region) },
  }
  const answer = await askForJson(call, request, { label })
  const results = isJsonObject(answer) ? answer.retrievalResults : undefined
  if (!Array.isArray(results))
    throw new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`)
  return results.flatMap(readResult).toSorted((a, b) => b.score - a.score)
}

function readId({ values, label }: Component): string {
  const id = readText(values, 'knoledgeBaseID').trim()
  if (KNOWLEDGE_BASE.test(id)) return id
  throw new RunnelError(
    'invalid_input',
    `${label}: knoledgeBaseID is no id of a knowledge base. Copy it from the console of AWS.`,
  )
}

function readFilter({ values, label }: Component): JsonObject | undefined {
  const { filter } = values
  const parsed = typeof filter === 'string' ? parse(filter) : filter
  if (parsed === undefined || isJsonObject(parsed)) return parsed
  throw new RunnelError(
    'invalid_input',
    `${label}: filter must be a JSON object such as {"equals": {"key": "year", "value": 2026}}.`,
  )
}

function parse(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

/** What the author filters by, and what who asks does: both hold. */
function joinFilters(own: JsonObject | undefined, asked: JsonObject | undefined): JsonObject | undefined {
  const all = [
    ...(own ? [own] : []),
    ...Object.entries(asked ?? {}).map(([key, value]) => ({ equals: { key, value: value ?? null } })),
  ]
  return all.length > 1 ? { andAll: all } : all[0]
}

function readResult(result: JsonValue): FoundDocument[] {
  const pageContent = textAt(result, 'content', 'text')
  if (pageContent === '') return []
  const score = Number(valueAt(result, 'score') ?? 0)
  const known = valueAt(result, 'metadata')
  const source = textAt(result, 'location', 's3Location', 'uri')
  const metadata = { ...(isJsonObject(known) ? known : {}), ...(source !== '' && { source }) }
  return [{ pageContent, metadata, score: Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0 }]
}
