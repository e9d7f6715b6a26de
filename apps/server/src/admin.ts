import { RunnelError } from '@runnel/contract'
import { addVaultKey, dropOldVaultKeys } from '@runnel/drivers'
import {
  checkSecrets,
  createEmailChange,
  createPasswordReset,
  resealSecrets,
  verifyAudit,
} from '@runnel/operations'
import { type ComposeOptions, type Composition, compose } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { startFailure } from './start-failure.ts'

const USAGE = `Usage:
  npm run admin -- reset-password <e-mail address>   prints a link that sets a new password, once
  npm run admin -- change-email <old> <new address>  prints a link by which its owner, signed in, gets the new address
  npm run admin -- doctor                            checks that the key opens every secret, after a restore for one
  npm run admin -- mails                             counts mails that wait, and those that were given up
  npm run admin -- verify-audit                      checks that nothing in the audit log was changed or taken away
  npm run admin -- rotate-keys                       seals all secrets by a new key; stop the server first`

async function withContext(
  config: Config,
  options: ComposeOptions,
  work: (composition: Composition) => Promise<void>,
): Promise<void> {
  const composition = await compose({ ...config, services: [] }, options)
  try {
    await work(composition)
  } finally {
    await composition.close()
  }
}

/** The server may go on running meanwhile. */
async function resetPassword(config: Config, email: string): Promise<void> {
  await withContext(config, { sharesDataFolder: true }, async ({ context }) => {
    const { token, email: address } = await createPasswordReset(context, email)
    const query = new URLSearchParams({ token, email: address })
    console.log(
      `Open this link within an hour to set a new password; it works once:\n${context.settings.appUrl}/reset-password?${query}`,
    )
  })
}

/** The server may go on running meanwhile. */
async function changeEmail(config: Config, from: string, to: string): Promise<void> {
  await withContext(config, { sharesDataFolder: true }, async ({ context }) => {
    const { url } = await createEmailChange(context, { from, to })
    console.log(
      `Whose account it is opens this link within an hour, signed in to it, to have the new address; it works once:\n${url}`,
    )
  })
}

/** The server may go on running meanwhile. Another key ends it before anything is opened. */
async function checkInstallation(config: Config): Promise<void> {
  await withContext(config, { sharesDataFolder: true }, async ({ context }) => {
    const { opened, unreadable } = await checkSecrets(context)
    if (unreadable.length > 0) {
      const named = unreadable.slice(0, 10).join(', ')
      throw new RunnelError(
        'key_mismatch',
        `The encryption key does not match ${unreadable.length} of ${opened + unreadable.length} secrets: ${named}. Put back the key file that belongs to this data, or enter these again.`,
      )
    }
    console.log(`The key opens all ${opened} secrets.`)
  })
}

/** The server may go on running meanwhile. A chain that does not fit ends it with what is wrong. */
async function checkAudit(config: Config): Promise<void> {
  await withContext(config, { sharesDataFolder: true }, async ({ context }) => {
    const checks = await verifyAudit(context)
    for (const { organizationId, entries, head, fault } of checks)
      console.log(
        `${organizationId}: ${entries} entries fit${head === '' ? '' : `, the last one ${head}`}.${fault ? ` ${fault}` : ''}`,
      )
    const broken = checks.filter(({ fault }) => fault !== undefined)
    if (broken.length > 0) throw new RunnelError('conflict', 'The audit log is not as it was written.')
    console.log(checks.length === 0 ? 'The audit log is empty.' : 'The audit log is whole.')
  })
}

/** The server may go on running meanwhile. */
async function countMails(config: Config): Promise<void> {
  await withContext(config, { sharesDataFolder: true }, async ({ context }) => {
    const { waiting, ended } = await context.db.system.mails.count()
    console.log(
      `${waiting} mails wait to be sent. ${ended} were given up in the last thirty days; the log says why.`,
    )
  })
}

/** @throws RunnelError `unavailable` while another process uses the same PostgreSQL. */
async function assertAlone({ context: { bus } }: Composition, whatStands: string): Promise<void> {
  const others = await bus.countOthers()
  if (others === 0) return
  const [who, use] = others === 1 ? ['process', 'uses'] : ['processes', 'use']
  throw new RunnelError(
    'unavailable',
    `${others} other ${who} ${use} this database and would go on sealing by the old key. Stop all of them, then rotate. ${whatStands}`,
  )
}

/**
 * A running server knows only the old key, and what it seals by that could be read by nobody afterwards: the lock of the data
 * folder must be free, or nobody else use the database.
 */
async function rotateKeys(config: Config): Promise<void> {
  await withContext(config, {}, async (composition) => {
    await assertAlone(composition, 'Nothing was changed.')
    await addVaultKey(config.secretKeyFile)
  })
  await withContext(config, {}, async (composition) => {
    const { context } = composition
    const count = await resealSecrets(context)
    await assertAlone(composition, 'The old key stays beside the new one until then.')
    await dropOldVaultKeys(config.secretKeyFile, context.vault.currentKeyId)
    console.log(`Sealed ${count} secrets by a new key.`)
  })
}

/** The command that the words name; undefined when they name none. */
function findCommand([command, argument, further]: string[]):
  | ((config: Config) => Promise<void>)
  | undefined {
  if (command === 'change-email' && argument !== undefined && further !== undefined)
    return (config) => changeEmail(config, argument, further)
  if (command === 'reset-password' && argument !== undefined)
    return (config) => resetPassword(config, argument)
  if (argument !== undefined) return undefined
  return new Map([
    ['doctor', checkInstallation],
    ['mails', countMails],
    ['rotate-keys', rotateKeys],
    ['verify-audit', checkAudit],
  ]).get(command ?? '')
}

/** Runs a command of the operator. A refusal is one line that says what to do. */
export async function runAdmin(args: string[]): Promise<void> {
  const command = findCommand(args)
  if (!command) {
    console.error(USAGE)
    process.exit(2)
  }
  let config: Config | undefined
  try {
    config = readConfig(process.cwd())
    await command(config)
  } catch (error) {
    console.error(startFailure(error, config))
    process.exit(1)
  }
}
