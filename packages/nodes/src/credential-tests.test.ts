import type { CredentialCall, CredentialTest, DataServerCall } from '@runnel/node-kit'
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
  /** What of the request nobody else may read, where that is not the secret itself. */
  secret?: string
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
const basic = (name: string) => `Basic ${btoa(`${name}:${key}`)}`
const byPassword = (call: string, fields: Record<string, string>): Asked => ({
  fields: { ...fields, password: key },
  call,
  shown: bearer,
  expects: basic('me'),
  secret: btoa(`me:${key}`),
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
  elasticSearchUserPassword: byPassword(
    'GET https://my-cluster.eu-west-1.aws.example/_security/_authenticate',
    {
      cloudId: `tea:${btoa('eu-west-1.aws.example$my-cluster$kibana')}`,
      username: 'me',
    },
  ),
  openSearchUrl: byPassword('GET https://search.example:9200/', {
    openSearchUrl: 'https://search.example:9200/',
    user: 'me',
  }),
  neo4jApi: byPassword('POST https://graph.example/db/system/query/v2', {
    url: 'https://graph.example',
    username: 'me',
  }),
  oxylabsApi: byPassword('GET https://data.oxylabs.io/v2/stats', { username: 'me' }),
  langfuseApi: {
    fields: {
      langFuseSecretKey: key,
      langFusePublicKey: 'me',
      langFuseEndpoint: 'https://traces.example/fuse/',
    },
    call: 'GET https://traces.example/fuse/api/public/projects',
    shown: bearer,
    expects: basic('me'),
    secret: btoa(`me:${key}`),
  },
  AstraDBApi: {
    fields: { applicationToken: key, dbEndPoint: 'https://my-db.apps.example' },
    call: 'POST https://my-db.apps.example/api/json/v1/default_keyspace',
    shown: header('token'),
    expects: key,
  },
  momentoCacheApi: {
    fields: { momentoCache: 'tea', momentoApiKey: key, momentoEndpoint: 'https://cell.momento.example' },
    call: 'GET https://cell.momento.example/cache/tea',
    shown: bearer,
    expects: key,
  },
  dynamodbMemoryApi: {
    fields: { accessKey: 'AKIATEST', secretAccessKey: key },
    call: 'POST https://sts.us-east-1.amazonaws.com/',
    shown: (call) => /Credential=([^/]+)/.exec(String(bearer(call)))?.[1],
    expects: 'AKIATEST',
    secret: 'AKIATEST',
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
const types = [...new Map(brought.map((type) => [type.name, type])).values()]

/** How servers that do not speak HTTP are asked, by what they speak. */
const elsewhere: Record<string, { fields: Record<string, string>; asks: DataServerCall }> = {
  redisCacheApi: {
    fields: { redisCacheHost: 'cache.example', redisCacheUser: 'me', redisCachePwd: key },
    asks: {
      protocol: 'redis',
      address: { host: 'cache.example', port: 6379, tls: false, user: 'me', password: key },
      question: { commands: [['PING']] },
    },
  },
  redisCacheUrlApi: {
    fields: { redisUrl: `rediss://me:${key}@cache.example` },
    asks: {
      protocol: 'redis',
      address: { host: 'cache.example', port: 6379, tls: true, user: 'me', password: key },
      question: { commands: [['PING']] },
    },
  },
  mongoDBUrlApi: {
    fields: { mongoDBConnectUrl: `mongodb://me:${key}@store.example` },
    asks: {
      protocol: 'mongodb',
      address: {
        hosts: [{ host: 'store.example', port: 27_017 }],
        srv: false,
        tls: false,
        user: 'me',
        password: key,
      },
      question: { database: 'admin', collection: '', operation: { type: 'ping' } },
    },
  },
}

test('every type whose vendor can be asked has a case, and every other says why not', () => {
  const known = [...Object.keys(cases), ...Object.keys(elsewhere)].sort()
  expect(types.flatMap(({ name, test: ask }) => (ask ? [name] : [])).sort()).toEqual(known)
  expect(types.filter(({ test: ask, untested }) => (ask === undefined) === (untested === undefined))).toEqual(
    [],
  )
})

const testOf = (name: string) => types.find((type) => type.name === name)?.test

describe.each(Object.entries(elsewhere))('a credential %s', (name, { fields, asks }) => {
  test('is shown to the server that it names, which is asked for nothing', async () => {
    expect(await testOf(name)?.(fields, 0)).toEqual(asks)
  })
})

describe.each(Object.entries(cases))('a credential %s', (name, asked) => {
  const { fields, call: wanted, shown, expects } = asked
  const ask = testOf(name) as CredentialTest<CredentialCall> | undefined

  test('is shown where its vendor looks for it, and makes nothing', async () => {
    const call = await ask?.(fields, Date.now())
    const url = new URL(call?.url ?? '')
    expect(`${call?.method ?? 'GET'} ${url.origin}${url.pathname}`).toBe(wanted)
    expect(shown(call as CredentialCall, url)).toBe(expects)
  })

  test('stands in no other part of the request', async () => {
    const call = (await ask?.(fields, Date.now())) as CredentialCall
    const secret = asked.secret ?? fields.accessToken ?? key
    expect(JSON.stringify(call).split(secret)).toHaveLength(2)
    if (asked.secret !== undefined) expect(JSON.stringify(call)).not.toContain(key)
  })
})
