import { RunnelError } from '@runnel/contract'
import { LONGEST_RESPONSE, type ReadAssertion, type SamlProvider, type SamlService } from './saml-kinds.ts'
import type { SamlAsk } from './saml-thread-messages.ts'
import { unproven } from './sign-on-fault.ts'
import { type SamlThread, startSamlThread } from './start-saml-thread.ts'

/** Speaks SAML in a thread of its own: neither a form nor the settings of a stranger can hold the serving thread. */
export interface Saml {
  /** The address at which somebody signs in; the provider's answer must name the id. */
  begin(
    provider: SamlProvider,
    service: SamlService,
    request: { id: string; relayState: string },
  ): Promise<string>
  /** What a provider's form proves. @throws RunnelError `unauthenticated` */
  read(
    provider: SamlProvider,
    service: SamlService,
    form: { response: string; now: number },
  ): Promise<ReadAssertion>
  /** Our metadata, for the provider. */
  writeMetadata(service: SamlService): Promise<string>
  close(): Promise<void>
}

/** How a thread is started, and what it may take. */
interface SamlOptions {
  /** The program of the thread: `@runnel/drivers/saml-thread`, or its bundle. */
  threadPath: string
  /** How many questions there may be at once; more are turned away. */
  mostAsked?: number
  /** One answer takes milliseconds, the first one the loading of the library. */
  longestAnswerMs?: number
}

/** A thread that nobody asks ends, and gives its memory back. */
const IDLE_MS = 60_000

/** The thread is started by the first question, and after each time that it ended. */
export function createSaml({ threadPath, mostAsked = 100, longestAnswerMs = 10_000 }: SamlOptions): Saml {
  let thread: SamlThread | undefined
  let last: Promise<unknown> = Promise.resolve()
  let asked = 0
  let idle: NodeJS.Timeout | undefined

  async function askThread(ask: SamlAsk): Promise<unknown> {
    clearTimeout(idle)
    if (thread === undefined || thread.isEnded) thread = startSamlThread(threadPath)
    const own = thread
    try {
      return await own.ask(ask, longestAnswerMs)
    } finally {
      idle = setTimeout(() => own.end(), IDLE_MS).unref()
    }
  }

  function put<Answer>(ask: SamlAsk): Promise<Answer> {
    if (asked >= mostAsked)
      return Promise.reject(new RunnelError('unavailable', 'Too many people sign in at once. Try again.'))
    asked += 1
    const answer = last
      .then(() => askThread(ask))
      .finally(() => {
        asked -= 1
      })
    last = answer.catch(() => undefined)
    return answer as Promise<Answer>
  }

  return {
    begin: (provider, service, request) => put({ kind: 'begin', provider, service, request }),
    async read(provider, service, form) {
      if (form.response.length > LONGEST_RESPONSE) throw unproven('What the provider sent is too long.')
      return put({ kind: 'read', provider, service, form })
    },
    writeMetadata: (service) => put({ kind: 'metadata', service }),
    async close() {
      clearTimeout(idle)
      await thread?.end()
    },
  }
}
