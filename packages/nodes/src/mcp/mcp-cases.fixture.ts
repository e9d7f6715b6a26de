import type { JsonObject } from '@runnel/contract'
import type { TokenRequest, ToolServerTarget } from '@runnel/node-kit'
import { findCases } from '../find-cases.fixture.ts'

/** One node of MCP tools: what its author fills in, and where it leads. */
export interface McpCase {
  node: string
  values: JsonObject
  credential?: Record<string, string>
  server: ToolServerTarget['server']
  /** What the fields of the credential become. */
  secrets?: Record<string, string>
  /** What they are exchanged for a token with. */
  exchange?: TokenRequest
  wrong: [values: JsonObject, says: string][]
}

/** Where a server of one's own is. */
export const url = 'https://tea.example/mcp'
/** The values of a server that the author describes. */
export const custom = (config: unknown): JsonObject => ({ mcpServerConfig: JSON.stringify(config) })

/** Every node of MCP tools whose server has an address. */
export const mcpCases: McpCase[] = [
  {
    node: 'customMCP',
    values: custom({ url, headers: { 'X-Team': 'green', 'X-Size': 5 } }),
    credential: { token: 'tea-key' },
    server: { transport: 'auto', url, headers: { 'x-team': 'green', 'x-size': '5' } },
    secrets: { authorization: 'Bearer tea-key' },
    wrong: [
      [{}, 'mcpServerConfig must be a JSON object'],
      [{ mcpServerConfig: '' }, 'mcpServerConfig must be a JSON object'],
      [{ mcpServerConfig: '{url: 1}' }, 'mcpServerConfig is no JSON'],
      [{ mcpServerConfig: '[]' }, 'mcpServerConfig must be a JSON object'],
      [custom({}), 'mcpServerConfig.url is missing'],
      [custom({ url: 'tea' }), 'mcpServerConfig.url: “tea” is no address'],
      [custom({ url: 'file:///etc/passwd' }), 'mcpServerConfig.url: “file:///etc/passwd” is no address'],
      [custom({ url, transport: 'pigeon' }), 'mcpServerConfig.transport must be "http" or "sse"'],
      [custom({ url, transport: 'constructor' }), 'mcpServerConfig.transport must be "http" or "sse"'],
      [custom({ url, headers: 'none' }), 'mcpServerConfig.headers must be an object'],
      [custom({ url, headers: { a: ['b'] } }), 'mcpServerConfig.headers.a must be a text'],
      [custom({ url, headers: { 'a b': 'c' } }), '“a b” is no name of a header'],
      [custom({ url, headers: { a: 'secret\nx: y' } }), 'mcpServerConfig.headers.a holds characters'],
      [custom({ url, timeout: 'soon' }), 'mcpServerConfig.timeout must be milliseconds'],
      [custom({ command: 5 }), 'mcpServerConfig.command must be a text'],
      [custom({ command: 'x', cwd: '/tmp' }), 'args, env and cwd stand in that list'],
    ],
  },
  {
    node: 'customMcpServerTool',
    values: { mcpServerId: ' 0b0f6a5e-3f53-4c0e-9d0e-6a3c9a9f2b11 ' },
    server: { transport: 'listed', id: '0b0f6a5e-3f53-4c0e-9d0e-6a3c9a9f2b11' },
    wrong: [
      [{}, 'mcpServerId is missing'],
      [{ mcpServerId: ' ' }, 'mcpServerId is missing'],
    ],
  },
  {
    node: 'githubMCP',
    values: { githubEnterpriseUrl: 'https://octocorp.ghe.com/' },
    credential: { accessToken: 'ghp_key' },
    server: { transport: 'http', url: 'https://copilot-api.octocorp.ghe.com/mcp', headers: {} },
    secrets: { authorization: 'Bearer ghp_key' },
    wrong: [
      [
        { githubEnterpriseUrl: 'https://github.tea.example' },
        'githubEnterpriseUrl must be an address such as',
      ],
      [{ githubEnterpriseUrl: 'https://a.b.ghe.com' }, 'githubEnterpriseUrl must be an address such as'],
      [{ githubEnterpriseUrl: 'https://evil.example/.ghe.com' }, 'githubEnterpriseUrl must be'],
    ],
  },
  {
    node: 'pipedreamMCP',
    values: { appSlug: 'notion', externalUserId: 'ada' },
    credential: { clientId: 'c', clientSecret: 'pd-secret', projectId: 'proj_1', accessToken: 'pd-token' },
    server: {
      transport: 'http',
      url: 'https://remote.mcp.pipedream.net',
      headers: {
        'x-pd-environment': 'development',
        'x-pd-app-slug': 'notion',
        'x-pd-external-user-id': 'ada',
        'x-pd-tool-mode': 'tools-only',
      },
    },
    secrets: { authorization: 'Bearer pd-token', 'x-pd-project-id': 'proj_1' },
    exchange: {
      url: 'https://api.pipedream.com/v1/oauth/token',
      encoding: 'json',
      body: { grant_type: 'client_credentials', client_id: 'c', client_secret: 'pd-secret' },
    },
    wrong: [
      [{ externalUserId: 'ada' }, 'appSlug is missing'],
      [{ appSlug: 'notion' }, 'externalUserId is missing'],
    ],
  },
  {
    node: 'supergatewayMCP',
    values: { arguments: `--sse "https://tea.example/sse" --header 'X-Team: green tea' --oauth2Bearer abc` },
    server: {
      transport: 'sse',
      url: 'https://tea.example/sse',
      headers: { 'x-team': 'green tea', authorization: 'Bearer abc' },
    },
    wrong: [
      [{}, 'arguments name no server'],
      [{ arguments: '--stdio "npx -y evil"' }, 'arguments hold --stdio, which is not known here'],
      [{ arguments: '--sse https://a.example --sse https://b.example' }, 'arguments name two servers'],
      [{ arguments: '--sse tea' }, 'arguments --sse: “tea” is no address'],
      [{ arguments: '--sse https://tea.example --header tea' }, 'arguments --header must be "name: value"'],
    ],
  },
  {
    node: 'browserlessMCP',
    values: {},
    credential: { browserlessApiToken: 'bl-key' },
    server: { transport: 'http', url: 'https://mcp.browserless.io/mcp', headers: {} },
    secrets: { authorization: 'Bearer bl-key' },
    wrong: [],
  },
  {
    node: 'teradataMCP',
    values: { mcpUrl: url },
    credential: { tdUsername: 'ada', tdPassword: 'pw' },
    server: { transport: 'http', url, headers: {} },
    secrets: { authorization: 'Basic YWRhOnB3' },
    wrong: [[{}, 'mcpUrl: “” is no address']],
  },
  ...(await findCases<McpCase>('mcp/*/*.case.fixture.ts')),
]

/** Well-known servers that are programs: a flow names them by the name that the operator's list has to give them. */
export const mcpPrograms: McpCase[] = Object.entries({
  braveSearchMCP: 'brave-search',
  postgreSQLMCP: 'postgres',
  sequentialThinkingMCP: 'sequential-thinking',
  slackMCP: 'slack',
}).map(([node, command]) => ({ node, values: {}, server: { transport: 'stdio', command }, wrong: [] }))
