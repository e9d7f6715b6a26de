import type { SamlProvider, SamlService } from './saml-kinds.ts'

/** What is asked of the thread that speaks SAML. */
export type SamlAsk =
  | {
      kind: 'begin'
      provider: SamlProvider
      service: SamlService
      request: { id: string; relayState: string }
    }
  | { kind: 'read'; provider: SamlProvider; service: SamlService; form: { response: string; now: number } }
  | { kind: 'metadata'; service: SamlService }

/** What went wrong: a refusal of ours in words for people, or a fault of the library. */
export interface SamlThreadFault {
  message: string
  cause: string | undefined
  isRefusal: boolean
}

/** The answer to the question before it. */
export type FromSamlThread = { value: unknown } | { fault: SamlThreadFault }
