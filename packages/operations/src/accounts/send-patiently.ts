import { isTemporaryMailFault } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { MailSubject } from './mail-texts.ts'

/** Waits before each further try, in milliseconds: three quarters of an hour in all, so that the link in it still works. */
const AGAIN_AFTER_MS = [5_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000]
/** Further mails are tried once: a server of mail that is gone for long must not fill the memory. */
const MOST_UNDER_WAY = 1_000
/** A wait is up to so much longer: those of one outage do not come all at once. */
const SPREAD = 0.2

type Patient = Pick<OperationContext, 'background' | 'sleep' | 'log'>

/** Of whom the next link for a new password ends the one before: its mail is tried no more. */
const newestOf = new WeakMap<OperationContext['background'], Map<string, AbortController>>()

/** The signal that ends the tries of a mail: the end of the process, or a newer mail in its place. */
function begin({ background }: Patient, { about, to }: { about: MailSubject; to: string }) {
  const all = newestOf.get(background) ?? new Map<string, AbortController>()
  newestOf.set(background, all)
  const replaced = new AbortController()
  if (about === 'reset') {
    all.get(to)?.abort()
    all.set(to, replaced)
  }
  return {
    replaced: replaced.signal,
    done() {
      if (all.get(to) === replaced) all.delete(to)
    },
  }
}

/**
 * Sends a mail for which nobody waits, again and again where the server of mail refuses it for the moment or is away: later,
 * and once more when the process is asked to end. It may arrive twice where an answer was lost; what is killed loses it.
 * @throws what the last try threw
 */
export async function sendPatiently(
  context: Patient,
  mail: { about: MailSubject; to: string },
  send: () => Promise<void>,
): Promise<void> {
  const { background, log, sleep } = context
  const { replaced, done } = begin(context, mail)
  const over = AbortSignal.any([background.ending, replaced])
  try {
    for (const afterMs of AGAIN_AFTER_MS) {
      const error = await send().then(
        () => undefined,
        (fault: unknown) => fault,
      )
      if (error === undefined) return
      if (!isTemporaryMailFault(error) || background.count > MOST_UNDER_WAY) throw error
      log.warn({ err: error, afterMs }, `A mail (${mail.about}) could not be sent; it is tried again`)
      await sleep(afterMs * (1 + Math.random() * SPREAD), over).catch(() => undefined)
      if (replaced.aborted) return
      if (over.aborted) break
    }
    await send()
  } finally {
    done()
  }
}
