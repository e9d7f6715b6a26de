import { isJsonObject } from '@runnel/contract'
import { type FakeServer, jsonReply, type SentRequest, type ToolCase } from '../tool-case.fixture.ts'

/** Actions of a service, as Composio describes them. */
export const composioActions = [
  {
    slug: 'TEA_BREW_POT',
    name: 'Brew a pot',
    description: 'Brews a pot of tea.',
    tags: [],
    input_parameters: {
      type: 'object',
      properties: { kind: { type: 'string', description: 'Which tea' } },
      required: ['kind'],
    },
  },
  {
    slug: 'TEA_LIST_KINDS',
    name: 'List kinds',
    description: 'Lists the kinds of tea.',
    tags: ['readOnlyHint'],
    input_parameters: { type: 'object', properties: {} },
  },
]

const refused = (status: number, message: string) => jsonReply({ error: { message, status } }, status)

function run({ body, url }: SentRequest) {
  const said = isJsonObject(body) ? body : {}
  const slug = url.pathname.split('/').at(-1)
  if (!composioActions.some((action) => action.slug === slug)) return refused(404, 'Tool not found')
  if (said.connected_account_id !== 'ca_1') return refused(400, 'No connected account found')
  const { kind } = isJsonObject(said.arguments ?? null) ? (said.arguments as { kind?: string }) : {}
  if (kind === undefined) return jsonReply({ data: {}, successful: false, error: 'Missing field: kind' })
  return jsonReply({ data: { brewed: kind }, successful: true, error: null, log_id: 'log_1' })
}

const server: FakeServer = {
  hosts: ['backend.composio.dev'],
  answer(sent) {
    if (sent.headers['x-api-key'] !== 'test-key-of-composio') return refused(401, 'Invalid API key')
    if (sent.method === 'POST' && sent.url.pathname.startsWith('/api/v3/tools/execute/')) return run(sent)
    if (sent.url.pathname !== '/api/v3/tools') return refused(404, 'Not found')
    const wanted = sent.url.searchParams.get('tool_slugs')?.split(',') ?? []
    return jsonReply({
      items: composioActions.filter(({ slug }) => wanted.includes(slug)),
      next_cursor: null,
    })
  },
  huge: () => jsonReply({ data: { text: 'word '.repeat(50_000) }, successful: true }),
}

/** Composio in the tests of the family. */
export const composioCase: ToolCase = {
  node: 'composio',
  values: { appName: 'tea', connectedAccountId: 'ca_1', actions: '["TEA_BREW_POT"]' },
  credential: { composioApi: 'test-key-of-composio' },
  input: { kind: 'green' },
  says: '{"brewed":"green"}',
  wrong: [],
  server,
}
