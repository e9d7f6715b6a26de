import { timedCode } from '@runnel/drivers/testing'
import { expect } from 'vitest'
import { PASSWORD } from '../people-scene.ts'
import { createSoftwarePasskey } from '../software-passkey.ts'
import type { Act, Acts, PeopleActScene, ReadyCall } from './act.ts'
import { type Owner, own } from './own-act.ts'

const STEP_MS = 30_000

/** The same with a second factor; the time of its first code has passed. */
const ownProtected = (
  action: Act<PeopleActScene>['action'],
  describe: (owner: Owner & { code: string }) => Promise<ReadyCall>,
) =>
  own(action, async (owner) => {
    const secret = await beginFactor(owner)
    const { now } = owner.scene.server.context
    const confirm = { code: timedCode(secret, now()) }
    await owner.caller.expect(200, 'POST', '/account/second-factor/confirm', confirm)
    owner.scene.pass(2 * STEP_MS)
    return describe({ ...owner, code: timedCode(secret, now()) })
  })

async function beginFactor({ caller }: Owner) {
  const body = { password: PASSWORD }
  return (await caller.expect<{ secret: string }>(200, 'POST', '/account/second-factor', body)).secret
}

async function makePasskey({ scene, caller }: Owner) {
  const key = createSoftwarePasskey({ origin: scene.server.origin, rpId: 'localhost' })
  const options = await caller.expect<{ challenge: string; user: { id: string } }>(
    200,
    'POST',
    '/account/passkeys/options',
    { password: PASSWORD },
  )
  return { name: 'Telephone', passkey: key.make(options) }
}

async function addPasskey(owner: Owner) {
  const body = await makePasskey(owner)
  const added = await owner.caller.expect<{ passkey: { id: string }; recoveryCodes: string[] }>(
    200,
    'POST',
    '/account/passkeys',
    body,
  )
  return { id: added.passkey.id, code: added.recoveryCodes[0] }
}

/** What people do to what their sign-in asks for beside the password. */
export const factorActs: Acts<PeopleActScene> = {
  confirmSecondFactor: [
    own('second-factor.on', async (owner) => ({
      path: '/account/second-factor/confirm',
      body: { code: timedCode(await beginFactor(owner), owner.scene.server.context.now()) },
      told: { before: { isOn: false }, after: { isOn: true } },
    })),
  ],
  replaceRecoveryCodes: [
    ownProtected('recovery-codes.replaced', async ({ code }) => ({
      path: '/account/second-factor/recovery-codes',
      body: { password: PASSWORD, code },
    })),
  ],
  removeSecondFactor: [
    ownProtected('second-factor.off', async ({ code }) => ({
      path: '/account/second-factor',
      body: { password: PASSWORD, code },
      told: { before: { isOn: true }, after: { isOn: false } },
    })),
  ],
  resetSecondFactor: [
    ownProtected('second-factor.reset', async ({ scene, id, email }) => ({
      by: scene.administrator,
      path: `/account/second-factor/${id}`,
      told: {
        actorName: 'ada@example.com',
        actorId: expect.any(String),
        subjectName: email,
        before: { hasApp: true, hasPasskeys: false },
        after: { hasApp: false },
      },
    })),
  ],
  addPasskey: [
    own('passkey.added', async (owner) => ({
      path: '/account/passkeys',
      body: await makePasskey(owner),
      told: { subjectName: 'Telephone', after: { name: 'Telephone' } },
    })),
  ],
  renamePasskey: [
    own('passkey.renamed', async (owner) => ({
      path: `/account/passkeys/${(await addPasskey(owner)).id}`,
      body: { name: 'Phone' },
      told: { before: { name: 'Telephone' }, after: { name: 'Phone' } },
    })),
  ],
  removePasskey: [
    own('passkey.removed', async (owner) => {
      const { id, code } = await addPasskey(owner)
      const told = { before: { name: 'Telephone' } }
      return { path: `/account/passkeys/${id}`, body: { password: PASSWORD, code }, told }
    }),
  ],
}
