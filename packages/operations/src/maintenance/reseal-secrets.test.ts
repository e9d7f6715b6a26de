import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTestSignIn, createTestDatabase } from '@runnel/db/testing'
import { addVaultKey, dropOldVaultKeys, openVault } from '@runnel/drivers'
import { expect, onTestFinished, test } from 'vitest'
import { secondFactorContext } from '../accounts/factor-proof.ts'
import { connectionContext } from '../connections/tokens.ts'
import { credentialContext } from '../credential-secrets.ts'
import { mcpServerContext } from '../mcp-servers/server-config.ts'
import { loginMethodContext } from '../sign-on/provider-settings.ts'
import { variableContext } from '../variable-secrets.ts'
import { checkSecrets } from './check-secrets.ts'
import { resealSecrets } from './reseal-secrets.ts'

async function makeInstallation() {
  const place = await createTestDatabase('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'runnel-keys-'))
  const keyFile = join(folder, 'secret.key')
  onTestFinished(async () => {
    await place.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const db = place.database
  const vault = await openVault({ keyFile, create: true })
  await db.system.meta.set('keyCheck', vault.createKeyCheck())
  await db.system.meta.set('sessionKey', vault.seal('session', 'session-key'))
  const id = '7a4dd4a5-27c5-4d34-a4a6-0a4fb3d7b1c1'
  await db.write(place.workspaceId, (writer) =>
    writer.credentials.insert({
      id,
      name: 'key',
      credentialName: 'openAIApi',
      sealed: vault.seal('{"openAIApiKey":"sk-1"}', credentialContext(id)),
    }),
  )
  const { userId } = place
  const signInId = await addTestSignIn(place, place)
  const sealed = vault.seal('SECRET', secondFactorContext(userId))
  await db.system.secondFactors.begin(userId, { sealed, signInId })
  const { workspaceId, organizationId } = place
  return { db, workspaceId, organizationId, userId, keyFile, id }
}

test('after a rotation the old key is gone and every secret still opens', async () => {
  const { db, workspaceId, userId, keyFile, id } = await makeInstallation()
  const oldKey = readFileSync(keyFile, 'utf8')
  await addVaultKey(keyFile)
  const renewed = await openVault({ keyFile })
  // A fact, a second factor and a credential.
  expect(await resealSecrets({ db, vault: renewed })).toBe(3)
  await dropOldVaultKeys(keyFile, renewed.currentKeyId)

  const vault = await openVault({ keyFile })
  expect(readFileSync(keyFile, 'utf8')).not.toContain(oldKey.trim())
  vault.assertKeyCheck((await db.system.meta.get('keyCheck')) ?? '')
  expect(vault.open((await db.system.meta.get('sessionKey')) ?? '', 'session-key')).toBe('session')
  const factor = await db.system.secondFactors.find(userId)
  expect(vault.open(factor?.sealed ?? '', secondFactorContext(userId))).toBe('SECRET')
  const row = await db.read(workspaceId).credentials.get(id)
  expect(vault.open(row.sealed, credentialContext(id))).toBe('{"openAIApiKey":"sk-1"}')
})

test('a rotation that stops half-way leaves every secret readable', async () => {
  const { db, workspaceId, keyFile, id } = await makeInstallation()
  await addVaultKey(keyFile)
  const vault = await openVault({ keyFile })
  vault.assertKeyCheck((await db.system.meta.get('keyCheck')) ?? '')
  const row = await db.read(workspaceId).credentials.get(id)
  expect(vault.open(row.sealed, credentialContext(id))).toBe('{"openAIApiKey":"sk-1"}')
})

test('a check opens every secret, and names those of another key', async () => {
  const { db, workspaceId, keyFile, id } = await makeInstallation()
  const vault = await openVault({ keyFile })
  expect(await checkSecrets({ db, vault })).toEqual({ opened: 3, unreadable: [] })
  const other = await openVault({ keyFile: `${keyFile}.other`, create: true })
  await db.write(workspaceId, (writer) =>
    writer.credentials.update(id, { sealed: other.seal('{}', credentialContext(id)) }),
  )
  expect(await checkSecrets({ db, vault })).toEqual({ opened: 2, unreadable: [`credential ${id}`] })
})

test('tokens of accounts are sealed anew, and a copy whose key does not fit is named', async () => {
  const { db, workspaceId, keyFile, id } = await makeInstallation()
  const first = await openVault({ keyFile })
  const sealed = first.seal('{"accessToken":"a"}', connectionContext(id))
  await db.write(workspaceId, ({ connections }) =>
    connections.connect(id, { sealed, account: null, expiresAt: null }),
  )
  await addVaultKey(keyFile)
  const renewed = await openVault({ keyFile })
  await resealSecrets({ db, vault: renewed })
  await dropOldVaultKeys(keyFile, renewed.currentKeyId)
  const vault = await openVault({ keyFile })
  const connection = await db.read(workspaceId).connections.find(id)
  expect(vault.open(connection?.sealed ?? '', connectionContext(id))).toBe('{"accessToken":"a"}')
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([])
  await db.write(workspaceId, ({ connections }) =>
    connections.connect(id, { sealed, account: null, expiresAt: null }),
  )
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([`account of credential ${id}`])
})

test('servers of tools are sealed anew, and one whose key does not fit is named', async () => {
  const { db, workspaceId, keyFile } = await makeInstallation()
  const first = await openVault({ keyFile })
  const id = '7a4dd4a5-27c5-4d34-a4a6-0a4fb3d7b1c2'
  const text = '{"serverUrl":"https://tea.example/key","headers":{}}'
  const sealed = first.seal(text, mcpServerContext(id))
  const facts = { name: 'Tea', origin: 'https://tea.example', authType: 'NONE', status: 'PENDING' }
  await db.write(workspaceId, ({ mcpServers }) => mcpServers.insert({ ...facts, id, sealed, toolCount: 0 }))
  await addVaultKey(keyFile)
  const renewed = await openVault({ keyFile })
  expect(await resealSecrets({ db, vault: renewed })).toBe(4)
  await dropOldVaultKeys(keyFile, renewed.currentKeyId)
  const vault = await openVault({ keyFile })
  expect(vault.open((await db.read(workspaceId).mcpServers.get(id)).sealed, mcpServerContext(id))).toBe(text)
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([])
  await db.write(workspaceId, ({ mcpServers }) => mcpServers.update(id, { sealed }))
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([`MCP server ${id}`])
})

test('login methods are sealed anew, and one whose key does not fit is named', async () => {
  const { db, userId, organizationId, keyFile } = await makeInstallation()
  const first = await openVault({ keyFile })
  const id = '7a4dd4a5-27c5-4d34-a4a6-0a4fb3d7b1c3'
  const text = '{"issuer":"https://login.example","clientSecret":"s"}'
  const sealed = first.seal(text, loginMethodContext(id))
  const facts = { id, organizationId, providerName: 'oidc', status: 'enable', by: userId } as const
  await db.system.signOn.save([{ ...facts, sealed, endsSessions: false, isOtherProvider: false }], [])
  await addVaultKey(keyFile)
  const renewed = await openVault({ keyFile })
  expect(await resealSecrets({ db, vault: renewed })).toBe(4)
  await dropOldVaultKeys(keyFile, renewed.currentKeyId)
  const vault = await openVault({ keyFile })
  const [row] = await db.system.signOn.listSealed()
  expect(vault.open(row?.sealed ?? '', loginMethodContext(id))).toBe(text)
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([])
  expect(await db.system.signOn.reseal(id, { from: row?.sealed ?? '', to: sealed })).toBe(true)
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([`login method ${id}`])
})

test('secret variables are sealed anew, and one whose key does not fit is named', async () => {
  const { db, workspaceId, keyFile } = await makeInstallation()
  const first = await openVault({ keyFile })
  const id = '7a4dd4a5-27c5-4d34-a4a6-0a4fb3d7b1c4'
  const sealed = first.seal('the value', variableContext(id))
  await db.write(workspaceId, async ({ variables }) => {
    await variables.insert({ id, name: 'key', type: 'secret', sealed, hosts: '["api.example.com"]' })
    await variables.insert({ name: 'town', type: 'static', value: 'Ulm' })
  })
  await addVaultKey(keyFile)
  const renewed = await openVault({ keyFile })
  expect(await resealSecrets({ db, vault: renewed })).toBe(4)
  await dropOldVaultKeys(keyFile, renewed.currentKeyId)
  const vault = await openVault({ keyFile })
  const row = await db.read(workspaceId).variables.get(id)
  expect(vault.open(row.sealed ?? '', variableContext(id))).toBe('the value')
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([])
  await db.write(workspaceId, ({ variables }) => variables.update(id, { sealed }))
  expect((await checkSecrets({ db, vault })).unreadable).toEqual([`variable ${id}`])
})
