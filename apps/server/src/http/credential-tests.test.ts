import type { CredentialDefinition, CredentialTestResult } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { startRedis, type TestRedis } from '@runnel/drivers/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountScene, startAccountScene } from '../testing/account-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const KEY = 'sk-canary-that-works'
const WRONG = 'sk-canary-that-is-refused'
const host = 'api.openai.com'

describe.each(databaseKinds)('whether a vendor takes a credential, on %s', (kind) => {
  let vendor: FakeOpenAI
  let server: TestServer
  let administrator: TestCaller
  const logLines: string[] = []

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ apiKey: KEY })
    const leads = { [host]: `http://${vendor.host}` }
    server = await startTestServer({ kind, leads, onLogLine: (line) => logLines.push(line) })
    administrator = await server.administrator()
  })

  afterAll(async () => {
    await server.stop()
    await vendor.close()
  })

  const make = async (key: string) =>
    (
      await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
        name: 'The vendor',
        credentialName: 'openAIApi',
        plainDataObj: { openAIApiKey: key },
      })
    ).id
  const trial = (body: object, caller = administrator) =>
    caller.call<CredentialTestResult>('POST', '/credentials/test', body)
  const openAI = (openAIApiKey: string) => ({ credentialName: 'openAIApi', plainDataObj: { openAIApiKey } })
  const works = { outcome: 'works', host, status: 200 }
  const refused = {
    outcome: 'refused',
    host,
    status: 401,
    message: expect.stringContaining('Incorrect API key'),
  }

  test('a stored one is opened for the call alone, and what is typed over it counts', async () => {
    const id = await make(KEY)
    const path = `/credentials/${id}/test`
    expect(await administrator.expect(200, 'POST', path)).toEqual(works)
    expect(await administrator.expect(200, 'POST', path, {})).toEqual(works)
    expect(await administrator.expect(200, 'POST', path, openAIFields(WRONG))).toEqual(refused)
    expect(await administrator.expect(200, 'POST', path)).toEqual(works)
    const { plainDataObj } = await administrator.expect<{ plainDataObj: object }>(
      200,
      'GET',
      `/credentials/${id}`,
    )
    expect(await administrator.expect(200, 'POST', path, { plainDataObj })).toEqual(works)
  })

  test('one that is not stored is tried, and is not stored then', async () => {
    const count = async () => (await administrator.expect<object[]>(200, 'GET', '/credentials')).length
    const before = await count()
    expect((await trial(openAI(KEY))).body).toEqual(works)
    const answer = await trial(openAI(WRONG))
    expect(answer.body).toEqual(refused)
    expect(answer.text).not.toContain('canary')
    expect(await count()).toBe(before)
  })

  test('a vendor that cannot be reached is told with the cause', async () => {
    const plainDataObj = { tokenUrl: 'http://127.0.0.1:1/token', clientId: 'me', clientSecret: WRONG }
    const { body } = await trial({ credentialName: 'oauthClient', plainDataObj })
    expect(body).toMatchObject({ outcome: 'unreachable', host: '127.0.0.1:1' })
    expect(body.message).toContain('127.0.0.1:1 is not allowed')
  })

  test('types say whether they can be tried; those that cannot are told as such', async () => {
    const types = await administrator.expect<CredentialDefinition[]>(200, 'GET', '/components-credentials')
    const testable = (name: string) => types.find((type) => type.name === name)?.testable
    expect([testable('openAIApi'), testable('httpBasicAuth')]).toEqual([true, undefined])
    const plainDataObj = { basicAuthUsername: 'me', basicAuthPassword: WRONG }
    const { body } = await trial({ credentialName: 'httpBasicAuth', plainDataObj })
    expect(body).toEqual({ outcome: 'untestable' })
  })

  test('one that no node takes is kept, shows no secret and cannot be tried', async () => {
    const plainDataObj = { botToken: KEY, teamId: 'T1', access_token: KEY }
    const of = { name: 'A bot', credentialName: 'slackApi', plainDataObj }
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', of)
    const shown = await administrator.call('GET', `/credentials/${id}`)
    expect(shown.body).toMatchObject({ credentialName: 'slackApi', plainDataObj: { teamId: 'T1' } })
    expect(shown.text).not.toContain(KEY)
    expect((await administrator.call('POST', `/credentials/${id}/test`)).body).toEqual({
      outcome: 'untestable',
    })
    const { status } = await administrator.call('POST', '/credentials', {
      ...of,
      plainDataObj: { teamId: 'T1' },
    })
    expect(status).toBe(400)
  })

  test.each([
    [{ credentialName: 'noSuchType', plainDataObj: {} }, 'credentialName'],
    [{ credentialName: 'openAIApi', plainDataObj: {} }, 'plainDataObj.openAIApiKey'],
    [{ credentialName: 'openAIApi' }, 'plainDataObj'],
    [{ ...openAI(KEY), name: 'x' }, 'name'],
  ])('%j is refused, and nobody is asked', async (body, path) => {
    const before = vendor.requests.length
    const answer = await administrator.call<{ issues: { path: string }[] }>('POST', '/credentials/test', body)
    expect([answer.status, answer.body.issues[0]?.path]).toEqual([400, path])
    expect(vendor.requests).toHaveLength(before)
  })

  test('only who may make or change credentials tries any, and none of another workspace', async () => {
    const id = await make(KEY)
    const viewer = await server.withKey(['credentials:view', 'credentials:delete'])
    const maker = await server.withKey(['credentials:create'])
    for (const caller of [viewer, server.anonymous()]) {
      expect([401, 403]).toContain((await trial(openAI(KEY), caller)).status)
      expect([401, 403]).toContain((await caller.call('POST', `/credentials/${id}/test`)).status)
    }
    expect((await trial(openAI(KEY), maker)).body).toEqual(works)
    const stranger = '8f7b1c1e-0000-4000-8000-000000000000'
    expect((await administrator.call('POST', `/credentials/${stranger}/test`)).status).toBe(404)
  })

  test('a stored secret goes to no address that the caller names, unless it is given anew', async () => {
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Voyage',
      credentialName: 'voyageAIApi',
      plainDataObj: { endpoint: 'https://api.voyageai.com/v1/embeddings', apiKey: KEY },
    })
    const elsewhere = `http://${vendor.host}/steal`
    const before = vendor.requests.length
    const ask = (plainDataObj: object) =>
      administrator.call<{ issues: { path: string }[] }>('POST', `/credentials/${id}/test`, { plainDataObj })
    const answer = await ask({ endpoint: elsewhere })
    expect([answer.status, answer.body.issues[0]?.path]).toEqual([400, 'plainDataObj.apiKey'])
    expect(vendor.requests).toHaveLength(before)
    expect((await ask({ endpoint: elsewhere, apiKey: 'my-own-key' })).status).toBe(200)
    const maker = await server.withKey(['credentials:create'])
    for (const [method, path] of [
      ['POST', `/credentials/${id}/test`],
      ['PUT', `/credentials/${id}`],
    ] as const)
      expect((await maker.call(method, path, { plainDataObj: { endpoint: elsewhere } })).status).toBe(403)
  })

  const AZURE = {
    azureOpenAIApiInstanceName: 'mine',
    azureOpenAIApiDeploymentName: 'gpt',
    azureOpenAIApiVersion: '2024-06-01',
    azureOpenAIApiKey: KEY,
  }
  const MCP = {
    serverUrl: 'https://tea.example/mcp',
    issuer: 'https://tea.example',
    clientId: 'me',
    clientSecret: KEY,
  }
  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['azureOpenAIApi', AZURE, { azureOpenAIApiInstanceName: 'evil' }, 'azureOpenAIApiKey'],
    ['mcpOAuth2', MCP, { serverUrl: 'https://evil.example/mcp' }, 'clientSecret'],
    ['mcpOAuth2', MCP, { issuer: 'https://evil.example' }, 'clientSecret'],
  ])('%s %#: saved with another place, its secret must be given anew', async (...row) => {
    const [type, fields, moved, secret] = row
    const body = { name: 'Bound', credentialName: type, plainDataObj: fields }
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)
    const path = `/credentials/${id}`
    const read = () => administrator.expect<{ plainDataObj: Record<string, string> }>(200, 'GET', path)
    const before = await read()
    for (const kept of [{}, { [secret]: before.plainDataObj[secret] }]) {
      const plainDataObj = { ...moved, ...kept }
      const answer = await administrator.call<{ issues: { path: string }[] }>('PUT', path, { plainDataObj })
      expect([answer.status, answer.body.issues.map((issue) => issue.path)]).toEqual([
        400,
        [`plainDataObj.${secret}`],
      ])
    }
    expect(await read()).toEqual(before)
    // As the form sends what it was shown, with another name.
    await administrator.expect(200, 'PUT', path, { name: 'Renamed', plainDataObj: before.plainDataObj })
    await administrator.expect(200, 'PUT', path, { plainDataObj: { ...moved, [secret]: KEY } })
    expect((await read()).plainDataObj).toMatchObject(moved)
  })

  test('no secret stands in the log', () => {
    expect(logLines.join('')).not.toContain('canary')
  })
})

