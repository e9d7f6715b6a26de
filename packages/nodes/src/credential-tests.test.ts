import type { CredentialCall } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from './catalogue.ts'

/** How a server is asked whether it takes a credential. */
interface Asked {
  fields: Record<string, string>
  /** Method and address, without what is secret. */
  call: string
  /** Where the server looks for the secret, and what must stand there. */
  shown: (call: CredentialCall, url: URL) => unknown
  expects: string
}

const key = 'test-key'
const token = 'test-token-of-an-account'
const header = (name: string) => (call: CredentialCall) => call.headers?.[name]
const bearer = header('authorization')
const param = (name: string) => (_call: CredentialCall, url: URL) => url.searchParams.get(name)
const account = (address: string): Asked => ({
  fields: { accessToken: token },
  call: `GET ${address}`,
  shown: bearer,
  expects: `Bearer ${token}`,
})
const WHOSE = 'https://openidconnect.googleapis.com/v1/userinfo'

const cases: Record<string, Asked> = {
  serpApi: {
    fields: { serpApiKey: key },
    call: 'GET https://serpapi.com/account',
    shown: param('api_key'),
    expects: key,
  },
  mem0MemoryApi: {
    fields: { apiKey: key },
    call: 'GET https://api.mem0.ai/v1/entities/',
    shown: header('authorization'),
    expects: `Token ${key}`,
  },
  serperApi: {
    fields: { serperApiKey: key },
    call: 'GET https://google.serper.dev/account',
    shown: header('x-api-key'),
    expects: key,
  },
  tavilyApi: {
    fields: { tavilyApiKey: key },
    call: 'GET https://api.tavily.com/usage',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  braveSearchApi: {
    fields: { braveApiKey: key },
    call: 'GET https://api.search.brave.com/res/v1/web/search',
    shown: header('x-subscription-token'),
    expects: key,
  },
  exaSearchApi: {
    fields: { exaSearchApiKey: key },
    call: 'POST https://api.exa.ai/search',
    shown: header('x-api-key'),
    expects: key,
  },
  searchApi: {
    fields: { searchApiKey: key },
    call: 'GET https://www.searchapi.io/api/v1/me',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  wolframAlphaAppId: {
    fields: { wolframAlphaAppId: key },
    call: 'GET https://www.wolframalpha.com/api/v1/llm-api',
    shown: param('appid'),
    expects: key,
  },
  googleCustomSearchApi: {
    fields: { googleCustomSearchApiKey: key, googleCustomSearchApiId: 'engine' },
    call: 'GET https://www.googleapis.com/customsearch/v1',
    shown: (_call, { searchParams }) => `${searchParams.get('key')} ${searchParams.get('cx')}`,
    expects: `${key} engine`,
  },
  gmailOAuth2: account('https://gmail.googleapis.com/gmail/v1/users/me/profile'),
  googleCalendarOAuth2: account('https://www.googleapis.com/calendar/v3/users/me/calendarList'),
  googleDocsOAuth2: account(WHOSE),
  googleSheetsOAuth2: account(WHOSE),
  googleDriveOAuth2: account('https://www.googleapis.com/drive/v3/about'),
  microsoftTeamsOAuth2: account('https://graph.microsoft.com/v1.0/me/joinedTeams'),
  stripeApi: {
    fields: { stripeApiToken: key },
    call: 'GET https://api.stripe.com/v1/balance',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  pineconeApi: {
    fields: { pineconeApiKey: key },
    call: 'GET https://api.pinecone.io/indexes',
    shown: header('api-key'),
    expects: key,
  },
  microsoftOutlookOAuth2: account('https://graph.microsoft.com/v1.0/me/mailFolders'),
  githubApi: account('https://api.github.com/user'),
  airtableApi: {
    fields: { accessToken: key },
    call: 'GET https://api.airtable.com/v0/meta/whoami',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  apifyApi: {
    fields: { apifyApiToken: key },
    call: 'GET https://api.apify.com/v2/users/me',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  figmaApi: {
    fields: { accessToken: key },
    call: 'GET https://api.figma.com/v1/me',
    shown: header('x-figma-token'),
    expects: key,
  },
  notionApi: {
    fields: { notionIntegrationToken: key },
    call: 'GET https://api.notion.com/v1/users/me',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  spiderApi: {
    fields: { spiderApiKey: key },
    call: 'GET https://api.spider.cloud/data/credits',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  composioApi: {
    fields: { composioApi: key },
    call: 'GET https://backend.composio.dev/api/v3/toolkits',
    shown: header('x-api-key'),
    expects: key,
  },
  fireCrawlApi: {
    fields: { firecrawlApiToken: key, firecrawlApiUrl: 'https://crawl.example/' },
    call: 'GET https://crawl.example/v1/team/credit-usage',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  upstashRedisApi: {
    fields: { upstashConnectionToken: key, upstashConnectionUrl: 'https://my-database.example' },
    call: 'GET https://my-database.example/ping',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  upstashVectorApi: {
    fields: { UPSTASH_VECTOR_REST_TOKEN: key, UPSTASH_VECTOR_REST_URL: 'https://my-index.example' },
    call: 'GET https://my-index.example/info',
    shown: bearer,
    expects: `Bearer ${key}`,
  },
  elasticsearchApi: {
    fields: { apiKey: key, endpoint: 'http://localhost:9200' },
    call: 'GET http://localhost:9200/_security/_authenticate',
    shown: bearer,
    expects: `ApiKey ${key}`,
  },
  oauthClient: {
    fields: { tokenUrl: 'https://login.example/token', clientId: 'me', clientSecret: key, scope: 'read' },
    call: 'POST https://login.example/token',
    shown: ({ body }) => body,
    expects: `grant_type=client_credentials&client_id=me&client_secret=${key}&scope=read`,
  },
  pipedreamOAuthApi: {
    fields: { clientId: 'me', clientSecret: key, projectId: 'proj_1' },
    call: 'POST https://api.pipedream.com/v1/oauth/token',
    shown: ({ body }) => body,
    expects: JSON.stringify({ grant_type: 'client_credentials', client_id: 'me', client_secret: key }),
  },
}

const brought = nodeCatalogue.flatMap(({ credentials = [] }) => credentials)
const testable = [...new Map(brought.map((type) => [type.name, type])).values()].filter(
  (type) => type.test !== undefined,
)

test('every type whose vendor can be asked has a case', () => {
  expect(testable.map(({ name }) => name).filter((name) => !(name in cases))).toEqual([])
})

describe.each(testable)('a credential $name', ({ name, test: ask }) => {
  const { fields, call: wanted, shown, expects } = cases[name] as Asked

  test('is shown where its vendor looks for it, and makes nothing', async () => {
    const call = await ask?.(fields, Date.now())
    const url = new URL(call?.url ?? '')
    expect(`${call?.method ?? 'GET'} ${url.origin}${url.pathname}`).toBe(wanted)
    expect(shown(call as CredentialCall, url)).toBe(expects)
  })

  test('stands in no other part of the request', async () => {
    const call = (await ask?.(fields, Date.now())) as CredentialCall
    const secret = fields.accessToken ?? key
    expect(JSON.stringify(call).split(secret)).toHaveLength(2)
  })
})
