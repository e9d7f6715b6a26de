import { databaseKinds } from '@runnel/db/testing'
import { type LocalServer, startLocalServer } from '@runnel/drivers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignInScene, startSignInScene } from '../testing/sign-in-scene.ts'
import { ADMINISTRATOR } from '../testing/test-server.ts'

describe.each(databaseKinds)('the sign-in at an MCP server on %s', (kind) => {
  let scene: SignInScene
  let id: string

  beforeAll(async () => {
    scene = await startSignInScene(kind)
  })
  afterAll(() => scene.stop())
  beforeEach(async () => {
    id = await scene.makeCredential()
    for (const said of [scene.says, scene.signIn.says, scene.other.says])
      for (const name of Object.keys(said)) delete said[name]
    scene.signIn.lasts = 3_600
    scene.signIn.requests.length = 0
    scene.other.requests.length = 0
    scene.stranger.notes.headers.length = 0
  })

  describe('connecting', () => {
    test('asks the server where people sign in, registers there, and its tools can be called', async () => {
      const { body } = await scene.begin(id)
      const url = new URL(body.authorizationUrl)
      expect(url.origin + url.pathname).toBe(`${scene.signIn.origin}/authorize`)
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        client_id: expect.stringMatching(/^client-/),
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: body.redirectUri,
        resource: `${scene.mcp.origin}/mcp`,
        scope: 'tea offline_access',
        prompt: 'consent',
      })
      const page = await scene.comeBack(scene.signIn.consent(body.authorizationUrl))
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('The account is connected.')])
      expect(await scene.stateOf(id)).toEqual({ state: 'connected' })
      expect(await scene.add(id)).toBe('It is 5')
    })

    test('by a client that was registered by hand, whose secret goes to the named sign-in server', async () => {
      scene.signIn.addClient('by-hand', 'canary-by-hand')
      const fields = { clientId: 'by-hand', clientSecret: 'canary-by-hand', issuer: scene.signIn.origin }
      const own = await scene.makeCredential({ ...fields, scope: 'tea' })
      const { body } = await scene.begin(own)
      expect(new URL(body.authorizationUrl).searchParams.get('scope')).toBe('tea')
      expect((await scene.comeBack(scene.signIn.consent(body.authorizationUrl))).status).toBe(200)
      expect(scene.signIn.requests.at(-1)?.authorization).toBe(`Basic ${btoa('by-hand:canary-by-hand')}`)
      expect(await scene.add(own)).toBe('It is 5')
    })

    test('a sign-in server that registers nobody leads to words that say what to do', async () => {
      scene.signIn.says.registration_endpoint = undefined
      expect(await scene.begin(id)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('fill in its client id') },
      })
    })

    test('no secret of it stands anywhere in clear', async () => {
      await scene.connect(id)
      await scene.add(id)
      const texts = [
        await scene.vendor.server.dump(),
        scene.logLines.join('\n'),
        JSON.stringify(scene.vendor.vendor.requests),
        (await scene.vendor.administrator.call('GET', `/credentials/${id}`)).text,
      ].join('\n')
      for (const secret of scene.signIn.secrets) expect(texts).not.toContain(secret)
    })

    test('is ended again, and the sign-in server gets its token back', async () => {
      await scene.connect(id)
      await scene.vendor.administrator.expect(200, 'DELETE', `/oauth2-credential/${id}`)
      expect(scene.signIn.requests.at(-1)).toMatchObject({
        path: '/revoke',
        form: { token: expect.stringMatching(/^canary-refresh-/) },
      })
      expect(await scene.add(id)).toContain('No account is connected to it. Open it and press Connect.')
    })

    test('another address is another connection', async () => {
      await scene.connect(id)
      await scene.vendor.administrator.expect(200, 'PUT', `/credentials/${id}`, {
        plainDataObj: { serverUrl: `${scene.stranger.origin}/mcp` },
      })
      expect(await scene.stateOf(id)).toEqual({ state: 'none' })
    })
  })

  describe('a token', () => {
    test('is renewed before its end, once for all who want it', async () => {
      scene.signIn.lasts = 60
      await scene.connect(id)
      scene.signIn.lasts = 3_600
      const added = await Promise.all(Array.from({ length: 4 }, () => scene.add(id)))
      expect(new Set(added)).toEqual(new Set(['It is 5']))
      const renewals = scene.signIn.requests.filter(({ form }) => form.grant_type === 'refresh_token')
      expect(renewals.map(({ form }) => form.resource)).toEqual([`${scene.mcp.origin}/mcp`])
    })

    test('that the server refuses is renewed, and the request made once more', async () => {
      await scene.connect(id)
      scene.signIn.access.clear()
      scene.mcp.notes.called.length = 0
      expect(await scene.add(id)).toBe('It is 5')
      expect(scene.mcp.notes.called).toEqual(['add'])
    })

    test('that is taken back leads to words that say what to do', async () => {
      await scene.connect(id)
      scene.signIn.access.clear()
      scene.signIn.refresh.clear()
      expect(await scene.add(id)).toContain('Open it and press Connect.')
      expect(await scene.stateOf(id)).toEqual({ state: 'expired' })
    })

    test('goes to its own server and to no other', async () => {
      await scene.connect(id)
      expect(await scene.add(id, scene.stranger)).toContain(
        `The credential is for ${scene.mcp.origin}/mcp alone`,
      )
      const listed = await scene.vendor.administrator.call('POST', '/node-load-method/customMCP', {
        loadMethod: 'listActions',
        inputs: { mcpServerConfig: JSON.stringify({ url: `${scene.stranger.origin}/mcp` }) },
        credential: id,
      })
      expect(listed).toMatchObject({ status: 400 })
      expect(scene.stranger.notes.headers).toEqual([])
    })

    test('offers the tools in the editor', async () => {
      await scene.connect(id)
      const listed = await scene.vendor.administrator.call<{ label: string }[]>(
        'POST',
        '/node-load-method/customMCP',
        {
          loadMethod: 'listActions',
          inputs: { mcpServerConfig: JSON.stringify({ url: `${scene.mcp.origin}/mcp` }) },
          credential: id,
        },
      )
      expect(listed.body.map(({ label }) => label)).toContain('add (reads only)')
    })
  })

  describe('a server that lies', () => {
    let inside: LocalServer
    beforeAll(async () => {
      inside = await startLocalServer((_request, response) => response.end('{}'))
    })
    afterAll(() => inside.close())

    test.each([
      [
        'the server',
        'a sign-in server inside',
        () => Object.assign(scene.says, { authorization_servers: [inside.origin] }),
      ],
      [
        'the sign-in server',
        'a registration inside',
        () => Object.assign(scene.signIn.says, { registration_endpoint: `${inside.origin}/register` }),
      ],
    ])('%s names %s: nobody is asked there', async (_who, _what, lie) => {
      lie()
      const answer = await scene.begin(id)
      expect(answer).toMatchObject({ body: { code: 'egress_denied' } })
      expect(inside.seen).toEqual([])
    })

    test('a token server inside gets neither code nor secret', async () => {
      scene.signIn.says.token_endpoint = `${inside.origin}/token`
      const { body } = await scene.begin(id)
      const page = await scene.comeBack(scene.signIn.consent(body.authorizationUrl))
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(inside.seen).toEqual([])
      expect(await scene.stateOf(id)).toEqual({ state: 'none' })
    })

    test.each<[string, () => void, string]>([
      [
        'calls itself by the name of another server',
        () => Object.assign(scene.says, { resource: `${scene.stranger.origin}/mcp` }),
        'calls itself by another address',
      ],
      [
        'calls itself by another path',
        () => Object.assign(scene.says, { resource: `${scene.mcp.origin}/mcp-of-others` }),
        'calls itself by another address',
      ],
      [
        'has a sign-in server that calls itself by another name',
        () => Object.assign(scene.signIn.says, { issuer: scene.other.origin }),
        'calls itself by another name',
      ],
      [
        'has a sign-in server without proof keys',
        () => Object.assign(scene.signIn.says, { code_challenge_methods_supported: ['plain'] }),
        'PKCE',
      ],
      [
        'signs people in without encryption',
        () => Object.assign(scene.signIn.says, { authorization_endpoint: 'http://evil.example/authorize' }),
        'no encrypted addresses',
      ],
      [
        'signs people in by a script',
        () => Object.assign(scene.signIn.says, { authorization_endpoint: 'javascript:alert(1)' }),
        'no encrypted addresses',
      ],
    ])('that %s is not signed in at', async (_what, lie, says) => {
      lie()
      const answer = await scene.begin(id)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body.message).toContain(says)
    })

    test('the secret of a client goes to no other sign-in server than the named one', async () => {
      scene.signIn.addClient('by-hand', 'canary-by-hand')
      const fields = { clientId: 'by-hand', clientSecret: 'canary-by-hand', issuer: scene.signIn.origin }
      const own = await scene.makeCredential(fields)
      scene.says.authorization_servers = [scene.other.origin]
      expect(await scene.begin(own)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('and not the one of the credential') },
      })
      expect(scene.other.requests).toEqual([])
      const unnamed = await scene.vendor.administrator.call('POST', '/credentials', {
        name: 'x',
        credentialName: 'mcpOAuth2',
        plainDataObj: { ...fields, issuer: '', serverUrl: `${scene.mcp.origin}/mcp` },
      })
      expect([unnamed.status, unnamed.text]).toEqual([400, expect.stringContaining('plainDataObj.issuer')])
    })
  })

  describe('a way back that is not one’s own', () => {
    test('a code of another sign-in server is not taken to this one (mix-up)', async () => {
      const { body } = await scene.begin(id)
      const good = scene.signIn.consent(body.authorizationUrl)
      const page = await scene.comeBack({ ...good, iss: scene.other.origin })
      expect([page.status, page.text]).toEqual([
        400,
        expect.stringContaining('This answer does not come from'),
      ])
      expect(scene.signIn.requests).toEqual([])
      const unnamed = scene.signIn.consent((await scene.begin(id)).body.authorizationUrl)
      expect((await scene.comeBack({ code: unnamed.code, state: unnamed.state })).status).toBe(400)
      expect(scene.signIn.requests).toEqual([])
      expect(await scene.stateOf(id)).toEqual({ state: 'none' })
    })

    test('a stolen state is worth nothing in another browser, and works once', async () => {
      const good = scene.signIn.consent((await scene.begin(id)).body.authorizationUrl)
      const thief = scene.vendor.server.anonymous()
      expect((await scene.comeBack(good, thief)).text).toContain('Nobody is signed in here')
      const { email, password } = ADMINISTRATOR
      await thief.expect(200, 'POST', '/auth/login', { email, password })
      expect((await scene.comeBack(good, thief)).status).toBe(400)
      expect(scene.signIn.requests).toEqual([])
      expect((await scene.comeBack(good)).status).toBe(200)
      expect((await scene.comeBack(good)).status).toBe(400)
    })

    test('a code of somebody else does not fit the proof of this one', async () => {
      const [mine, theirs] = [
        scene.signIn.consent((await scene.begin(id)).body.authorizationUrl),
        scene.signIn.consent((await scene.begin(id)).body.authorizationUrl),
      ]
      const page = await scene.comeBack({ ...mine, code: theirs.code })
      expect(page.text).toContain('the consent is not valid any more')
      expect(await scene.stateOf(id)).toEqual({ state: 'none' })
    })
  })
})
