import { existsSync, rmSync } from 'node:fs'
import { isRunnelError, RunnelError } from '@runnel/contract'
import type { Database } from '@runnel/db'
import { createToken, openVault, type Vault } from '@runnel/drivers'
import type { Config } from './config.ts'

/** The secrets of an installation. */
export interface Secrets {
  vault: Vault
  sessionKey: string
}

/** Keeps a fact unless there is one, and gives the one that stands: of several processes one is the first. */
async function keepFirst({ system: { meta } }: Database, key: string, value: string): Promise<string> {
  if (await meta.replace(key, undefined, value)) return value
  return (await meta.get(key)) ?? value
}

/** The key that this process has just made is no use when another one was quicker: it is taken away again. */
function refuseOwnKey(keyFile: string): RunnelError {
  rmSync(keyFile, { force: true })
  return new RunnelError(
    'key_mismatch',
    `Another process has just made the encryption key of this database. Copy its key file to ${keyFile}, or set SECRET_KEY_FILE to it, and start again.`,
  )
}

async function openCheckedVault({ secretKeyFile: keyFile }: Config, db: Database): Promise<Vault> {
  const check = await db.system.meta.get('keyCheck')
  const isOwn = check === undefined && !existsSync(keyFile)
  const vault = await openVault({ keyFile, create: check === undefined })
  const stands = check ?? (await keepFirst(db, 'keyCheck', vault.createKeyCheck()))
  try {
    vault.assertKeyCheck(stands)
    return vault
  } catch (error) {
    if (isOwn && isRunnelError(error) && error.code === 'key_mismatch') throw refuseOwnKey(keyFile)
    throw error
  }
}

async function readSessionKey(db: Database, vault: Vault): Promise<string> {
  const sealed =
    (await db.system.meta.get('sessionKey')) ??
    (await keepFirst(db, 'sessionKey', vault.seal(createToken(), 'session-key')))
  return vault.open(sealed, 'session-key')
}

/**
 * Opens the vault, proves that its key belongs to this data, and reads the installation's session key. The first start
 * makes them; of several first starts at once one makes them, and the others read.
 * @throws RunnelError `key_mismatch` with what to do
 */
export async function openSecrets(config: Config, db: Database): Promise<Secrets> {
  const vault = await openCheckedVault(config, db)
  return { vault, sessionKey: await readSessionKey(db, vault) }
}
