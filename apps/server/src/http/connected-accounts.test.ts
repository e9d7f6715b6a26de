import { randomUUID } from 'node:crypto'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountScene, startAccountScene } from '../testing/account-scene.ts'
import { ACCOUNT, CLIENT } from '../testing/fake-accounts.ts'
import { tokenOf } from '../testing/people-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

interface Whoami {
  activeOrganizationId: string
  activeWorkspaceId: string
}

describe.each(databaseKinds)('connected accounts on %s', (kind) => {
  let scene: AccountScene
  let credentialId: string

  beforeAll(async () => {
    scene = await startAccountScene(kind)
  })
  afterAll(() => scene.stop())
  beforeEach(async () => {
    credentialId = await scene.makeGmail()
    scene.accounts.lasts = 3_600
  })

  describe('connecting', () => {
    test('leads to the vendor and back, and the credential says whose account it is', async () => {
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
      const { authorizationUrl, redirectUri } = await scene.begin(credentialId)
      const url = new URL(authorizationUrl)
      expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        client_id: CLIENT.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        code_challenge_method: 'S256',
        scope: 'openid email',
      })
      expect(authorizationUrl).not.toContain(CLIENT.clientSecret)
      expect(redirectUri).toBe(`${scene.vendor.server.origin}/api/v1/oauth2-credential/callback`)
      const { code, state } = scene.accounts.consent(authorizationUrl)
      const page = await scene.comeBack({ code, state, scope: 'openid', authuser: '0' })
      expect(page.status).toBe(200)
      expect(page.text).toContain(`${ACCOUNT} is connected.`)
      for (const untold of [code, state, ...scene.accounts.secrets]) expect(page.text).not.toContain(untold)
      const policy = page.headers.get('content-security-policy')
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'connected', account: ACCOUNT })
    })

    test('a person who refuses is told what to do', async () => {
      const { state } = scene.accounts.consent((await scene.begin(credentialId)).authorizationUrl)
      const page = await scene.comeBack({ error: 'access_denied', state })
      expect(page.status).toBe(400)
      expect(page.text).toContain('accounts.google.com: access was refused. Press Connect again and agree.')
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
    })

    test('a wrong secret of the client is told in plain words, without it', async () => {
      const id = await scene.makeGmail({ clientSecret: 'canary-wrong-secret' })
      const { code, state } = scene.accounts.consent((await scene.begin(id)).authorizationUrl)
      const page = await scene.comeBack({ code, state })
      expect(page.text).toContain('the client id or its secret is not right')
      expect(page.text).not.toContain('canary-wrong-secret')
    })

    test('is disconnected again, and the vendor gets its tokens back', async () => {
      await scene.connect(credentialId)
      await scene.vendor.administrator.expect(200, 'DELETE', `/oauth2-credential/${credentialId}`)
      expect(scene.accounts.forms.at(-1)?.token).toMatch(/^canary-refresh-/)
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
    })

    test('is written down, and so is who took the account away; what nobody connected is not', async () => {
      const entries = async () => {
        const path = '/audit/entries?page=1&limit=2&action=credential.'
        const acts = await Promise.all(
          ['connected', 'disconnected'].map((act) =>
            scene.vendor.administrator.call<{ data: { subject: { id: string } }[] }>('GET', `${path}${act}`),
          ),
        )
        return acts.map(({ body }) => body.data.filter(({ subject }) => subject.id === credentialId))
      }
      await scene.vendor.administrator.expect(200, 'DELETE', `/oauth2-credential/${credentialId}`)
      expect(await entries()).toEqual([[], []])
      await scene.connect(credentialId)
      await scene.vendor.administrator.expect(200, 'DELETE', `/oauth2-credential/${credentialId}`)
      const actor = expect.objectContaining({ kind: 'user', name: ADMINISTRATOR.email })
      const [connected, disconnected] = await entries()
      const after = { account: ACCOUNT, vendor: expect.stringContaining('google') }
      expect(connected).toEqual([expect.objectContaining({ actor, after })])
      expect(disconnected).toEqual([expect.objectContaining({ actor, before: { account: ACCOUNT } })])
    })

    test('another client is another connection', async () => {
      await scene.connect(credentialId)
      await scene.vendor.administrator.expect(200, 'PUT', `/credentials/${credentialId}`, {
        plainDataObj: { ...CLIENT, clientId: 'another' },
      })
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
    })
  })

  describe('a way back that is not one’s own', () => {
    const refused = 'This way back is not known here'

    test('is refused when it is forged, missing, or came before', async () => {
      const { code, state } = scene.accounts.consent((await scene.begin(credentialId)).authorizationUrl)
      for (const forged of [{ code }, { code, state: credentialId }, { code, state: `${state}x` }]) {
        const page = await scene.comeBack(forged as Record<string, string>)
        expect([page.status, page.text]).toEqual([400, expect.stringContaining(refused)])
      }
      expect((await scene.comeBack({ code, state })).status).toBe(200)
      const again = await scene.comeBack({ code, state })
      expect([again.status, again.text]).toEqual([400, expect.stringContaining(refused)])
    })

    test('is refused in another browser, signed in or not, and stays good for its own', async () => {
      const { code, state } = scene.accounts.consent((await scene.begin(credentialId)).authorizationUrl)
      const other = scene.vendor.server.anonymous()
      expect((await scene.comeBack({ code, state }, other)).text).toContain('Nobody is signed in here')
      const { email, password } = ADMINISTRATOR
      await other.expect(200, 'POST', '/auth/login', { email, password })
      const page = await scene.comeBack({ code, state }, other)
      expect([page.status, page.text]).toEqual([400, expect.stringContaining(refused)])
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
      expect((await scene.comeBack({ code, state })).status).toBe(200)
    })

    test('a code of somebody else does not fit the proof of this one', async () => {
      const mine = scene.accounts.consent((await scene.begin(credentialId)).authorizationUrl)
      const theirs = scene.accounts.consent((await scene.begin(credentialId)).authorizationUrl)
      const page = await scene.comeBack({ code: theirs.code, state: mine.state })
      expect(page.text).toContain('the consent is not valid any more')
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
    })

    test('no key begins one, and nobody begins one for a credential of another workspace', async () => {
      const key = await scene.vendor.server.withKey(['credentials:create', 'credentials:update'])
      const path = `/oauth2-credential/authorize/${credentialId}`
      expect((await key.call('POST', path)).status).toBe(403)
      const { caller } = await scene.vendor.server.addWorkspace()
      for (const [method, route] of [
        ['POST', `/oauth2-credential/refresh/${credentialId}`],
        ['DELETE', `/oauth2-credential/${credentialId}`],
      ] as const)
        expect((await caller.call(method, route)).status).toBe(404)
      const theirs = await caller.expect<{ id: string }>(200, 'POST', '/credentials', {
        name: 'Theirs',
        credentialName: 'gmailOAuth2',
        plainDataObj: { ...CLIENT, scope: 'openid' },
      })
      expect(
        (await scene.vendor.administrator.call('POST', `/oauth2-credential/authorize/${theirs.id}`)).status,
      ).toBe(404)
    })

    test('a page of another origin cannot begin one', async () => {
      const answer = await scene.vendor.administrator.call(
        'POST',
        `/oauth2-credential/authorize/${credentialId}`,
        undefined,
        {
          'x-request-from': '',
        },
      )
      expect(answer.body).toMatchObject({ code: 'csrf_refused' })
    })

    test('the address to which people are sent back is not that of a forged host', async () => {
      const answer = await fetchWithHost(
        `/api/v1/oauth2-credential/authorize/${credentialId}`,
        'evil.example',
      )
      expect(answer).not.toContain('evil.example/api')
      expect(answer).toContain('Set APP_URL')
    })
  })

  describe('of a flow with tags of documents', () => {
    const tagged = async () => {
      const flowId = await scene.makeMailFlow(credentialId)
      const tag = (tags: string[]) =>
        scene.vendor.administrator.expect(200, 'PUT', `/chatflows/${flowId}/document-tags`, { tags })
      return { flowId, tag }
    }
    /** Somebody who may change credentials, but carries no tag. */
    const untagged = async () => {
      const { server, administrator } = scene.vendor
      const own = await administrator.expect<Whoami>(200, 'GET', '/auth/session')
      const permissions = ['credentials:view', 'credentials:create', 'credentials:update']
      const name = `writer-${randomUUID()}`
      const roleId = await server.context.db
        .organization(own.activeOrganizationId)
        .write((writer) => writer.insertRole({ name, permissions }))
      const email = `${name}@example.com`
      const invited = await administrator.expect<{ inviteLink: string }>(201, 'POST', '/account/invite', {
        user: { email },
        workspace: { id: own.activeWorkspaceId },
        role: { id: roleId },
      })
      const password = 'Battery-Staple-7'
      const tempToken = tokenOf(invited.inviteLink)
      const caller = server.anonymous()
      const user = { name: 'Writer', email, credential: password, tempToken }
      await caller.expect(201, 'POST', '/account/register', { user })
      await caller.expect(200, 'POST', '/auth/login', { email, password })
      return caller
    }

    test('is not changed by who does not carry them', async () => {
      const writer = await untagged()
      const { tag } = await tagged()
      const path = `/oauth2-credential/authorize/${credentialId}`
      const { authorizationUrl } = await writer.expect<{ authorizationUrl: string }>(200, 'POST', path)
      const { code, state } = scene.accounts.consent(authorizationUrl)
      await tag(['hr'])
      expect((await writer.call('POST', path)).status).toBe(403)
      const page = await scene.comeBack({ code, state }, writer)
      expect(page.text).toContain('the tags hr')
      expect(await scene.stateOf(credentialId)).toEqual({ state: 'none' })
      await scene.connect(credentialId)
      expect((await writer.call('DELETE', `/oauth2-credential/${credentialId}`)).status).toBe(403)
      await tag([])
      expect((await writer.call('DELETE', `/oauth2-credential/${credentialId}`)).status).toBe(200)
    })
  })

  describe('a credential that names other addresses', () => {
    test.each([
      ['accessTokenUrl', 'http://169.254.169.254/token'],
      ['accessTokenUrl', 'https://evil.example/token'],
      ['authorizationUrl', 'https://accounts.google.com.evil.example/o/oauth2/v2/auth'],
      ['additionalParameters', 'redirect_uri=https://evil.example'],
    ])('is not saved: %s %s', async (field, value) => {
      const answer = await scene.vendor.administrator.call('POST', '/credentials', {
        name: 'x',
        credentialName: 'gmailOAuth2',
        plainDataObj: { ...CLIENT, scope: 'openid', [field]: value },
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      expect(answer.text).toContain(`plainDataObj.${field}`)
    })
  })

  async function fetchWithHost(path: string, host: string): Promise<string> {
    const { request } = await import('node:http')
    const cookie = [...scene.vendor.administrator.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    return new Promise((resolve, reject) => {
      const sent = request(`${scene.vendor.server.origin}${path}`, {
        method: 'POST',
        headers: { host, cookie, 'x-request-from': 'internal' },
      })
      sent.on('response', async (response) => {
        const { text } = await import('node:stream/consumers')
        resolve(await text(response))
      })
      sent.on('error', reject)
      sent.end()
    })
  }
})
