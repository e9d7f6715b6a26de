import type { Passkey } from '@runnel/contract'
import { type ArrivedMail, timedCode } from '@runnel/drivers/testing'
import { canary } from './canary-credentials.ts'
import { MAIL_ACCOUNT, PASSWORD } from './people-scene.ts'
import type { SignOnScene } from './sign-on-scene.ts'
import { createSoftwarePasskey } from './software-passkey.ts'
import type { TestCaller } from './test-caller.ts'
import { ADMINISTRATOR } from './test-server.ts'

const OTHER_PASSWORD = 'Another-Staple-8'
const LATER_MS = 3 * 60_000

/** What the people of the scene hold that nobody else may be told, by what it is. */
type Secrets = Map<string, string>

interface Sending {
  scene: SignOnScene
  secrets: Secrets
  next(email: string): Promise<ArrivedMail>
}

function keepCookies(secrets: Secrets, who: string, { cookies }: TestCaller): void {
  for (const [name, value] of cookies) secrets.set(`${name} of ${who}`, value)
}

/** Secrets that lie in the installation, and those with which the administrator came in. */
async function fillWithSecrets({ scene, secrets }: Sending): Promise<void> {
  const { administrator, server, oidc } = scene
  const key = canary('key of a vendor')
  await administrator.expect(200, 'POST', '/credentials', {
    name: 'Vendor',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: key },
  })
  const known = {
    password: PASSWORD,
    'new password': OTHER_PASSWORD,
    'password of the server of mail': MAIL_ACCOUNT.password,
    'client secret of a login method': oidc.clientSecret,
    'key of a vendor': key,
    'API key': (await server.withKey(['chatflows:view'])).key,
    'token for SCIM': (await server.withProvisioning()).token,
  }
  for (const [place, secret] of Object.entries(known)) secrets.set(place, secret)
  keepCookies(secrets, 'the administrator', administrator)
}

/** Invited, invited again, and added as who is there already. */
async function invite({ scene, next }: Sending): Promise<void> {
  const [workspaceId, roleId] = [await scene.makeWorkspace(), await scene.makeRole(['chatflows:view'])]
  for (const _time of ['once', 'again']) {
    await scene.invite('gus@example.com', roleId)
    await next('gus@example.com')
    scene.pass(LATER_MS)
  }
  await scene.makeMember('ida@example.com', ['chatflows:view'])
  await scene.invite('ida@example.com', roleId, { workspaceId })
  await next('ida@example.com')
}

/** Registers, with an address that is then taken, and asks for the link again. */
async function signUp({ scene, next }: Sending): Promise<void> {
  const { context } = scene.server
  const email = 'eve@example.com'
  const enterprise = context.settings
  context.settings = { ...enterprise, platformType: 'cloud' }
  for (const address of [email, 'hal.new@example.com']) {
    const user = { name: 'Eve', email: address, credential: PASSWORD }
    await scene.server.anonymous().expect(201, 'POST', '/account/register', { user })
    await next(address)
  }
  scene.pass(LATER_MS)
  await scene.server.anonymous().expect(201, 'POST', '/account/resend-verification', { email })
  await next(email)
  context.settings = enterprise
}

/** Somebody with a second factor forgets their password, and loses the factor, too. */
async function forget({ scene, secrets, next }: Sending): Promise<void> {
  const email = 'kim@example.com'
  const { caller } = await scene.makeMember(email, ['chatflows:view'])
  const path = '/account/second-factor'
  const { secret } = await caller.expect<{ secret: string }>(200, 'POST', path, { password: PASSWORD })
  const { recoveryCodes } = await caller.expect<{ recoveryCodes: string[] }>(200, 'POST', `${path}/confirm`, {
    code: timedCode(secret, scene.server.context.now()),
  })
  await next(email)
  secrets.set('second factor', secret)
  for (const [n, code] of recoveryCodes.entries()) secrets.set(`recovery code ${n}`, code)
  keepCookies(secrets, 'kim', caller)
  const proof = { password: PASSWORD, code: recoveryCodes[0] }
  await caller.expect(200, 'POST', `${path}/recovery-codes`, proof)
  // That a code was used, and that there are others.
  for (const _mail of ['used', 'replaced']) await next(email)
  await scene.server.anonymous().expect(201, 'POST', '/account/forgot-password', { user: { email } })
  await next(email)
  const { id } = await caller.expect<{ id: string }>(200, 'GET', '/auth/session')
  await scene.administrator.expect(200, 'DELETE', `${path}/${id}`)
  await next(email)
}

