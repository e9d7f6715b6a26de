import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountScene, startAccountScene } from '../testing/account-scene.ts'
import { ACCOUNT, CLIENT } from '../testing/fake-accounts.ts'

describe.each(databaseKinds)('a token of an account on %s', (kind) => {
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

  test('goes with the requests of a tool, and to nobody else', async () => {
    await scene.connect(credentialId)
    const told = await scene.askFor(await scene.makeMailFlow(credentialId), 'gmail_list_messages', {
      query: 'is:unread',
    })
    expect(told).toContain('mail-1')
    expect(scene.accounts.served.at(-1)?.path).toBe(
      '/gmail/v1/users/me/messages?maxResults=100&q=is%3Aunread',
    )
    const dump = await scene.vendor.server.dump()
    const all = [CLIENT.clientSecret, ...scene.accounts.secrets]
    for (const secret of all) {
      expect(dump).not.toContain(secret)
      expect(scene.logLines.join('\n')).not.toContain(secret)
      expect(JSON.stringify(scene.vendor.vendor.requests)).not.toContain(secret)
      expect(
        (await scene.vendor.administrator.call('GET', `/credentials/${credentialId}`)).text,
      ).not.toContain(secret)
    }
  })

  test('that the service refuses is renewed, and the request made once more, also one that writes', async () => {
    await scene.connect(credentialId)
    scene.accounts.forgetAccess()
    const [served, asked] = [scene.accounts.served.length, scene.accounts.forms.length]
    const mail = { to: 'bob@example.com', subject: 'Hi', body: 'Hello' }
    expect(await scene.askFor(await scene.makeMailFlow(credentialId), 'gmail_send_message', mail)).toContain(
      'mail-1',
    )
    expect(scene.accounts.served.length - served).toBe(1)
    expect(scene.accounts.forms.length - asked).toBe(1)
  })

  test('that the vendor takes back leads to words that say what to do', async () => {
    await scene.connect(credentialId)
    scene.accounts.forgetAll()
    const flowId = await scene.makeMailFlow(credentialId)
    const told = await scene.askFor(flowId, 'gmail_list_messages', {})
    expect(told).toContain('The consent to use its account is not valid any more. Open it and press Connect.')
    expect(await scene.stateOf(credentialId)).toEqual({ state: 'expired', account: ACCOUNT })
    // Once, however often it is missed.
    await scene.askFor(flowId, 'gmail_list_messages', {})
    const { data } = await scene.vendor.administrator.expect<{ data: { subject: { id: string } }[] }>(
      200,
      'GET',
      '/audit/entries?page=1&limit=10&action=credential.connection-lost',
    )
    expect(data.filter(({ subject }) => subject.id === credentialId)).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'operator' }),
        before: { account: ACCOUNT },
      }),
    ])
    await scene.connect(credentialId)
    expect(await scene.askFor(flowId, 'gmail_list_messages', {})).toContain('mail-1')
  })

  test('of an account that nobody connected is missed in plain words', async () => {
    const told = await scene.askFor(await scene.makeMailFlow(credentialId), 'gmail_list_messages', {})
    expect(told).toContain('No account is connected to it. Open it and press Connect.')
  })

  test('near its end is renewed before the request leaves', async () => {
    scene.accounts.lasts = 60
    await scene.connect(credentialId)
    scene.accounts.lasts = 3_600
    const asked = scene.accounts.forms.length
    const flowId = await scene.makeMailFlow(credentialId)
    await scene.askFor(flowId, 'gmail_list_messages', {})
    await scene.askFor(flowId, 'gmail_list_messages', {})
    expect(scene.accounts.forms.slice(asked).map(({ grant_type }) => grant_type)).toEqual(['refresh_token'])
  })

  test('is renewed by call, and none is told', async () => {
    await scene.connect(credentialId)
    const answer = await scene.vendor.administrator.call('POST', `/oauth2-credential/refresh/${credentialId}`)
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, credentialId, tokenInfo: { token_type: 'Bearer', has_new_refresh_token: true } },
    })
    for (const secret of scene.accounts.secrets) expect(answer.text).not.toContain(secret)
  })
})
