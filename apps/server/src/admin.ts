import { isRunnelError } from '@runnel/contract'
import { createPasswordReset } from '@runnel/operations'
import { compose } from './compose.ts'
import { ConfigError, readConfig } from './config.ts'

const USAGE = 'Usage: npm run admin -- reset-password <e-mail address>'

async function resetPassword(email: string): Promise<void> {
  const config = readConfig(process.cwd())
  const { context, close } = await compose({ ...config, services: [] }, { sharesDataFolder: true })
  try {
    const { token, email: address } = await createPasswordReset(context, email)
    const base = config.appUrl ?? `http://${config.host}:${config.port}`
    const query = new URLSearchParams({ token, email: address })
    console.log(
      `Open this link within an hour to set a new password; it works once:\n${base}/reset-password?${query}`,
    )
  } finally {
    await close()
  }
}

/** Runs a command of the operator. The server may go on running meanwhile. */
export async function runAdmin(args: string[]): Promise<void> {
  const [command, email] = args
  if (command !== 'reset-password' || email === undefined) {
    console.error(USAGE)
    process.exit(2)
  }
  try {
    await resetPassword(email)
  } catch (error) {
    if (!(error instanceof ConfigError) && !isRunnelError(error)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