/** A second factor comes and goes. */
async function changeFactor({ scene, secrets, next }: Sending): Promise<void> {
  const email = 'lou@example.com'
  const { caller } = await scene.makeMember(email, ['chatflows:view'])
  const path = '/account/second-factor'
  const { secret } = await caller.expect<{ secret: string }>(200, 'POST', path, { password: PASSWORD })
  secrets.set('second factor that goes', secret)
  const code = timedCode(secret, scene.server.context.now())
  await caller.expect(200, 'POST', `${path}/confirm`, { code })
  await next(email)
  scene.pass(LATER_MS)
  const later = timedCode(secret, scene.server.context.now())
  await caller.expect(200, 'DELETE', path, { password: PASSWORD, code: later })
  await next(email)
}

/** A passkey and a sign-in by a provider come and go. */
async function changeWaysIn({ scene, secrets, next }: Sending): Promise<void> {
  const email = 'jo@example.com'
  const password = PASSWORD
  const { caller } = await scene.makeMember(email, ['chatflows:view'])
  const key = createSoftwarePasskey({ origin: scene.server.origin, rpId: 'localhost' })
  const begun = await caller.expect<{ challenge: string; user: { id: string } }>(
    200,
    'POST',
    '/account/passkeys/options',
    { password },
  )
  secrets.set('challenge of a passkey', begun.challenge)
  const made = await caller.expect<{ passkey: Passkey; recoveryCodes?: string[] }>(
    200,
    'POST',
    '/account/passkeys',
    { name: 'Telephone', passkey: key.make(begun) },
  )
  for (const [n, code] of (made.recoveryCodes ?? []).entries())
    secrets.set(`recovery code ${n} beside a passkey`, code)
  await next(email)
  const proof = { password, code: made.recoveryCodes?.[0] }
  await caller.expect(200, 'DELETE', `/account/passkeys/${made.passkey.id}`, proof)
  await next(email)
  const path = '/loginmethod/own'
  const { url } = await caller.expect<{ url: string }>(200, 'POST', path, { providerName: 'oidc', password })
  scene.oidc.person = { subject: 'jo', email, emailVerified: true }
  const back = await scene.oidc.signIn(url)
  for (const name of ['code', 'state'])
    secrets.set(`${name} of a sign-on`, new URL(back).searchParams.get(name) ?? '')
  keepCookies(secrets, 'jo', caller)
  await scene.comeBack(caller, back)
  await next(email)
  await caller.expect(200, 'DELETE', `${path}/oidc`, { password })
  await next(email)
}

/** The address of an account changes, and then its password. */
async function changeAccount({ scene, secrets, next }: Sending): Promise<void> {
  const [email, newEmail] = ['hal@example.com', 'hal.new@example.com']
  const { caller } = await scene.makeMember(email, ['chatflows:view'])
  keepCookies(secrets, 'hal', caller)
  await caller.expect(200, 'PUT', '/account/email', { email: ADMINISTRATOR.email, password: PASSWORD })
  for (const to of [email, ADMINISTRATOR.email]) await next(to)
  await caller.expect(200, 'PUT', '/account/email', { email: newEmail, password: PASSWORD })
  await next(email)
  const tempToken = await scene.tokenFromMail(newEmail)
  await caller.expect(200, 'POST', '/account/confirm-email-change', { user: { tempToken } })
  for (const to of [email, newEmail]) await next(to)
  const late = await scene.signIn(newEmail)
  keepCookies(secrets, 'hal, later', late)
  const passwords = { oldPassword: PASSWORD, newPassword: OTHER_PASSWORD }
  await late.expect(200, 'PUT', '/account/password', passwords)
  await next(newEmail)
}

/**
 * Lets an installation, which is full of secrets, send every mail that there is, and waits for each. The scene has mail and
 * runs on `localhost`. Gives what no mail may hold.
 */
export async function sendEveryMail(scene: SignOnScene): Promise<Secrets> {
  const { mail } = scene
  if (!mail) throw new Error('The scene sends no mail.')
  const secrets: Secrets = new Map()
  const sending: Sending = { scene, secrets, next: (email) => mail.take(email) }
  await scene.save('oidc')
  await fillWithSecrets(sending)
  await invite(sending)
  await forget(sending)
  await changeFactor(sending)
  await changeWaysIn(sending)
  await changeAccount(sending)
  await signUp(sending)
  return secrets
}