const openAIFields = (openAIApiKey: string) => ({ plainDataObj: { openAIApiKey } })

describe('a server that does not speak HTTP', () => {
  let redis: TestRedis
  let server: TestServer
  let administrator: TestCaller
  const logLines: string[] = []
  beforeAll(async () => {
    redis = await startRedis({ password: KEY })
    const env = { EGRESS_ALLOW: `127.0.0.1:${redis.port}` }
    server = await startTestServer({ env, onLogLine: (line) => logLines.push(line) })
    administrator = await server.administrator()
  })
  afterAll(async () => {
    await server.stop()
    await redis.close()
  })
  const ask = async (password: string, port = redis.port) => {
    const plainDataObj = {
      redisCacheHost: '127.0.0.1',
      redisCachePort: String(port),
      redisCachePwd: password,
    }
    const body = { credentialName: 'redisCacheApi', plainDataObj }
    return (await administrator.call<CredentialTestResult>('POST', '/credentials/test', body)).body
  }

  test('is asked in its own words, and changes nothing', async () => {
    expect(await ask(KEY)).toEqual({ outcome: 'works', host: `127.0.0.1:${redis.port}` })
    expect(redis.commands.map(([command]) => command)).toEqual(['AUTH', 'PING'])
  })

  test('says that it lets nobody in, without the password', async () => {
    const refused = await ask(WRONG)
    expect(refused).toMatchObject({ outcome: 'refused', host: `127.0.0.1:${redis.port}` })
    expect(refused.message).toContain('refused')
    expect(JSON.stringify(refused)).not.toContain('canary')
    expect(logLines.join('')).not.toContain('canary')
  })

  test('that is not there was not reached, and one inside the network is guarded', async () => {
    const denied = await ask(KEY, 1)
    expect(denied).toMatchObject({ outcome: 'unreachable', host: '127.0.0.1:1' })
    expect(denied.message).toContain('not allowed')
    const { port } = redis
    await redis.close()
    expect(await ask(WRONG, port)).toMatchObject({ outcome: 'unreachable' })
  })
})

describe('an account', () => {
  let scene: AccountScene
  beforeAll(async () => {
    scene = await startAccountScene('sqlite')
  })
  afterAll(() => scene.stop())

  test('is tried by its token once it is connected', async () => {
    const { administrator } = scene.vendor
    const id = await scene.makeGmail()
    const path = `/credentials/${id}/test`
    const before = await administrator.call<{ message: string }>('POST', path)
    expect([before.status, before.body.message]).toEqual([400, expect.stringContaining('press Connect')])
    await scene.connect(id)
    expect(await administrator.expect(200, 'POST', path)).toMatchObject({ host: 'gmail.googleapis.com' })
    expect(scene.accounts.origin).toBeDefined()
    const plainDataObj = { clientId: 'another', clientSecret: 'another' }
    const moved = await administrator.call('POST', path, { plainDataObj })
    expect([moved.status, moved.text]).toEqual([400, expect.stringContaining('connect the account anew')])
  })
})
