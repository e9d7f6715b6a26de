import type { OperationContext } from '../context.ts'
import { readSealedRecords } from './sealed-records.ts'

type Sealing = Pick<OperationContext, 'db' | 'vault'>

/** Seals anew what is sealed by an older key; tells how many were, and how many somebody changed meanwhile. */
async function resealOnce(context: Sealing): Promise<{ renewed: number; missed: number }> {
  const { vault } = context
  const done = { renewed: 0, missed: 0 }
  for await (const { sealed, sealContext, replace } of readSealedRecords(context)) {
    if (!vault.needsRotation(sealed)) continue
    const isReplaced = await replace(vault.rotate(sealed, sealContext))
    done[isReplaced ? 'renewed' : 'missed'] += 1
  }
  return done
}

/**
 * Second part of a key rotation: seals everything anew by the current key, each record by itself, so that a process
 * killed half-way leaves every record readable; what was changed meanwhile is read again. Gives how many were renewed.
 */
export async function resealSecrets(context: Sealing): Promise<number> {
  let count = 0
  for (;;) {
    const { renewed, missed } = await resealOnce(context)
    count += renewed
    if (missed === 0) break
  }
  await context.db.system.meta.set('keyCheck', context.vault.createKeyCheck())
  return count
}
