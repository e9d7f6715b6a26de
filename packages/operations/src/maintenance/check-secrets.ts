import type { OperationContext } from '../context.ts'
import { readSealedRecords } from './sealed-records.ts'

/** What a look at every sealed record found. */
export interface SecretsCheck {
  opened: number
  /** What the key does not open: names of facts, and ids of credentials. */
  unreadable: string[]
}

/** Opens every sealed record once and keeps nothing of it: after a restore, does the key fit the data? */
export async function checkSecrets(context: Pick<OperationContext, 'db' | 'vault'>): Promise<SecretsCheck> {
  const check: SecretsCheck = { opened: 0, unreadable: [] }
  for await (const { name, sealed, sealContext } of readSealedRecords(context)) {
    try {
      context.vault.open(sealed, sealContext)
      check.opened += 1
    } catch {
      check.unreadable.push(name)
    }
  }
  return check
}
