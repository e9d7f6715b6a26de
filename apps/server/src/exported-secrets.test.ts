import type { FlowDocument, InputDefinition, JsonObject, JsonValue } from '@runnel/contract'
import { exportFlow, redactFlow } from '@runnel/graph'
import { nodeCatalogue } from '@runnel/nodes'
import { createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { describe, expect, test } from 'vitest'

const { definitions, find } = createCatalogue(nodeCatalogue, providerCatalogue)
/** In the form of no vendor's key. */
const CANARY = 'canary-of-nobody'

/** What an export, or a template, has of the values of a node. */
function leave(type: string, values: JsonObject): string {
  const position = { x: 0, y: 0 }
  const node = { id: `${type}_0`, type, typeVersion: 1, label: type, position, values }
  const document: FlowDocument = { nodes: [node], edges: [] }
  return JSON.stringify(redactFlow(exportFlow(document, find), find).nodes)
}

/** Params in which a text of several fields may stand: headers, a body, the settings of a server. */
const isText = ({ type, codeLanguage }: InputDefinition) =>
  type === 'string' || type === 'json' || (type === 'code' && codeLanguage === 'json')

test('no param of any node lets a header of sign-in out', () => {
  const fields = JSON.stringify({ Accept: 'kept', Authorization: `Basic ${CANARY}` })
  const open = definitions.flatMap(({ name, inputs = [] }) =>
    inputs
      .filter(isText)
      .filter((input) => leave(name, { [input.name]: fields }).includes(CANARY))
      .map((input) => `${name}.${input.name}`),
  )
  expect(open).toEqual([])
})

describe('what leaves the house holds no secret', () => {
  const server = (more: object) => JSON.stringify({ url: 'https://kept.example/mcp', headers: more })
  const cases: [type: string, values: JsonObject][] = [
    ['customMCP', { mcpServerConfig: server({ 'X-Key': CANARY }) }],
    ['customMCP', { mcpServerConfig: `{"url": "https://kept.example", "headers": {"X-Key": "${CANARY}",}}` }],
    ['customMCP', { mcpServerConfig: { url: 'https://kept.example', headers: { 'x-key': CANARY } } }],
    ['requestsGet', { requestsGetHeaders: `{"X-Team": "kept", "X-Session": "${CANARY}"}` }],
    ['requestsPost', { requestsPostBody: `{"team": "kept", "api_key": "${CANARY}"}` }],
    ['teradataMCP', { mcpUrl: 'https://kept.example', bearerToken: CANARY }],
    ['supergatewayMCP', { arguments: `--sse https://kept.example --oauth2Bearer ${CANARY}` }],
    ['supergatewayMCP', { arguments: `--sse https://kept.example --header "X-Key: ${CANARY}"` }],
    ['supergatewayMCP', { arguments: `--sse https://kept.example --header 'Authorization: ${CANARY}'` }],
    ['cheerioWebScraper', { url: `https://kept.example/?api_key=${CANARY}` }],
    ['sqlDatabaseChain', { url: `postgres://:${CANARY}@kept.example/tea` }],
    [
      'agentAgentflow',
      {
        agentTools: [
          {
            agentSelectedTool: 'customMCP',
            agentSelectedToolConfig: { mcpServerConfig: server({ 'x-key': CANARY }) },
          },
        ],
      },
    ],
  ]
  test.each(cases)('%s %j', (type, values) => {
    expect(JSON.stringify(values)).toContain(CANARY)
    const left = leave(type, values)
    expect(left).not.toContain(CANARY)
    expect(left).toContain('kept')
  })
})

test.each<[type: string, values: JsonObject]>([
  ['customMCP', { mcpServerConfig: '{"headers": {"Authorization": "Bearer {{$vars.token}}"}}' }],
  ['customMCP', { mcpServerConfig: '{"headers": {"Authorization": "{{$vars.token}}",}}' }],
  ['teradataMCP', { bearerToken: '{{$vars.token}}' }],
  ['supergatewayMCP', { arguments: '--sse https://a.example --oauth2Bearer {{$vars.token}}' }],
  ['httpAgentflow', { headers: [{ key: 'Authorization', value: 'Bearer {{$vars.token}}' }] }],
])('a variable stays where a secret would stand: %s %j', (type, values) => {
  expect(leave(type, values)).toContain('{{$vars.token}}')
})

test.each<[type: string, values: Record<string, JsonValue>]>([
  ['promptTemplate', { template: '{"key": "a word", "tokens": "several"}' }],
  [
    'llmAgentflow',
    { llmStructuredOutput: [{ key: 'token', type: 'string', jsonSchema: '{"key": {"type": "string"}}' }] },
  ],
  ['cheerioWebScraper', { url: 'https://a.example/?key=tea&token=short' }],
  ['startAgentflow', { webhookSignatureHeader: 'x-signature' }],
])('what is no secret stays: %s %j', (type, values) => {
  const left = leave(type, values)
  for (const text of Object.values(values).filter((value) => typeof value === 'string'))
    expect(left).toContain(JSON.stringify(text))
  expect(left).toContain(
    JSON.stringify(values)
      .match(/jsonSchema.*/)?.[0]
      .slice(0, 20) ?? '',
  )
})
